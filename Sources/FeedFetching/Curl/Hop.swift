/// One request to one server, without redirects and without a second try.
struct Hop: Sendable {
    /// Has the address of this hop, and only what its server may see.
    var request: Request
    /// The host and port of the request, whose URL stays.
    let host: String
    var limits: TransferLimits
    /// Leaves the body as it was sent, its content codings included.
    var isRaw = false
    /// Signs in by Digest (RFC 7616) instead of Basic.
    var usesDigest = false
    /// The values of `Set-Cookie` that count for this hop.
    var cookies: [String] = []

    init(request: Request, limits: TransferLimits) {
        self.request = request
        self.limits = limits
        host = request.url.hostAndPort
    }
}

/// A transfer of the loop, and the task that waits for its outcome.
final class TransferJob: Sendable {
    /// The number that the loop gives it.
    let id: UInt64
    let hop: Hop
    private let continuation: CheckedContinuation<TransferOutcome, Never>

    init(_ id: UInt64, _ hop: Hop, _ continuation: CheckedContinuation<TransferOutcome, Never>) {
        (self.id, self.hop, self.continuation) = (id, hop, continuation)
    }

    func end(with result: Result<Response, FetchError>, after duration: Duration = .zero) {
        continuation.resume(returning: TransferOutcome(result: result, duration: duration))
    }
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
