/// How many files and connections the system lets this process have open at once, and how many of them the network
/// may take: where there is none left for a database, a timer or a library, nothing goes on.
public struct FileDescriptorLimit: Sendable {
    /// What is kept free for the databases, the lock, the event queues, the libraries and the standard files.
    private static let reserve = 32
    /// What a transfer may have open at once: a connection by either protocol, and the two ends by which the answer of
    /// a name server is told, or an idle connection beside it.
    private static let each = 4

    private let limit: Int

    /// That of this process, once its limit is as high as the system lets it be.
    static let shared = FileDescriptorLimit(limit: limits.map { Int(clamping: $0.raised.rlim_cur) } ?? 256)

    init(limit: Int) {
        self.limit = limit
    }

    /// The most transfers at once, and as many idle connections beside them.
    var transfers: Int { max(1, (limit - FileDescriptorLimit.reserve) / FileDescriptorLimit.each) }

    /// Runs `body`, which starts another program, under the limit that this process was started with, which the program
    /// inherits: many programs take a high limit for the number of their files, and `select` knows only 1024.
    ///
    /// The limit is that of all threads. Where another one could miss a descriptor in that moment, it stays raised.
    public static func withOriginalLimit<Result>(_ body: () throws -> Result) rethrows -> Result {
        try lowering.withLock { _ in
            guard let (original, raised) = limits, original.rlim_cur < raised.rlim_cur else { return try body() }
            // The system gives the lowest number that is free.
            let lowest = dup(0)
            if lowest >= 0 { close(lowest) }
            var (lower, upper) = (original, raised)
            let isSafe = lowest >= 0 && UInt64(lowest) + UInt64(reserve) < UInt64(clamping: original.rlim_cur)
            guard isSafe, setrlimit(files, &lower) == 0 else { return try body() }
            defer { setrlimit(files, &upper) }
            return try body()
        }
    }

    /// Held while the limit is lowered.
    private static let lowering = Locked(())

    #if canImport(Glibc)
        private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let files = RLIMIT_NOFILE
    #endif

    /// The limits before and after it was raised; nil where the system does not say.
    static let limits: (original: rlimit, raised: rlimit)? = {
        var original = rlimit()
        guard getrlimit(files, &original) == 0 else { return nil }
        var raised = original
        raised.rlim_cur = original.rlim_max
        let isRaised = original.rlim_cur < original.rlim_max && setrlimit(files, &raised) == 0
        return (original, isRaised ? raised : original)
    }()
}
