internal import FeedCore

/// Catches SIGINT and SIGTERM on a thread of its own while work that needs a clean end is running.
///
/// The signals are blocked in the calling thread, and so in every thread that it starts, and the thread of the catcher
/// waits for them: no handler interrupts other code. If the work does not end in time, or a second signal comes, the
/// signal ends the process. The store keeps what was committed.
struct SignalCatcher {
    private static let numbers = [SIGINT, SIGTERM]
    /// Ends the thread of the catcher. By default the system ignores this signal.
    private static let stopNumber = SIGURG

    private let thread: SystemThread?
    private let catcher: Catcher
    /// They stay blocked in the calling thread then.
    private let wereBlocked: Bool

    /// Calls `handle` on the thread of the catcher with the number of each signal.
    ///
    /// - Parameter survived: signals that only call `handle`, and never end the process.
    init(surviving survived: Set<Int32> = [], _ handle: @escaping @Sendable (Int32) -> Void) {
        catcher = Catcher(surviving: survived, handle)
        wereBlocked = SignalCatcher.mask(SIG_BLOCK)
        thread = SystemThread { [catcher] in catcher.run() }
        // Without the thread, signals end the process as usual.
        if thread == nil, !wereBlocked { SignalCatcher.mask(SIG_UNBLOCK) }
    }

    /// Lets signals wait for the next catcher: between two of them, the system would keep none for the first process of a
    /// container.
    static func hold() { mask(SIG_BLOCK) }

    /// Removes unfinished files at a signal, and lets the signal end the process.
    ///
    /// - Parameter end: ends what works on these files.
    static func removing(_ files: [String], after end: @escaping @Sendable () -> Void = {}) -> SignalCatcher {
        SignalCatcher { number in
            end()
            for file in files { unlink(file) }
            endProgram(by: number)
        }
    }

    /// Gives the terminal its settings back at a signal, and lets the signal end the process.
    ///
    /// - Parameter leave: what else gives the terminal back.
    static func restoring(_ mode: TerminalMode, _ leave: @escaping @Sendable () -> Void = {}) -> SignalCatcher {
        SignalCatcher { number in
            leave()
            mode.restore()
            endProgram(by: number)
        }
    }

    /// Lets signals end the process again. After a signal, the thread stays: it ends the process where that does not
    /// end by itself, because its last output blocks.
    ///
    /// - Returns: the first signal that was caught, which may have come just now.
    @discardableResult
    func stop() -> Int32? {
        if let thread, catcher.stop() {
            thread.send(SignalCatcher.stopNumber)
            thread.join()
            if !wereBlocked { SignalCatcher.mask(SIG_UNBLOCK) }
        }
        return catcher.firstSignal
    }

    /// Keeps the signals from the calling thread, to which a catcher that began earlier may have given them back.
    func block() { SignalCatcher.mask(SIG_BLOCK) }

    /// The next signal of the set; nil when the time for a clean end is up.
    private static func next(_ set: sigset_t) -> Int32? {
        var set = set
        #if canImport(Darwin)
            var number: Int32 = 0
            return sigwait(&set, &number) == 0 ? number : nil
        #else
            let deadline = SuspendingClock.now + .milliseconds(1700)
            while true {
                let rest = max(.zero, SuspendingClock.now.duration(to: deadline)).components
                var time = timespec(tv_sec: Int(rest.seconds), tv_nsec: Int(rest.attoseconds / 1_000_000_000))
                let number = sigtimedwait(&set, nil, &time)
                // Other signals, such as SIGCHLD, wake it too.
                if number < 0, errno == EINTR { continue }
                return number < 0 ? nil : number
            }
        #endif
    }

    private static func endProgram(by number: Int32) {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
    }

    /// Returns whether the signals were blocked.
    @discardableResult
    private static func mask(_ change: Int32) -> Bool {
        var (set, before) = (set, sigset_t())
        pthread_sigmask(change, &set, &before)
        return sigismember(&before, SIGTERM) == 1
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers + [stopNumber] { sigaddset(&set, number) }
        return set
    }

    /// The work of the thread.
    private final class Catcher: Sendable {
        private enum Phase {
            case waiting, caught, stopped
        }

        private let state = Locked<(phase: Phase, firstSignal: Int32?)>((.waiting, nil))
        private let survived: Set<Int32>
        private let handle: @Sendable (Int32) -> Void

        init(surviving survived: Set<Int32>, _ handle: @escaping @Sendable (Int32) -> Void) {
            self.survived = survived
            self.handle = handle
        }

        var firstSignal: Int32? { state.withLock { $0.firstSignal } }

        /// False where a signal was caught before.
        func stop() -> Bool {
            state.withLock { state in
                if state.phase == .waiting { state.phase = .stopped }
                return state.phase == .stopped
            }
        }

        func run() {
            var set = SignalCatcher.set
            var number: Int32 = 0
            var phase: Phase
            repeat {
                guard sigwait(&set, &number) == 0 else { return }
                phase = note(number)
                if survived.contains(number) { handle(number) }
            } while phase == .waiting
            guard phase == .caught else { return }
            handle(number)
            _ = SignalCatcher.next(set)
            SignalCatcher.endProgram(by: number)
        }

        /// Returns the phase that follows a signal.
        private func note(_ number: Int32) -> Phase {
            state.withLock { state in
                guard number != SignalCatcher.stopNumber else { return state.phase }
                state.firstSignal = state.firstSignal ?? number
                if state.phase == .waiting, !survived.contains(number) { state.phase = .caught }
                return state.phase
            }
        }
    }
}
