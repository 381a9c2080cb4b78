/// How many files and connections the system lets this process have open at once, and how many of them the network
/// may take: where there is none left for a database, a timer or a library, nothing goes on.
struct DescriptorRoom: Sendable {
    /// What is kept free for the databases, the lock, the event queues, the libraries and the standard files.
    private static let reserve = 32
    /// What a transfer may have open at once: a connection by either protocol, and the two ends by which the answer of
    /// a name server is told, or an idle connection beside it.
    private static let each = 4

    private let limit: Int

    /// That of this process, once its limit is as high as the system lets it be.
    static let shared = DescriptorRoom(limit: raisedLimit())

    init(limit: Int) {
        self.limit = limit
    }

    /// The most transfers at once, and as many idle connections beside them.
    var transfers: Int { max(1, (limit - DescriptorRoom.reserve) / DescriptorRoom.each) }

    private static func raisedLimit() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        guard getrlimit(files, &limit) == 0 else { return 256 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        if limit.rlim_cur < limit.rlim_max, setrlimit(files, &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }
}
