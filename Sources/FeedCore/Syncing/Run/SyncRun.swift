/// One sync of one account, from top to bottom: `ARCHITECTURE.md` numbers its steps.
///
/// A failure is thrown, and leaves a state from which the next run goes on: each step is one transaction, and what has to
/// be sent stays until the server's own lists show it.
struct SyncRun {
    let server: any AccountServer
    let account: Account
    let now: Timestamp
    var outcome: SyncOutcome
    /// The first error of a request that sent marks: the run goes on, because the lists do not depend on it.
    var pushError: SyncError?
    /// The last error of a request to change subscriptions that the server may still do: the changes wait.
    var changeError: SyncError?
    /// The marks that the server has answered with `OK`.
    var sent: Set<PendingMark> = []
    /// Changes of subscriptions that the server does not make, and that will not be sent any more.
    var givenUp: [FeedChange] = []
    /// Feeds that came, or came back, in this run: its lists of articles may be older than that.
    var freshFeeds: Set<FeedID> = []
    /// Articles that were fetched in this run.
    var fetched: Set<RemoteID> = []
    /// How labels are spelled for the server, by their folded names.
    var labelSpellings: [String: (added: String, removed: [String])] = [:]
    /// Why the server does not have labels, by their folded names, and whether it cannot have them at all.
    var refusedLabels: [String: (why: String, isForGood: Bool)] = [:]
    /// Why the labels of the server are not known: nothing else depends on them.
    var labelError: SyncError?
    /// Why some articles are missing: nothing else depends on them, and the next run asks for them again.
    var articleError: SyncError?

    init(of account: Account, with server: any AccountServer, at now: Timestamp) {
        self.server = server
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
        var marks = try store.marksToSend(of: account.id)
        if !server.abilities.comparesMarks {
            // A command has sent these already.
            sent.formUnion(marks.filter { $0.sequence <= state.sentMark })
            marks.removeAll(where: sent.contains)
        } else {
            marks = try await wanted(marks)
        }
        try await push(marks, in: store, progress)
        progress(.lists)
        var lists = try await fetchLists(state, in: store)
        // After the lists of articles: a feed that is hidden in between would have its articles marked as read.
        try await takeOverFeeds(accepted, in: store)
        let watermark = try store.syncState(of: account.id).watermark
        if watermark != state.watermark {
            lists.recent.formUnion(try await fetchRecent(since: watermark, or: state.days, before: lists.time))
        }
        lists.labels = try await fetchLabels(in: store)
        let doubtful = try noteUnknown(in: lists, in: store)
        try await fetchArticles(of: lists, in: store, progress)
        let evidence = try await askFor(doubtful)
        try applyStates(lists, evidence, lastMark: state.lastMark, in: store)
        try store.markFirstRead(of: account.id, at: now)
        // Marks that rules, `add --read` or the first contact of both sides have made in the meantime.
        let later = try store.marksToSend(of: account.id).filter { $0.sequence > state.lastMark }
        if pushError == nil { try await push(later.filter(lists.lacks), in: store, progress) }
        try keepRefusedLabels(in: store)
        return lists.time ?? now
    }

    /// Sends the waiting changes of subscriptions, and takes over the server's list.
    mutating func exchangeFeeds(in store: borrowing Store) async throws {
        let accepted = try await sendChanges(in: store)
        try await takeOverFeeds(accepted, removesFeeds: false, in: store)
    }
}

// MARK: - Articles, from the server

extension SyncRun {
    /// So many articles come in one answer of a megabyte or two.
    static let articleBatch = 100
    /// How many requests for articles are under way at once.
    private static let requestLimit = 2
    /// How many articles a run asks for because a star or a label is missing.
    private static let evidenceLimit = 250

    /// Notes the articles that are not known yet. Returns those of which a star or a label is missing from the lists.
    private func noteUnknown(in lists: ServerLists, in store: borrowing Store) throws -> [RemoteID] {
        var unknown = lists.unread.union(lists.starred).union(lists.recent)
        if let labels = lists.labels { unknown.formUnion(labels.byArticle.keys) }
        let pending = try store.pendingMarks(of: account.id)
        var doubtful: [RemoteID] = []
        try store.forEachRemoteItem(of: account.id) { item in
            // A pruned article comes back with a mark that was made elsewhere.
            let isBack = item.isPruned && lists.hasMarked(item.id)
            if !unknown.isEmpty, !isBack { unknown.remove(item.id) }
            if lists.needsEvidence(item, pending[item.id] ?? []) { doubtful.append(item.id) }
        }
        try store.saveWanted(unknown, of: account.id)
        return try store.listed(doubtful, atMost: SyncRun.evidenceLimit, in: account.id)
    }

    /// Fetches and stores the wanted articles. Each batch is one transaction, so that a run that is ended goes on where it
    /// was.
    private mutating func fetchArticles(
        of lists: ServerLists, in store: borrowing Store, _ progress: (SyncProgress) -> Void
    ) async throws {
        let wanted = try store.wanted(of: account.id)
        if wanted.isEmpty { return }
        var arrival = ArticleArrival(of: account.id, at: now)
        var batches = wanted.chunks(of: SyncRun.articleBatch)[...]
        let server = server
        var done = 0
        progress(.articles(0, of: wanted.count))
        try await withThrowingTaskGroup(of: Contents.self) { group in
            for _ in 0..<SyncRun.requestLimit {
                guard let batch = batches.popFirst() else { break }
                group.addTask { try await server.contents(ofEach: batch) }
            }
            while let contents = try await group.next() {
                if Task.isCancelled { throw SyncError.fetch(.cancelled) }
                if let batch = batches.popFirst() {
                    group.addTask { try await server.contents(ofEach: batch) }
                }
                articleError = articleError ?? contents.error
                let (came, asked) = (contents.came, contents.asked)
                let stored = try store.store(
                    came, asked: asked.filter { !contents.refused.contains($0) }, mayBeHidden: lists.isOnlyLabeled,
                    &arrival)
                outcome.newArticles += stored.articles
                for rule in stored.undecidedRules where !outcome.undecidedRules.contains(rule) {
                    outcome.undecidedRules.append(rule)
                }
                for article in came { fetched.insert(article.id) }
                done += asked.count
                progress(.articles(done, of: wanted.count))
            }
        }
    }

    /// Asks for the articles of which a star or a label is missing from the lists.
    private mutating func askFor(
        _ doubtful: [RemoteID]
    ) async throws(SyncError) -> [RemoteID: StatePlan.Evidence] {
        var evidence: [RemoteID: StatePlan.Evidence] = [:]
        for batch in doubtful.chunks(of: SyncRun.articleBatch) {
            let contents = try await server.contents(ofEach: batch)
            articleError = articleError ?? contents.error
            for id in batch where !contents.refused.contains(id) { evidence[id] = .missing }
            for article in contents.came {
                evidence[article.id] = .shown(isStarred: article.isStarred, labels: article.labels)
            }
        }
        return evidence
    }
}
