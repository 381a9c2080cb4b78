internal import FeedCore

/// Asks a terminal what it can show, and leaves it as it was.
///
/// All is asked at once. The primary device attributes come last: every terminal knows them, and what it has not
/// answered before them it does not know.
enum TerminalQuery {
    static let kittyID = 31

    /// Terminals answer within milliseconds; one far away takes as long as the way to it and back.
    private static let limits = (near: Duration.milliseconds(200), far: Duration.seconds(1))

    /// What the terminal says of itself; what the variables say where it cannot be asked, or does not answer.
    static func ability(of terminal: Terminal, _ environment: Environment) -> TerminalCapabilities {
        var ability = TerminalCapabilities(hints: environment)
        guard terminal.canRedraw, isInFront,
            // These print what they do not know, and show no pictures.
            environment["TERM"] != "linux", environment["TERM_PROGRAM"] != "Apple_Terminal"
        else { return ability }
        let isFar = environment["SSH_TTY"] != nil || environment["SSH_CONNECTION"] != nil
        if let answer = answer(to: text(environment), within: isFar ? limits.far : limits.near) { ability = answer }
        ability.cell = ability.cell ?? cell(of: 1)
        return ability
    }

    /// Within another program the kitty protocol is not asked for: there it is something else, the title of a window.
    static func text(_ environment: Environment) -> String {
        let graphics = "\u{1B}_Gi=\(kittyID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\" + "\u{1B}[>q"
        return (TerminalCapabilities.isWithinAnother(environment) ? "" : graphics) + "\u{1B}[16t\u{1B}[c"
    }

    /// Nil where nothing was asked, since somebody has typed already what another program is to read, or where there
    /// was no answer in time.
    private static func answer(to question: String, within limit: Duration) -> TerminalCapabilities? {
        // Its own way to the terminal, so that nobody else has to know that it does not wait.
        let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Whatever would end or stop the program waits until the terminal is as it was.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        guard let mode = TerminalMode(of: descriptor), mode.hideTyping() else { return nil }
        var answer = TerminalAnswer()
        if !hasInput(descriptor, within: .zero) {
            // A terminal that takes nothing now will not answer either.
            _ = question.withCString { write(descriptor, $0, strlen($0)) }
            let deadline = SuspendingClock.now + limit
            while !answer.isComplete, hasInput(descriptor, within: SuspendingClock.now.duration(to: deadline)) {
                guard take(from: descriptor, into: &answer) else { break }
            }
            // An answer that was only begun is not for whoever reads next.
            mode.restore(forgetsTyping: !answer.isComplete)
        } else {
            mode.restore()
        }
        // Keys that were hit in these milliseconds are lost.
        return answer.isComplete ? answer.ability : nil
    }

    /// Whether what is read and what is written is the one terminal that somebody types to us on.
    private static var isInFront: Bool { tcgetpgrp(0) == getpgrp() && tcgetpgrp(1) == getpgrp() }

    private static func hasInput(_ descriptor: Int32, within rest: Duration) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, Int32(clamping: max(rest.milliseconds, 0))) > 0
    }

    /// False where there is no more.
    private static func take(from descriptor: Int32, into answer: inout TerminalAnswer) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 1024)
        let count = FeedCore.read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return false }
        answer.take(chunk[..<count])
        return true
    }

    /// As the system knows it.
    private static func cell(of descriptor: Int32) -> TerminalCapabilities.Cell? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return .init(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    }
}
