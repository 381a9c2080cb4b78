internal import FeedCore

/// A running pager. The user sees the text that is written to its pipe.
struct PagerRun: ~Copyable {
    private var child: ChildProcess
    private let signals: PagerSignals
    private let mode: TerminalMode?

    init(_ pager: Pager, _ variables: [String: String], in surroundings: Surroundings) throws(ChildError) {
        let mode = TerminalMode(of: surroundings.files.output)
        let signals = PagerSignals()
        child = try PagerRun.start(Pager.words(of: pager.command), variables, surroundings, signals)
        self.mode = mode
        self.signals = signals
        signals.forward(to: child.target)
    }

    private static func start(
        _ words: [String], _ variables: [String: String], _ surroundings: Surroundings, _ signals: PagerSignals
    ) throws(ChildError) -> ChildProcess {
        do throws(ChildError) {
            return try ChildProcess(words, in: surroundings, .init(input: .pipe, variables: variables))
        } catch {
            _ = signals.stop(afterStatus: 0)
            throw error
        }
    }

    /// Nil after the end.
    var pipe: Int32? { child.input }

    /// Closes the pipe and waits until the user has left the pager.
    ///
    /// - Returns: its exit status, and the signal by which the user has ended it.
    mutating func end() -> (status: Int32, signal: Int32?) {
        signals.block()
        let status = child.wait()
        let signal = signals.stop(afterStatus: status)
        // A pager that ended by itself has restored the terminal.
        if status != 0, ChildProcess.isInForeground { mode?.restore() }
        return (status, signal)
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

    func block() { catcher.block() }

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
