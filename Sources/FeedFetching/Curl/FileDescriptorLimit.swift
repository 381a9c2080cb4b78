/// How many file descriptors this process may have open, and how many transfers that allows. Some descriptors must stay
/// free for databases, timers and libraries.
public struct FileDescriptorLimit: Sendable {
    /// The descriptors for the databases, the lock, the event queues, the libraries and the standard files.
    private static let reserve = 32
    /// The descriptors of one transfer: a connection by IPv4 and by IPv6, and the two ends of the pipe of curl's name
    /// lookup, or an idle connection.
    private static let perTransfer = 4

    private let limit: Int

    /// The limit of this process, raised as far as the system allows.
    package static let shared = FileDescriptorLimit(limit: limits.map { Int(clamping: $0.raised.rlim_cur) } ?? 256)

    init(limit: Int) {
        self.limit = limit
    }

    /// The most transfers at once, with as many idle connections.
    package var transfers: Int { max(1, (limit - FileDescriptorLimit.reserve) / FileDescriptorLimit.perTransfer) }

    /// Runs `body`, which starts another program, with the original limit, which that program inherits: programs that use
    /// `select` fail with more than 1024 descriptors.
    ///
    /// The limit belongs to all threads. It stays raised if another thread could run out of descriptors meanwhile.
    public static func withOriginalLimit<Result>(_ body: () throws -> Result) rethrows -> Result {
        try lowering.withLock { _ in
            guard let (original, raised) = limits, original.rlim_cur < raised.rlim_cur else { return try body() }
            // The system returns the lowest free number.
            let lowest = dup(0)
            if lowest >= 0 { close(lowest) }
            var (lower, upper) = (original, raised)
            let isSafe = lowest >= 0 && UInt64(lowest) + UInt64(reserve) < UInt64(clamping: original.rlim_cur)
            guard isSafe, setrlimit(files, &lower) == 0 else { return try body() }
            defer { setrlimit(files, &upper) }
            return try body()
        }
    }

    /// Locked while the limit is lowered.
    private static let lowering = Locked(false)

    #if canImport(Glibc)
        private static let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let files = RLIMIT_NOFILE
    #endif

    /// The limit before and after it was raised; nil if unknown.
    static let limits: (original: rlimit, raised: rlimit)? = {
        var original = rlimit()
        guard getrlimit(files, &original) == 0 else { return nil }
        var raised = original
        raised.rlim_cur = original.rlim_max
        let isRaised = original.rlim_cur < original.rlim_max && setrlimit(files, &raised) == 0
        return (original, isRaised ? raised : original)
    }()
}
