internal import FeedCore

/// Asks a terminal what it can show, and restores its settings.
///
/// It sends all questions at once, the primary device attributes last. Every terminal answers the last question. A
/// question without an answer by then is not supported.
enum TerminalQuery {
    static let kittyID = 31

    /// Terminals answer within milliseconds; over SSH the round trip comes on top.
    private static let timeouts = (near: Duration.milliseconds(200), far: Duration.seconds(1))

    /// The answer of the terminal; a guess from the environment where it cannot be asked, or does not answer.
    static func capabilities(of terminal: Terminal, _ environment: Environment) -> TerminalCapabilities {
        var capabilities = TerminalCapabilities(hints: environment)
        guard terminal.canRedraw, isInForeground,
            // These print unknown queries as text, and show no pictures.
            environment["TERM"] != "linux", environment["TERM_PROGRAM"] != "Apple_Terminal"
        else { return capabilities }
        let isFar = environment["SSH_TTY"] != nil || environment["SSH_CONNECTION"] != nil
        if let answer = answer(to: text(environment), within: isFar ? timeouts.far : timeouts.near) {
            capabilities = answer
        }
        capabilities.cell = capabilities.cell ?? cell(of: 1)
        return capabilities
    }

    /// In a terminal multiplexer the query of the kitty protocol has another meaning: it sets the title of a window.
    static func text(_ environment: Environment) -> String {
        let graphics = "\u{1B}_Gi=\(kittyID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + "\u{1B}[>q"
        return (TerminalCapabilities.isInMultiplexer(environment) ? "" : graphics) + "\u{1B}[16t\u{1B}[c"
    }

    /// Nil where no complete answer arrived in time. It asks nothing where the user has typed already: the next program
    /// is to read that.
    private static func answer(to question: String, within limit: Duration) -> TerminalCapabilities? {
        // A description of its own: setting O_NONBLOCK on standard input would affect other programs.
        let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Signals that would end or stop the program wait until the terminal is restored.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        guard let mode = TerminalMode(of: descriptor), mode.hideTyping() else { return nil }
        var answer = TerminalAnswer()
        if !File.hasInput(descriptor, within: 0) {
            // A terminal that does not accept the question will not answer it: then the timeout ends this.
            _ = question.withCString { write(descriptor, $0, strlen($0)) }
            let deadline = SuspendingClock.now + limit
            while !answer.isComplete {
                let rest = max(SuspendingClock.now.duration(to: deadline).milliseconds, 0)
                guard File.hasInput(descriptor, within: Int32(clamping: rest)), readInput(descriptor, into: &answer)
                else { break }
            }
            // The rest of a late answer must not reach the next program that reads.
            mode.restore(discardsTyping: !answer.isComplete)
        } else {
            mode.restore()
        }
        // Keys that the user hit in these milliseconds are lost.
        return answer.isComplete ? answer.capabilities : nil
    }

    /// Whether standard input and output are the terminal that the user types to this process on.
    private static var isInForeground: Bool { tcgetpgrp(0) == getpgrp() && tcgetpgrp(1) == getpgrp() }

    /// False at the end of the input.
    private static func readInput(_ descriptor: Int32, into answer: inout TerminalAnswer) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1024)
        let count = FeedCore.read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return false }
        answer.append(chunk[..<count])
        return true
    }

    /// The size of a cell as the system knows it.
    private static func cell(of descriptor: Int32) -> TerminalCapabilities.Cell? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return .init(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    }
}
