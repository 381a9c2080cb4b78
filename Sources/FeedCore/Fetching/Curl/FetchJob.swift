/// An order and who waits for its outcome.
struct FetchJob: Sendable {
    let id: UInt64
    let order: TransferRequest
    let host: String
    let continuation: CheckedContinuation<TransferOutcome, Never>

    init(id: UInt64, order: TransferRequest, continuation: CheckedContinuation<TransferOutcome, Never>) {
        self.id = id
        self.order = order
        host = order.url.hostAndPort
        self.continuation = continuation
    }

    func end(with error: FetchError, after duration: Duration = .zero) {
        continuation.resume(returning: TransferOutcome(result: .failure(error), duration: duration))
    }
}

/// A job whose name was not found, while it is found out why.
struct Unresolved {
    let job: FetchJob
    let name: String
    let fault: FetchError
    let duration: Duration
    let deadline: SuspendingClock.Instant
}

/// What is told to the thread of the loop.
enum LoopMessage {
    case begin(FetchJob)
    case cancel(UInt64)
    case lookedUp(UInt64, NameLookup)
}
