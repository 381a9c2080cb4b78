internal import FeedCore

/// Asks the user at the terminal a yes-or-no question.
enum Confirmation {
    /// Commands say in other words what is not asked, but all call it so.
    static let yes = Flag("yes", short: "y", "do not ask")

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

extension Context {
    /// Throws where the user has not given `--yes` and cannot be asked.
    func checkCanConfirm(_ why: @autoclosure () -> String) throws(UsageError) {
        guard self[Confirmation.yes] || Confirmation.canBeAsked(messages) else { throw wrong(why()) }
    }

    /// Whether the user wants it, by `--yes` or by the answer. Otherwise it says that nothing was done.
    func isConfirmed(_ question: String, else notice: String) -> Bool {
        if self[Confirmation.yes] || Confirmation.isConfirmed(question, messages) { return true }
        messages.notice(notice)
        return false
    }
}
