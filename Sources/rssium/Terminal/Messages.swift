internal import FeedCore

/// The only way to standard error: errors, notices and summaries, one line each, with secrets masked.
struct Messages: Sendable {
    let descriptor: Int32
    var terminal: Terminal
    let isQuiet: Bool
    let isVerbose: Bool
}

extension Messages {
    /// For a program that has no arguments yet.
    init(in surroundings: Surroundings) {
        let descriptor = surroundings.files.error
        self.init(
            descriptor: descriptor,
            terminal: Terminal(descriptor: descriptor, color: .auto, environment: surroundings.environment),
            isQuiet: false, isVerbose: false)
    }

    /// Reports why the command, or a part of it, failed; also with `--quiet`.
    func error(_ message: String) {
        put(StyledText("rssium: " + Messages.shortened(message)))
    }

    /// Keeps the two ends of a very long message, as of a command line with a whole file in it.
    private static func shortened(_ message: String) -> String {
        guard message.utf8.count > 4 * characterLimit, message.count > characterLimit else { return message }
        return message.prefix(characterLimit / 2) + "…" + message.suffix(characterLimit / 2)
    }

    private static let characterLimit = 2000

    /// Reports what the user wants to know; not with `--quiet`.
    func notice(_ text: StyledText) {
        if !isQuiet { put(text) }
    }

    func notice(_ text: String) { notice(StyledText(text)) }

    /// Prints a question, to be answered in the same line.
    func ask(_ question: String) {
        var output = Output(descriptor: descriptor, terminal: terminal)
        // As in `put`.
        try? output.write(SecretMask.text(ControlCharacterFilter.string(question, as: .line)))
        try? output.flush()
    }

    /// Reports what only `--verbose` shows.
    func detail(_ text: String) {
        if isVerbose { put(StyledText(text)) }
    }

    /// Prints a line, also with `--quiet`.
    func put(_ text: StyledText) {
        var output = Output(descriptor: descriptor, terminal: terminal)
        // A failure to write to standard error cannot be reported anywhere.
        try? output.line(text.forPeople)
        try? output.flush()
    }
}

extension StyledText {
    /// Without secrets, and in local time.
    fileprivate var forPeople: StyledText {
        var text = StyledText()
        for run in runs { text.append(LocalTime.shown(in: SecretMask.text(String(run.text))), run.style) }
        return text
    }
}
