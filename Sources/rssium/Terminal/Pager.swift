internal import FeedCore

/// The program that shows a long text page by page.
struct Pager {
    static let usual = "less -R"

    /// As the user has written it.
    let command: String

    /// Nil where there is none to be used: it is empty or only copies, or the terminal cannot move its cursor.
    init?(_ command: String, on terminal: Terminal) {
        let command = command.trimmed
        guard !command.isEmpty, command != "cat", terminal.canRedraw else { return nil }
        self.command = command
    }

    /// How a text was shown.
    struct Showing: Equatable {
        /// What has ended the pager before its time: the user wants no more of this.
        var signal: Int32?
        /// Why the text was shown without the pager.
        var problem: String?
    }

    /// Shows the lines; all of them count as shown where the user leaves the pager early.
    ///
    /// Throws `PagerError` where the pager has failed, and `OutputError`.
    func show(_ lines: [StyledText], to output: inout Output, _ environment: Environment) throws -> Showing {
        try output.flush()
        let mode = TerminalMode(of: 1)
        let signals = PagerSignals()
        let terminal = output.terminal
        let outcome = Result { try run(lines, on: terminal, signals, environment) }
        let status = (try? outcome.get()) ?? 0
        let signal = signals.end(of: status)
        // Of a pager that ends by itself it is known that it has brought the terminal back.
        if status != 0, ChildProcess.isInFront { mode?.restore() }
        if let signal { return Showing(signal: signal) }
        do {
            _ = try outcome.get()
        } catch let error as ChildError {
            return try Pager.showPlain(lines, to: &output, because: error.message)
        }
        switch status {
        case 0: return Showing()
        // A shell has found no such program, or cannot run it.
        case 126, 127: return try Pager.showPlain(lines, to: &output, because: "cannot run \(command)")
        // Whether it has shown anything nobody knows: what was not seen must not be called read.
        default: throw PagerError(command: command, status: status)
        }
    }

    /// Gives the exit status of the pager.
    private func run(
        _ lines: [StyledText], on terminal: Terminal, _ signals: PagerSignals, _ environment: Environment
    ) throws -> Int32 {
        var child = try ChildProcess(
            Pager.words(of: command), input: .pipe, variables: Pager.variables(environment))
        signals.pass(to: child.target)
        try Pager.write(lines, to: &child, on: terminal)
        return child.end()
    }

    private static func write(
        _ lines: [StyledText], to child: inout ChildProcess, on terminal: Terminal
    ) throws(OutputError) {
        guard let pipe = child.input else { return }
        var page = Output(descriptor: pipe, terminal: terminal)
        do throws(OutputError) {
            for line in lines { try page.line(line) }
            try page.flush()
        } catch .closedPipe {
            // The pager was left before the end: what it showed was shown.
        }
    }

    private static func showPlain(
        _ lines: [StyledText], to output: inout Output, because problem: String
    ) throws(OutputError) -> Showing {
        for line in lines { try output.line(line) }
        return Showing(problem: "\(problem); shown without a pager")
    }

    /// The words to start: split at blanks, or handed to a shell where the command is written for one.
    static func words(of command: String) -> [String] {
        let words = command.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        let setsVariable = words.first?.contains("=") ?? false
        let needsShell = setsVariable || command.contains { "|&;<>()$`\\\"'*?[#~%\n".contains($0) }
        return needsShell ? ["/bin/sh", "-c", command] : words
    }

    /// Colors are shown as such, and Ctrl-C leaves the pager, unless the user has told `less` otherwise.
    static func variables(_ environment: Environment) -> [String: String] {
        // What comes later counts more: `-+K` takes it back.
        var variables = ["LESS": "-RK" + (environment["LESS"].map { " " + $0 } ?? "")]
        if environment["LV"] == nil { variables["LV"] = "-c" }
        return variables
    }

    /// The lines of the screen that the lines of the text take.
    static func rows(of lines: [StyledText], width: Int) -> Int {
        lines.reduce(0) { $0 + max(1, ($1.cells + width - 1) / max(1, width)) }
    }
}

/// Keeps the signals of the keyboard, which are for the pager in front, from ending the program behind it; SIGTERM is
/// passed on, so that nobody is left alone with the terminal.
private struct PagerSignals {
    private struct State {
        var pager: pid_t?
        var last: Int32?
        var time = SuspendingClock.now
    }

    private let state: Locked<State>
    private let catcher: SignalCatcher
    private let quit: (@convention(c) (Int32) -> Void)?

    init() {
        let state = Locked(State())
        self.state = state
        quit = signal(SIGQUIT, SIG_IGN)
        catcher = SignalCatcher(outliving: [SIGINT]) { number in
            state.withLock { state in
                state.last = number
                state.time = .now
                if number == SIGTERM, let pager = state.pager { _ = kill(pager, SIGTERM) }
            }
        }
    }

    /// From now on the pager is there.
    func pass(to pager: pid_t) {
        state.withLock { state in
            state.pager = pager
            if state.last == SIGTERM { _ = kill(pager, SIGTERM) }
        }
    }

    /// From now on they mean this program again. Gives the signal that has made the pager end so.
    func end(of status: Int32) -> Int32? {
        // One that has reached the pager may not have been taken in here.
        var pending = sigset_t()
        sigpending(&pending)
        state.withLock { $0.pager = nil }
        // This forgets what is still pending: it was for the pager.
        let interrupt = signal(SIGINT, SIG_IGN)
        catcher.stop()
        signal(SIGINT, interrupt)
        signal(SIGQUIT, quit)
        let (last, time) = state.withLock { ($0.last, $0.time) }
        let number = last ?? (sigismember(&pending, SIGINT) == 1 ? SIGINT : nil)
        if number == SIGTERM || status == 128 + SIGINT { return number ?? SIGINT }
        // Some end well by Ctrl-C; one that has gone on after it has used it for itself, to end a search.
        let isRecent = last == nil || time.duration(to: .now) < .milliseconds(500)
        return number == SIGINT && (status != 0 || isRecent) ? SIGINT : nil
    }
}

/// A pager that has ended with a failure.
struct PagerError: Error, Equatable {
    let command: String
    /// Its exit status, 128 and more where a signal ended it.
    let status: Int32

    var message: String {
        let ending = status > 128 ? "was ended by signal \(status - 128)" : "failed with exit code \(status)"
        return "the pager \(command) \(ending)"
    }
}
