/// The calls of one run to the server of an account.
///
/// An actor, because two calls can be under way at once.
actor ServerCalls {
    /// The base of the API, without a slash at the end.
    let base: WebAddress
    private let access: APIAccess
    private let fetcher: Fetcher
    /// User agent, proxy and limits.
    let settings: FeedSettings
    /// When the run of the account began.
    private let start: SuspendingClock.Instant
    private let askSecret: @Sendable () async -> Result<String, SyncError>
    private var knownSecret: String?
    /// How many requests were made.
    private(set) var count = 0
    /// The server has accepted the password or the API key in this run.
    private var isAccepted = false

    /// - Parameter secret: gives the password or the API key.
    init(
        base: WebAddress, access: APIAccess, fetcher: Fetcher, settings: FeedSettings,
        start: SuspendingClock.Instant = .now, secret: @escaping @Sendable () async -> Result<String, SyncError>
    ) {
        (self.base, self.access, self.fetcher, self.settings) = (base, access, fetcher, settings)
        (self.start, askSecret) = (start, secret)
    }

    /// Sends a call with the password or the API key. Throws for every answer that is not a success.
    @discardableResult
    func send(_ call: APICall) async throws(SyncError) -> Response {
        let secret = try await secret()
        let response = try await send { rest throws(SyncError) in
            var request = try call.request(to: base, settings, within: rest)
            access.authorize(&request, secret)
            return request
        }
        do throws(SyncError) { try access.check(response, secret) } catch {
            // Something in front of a server may forbid some calls, such as all changes (`json`).
            throw response.status == 403 && (isAccepted || call.json != nil) ? .status(403, "") : error
        }
        isAccepted = true
        return response
    }

    /// Sends a request as it is. Throws `outOfTime`.
    ///
    /// - Parameter request: makes it for the rest of the time of the run.
    func send(_ request: @Sendable (Duration) throws(SyncError) -> Request) async throws(SyncError) -> Response {
        let rest = APICall.timeLimit - start.duration(to: .now)
        guard rest > .zero else { throw .outOfTime }
        let request = try request(rest)
        count += 1
        return try await fetcher.send(request, since: start)
    }

    /// The password or the API key, which is asked for once.
    func secret() async throws(SyncError) -> String {
        if let knownSecret { return knownSecret }
        let asked = try await askSecret().get()
        knownSecret = asked
        return asked
    }
}
