/// One request to one server: without redirects and without a second try.
struct TransferRequest: Sendable {
    /// Has the address of this hop, and only what its server may see.
    var request: Request
    var limits: TransferLimits
    /// Leaves the body as it was sent, its content codings included.
    var isRaw = false
}

/// The time limits of one transfer.
struct TransferLimits: Sendable {
    /// For the whole transfer, from its beginning.
    var total: Duration
    /// Between bytes.
    var quiet: Duration
    /// To connect; nil for as long as between bytes.
    var connect: Duration?

    /// How long to wait for a connection.
    var connecting: Duration { min(connect ?? quiet, total) }
}

/// How a transfer ended, and how long it took without the time in which it waited for its host.
struct TransferOutcome: Sendable {
    var result: Result<Response, FetchError>
    var duration: Duration
}

/// The clocks of one transfer.
struct TransferClock {
    typealias Instant = SuspendingClock.Instant

    let start: Instant
    let limits: TransferLimits
    /// When the server last sent something.
    private(set) var lastActivity: Instant

    init(start: Instant, limits: TransferLimits) {
        self.start = start
        self.limits = limits
        lastActivity = start
    }

    /// When a limit is reached if the server stays silent.
    var deadline: Instant { min(start + limits.total, lastActivity + limits.quiet) }

    func elapsed(at now: Instant) -> Duration { start.duration(to: now) }

    mutating func noteActivity(at time: Instant) {
        lastActivity = max(lastActivity, time)
    }

    /// The limit that has been reached, if one has.
    func limitReached(at now: Instant) -> Duration? {
        if now >= start + limits.total { return limits.total }
        return now >= lastActivity + limits.quiet ? limits.quiet : nil
    }
}
