/// What became of one feed in a refresh, told when it is stored.
public struct RefreshOutcome: Sendable {
    /// The feed as it was before.
    public let feed: Feed
    public let result: Result
    /// Failures in a row, this one included.
    public let failures: Int
    /// In the order of their ids.
    public var newArticles: [ArticleID] = []
    public var changedArticles = 0
    /// Rules that took too long to be decided for the new articles.
    public var undecidedRules: [RuleID] = []
    /// The HTTP status, where there was an answer.
    public var status: Int?
    /// Bytes of the body.
    public var bytes = 0
    public var duration: Duration = .zero
    /// Its server was not asked, because nobody knew the password.
    var lacksPassword = false
    /// A host that asked to be left alone: the one that answered, which may be another than the feed's.
    let hold: RequestedBackoff?

    public enum Result: Sendable {
        case refreshed
        case unchanged
        case held(until: Timestamp)
        /// Why, in words for the user.
        case failed(String)
        case offline(String)
        /// Left for the next run.
        case unfinished
        /// Nobody's any more: the feed was removed, or given another address, while it was fetched.
        case dropped
        /// It was fetched, but could not be written.
        case notStored(StoreError)

        init(_ outcome: FeedUpdate.Outcome) {
            self =
                switch outcome {
                case .refreshed: .refreshed
                case .unchanged: .unchanged
                case .held(let until): .held(until: until)
                case .failed(let why): .failed(why)
                case .offline(let why): .offline(why)
                case .unfinished: .unfinished
                }
        }
    }

    init(_ update: FeedUpdate, _ result: Result) {
        feed = update.feed
        failures = update.state.failures
        hold = update.hold
        self.result = result
    }

    /// The feed has begun to fail: it had failed less often than that before.
    public var hasBecomeFailing: Bool {
        failures == FeedState.failuresUntilFailing && feed.refresh.failures < failures
    }

    /// The feed was failing and is not any more.
    public var isBack: Bool {
        failures == 0 && feed.refresh.failures >= FeedState.failuresUntilFailing
    }
}
