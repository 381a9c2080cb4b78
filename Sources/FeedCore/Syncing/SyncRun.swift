/// One sync of one account, from top to bottom: `docs/sync.md` numbers its steps.
///
/// A failure is thrown, and leaves a state from which the next run goes on: each step is one transaction, and what has to
/// be sent stays until the server's own lists show it.
struct SyncRun {
    let client: GoogleReaderClient
    let account: Account
    let now: Timestamp
    var outcome: SyncOutcome
    /// The first error of a request that sent marks: the run goes on, because the lists do not depend on it.
    var pushError: SyncError?
    /// What the server has answered with `OK`.
    var sent: Set<PendingMark> = []
    /// Feeds that came, or came back, in this run: its lists of articles may be older than that.
    var freshFeeds: Set<FeedID> = []
    /// Articles that were fetched in this run.
    var fetched: Set<RemoteID> = []

    init(of account: Account, with client: GoogleReaderClient, at now: Timestamp) {
        self.client = client
        self.account = account
        self.now = now
        outcome = SyncOutcome(account, .unfinished)
    }

    /// Throws `SyncError` and `StoreError`. Returns the server's time at the beginning.
    mutating func complete(
        in store: borrowing Store, _ progress: (SyncProgress) -> Void
    ) async throws -> Timestamp {
        let state = try store.syncState(of: account.id)
        let accepted = try await sendChanges(in: store)
        try await push(try store.marksToSend(of: account.id), in: store, progress)
        progress(.lists)
        let lists = try await fetchLists(state, in: store)
        // After the lists of articles: a feed that is hidden in between would have its articles marked as read.
        try await takeOverFeeds(accepted, in: store, believing: state.doubt == .feeds)
        let lostStars = try noteUnknown(in: lists, in: store)
        try await fetchArticles(in: store, progress)
        let evidence = try await askFor(lostStars)
        try applyStates(lists, evidence, lastMark: state.lastMark, in: store)
        // What rules, or the first contact of both sides, have decided meanwhile.
        let later = try store.marksToSend(of: account.id).filter { $0.sequence > state.lastMark }
        if pushError == nil { try await push(later, in: store, progress) }
        return lists.time ?? now
    }

    /// Sends the waiting changes of subscriptions, and takes over the server's list.
    mutating func exchangeFeeds(in store: borrowing Store) async throws {
        let accepted = try await sendChanges(in: store)
        try await takeOverFeeds(accepted, in: store, believing: false)
    }
}
