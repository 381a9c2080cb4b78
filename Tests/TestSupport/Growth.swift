#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// How the time that a parser takes grows with the length of its input.
///
/// Times are processor time of the calling thread, so other tests that run side by side do not count. A growth of 2 a
/// doubling is linear, 4 is quadratic.
public enum Growth {
    /// A doubling that costs more than this is not linear.
    public static let limit = 2.6
    /// The longest that work may go on after its task was cancelled.
    public static let longestAfterCancelling = 0.05

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
        for _ in 0..<6 where growth >= limit {
            for _ in 0..<3 { shortest.small = min(shortest.small, try seconds { try body(small) }) }
            shortest.large = min(shortest.large, try seconds { try body(large) })
            growth = cbrt(shortest.large / max(shortest.small, shortestTime / 4))
        }
        return growth
    }

    /// A first input that takes less, in seconds, says little of growth.
    private static let shortestTime = 0.002

    /// The processor time that `body` takes in a task that was cancelled before it began, in seconds.
    public static func timeWhenCancelled(_ body: @escaping @Sendable () -> Void) async -> Double {
        let task = Task { () -> Double in
            withUnsafeCurrentTask { $0?.cancel() }
            return seconds(body)
        }
        return await task.value
    }

    /// The processor time of this thread that `body` takes, in seconds.
    public static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = threadTime()
        try body()
        return threadTime() - start
    }

    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
