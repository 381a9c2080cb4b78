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

    /// The growth of time for each doubling, from inputs of `size`, `2 * size` … units.
    ///
    /// - Parameters:
    ///   - size: the units of the first input, chosen so that it takes some milliseconds.
    ///   - make: an input of so many units; its time does not count.
    ///   - body: what is measured.
    /// - Returns: a ratio for each doubling. Noise only ever adds time, so a doubling above the limit is measured again, a
    ///   few times, and the shortest time of each size counts.
    public static func ofTime<Input>(
        from size: Int, doublings: Int = 3, making make: (Int) throws -> Input, _ body: (Input) throws -> Void
    ) rethrows -> [Double] {
        let inputs = try (0...doublings).map { try make(size << $0) }
        var shortest = inputs.map { _ in Double.infinity }
        var ratios: [Double] = []
        for _ in 0..<5 {
            for (index, input) in inputs.enumerated() {
                shortest[index] = min(shortest[index], try seconds { try body(input) })
            }
            ratios = zip(shortest.dropFirst(), shortest).map { $0 / $1 }
            if ratios.allSatisfy({ $0 < limit }) { break }
        }
        return ratios
    }

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
