internal import FeedCore

/// Shows a long text page by page with another program, such as `less`.
struct Pager {
    static let standard = "less -R"

    /// The command line as the user wrote it.
    let command: String

    /// Nil if no pager is of use: the command is empty or `cat`, or the terminal cannot move its cursor.
    init?(_ command: String, on terminal: Terminal) {
        let command = command.trimmed
        guard !command.isEmpty, command != "cat", terminal.canRedraw else { return nil }
        self.command = command
    }

    /// How a text was shown.
    struct Showing: Equatable {
        /// The signal that ended the pager: the user wants the whole command to end.
        var signal: Int32?
        /// Why the text was shown without a pager.
        var problem: String?
    }

    /// Shows the lines. All of them count as shown, also if the user leaves the pager early.
    ///
    /// Throws `PagerError` where the pager has failed, and `OutputError`.
    func show(_ lines: [StyledText], to output: inout Output, _ environment: Environment) throws -> Showing {
        try output.flush()
        let mode = TerminalMode(of: 1)
        let signals = PagerSignals()
        let terminal = output.terminal
        let outcome = Result { try run(lines, on: terminal, signals, environment) }
        let status = (try? outcome.get()) ?? 0
        let signal = signals.stop(afterStatus: status)
        // A pager that ended by itself has restored the terminal.
        if status != 0, ChildProcess.isInForeground { mode?.restore() }
        if let signal { return Showing(signal: signal) }
        do {
            _ = try outcome.get()
        } catch let error as ChildError {
            return try Pager.showPlain(lines, to: &output, because: error.message)
        }
        switch status {
        case 0: return Showing()
        // The exit statuses of a shell that cannot find or cannot run the program.
        case 126, 127: return try Pager.showPlain(lines, to: &output, because: "cannot run \(command)")
        // It may have shown nothing: articles that the user has not seen must not be marked read.
        default: throw PagerError(command: command, status: status)
        }
    }

    /// Returns the exit status of the pager.
    private func run(
        _ lines: [StyledText], on terminal: Terminal, _ signals: PagerSignals, _ environment: Environment
    ) throws -> Int32 {
        var child = try ChildProcess(
            Pager.words(of: command), input: .pipe, variables: Pager.variables(environment))
        signals.forward(to: child.target)
        try Pager.write(lines, to: &child, on: terminal)
        return child.wait()
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
            // The user has left the pager before the end.
        }
    }

    private static func showPlain(
        _ lines: [StyledText], to output: inout Output, because problem: String
    ) throws(OutputError) -> Showing {
        for line in lines { try output.line(line) }
        return Showing(problem: "\(problem); shown without a pager")
    }

    /// The program and its arguments: split at spaces, or a shell with the command line where it uses shell syntax.
    static func words(of command: String) -> [String] {
        let words = command.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        let setsVariable = words.first?.contains("=") ?? false
        let needsShell = setsVariable || command.contains { "|&;<>()$`\\\"'*?[#~%\n".contains($0) }
        return needsShell ? ["/bin/sh", "-c", command] : words
    }

    /// Environment variables that make `less` show colors and end at Ctrl-C, unless the user has set other options.
    static func variables(_ environment: Environment) -> [String: String] {
        // Later options win: the user's `-+K` undoes this one.
        var variables = ["LESS": "-RK" + (environment["LESS"].map { " " + $0 } ?? "")]
        if environment["LV"] == nil { variables["LV"] = "-c" }
        return variables
    }

    /// The number of rows on the screen that the lines take.
    static func rows(of lines: [StyledText], width: Int) -> Int {
        lines.reduce(0) { $0 + max(1, ($1.cells + width - 1) / max(1, width)) }
    }
}

/// Handles signals while the pager has the terminal. Ctrl-C and Ctrl-\ are for the pager, so they do not end this
/// program; SIGTERM goes to the pager too, which then restores the terminal.
private struct PagerSignals {
    private struct State {
        var pager: pid_t?
        var lastSignal: Int32?
        var lastTime = SuspendingClock.now
    }

    private let state: Locked<State>
    private let catcher: SignalCatcher
    private let quit: (@convention(c) (Int32) -> Void)?

    init() {
        let state = Locked(State())
        self.state = state
        quit = signal(SIGQUIT, SIG_IGN)
        catcher = SignalCatcher(surviving: [SIGINT]) { number in
            state.withLock { state in
                state.lastSignal = number
                state.lastTime = .now
                if number == SIGTERM, let pager = state.pager { _ = kill(pager, SIGTERM) }
            }
        }
    }

    /// Forwards SIGTERM to the pager from now on, and one that has come already.
    func forward(to pager: pid_t) {
        state.withLock { state in
            state.pager = pager
            if state.lastSignal == SIGTERM { _ = kill(pager, SIGTERM) }
        }
    }

    /// Gives the signals back to this program. Returns the one by which the user has ended the pager, so that the
    /// command ends too; nil if the pager ended by itself.
    ///
    /// - Parameter status: the exit status of the pager.
    func stop(afterStatus status: Int32) -> Int32? {
        // A Ctrl-C that has reached the pager may not have reached the catcher yet.
        var pending = sigset_t()
        sigpending(&pending)
        state.withLock { $0.pager = nil }
        // While SIGINT is ignored, the system drops a pending one, which was for the pager.
        let interrupt = signal(SIGINT, SIG_IGN)
        catcher.stop()
        signal(SIGINT, interrupt)
        signal(SIGQUIT, quit)
        let (lastSignal, lastTime) = state.withLock { ($0.lastSignal, $0.lastTime) }
        let number = lastSignal ?? (sigismember(&pending, SIGINT) == 1 ? SIGINT : nil)
        if number == SIGTERM || status == 128 + SIGINT { return number ?? SIGINT }
        guard number == SIGINT else { return nil }
        // `less -K` exits with a failure; other pagers exit with 0 at once. A pager that went on for longer has used
        // Ctrl-C itself, to stop a search.
        let isRecent = lastSignal == nil || lastTime.duration(to: .now) < .milliseconds(500)
        return status != 0 || isRecent ? SIGINT : nil
    }
}

/// The pager has ended with a failure.
struct PagerError: Error, Equatable {
    let command: String
    /// The exit status of the pager: 128 plus the number of a signal that ended it.
    let status: Int32

    var message: String {
        let ending = status > 128 ? "was ended by signal \(status - 128)" : "failed with exit code \(status)"
        return "the pager \(command) \(ending)"
    }
}
