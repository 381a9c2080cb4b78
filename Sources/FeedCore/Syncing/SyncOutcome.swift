/// The result of syncing one account.
public struct SyncOutcome: Sendable {
    /// The account after the sync, with its counts.
    public var account: Account
    public var result: Result
    /// In the order in which they were stored; without those that a rule has dropped.
    public var newArticles: [ArticleID] = []
    /// Marks that the server has accepted in this run.
    public var marksSent = 0
    /// Marks that five complete syncs could not place: they stay here and are no longer sent. At most one for each mark.
    public var marksNotKept: [MarkNotKept] = []
    /// Further notes for the user, in words: one line each.
    public var warnings: [String] = []
    /// Rules whose expression took too long on the new articles.
    public var undecidedRules: [RuleID] = []
    /// Requests that were sent.
    public var requests = 0
    public var duration: Duration = .zero
    /// The account was failing, or refused, and is no longer.
    public var isBack = false
    /// Failures in a row before this sync.
    private let earlierFailures: Int

    public typealias Result = RunResult

    /// Marks of one kind that the server did not keep.
    public struct MarkNotKept: Hashable, Sendable {
        let change: PendingMark.Change
        /// As it is spelled here.
        let label: String?
        public let articles: Int

        /// `the server did not keep "read" for 3 articles`
        public var message: String {
            let what =
                if let value = change.value {
                    "\"\(value.rawValue)\""
                } else {
                    "the \(change.isSet ? "" : "removal of the ")label \(label ?? "")"
                }
            return "the server did not keep \(what) for \(articles) \(articles == 1 ? "article" : "articles")"
        }
    }

    /// An outcome of a sync that asked for nothing.
    public init(_ account: Account, _ result: Result) {
        self.account = account
        self.result = result
        earlierFailures = account.failures
    }

    /// The account has become failing with this sync.
    public var hasBecomeFailing: Bool {
        account.failures == FeedState.failuresUntilFailing && earlierFailures < account.failures
    }
}

/// The events of a running sync.
public enum SyncProgress: Hashable, Sendable {
    /// Marks are sent: how many of them were accepted so far.
    case marks(Int, of: Int)
    /// The server is asked for its lists.
    case lists
    /// Articles are fetched: how many of them so far.
    case articles(Int, of: Int)
}
