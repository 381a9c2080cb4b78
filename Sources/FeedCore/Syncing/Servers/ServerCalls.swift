/// The calls of one run to the server of an account.
struct ServerCalls: Sendable {
    /// The base of the API, without a slash at the end.
    let base: WebAddress
    let fetcher: Fetcher
    /// User agent, proxy and limits.
    let settings: FeedSettings
    /// When the run of the account began.
    var start = SuspendingClock.now
    /// How many requests were made.
    var count = 0

    /// The rest of the time of the run. Throws `outOfTime`.
    var timeLeft: Duration {
        get throws(SyncError) {
            let rest = APICall.timeLimit - start.duration(to: .now)
            guard rest > .zero else { throw .outOfTime }
            return rest
        }
    }

    /// The request of the next call. Throws `outOfTime`.
    mutating func request(for call: APICall) throws(SyncError) -> Request {
        let request = try call.request(to: base, settings, within: timeLeft)
        count += 1
        return request
    }

    func send(_ request: Request) async throws(SyncError) -> Response {
        try await fetcher.send(request, since: start)
    }
}
