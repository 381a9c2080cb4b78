/// The result of refreshing one feed, reported when it is stored.
public struct RefreshOutcome: Sendable {
    /// The feed before the refresh.
    public internal(set) var feed: Feed
    public let result: Result
    /// Failures in a row, at most one per interval.
    public let failures: Int
    /// In the order of the ids.
    public var newArticles: [ArticleID] = []
    public var changedArticles = 0
    /// The address that the document gives as the feed's new one, and why it is not: in words for the user.
    public var move: (to: WebAddress, problem: String?)?
    /// The feed's address from now on, if a permanent move has changed it.
    public let newURL: WebAddress?
    /// Rules whose expression took too long on the new articles.
    public var undecidedRules: [RuleID] = []
    /// The HTTP status, if there was a response.
    public var status: Int?
    /// Bytes of the body.
    public var bytes = 0
    public var duration: Duration = .zero
    /// No request was sent, because the password command failed.
    var lacksPassword = false
    /// The server has answered 410, in this refresh or before.
    private let isGone: Bool
    /// The feed's host refused the connection.
    var isRefused = false
    /// The back-off that a server has asked for: not always the feed's own server.
    let backoff: RequestedBackoff?

    public typealias Result = RunResult

    /// - Parameter result: instead of the update's own.
    init(_ update: FeedUpdate, _ result: Result? = nil) {
        feed = update.feed
        failures = update.state.failures
        backoff = update.backoff
        isGone = update.isGone
        self.result = result ?? update.result
        newURL = update.url != feed.url && [.refreshed, .unchanged].contains(self.result) ? update.url : nil
    }

    /// The feed has become failing with this refresh.
    public var hasBecomeFailing: Bool {
        failures == FeedState.failuresUntilFailing && feed.refresh.failures < failures
    }

    /// The server has answered 410 for the first time.
    public var hasBecomeGone: Bool { isGone && !feed.isGone }

    /// The feed was failing or gone until this refresh.
    public var isBack: Bool {
        feed.isGone && !isGone || failures == 0 && feed.refresh.failures >= FeedState.failuresUntilFailing
    }
}

/// How the refresh of a feed or the sync of an account ended. What a sync could not send stays, and the next sync sends it.
public enum RunResult: Hashable, Sendable {
    /// A document came and is stored.
    case refreshed
    /// The feed has not changed.
    case unchanged
    /// Everything was sent to the account's server, and its lists are taken over.
    case synced
    /// The server has asked for a back-off until then.
    case held(until: Timestamp)
    /// The server does not accept the account's user and password: why, in words for the user. The account waits for the
    /// user.
    case refused(String)
    /// Why, in words for the user.
    case failed(String)
    /// The machine is offline: that says nothing about the feed or the account.
    case offline(String)
    /// Left for the next run.
    case unfinished
    /// The feed was removed, moved or edited during the fetch.
    case dropped
    /// The database could not be written.
    case notStored(StoreError)
}
