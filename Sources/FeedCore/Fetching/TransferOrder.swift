/// One question to one server: no redirect, no second try.
struct TransferOrder: Sendable {
    var url: WebAddress
    /// The header lines besides those that curl writes itself.
    var fields: [HTTPHeaders.Field] = []
    var login: Login = .none
    var userAgent: String
    var proxy: String?
    var limits: TransferLimits
    /// Looked at when its turn has come: the server may want to be left alone by then.
    var heldUntil: (@Sendable (_ host: String) -> Timestamp?)?

    /// Who asks.
    enum Login: Sendable {
        case none
        case credentials(Credentials)
        /// What this file says of the host, and of this user where one is named; nil for `~/.netrc`.
        case netrc(file: String?, user: String?)
    }
}

/// Within which bounds a transfer has to stay.
struct TransferLimits: Sendable {
    /// For the whole transfer, from when it begins.
    var total: Duration
    /// To connect, and between bytes.
    var quiet: Duration
    /// The bytes of the body, after decompression.
    var bytes: Int
}

/// How a transfer ended, and how long it took; the time in which it waited for its host is not counted.
struct TransferOutcome: Sendable {
    var result: Result<Response, FetchError>
    var duration: Duration
}

/// The clocks of one transfer that has begun.
struct TransferClock {
    typealias Instant = SuspendingClock.Instant

    /// When it began; later by the time in which it stood still.
    private(set) var start: Instant
    let limits: TransferLimits
    /// When something last came.
    private(set) var lastSign: Instant
    private var stoppedAt: Instant?

    init(start: Instant, limits: TransferLimits) {
        self.start = start
        self.limits = limits
        lastSign = start
    }

    /// When to look next; nil while it stands still.
    var deadline: Instant? {
        stoppedAt == nil ? min(start + limits.total, lastSign + limits.quiet) : nil
    }

    var isStopped: Bool { stoppedAt != nil }

    /// How long it has run.
    func elapsed(at now: Instant) -> Duration { start.duration(to: stoppedAt ?? now) }

    mutating func stop(at now: Instant) {
        stoppedAt = stoppedAt ?? now
    }

    mutating func goOn(at now: Instant) {
        guard let stoppedAt else { return }
        let pause = stoppedAt.duration(to: now)
        start = start.advanced(by: pause)
        lastSign = lastSign.advanced(by: pause)
        self.stoppedAt = nil
    }

    mutating func noteSign(at moment: Instant) {
        lastSign = max(lastSign, moment)
    }

    /// The limit that has been reached, if one has.
    func limitReached(at now: Instant) -> Duration? {
        guard !isStopped else { return nil }
        if now >= start + limits.total { return limits.total }
        return now >= lastSign + limits.quiet ? limits.quiet : nil
    }
}
