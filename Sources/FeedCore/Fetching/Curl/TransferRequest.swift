/// One question to one server: no redirect, no second try.
struct TransferRequest: Sendable {
    var url: WebAddress
    /// The header lines besides those that curl writes itself.
    var fields: [HTTPHeaders.Field] = []
    /// Who asks; nil for nobody in particular.
    var credentials: Credentials?
    var userAgent: String
    var proxy: String?
    var limits: TransferLimits
    /// Looked at when its turn has come: the server may want to be left alone by then.
    var heldUntil: (@Sendable (_ host: String) -> Timestamp?)?
    /// Told the answer before the next order for its host begins.
    var answered: (@Sendable (Response) -> Void)?
    /// The body is wanted as it is sent, its content codings not undone.
    var isRaw = false
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

    let start: Instant
    let limits: TransferLimits
    /// When something last came.
    private(set) var lastSign: Instant

    init(start: Instant, limits: TransferLimits) {
        self.start = start
        self.limits = limits
        lastSign = start
    }

    /// When to look next.
    var deadline: Instant { min(start + limits.total, lastSign + limits.quiet) }

    func elapsed(at now: Instant) -> Duration { start.duration(to: now) }

    mutating func noteSign(at moment: Instant) {
        lastSign = max(lastSign, moment)
    }

    /// The limit that has been reached, if one has.
    func limitReached(at now: Instant) -> Duration? {
        if now >= start + limits.total { return limits.total }
        return now >= lastSign + limits.quiet ? limits.quiet : nil
    }
}
