internal import FeedCore

/// A line of `status` and of `schedule`: what it is about, and what there is to say.
enum StatusRow {
    static func text(_ label: String, _ words: String) -> StyledText {
        var line = StyledText(label, .bold)
        line.append(String(repeating: " ", count: max(14 - label.count, 1)) + words)
        return line
    }
}

extension RefreshRun {
    /// `2026-11-20 10:00 (5m ago), 12 of 13 feeds, 3 new articles, 1 failed in 1.2s`.
    func words(at now: Timestamp) -> String {
        let tenths = milliseconds / 100
        var parts = ["\(LocalTime(started).dateAndTime) (\(RelativeTime.text(of: started, at: now)))"]
        if asked == 0, held == 0, exitCode == ExitCode.done.rawValue {
            parts.append("no feed to ask")
        } else {
            parts += ["\(refreshed) of \(count(asked, "feed"))", count(newArticles, "new article")]
        }
        if failed > 0 { parts.append("\(failed) failed") }
        if held > 0 { parts.append("\(held) held") }
        switch ExitCode(rawValue: exitCode) {
        case .offline: parts.append("offline")
        case .failed: parts.append("not all stored")
        case .interrupted, .terminated: parts.append("interrupted")
        default: break
        }
        return parts.joined(separator: ", ") + " in \(tenths / 10).\(tenths % 10)s"
    }
}
