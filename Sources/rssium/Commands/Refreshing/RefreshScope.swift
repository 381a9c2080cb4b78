internal import FeedCore

/// The feeds and accounts that a run brings up to date.
struct RefreshScope: Sendable {
    let feeds: [Feed]
    /// The feeds that it leaves out, because their servers have asked for a back-off, and the end of that.
    let held: [(feed: Feed, until: Timestamp)]
    /// Whether the user has named the feeds, or syncs accounts alone, and so learns of each why it is held.
    let isNamed: Bool
    let accounts: [Account]
    /// The feeds that it refreshes or syncs and whose articles' pages it fetches.
    let fullText: [Feed]
    /// Those that are not due: what the last run left of their pages is fetched.
    let fullTextNotDue: [Feed]
    /// The pages to save.
    let queue: [QueuedPage]

    /// - Parameters:
    ///   - plan: nil for a run that only syncs accounts.
    ///   - all: all feeds that are stored.
    ///   - named: feeds whose pages are fetched in this run, whatever was chosen for them.
    init(
        _ plan: RefreshPlan?, _ accounts: [Account], among all: [Feed], isNamed: Bool = false,
        fullTextOf named: [Feed] = [], queue: [QueuedPage] = []
    ) {
        feeds = plan?.feeds ?? []
        held = plan?.held ?? []
        self.isNamed = isNamed
        self.accounts = accounts
        let ids = Set(accounts.map(\.id))
        let namedIDs = Set(named.map(\.id))
        fullText = (feeds + all.filter { $0.accountID.map(ids.contains) ?? false }).filter {
            $0.fetchesPages || namedIDs.contains($0.id)
        }
        fullTextNotDue = plan?.notDue.filter(\.fetchesPages) ?? []
        self.queue = queue
    }

    /// Wants the pages of unread articles that were stored before, too.
    func wantPagesOfUnread(in store: borrowing Store, _ settings: RefreshSettings) throws {
        for feed in fullText + fullTextNotDue {
            try store.wantPagesOfUnread(in: feed.id, limit: settings.of(feed).pageLimit)
        }
    }

    /// Whether there is nothing to do, not even pages to fetch.
    func isIdle(in store: borrowing Store) throws -> Bool {
        guard feeds.isEmpty, held.isEmpty, accounts.isEmpty, queue.isEmpty else { return false }
        if fullTextNotDue.isEmpty { return true }
        let ids = Set(fullTextNotDue.map(\.id))
        return try !store.wantedPages().contains { $0.tries == 0 && ids.contains($0.feed) }
    }
}
