/// The result of refreshing one feed, reported when it is stored.
public struct RefreshOutcome: Sendable {
    /// The feed before the refresh.
    public let feed: Feed
    public let result: Result
    /// Failures in a row, at most one per interval.
    public let failures: Int
    /// In the order of the ids.
    public var newArticles: [ArticleID] = []
    public var changedArticles = 0
    /// The address that the document gives as the feed's new one, and why it is not: in words for the user.
    public var move: (to: WebAddress, problem: String?)?
    /// Rules whose expression took too long on the new articles.
    public var undecidedRules: [RuleID] = []
    /// The HTTP status, if there was a response.
    public var status: Int?
    /// Bytes of the body.
    public var bytes = 0
    public var duration: Duration = .zero
    /// No request was sent, because the password command failed.
    var lacksPassword = false
    /// The server has answered 410, for the first time.
    public let hasBecomeGone: Bool
    /// The feed's host refused the connection.
    var isRefused = false
    /// The back-off that a server has asked for: not always the feed's own server.
    let backoff: RequestedBackoff?

    /// How the refresh of a feed ended.
    public enum Result: Hashable, Sendable {
        /// A document came and is stored.
        case refreshed
        /// Nothing has changed.
        case unchanged
        /// The server has asked for a back-off until then.
        case held(until: Timestamp)
        /// Why, in words for the user.
        case failed(String)
        /// The machine is offline: that says nothing about the feed.
        case offline(String)
        /// Left for the next run.
        case unfinished
        /// The feed was removed, moved or edited during the fetch.
        case dropped
        /// It was fetched, but could not be stored.
        case notStored(StoreError)
    }

    /// - Parameter result: instead of the update's own.
    init(_ update: FeedUpdate, _ result: Result? = nil) {
        feed = update.feed
        failures = update.state.failures
        backoff = update.backoff
        hasBecomeGone = update.isGone && !update.feed.isGone
        self.result = result ?? update.result
    }

    /// The feed has become failing with this refresh.
    public var hasBecomeFailing: Bool {
        failures == FeedState.failuresUntilFailing && feed.refresh.failures < failures
    }

    /// The feed was failing until this refresh.
    public var isBack: Bool {
        failures == 0 && feed.refresh.failures >= FeedState.failuresUntilFailing
    }
}
