internal import FeedCore

/// A question to the person at the terminal, to be answered with yes or no.
enum Confirmation {
    /// Somebody can see it and answer.
    static func canBeAsked(_ messages: Messages) -> Bool {
        messages.terminal.isTerminal && isatty(0) == 1
    }

    /// Whether the answer is yes; anything else, the end of the input too, is no.
    static func isConfirmed(_ question: String, _ messages: Messages) -> Bool {
        messages.ask(question + " [y/N] ")
        let answer = readLine(strippingNewline: false) ?? ""
        // Where the input ends, nothing has ended the line of the question.
        if answer.last?.isNewline != true { messages.put(StyledText()) }
        return ["y", "yes"].contains(answer.filter { !$0.isWhitespace }.lowercased())
    }
}
