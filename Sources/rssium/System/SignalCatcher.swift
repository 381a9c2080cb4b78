internal import FeedCore

/// Catches SIGINT and SIGTERM on a thread of its own while something must come to a clean end.
///
/// They are blocked in the calling thread, and so in every thread that it starts, and waited for in this one: no
/// handler interrupts anything. Where the clean end does not come in time, because nobody reads the output or the
/// signal is sent again, the program ends as it would without: what is stored is stored.
struct SignalCatcher {
    private static let numbers = [SIGINT, SIGTERM]
    /// Sent to the catching thread alone, to end it: nothing else is done with it, and without a catcher it is ignored.
    private static let end = SIGURG

    private let thread: pthread_t?
    private let catcher: Catcher

    /// Calls `handle`, on the other thread, with the number of each signal that comes.
    ///
    /// - Parameter outliving: signals that are told and otherwise change nothing, however often they come.
    init(outliving: Set<Int32> = [], _ handle: @escaping @Sendable (Int32) -> Void) {
        catcher = Catcher(outliving: outliving, handle)
        SignalCatcher.mask(SIG_BLOCK)
        var thread = pthread_t()
        let context = Unmanaged.passRetained(catcher)
        let code = pthread_create(
            &thread, nil,
            { context in
                context.map { Unmanaged<Catcher>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        if code == 0 {
            self.thread = thread
        } else {
            // Without the thread, signals end the program as they always do.
            self.thread = nil
            context.release()
            SignalCatcher.mask(SIG_UNBLOCK)
        }
    }

    /// Removes what is of no use when it is not finished, and ends the program at once, as the signal would have.
    static func removing(_ files: [String]) -> SignalCatcher {
        SignalCatcher { number in
            for file in files { unlink(file) }
            endProgram(by: number)
        }
    }

    /// From now on they end the program again. Where one has come already the program is about to end by itself; the
    /// thread goes on to see to it, for even a last word may find nobody who reads it.
    func stop() {
        guard let thread, catcher.stop() else { return }
        pthread_kill(thread, SignalCatcher.end)
        pthread_join(thread, nil)
        SignalCatcher.mask(SIG_UNBLOCK)
    }

    /// The next signal of the set, or nothing when the time for a clean end is up.
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
                // Other signals, such as that of a child's end, wake it too.
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

    private static func mask(_ change: Int32) {
        var set = set
        pthread_sigmask(change, &set, nil)
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers + [end] { sigaddset(&set, number) }
        return set
    }

    /// What the thread does.
    private final class Catcher: Sendable {
        private enum State {
            case waiting, caught, stopped
        }

        private let state = Locked(State.waiting)
        private let outliving: Set<Int32>
        private let handle: @Sendable (Int32) -> Void

        init(outliving: Set<Int32>, _ handle: @escaping @Sendable (Int32) -> Void) {
            self.outliving = outliving
            self.handle = handle
        }

        /// False where a signal has come already.
        func stop() -> Bool {
            state.withLock { state in
                if state == .waiting { state = .stopped }
                return state == .stopped
            }
        }

        func run() {
            var set = SignalCatcher.set
            var number: Int32 = 0
            repeat {
                guard sigwait(&set, &number) == 0 else { return }
                if outliving.contains(number) { handle(number) }
            } while outliving.contains(number) || number == SignalCatcher.end && state.withLock({ $0 == .waiting })
            let isCaught = state.withLock { state in
                if state == .waiting { state = .caught }
                return state == .caught
            }
            guard isCaught else { return }
            handle(number)
            _ = SignalCatcher.next(set)
            SignalCatcher.endProgram(by: number)
        }
    }
}
