/// Articles, from the server.
extension SyncRun {
    /// So many articles come in one answer of a megabyte or two.
    private static let batchSize = 100
    /// How many requests for articles are under way at once.
    private static let requestLimit = 2
    /// How many articles a run asks for because a star is missing.
    private static let evidenceLimit = 250

    /// Notes the articles that are not known yet. Returns those whose star is missing from the list.
    func noteUnknown(in lists: Lists, in store: borrowing Store) throws -> [RemoteID] {
        var unknown = lists.unread.union(lists.starred).union(lists.recent)
        let plan = StatePlan(
            unread: [], isUnreadWhole: true, starred: lists.starred, lastMark: 0, fetched: fetched)
        let pending = try store.pendingMarks(of: account.id)
        var lostStars: [RemoteID] = []
        try store.forEachRemoteItem(of: account.id) { item in
            if !unknown.isEmpty { unknown.remove(item.id) }
            guard lostStars.count < SyncRun.evidenceLimit, plan.lacksStar(item, pending[item.id] ?? []) else { return }
            lostStars.append(item.id)
        }
        try store.saveWanted(unknown, of: account.id)
        return lostStars
    }

    /// Fetches and stores the wanted articles. Each batch is one transaction, so that a run that is ended goes on where it
    /// was.
    mutating func fetchArticles(in store: borrowing Store, _ progress: (SyncProgress) -> Void) async throws {
        let wanted = try store.wanted(of: account.id)
        if wanted.isEmpty { return }
        var arrival = ArticleArrival(of: account.id, among: try store.feedsByRemoteID(of: account.id), at: now)
        var batches = stride(from: 0, to: wanted.count, by: SyncRun.batchSize).map { start in
            Array(wanted[start..<min(start + SyncRun.batchSize, wanted.count)])
        }[...]
        let client = client
        var done = 0
        progress(.articles(0, of: wanted.count))
        try await withThrowingTaskGroup(of: (asked: [RemoteID], came: [RemoteArticle]).self) { group in
            for _ in 0..<SyncRun.requestLimit {
                guard let batch = batches.popFirst() else { break }
                group.addTask { (batch, try await client.contents(of: batch)) }
            }
            while let (asked, came) = try await group.next() {
                if Task.isCancelled { throw SyncError.fetch(.cancelled) }
                if let batch = batches.popFirst() {
                    group.addTask { (batch, try await client.contents(of: batch)) }
                }
                let stored = try store.store(came, asked: asked, &arrival)
                outcome.newArticles += stored.new
                for rule in stored.undecidedRules where !outcome.undecidedRules.contains(rule) {
                    outcome.undecidedRules.append(rule)
                }
                for article in came { fetched.insert(article.id) }
                done += asked.count
                progress(.articles(done, of: wanted.count))
            }
        }
    }

    /// Asks for the articles whose star is missing from the list.
    func askFor(_ lostStars: [RemoteID]) async throws(SyncError) -> [RemoteID: StatePlan.Evidence] {
        var evidence: [RemoteID: StatePlan.Evidence] = [:]
        for start in stride(from: 0, to: lostStars.count, by: SyncRun.batchSize) {
            let batch = Array(lostStars[start..<min(start + SyncRun.batchSize, lostStars.count)])
            for id in batch { evidence[id] = .missing }
            for article in try await client.contents(of: batch) {
                evidence[article.id] = article.isStarred ? .starred : .unstarred
            }
        }
        return evidence
    }
}
