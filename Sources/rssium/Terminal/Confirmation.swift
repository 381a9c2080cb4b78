internal import FeedCore

/// Asks the user at the terminal a yes-or-no question.
enum Confirmation {
    /// Whether the user can see the question and answer it.
    static func canBeAsked(_ messages: Messages) -> Bool {
        messages.terminal.isTerminal && isatty(0) == 1
    }

    /// Whether the answer is yes. Any other answer, and the end of the input, is no.
    static func isConfirmed(_ question: String, _ messages: Messages) -> Bool {
        messages.ask(question + " [y/N] ")
        let answer = readLine(strippingNewline: false) ?? ""
        // At the end of the input, no Enter has ended the line of the question.
        if answer.last?.isNewline != true { messages.put(StyledText()) }
        return ["y", "yes"].contains(answer.filter { !$0.isWhitespace }.lowercased())
    }
}
