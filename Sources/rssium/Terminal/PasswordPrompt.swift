internal import FeedCore

/// Asks the user at the terminal for a password, and does not show what is typed.
enum PasswordPrompt {
    /// The typed line; nil at the end of the input, or where the terminal cannot hide it.
    static func password(_ question: String, _ messages: Messages) -> String? {
        guard let mode = TerminalMode(of: STDIN_FILENO), mode.hideText() else { return nil }
        // A signal must not leave a terminal behind that shows nothing.
        let signals = SignalCatcher.restoring(mode)
        // A shell takes the mode back from a job that stops.
        let (stop, quit) = (signal(SIGTSTP, SIG_IGN), signal(SIGQUIT, SIG_IGN))
        defer {
            mode.restore()
            signals.stop()
            signal(SIGTSTP, stop)
            signal(SIGQUIT, quit)
        }
        messages.ask(question + ": ")
        return readLine()
    }
}
