internal import FeedCore

/// The one door to standard error: errors, notices and summaries, each a line. No secret passes it.
struct Messages: Sendable {
    let terminal: Terminal
    let isQuiet: Bool
    let isVerbose: Bool

    /// Why the program, or a part of what it was asked for, failed; said even with `--quiet`.
    func error(_ message: String) {
        put(StyledText("rssium: " + Messages.shortened(message)))
    }

    /// Somebody has typed a whole file where a word was meant: its ends say which one.
    private static func shortened(_ message: String) -> String {
        guard message.utf8.count > 4 * longest, message.count > longest else { return message }
        return message.prefix(longest / 2) + "…" + message.suffix(longest / 2)
    }

    private static let longest = 2000

    /// What a person wants to know and a cron line does not.
    func notice(_ text: StyledText) {
        if !isQuiet { put(text) }
    }

    func notice(_ text: String) { notice(StyledText(text)) }

    /// What is to be answered in the same line.
    func ask(_ question: String) {
        var output = Output(descriptor: 2, terminal: terminal)
        // As with `put`.
        try? output.write(SecretMask.text(ControlCharacterFilter.string(question, as: .line)))
        try? output.flush()
    }

    /// What only `--verbose` says.
    func detail(_ text: String) {
        if isVerbose { put(StyledText(text)) }
    }

    /// A line of whatever kind, said even with `--quiet`.
    func put(_ text: StyledText) {
        var output = Output(descriptor: 2, terminal: terminal)
        // Where standard error itself cannot be written there is nobody left to tell.
        try? output.line(text.withoutSecrets)
        try? output.flush()
    }
}

extension StyledText {
    fileprivate var withoutSecrets: StyledText {
        var text = StyledText()
        for run in runs { text.append(SecretMask.text(String(run.text)), run.style) }
        return text
    }
}
