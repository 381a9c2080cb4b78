internal import FeedCore

/// A labeled line of `status` and `schedule`.
enum StatusRow {
    static func text(_ label: String, _ value: String) -> StyledText {
        var line = StyledText(label, .bold)
        line.append(String(repeating: " ", count: max(valueColumn - label.count, 1)) + value)
        return line
    }

    /// `2026-11-20 10:00 (5m ago)`.
    static func text(of time: Timestamp, at now: Timestamp) -> String {
        "\(LocalTime(time).dateAndTime) (\(RelativeTime.text(of: time, at: now)))"
    }

    private static let valueColumn = 14
    /// On a narrower terminal, wrapped values are not indented to their column.
    private static let minAlignedWidth = 40

    /// The row wrapped to the terminal, with further lines below the value. Elsewhere it is one line.
    static func lines(_ row: StyledText, on terminal: Terminal) -> [StyledText] {
        lines(row, on: terminal, hanging: terminal.width < minAlignedWidth ? 2 : valueColumn)
    }

    static func lines(_ row: StyledText, on terminal: Terminal, hanging: Int) -> [StyledText] {
        let row = row.cleaned
        guard let width = terminal.lineWidth, row.cells > width else { return [row] }
        var wrap = TextWrap(width: width, hanging: min(hanging, width / 2))
        for run in row.runs { wrap.append(keepingSpaces(run.text), run.style) }
        return wrap.finish().map(\.withoutTrailingSpaces)
    }

    /// Makes the line break only at the last of several spaces, which separate columns.
    private static func keepingSpaces(_ text: Substring) -> String {
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
    func summary(at now: Timestamp) -> String {
        var parts = [StatusRow.text(of: started, at: now)]
        if asked == 0, held == 0, exitCode == ExitCode.done.rawValue {
            parts.append("no feeds to refresh")
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
        return parts.joined(separator: ", ") + " in " + Amount.seconds(milliseconds: milliseconds)
    }
}
