internal import FeedModel

/// How the time that a parser takes grows with the length of its input.
///
/// Times are processor time of the calling thread, so other tests that run side by side do not count. A growth of 2 a
/// doubling is linear, 4 is quadratic.
public enum Growth {
    /// A doubling that costs more than this is not linear.
    public static let limit = 2.6
    /// The longest that work may go on after its task was cancelled, in seconds: as long as fifty simple passes over half a
    /// megabyte take in this build on this machine, which is about a second where nothing is optimised.
    public static let longestAfterCancelling = 50 * secondsOfPass

    private static let secondsOfPass: Double = {
        let bytes = [UInt8](repeating: 1, count: 512 << 10)
        return (0..<5).map { _ in
            seconds {
                var sum = 0
                for byte in bytes { sum += Int(byte) }
                precondition(sum == bytes.count)
            }
        }.min()!
    }()

    /// The growth of time a doubling, over three doublings from an input of `size` units.
    ///
    /// - Parameters:
    ///   - size: the units of the first input. Where that takes too little time to be measured, the sizes are larger.
    ///   - make: an input of so many units; its time does not count.
    ///   - body: what is measured.
    /// - Returns: the geometric mean of the three ratios. Noise only ever adds time, so the shortest of a few runs counts.
    public static func ofTime<Input>(
        from size: Int, making make: (Int) throws -> Input, _ body: (Input) throws -> Void
    ) rethrows -> Double {
        var size = size
        for _ in 0..<4 {
            let input = try make(size)
            if try seconds({ try body(input) }) >= shortestTime { break }
            size *= 2
        }
        let (small, large) = (try make(size), try make(size << 3))
        var shortest = (small: Double.infinity, large: Double.infinity)
        var growth = Double.infinity
        for _ in 0..<8 where growth >= limit {
            // Eight times the small one, one after another: noise that comes and goes meets both alike.
            shortest.small = min(shortest.small, try seconds { for _ in 0..<8 { try body(small) } } / 8)
            shortest.large = min(shortest.large, try seconds { try body(large) })
            growth = cbrt(shortest.large / max(shortest.small, shortestTime / 4))
        }
        return growth
    }

    /// A first input that takes less, in seconds, says little of growth.
    private static let shortestTime = 0.002

    /// The processor time that `body` goes on for once its task was cancelled, in seconds: the longer of a task that was
    /// cancelled before it began and of one that was cancelled in the middle of its work.
    ///
    /// Noise only ever adds time, so the shortest of a few tries counts.
    public static func timeAfterCancelling(_ body: @escaping @Sendable () -> Void) async -> Double {
        var shortest = Double.infinity
        for _ in 0..<4 where shortest >= longestAfterCancelling {
            let atStart = Task { () -> Double in
                withUnsafeCurrentTask { $0?.cancel() }
                return seconds(body)
            }
            shortest = min(shortest, max(await atStart.value, await timeAfterCancellingAmid(body)))
        }
        return shortest
    }

    /// 0 where the work had ended before it was cancelled.
    private static func timeAfterCancellingAmid(_ body: @escaping @Sendable () -> Void) async -> Double {
        let state = Monitor((clock: clockid_t?.none, cancelledAt: Double?.none, hasEnded: false))
        let worker = Task { () -> Double in
            state.change { $0.clock = clockOfThisThread() }
            body()
            let end = threadTime()
            return state.change { state in
                state.hasEnded = true
                return state.cancelledAt.map { end - $0 } ?? 0
            }
        }
        SystemThread.started {
            while true {
                usleep(500)
                // In one step with the end of the work: the clock is gone with its thread.
                let isDone = state.change { state -> Bool in
                    guard !state.hasEnded, let clock = state.clock else { return state.hasEnded }
                    if state.cancelledAt == nil, time(of: clock) >= timeBeforeCancelling {
                        state.cancelledAt = time(of: clock)
                        worker.cancel()
                    }
                    return state.cancelledAt != nil
                }
                if isDone { return }
            }
        }.detach()
        return await worker.value
    }

    /// The processor time, in seconds, that work is given before its task is cancelled in the middle of it.
    private static let timeBeforeCancelling = 0.02

    /// The processor time of this thread that `body` takes, in seconds.
    public static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = threadTime()
        try body()
        return threadTime() - start
    }

    /// The processor time of this thread, in seconds.
    public static func threadTime() -> Double { time(of: CLOCK_THREAD_CPUTIME_ID) }

    private static func time(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// A clock of this thread's processor time that other threads can read; on a Mac, where there is none, of all time.
    private static func clockOfThisThread() -> clockid_t {
        #if canImport(Darwin)
            CLOCK_MONOTONIC
        #else
            var clock = clockid_t()
            pthread_getcpuclockid(pthread_self(), &clock)
            return clock
        #endif
    }
}
