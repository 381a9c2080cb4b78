/// Syncs accounts: sends what was marked here, and takes over what the server says. The caller holds the refresh lock.
///
/// Each account is one linear run, with a store of its own: several can run side by side, and beside a `Refresher`.
public struct AccountSync: Sendable {
    private let fetcher: Fetcher
    private let settings: FeedSettings
    private let isForced: Bool
    private let now: Timestamp
    private let askPassword: @Sendable (String) async -> Result<String, PasswordError>

    /// - Parameters:
    ///   - settings: user agent, proxy and limits.
    ///   - isForced: ignores pauses and refusals.
    ///   - askPassword: runs a password command.
    public init(
        fetcher: Fetcher, settings: FeedSettings, isForced: Bool = false, at now: Timestamp,
        askPassword: @escaping @Sendable (String) async -> Result<String, PasswordError>
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
        SyncOutcome(account, .unfinished)
    }

    /// Sends the changes of subscriptions that wait, and nothing else: for commands that change feeds.
    public func sendFeedChanges(of account: Account, in store: borrowing Store) async -> FeedChangeOutcome {
        FeedChangeOutcome()
    }
}

/// What became of the changes of an account's subscriptions.
public struct FeedChangeOutcome: Sendable {
    /// The server's own list shows them.
    public var done: [FeedChange] = []
    /// They wait for the next sync.
    public var waiting: [FeedChange] = []
    /// Why they wait, if they do.
    public var error: SyncError?
    /// The server has refused them: its reason is their `error`. After three tries they are no longer sent.
    public var refused: [FeedChange] = []

    /// Nothing was waiting.
    public init() {}
}
