internal import FeedCore

/// A line of `status` and of `schedule`: what it is about, and what there is to say.
enum StatusRow {
    static func text(_ label: String, _ words: String) -> StyledText {
        var line = StyledText(label, .bold)
        line.append(String(repeating: " ", count: max(valuePlace - label.count, 1)) + words)
        return line
    }

    /// `2026-11-20 10:00 (5m ago)`.
    static func words(for moment: Timestamp, at now: Timestamp) -> String {
        "\(LocalTime(moment).dateAndTime) (\(RelativeTime.text(of: moment, at: now)))"
    }

    private static let valuePlace = 14
    /// A narrower terminal has no room for values under each other.
    private static let usualWidth = 40

    /// The row in as many lines as it needs on this terminal, those after the first below its value; one anywhere else.
    static func lines(_ row: StyledText, on terminal: Terminal) -> [StyledText] {
        lines(row, on: terminal, hanging: terminal.width < usualWidth ? 2 : valuePlace)
    }

    static func lines(_ row: StyledText, on terminal: Terminal, hanging: Int) -> [StyledText] {
        let row = row.cleaned
        guard terminal.isTerminal, row.cells > terminal.width else { return [row] }
        var wrap = TextWrap(width: terminal.width, hanging: min(hanging, terminal.width / 2))
        for run in row.runs { wrap.append(keepingBlanks(run.text), run.style) }
        return wrap.finish().map(\.withoutTrailingSpaces)
    }

    /// Of blanks side by side, which keep things apart, only the last may end a line.
    private static func keepingBlanks(_ text: Substring) -> String {
        var result = ""
        for character in text {
            if character == " ", result.last == " " {
                result.removeLast()
                result += "\u{A0}"
            }
            result.append(character)
        }
        return result
    }
}

extension RefreshRun {
    /// `2026-11-20 10:00 (5m ago), 12 of 13 feeds, 3 new articles, 1 failed in 1.2s`.
    func words(at now: Timestamp) -> String {
        let tenths = milliseconds / 100
        var parts = [StatusRow.words(for: started, at: now)]
        if asked == 0, held == 0, exitCode == ExitCode.done.rawValue {
            parts.append("no feed to ask")
        } else {
            parts += ["\(refreshed) of \(count(asked, "feed"))", count(newArticles, "new article")]
        }
        if failed > 0 { parts.append("\(failed) failed") }
        if held > 0 { parts.append("\(held) held") }
        if logError != nil { parts.append("not logged") }
        switch ExitCode(rawValue: exitCode) {
        case .offline: parts.append("offline")
        case .failed: parts.append("not all stored")
        case .interrupted, .terminated: parts.append("interrupted")
        default: break
        }
        return parts.joined(separator: ", ") + " in \(tenths / 10).\(tenths % 10)s"
    }
}
