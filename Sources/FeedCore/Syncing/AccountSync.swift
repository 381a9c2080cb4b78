/// Syncs accounts: sends what was marked here, and takes over what the server says. The caller holds the refresh lock.
///
/// Each account is one linear run, with a store of its own: several can run side by side, and beside a `Refresher`.
public struct AccountSync: Sendable {
    let fetcher: Fetcher
    let settings: FeedSettings
    private let isForced: Bool
    private let now: Timestamp
    private let start = SuspendingClock.now
    /// The same on the clock that also counts the sleep of the machine.
    private let startWithSleep = ContinuousClock.now
    private let askPassword: @Sendable (String) async -> Result<Password, PasswordError>

    /// - Parameters:
    ///   - settings: user agent, proxy and limits.
    ///   - isForced: ignores pauses and refusals.
    ///   - askPassword: runs a password command.
    public init(
        fetcher: Fetcher, settings: FeedSettings, isForced: Bool = false, at now: Timestamp,
        askPassword: @escaping @Sendable (String) async -> Result<Password, PasswordError>
    ) {
        self.fetcher = fetcher
        self.settings = settings
        self.isForced = isForced
        self.now = now
        self.askPassword = askPassword
    }

    /// Syncs one account. A failure is part of the outcome; what was done until then is stored.
    public func run(
        _ account: Account, in store: borrowing Store, progress: (SyncProgress) -> Void
    ) async -> SyncOutcome {
        if let waiting = reasonToWait(account) { return SyncOutcome(account, waiting) }
        do {
            let server = try server(of: account, in: store)
            var run = SyncRun(of: account, with: server, at: currentTime)
            var end: Result<Timestamp, any Error>
            do {
                end = .success(try await run.complete(in: store, progress))
            } catch {
                end = .failure(error)
            }
            if case .success = end, let error = run.pushError ?? run.labelError ?? run.articleError {
                end = .failure(error)
            }
            var outcome = run.outcome
            outcome.requests = await server.requests
            outcome.result = try await save(end, of: account, server, in: store)
            outcome.duration = start.duration(to: .now)
            outcome.account = try store.account(account.id)
            let wasFailing = account.isRefused || account.failures >= FeedState.failuresUntilFailing
            outcome.isBack = wasFailing && outcome.account.failures == 0
            return outcome
        } catch {
            return SyncOutcome(account, .notStored(error))
        }
    }

    /// Sends the changes of subscriptions that wait, and nothing else: for commands that change feeds.
    public func sendFeedChanges(of account: Account, in store: borrowing Store) async -> FeedChangeOutcome {
        var outcome = FeedChangeOutcome()
        do {
            let before = try store.feedChanges(of: account.id)
            if before.isEmpty { return outcome }
            outcome.waiting = before
            switch reasonToWait(account) {
            case .held(let until)?: outcome.error = .held(seconds: until - now)
            case .some: outcome.error = .refused(nil)
            case nil:
                let server = try server(of: account, in: store)
                var run = SyncRun(of: account, with: server, at: currentTime)
                do {
                    try await run.exchangeFeeds(in: store)
                    try await saveToken(of: server, account.id, in: store)
                    outcome.error = run.changeError
                } catch let error as SyncError {
                    outcome.error = error
                    _ = try await save(.failure(error), of: account, server, in: store)
                }
                outcome.sort(before, waiting: try store.feedChanges(of: account.id), givenUp: run.givenUp)
            }
        } catch {
            outcome.error = .answer((error as? StoreError)?.message ?? "\(error)")
        }
        return outcome
    }

    /// `now` is the time at the start of the run.
    var currentTime: Timestamp { now + startWithSleep.duration(to: .now).components.seconds }

    func reasonToWait(_ account: Account) -> SyncOutcome.Result? {
        if isForced { return nil }
        if account.isRefused { return .refused(account.error ?? SyncError.refused(nil).message) }
        guard let until = account.holdUntil, account.isHeld(at: now) else { return nil }
        return .held(until: until)
    }

    func server(of account: Account, in store: borrowing Store) throws(StoreError) -> any AccountServer {
        let state = try store.syncState(of: account.id)
        let known = knownPassword(of: account, state)
        let access = APIAccess(account.kind.api, user: account.user)
        let calls = ServerCalls(
            base: account.url, access: access, fetcher: fetcher, settings: settings, start: start
        ) { await secret(of: account, known: known) }
        return account.kind.server(calls, user: account.user, signIn: state.token, hiding: known)
    }

    func knownPassword(of account: Account, _ state: AccountSyncState) -> String? {
        state.password ?? fetcher.knownPassword(of: account.user, at: account.url.host)
    }

    /// The password or the API key of an account.
    func secret(of account: Account, known: String?) async -> Result<String, SyncError> {
        if let command = account.passwordCommand {
            return await askPassword(command).map(\.text).mapError { .password($0.message) }
        }
        guard let known else {
            return .failure(.password("there is no password for \(account.user) at \(account.url.host)"))
        }
        return .success(known)
    }

    func saveToken(
        of server: any AccountServer, _ account: AccountID, in store: borrowing Store
    ) async throws(StoreError) {
        let token = await server.signIn
        if token != (try store.syncState(of: account).token) { try store.saveToken(token, of: account) }
    }

    /// Saves how a run has ended, and the token of its sign-in.
    func save(
        _ end: Result<Timestamp, any Error>, of account: Account, _ server: any AccountServer,
        in store: borrowing Store
    ) async throws(StoreError) -> SyncOutcome.Result {
        try await saveToken(of: server, account.id, in: store)
        let error: SyncError
        switch end {
        case .success(let watermark):
            try store.saveEnd(.complete(watermark: watermark), of: account.id, at: now)
            return .synced
        case .failure(let failure):
            guard let failure = failure as? SyncError else {
                return .notStored(failure as? StoreError ?? .failed("\(failure)"))
            }
            error = failure
        }
        let message = error.message
        switch error {
        case .fetch(.cancelled): return .unfinished
        case .fetch(.offline): return .offline(message)
        case .held(let seconds):
            let until = now + min(max(seconds, 60), settings.maxHold)
            try store.saveEnd(.held(until: until), of: account.id, at: now)
            return .held(until: until)
        case .refused, .keyRefused:
            try store.saveEnd(.refused(message), of: account.id, at: now)
            return .refused(message)
        default:
            try store.saveEnd(.failed(message), of: account.id, at: now)
            return .failed(message)
        }
    }
}

/// The result of sending the changes of an account's subscriptions.
public struct FeedChangeOutcome: Sendable {
    /// The server's own list shows them.
    public var done: [FeedChange] = []
    /// They wait for the next sync.
    public var waiting: [FeedChange] = []
    /// Why they wait, if they do.
    public var error: SyncError?
    /// The server has refused them: its reason is their `error`. After three tries they are no longer sent.
    public var refused: [FeedChange] = []
    /// A refused change is made here nonetheless, and the next sync asks for it again.
    public private(set) var isMadeHere = false

    /// Nothing was waiting.
    public init() {}

    fileprivate mutating func sort(_ before: [FeedChange], waiting left: [FeedChange], givenUp: [FeedChange]) {
        let ids = Set((left + givenUp).map(\.id))
        done = before.filter { !ids.contains($0.id) }
        refused = left.filter { $0.error != nil }
        isMadeHere = !refused.isEmpty
        refused += givenUp
        waiting = left.filter { $0.error == nil }
    }
}
