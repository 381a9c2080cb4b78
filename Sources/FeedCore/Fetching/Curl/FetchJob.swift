/// A transfer to do, and the task that waits for its outcome.
struct FetchJob: Sendable {
    let id: UInt64
    let hop: TransferRequest
    /// The host and port of the request.
    let host: String
    let continuation: CheckedContinuation<TransferOutcome, Never>

    init(id: UInt64, hop: TransferRequest, continuation: CheckedContinuation<TransferOutcome, Never>) {
        self.id = id
        self.hop = hop
        host = hop.request.url.hostAndPort
        self.continuation = continuation
    }

    func end(with error: FetchError, after duration: Duration = .zero) {
        continuation.resume(returning: TransferOutcome(result: .failure(error), duration: duration))
    }
}

/// A job whose host name was not found, while another thread finds out why.
struct Unresolved {
    let job: FetchJob
    let name: String
    let fault: FetchError
    let duration: Duration
    let deadline: SuspendingClock.Instant
}

/// What the loop tells its thread.
enum LoopMessage {
    case begin(FetchJob)
    case cancel(UInt64)
    case lookedUp(UInt64, NameLookup)
}
