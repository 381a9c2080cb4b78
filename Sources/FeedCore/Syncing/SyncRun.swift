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
        try await takeOverFeeds(accepted, in: store, believing: state.doubt == .feeds)
        lists.labels = try await fetchLabels(in: store)
        let doubtful = try noteUnknown(in: lists, in: store)
        try await fetchArticles(of: lists, in: store, progress)
        let evidence = try await askFor(doubtful)
        try applyStates(lists, evidence, lastMark: state.lastMark, in: store)
        // Marks that rules, or the first contact of both sides, have made in the meantime.
        let later = try store.marksToSend(of: account.id).filter { $0.sequence > state.lastMark }
        if pushError == nil { try await push(later.filter(lists.lacks), in: store, progress) }
        try keepRefusedLabels(in: store)
        return lists.time ?? now
    }

    /// Sends the waiting changes of subscriptions, and takes over the server's list.
    mutating func exchangeFeeds(in store: borrowing Store) async throws {
        let accepted = try await sendChanges(in: store)
        try await takeOverFeeds(accepted, in: store, believing: false)
    }
}

// MARK: - The server's lists of articles

extension SyncRun {
    struct Lists {
        var unread: Set<RemoteID> = []
        var isUnreadWhole = true
        var starred: Set<RemoteID> = []
        /// Nil if they were not asked for.
        var labels: LabelLists?
        /// Those that the server has stored lately, whatever their state.
        var recent: Set<RemoteID> = []
        /// The server's time before the first of them.
        var time: Timestamp?

        /// Whether an article is unread, starred or labeled.
        func hasMarked(_ id: RemoteID) -> Bool {
            unread.contains(id) || starred.contains(id) || labels?.byArticle[id] != nil
        }

        /// Whether nothing but a label tells of an article: it may be in a hidden feed.
        func isOnlyLabeled(_ id: RemoteID) -> Bool {
            labels?.byArticle[id] != nil && !unread.contains(id) && !starred.contains(id) && !recent.contains(id)
        }

        /// Whether the article is otherwise on the server than the mark says.
        func lacks(_ mark: PendingMark) -> Bool {
            let isSet: Bool? =
                switch mark.change.key {
                case .read: !unread.contains(mark.id)
                case .starred: starred.contains(mark.id)
                case .label(let name): labels.map { $0.byArticle[mark.id]?.contains(name) == true }
                }
            return isSet != mark.change.isSet
        }
    }

    private static let pageLimit = 100
    /// No account has that many articles: a longer answer is not a list.
    static let idLimit = 2_000_000
    private static let day: Int64 = 86_400
    /// So many unread articles do not go away all at once without a doubt.
    private static let doubtfulCount: Int64 = 100

    /// Fetches the lists whole: a list that ends in the middle changes nothing.
    private func fetchLists(_ state: AccountSyncState, in store: borrowing Store) async throws -> Lists {
        var lists = try await fetchMarks()
        if lists.unread.isEmpty, try store.unreadCount(of: account.id) > SyncRun.doubtfulCount {
            try await believeNothingIsUnread(state.doubt, in: store)
        }
        let start =
            state.watermark.map { $0 - server.abilities.recentMargin } ?? (lists.time ?? now) - state.days * SyncRun.day
        if state.watermark != nil || state.days > 0 { lists.recent = try await fetch(.since(start)).ids }
        return lists
    }

    /// The lists of what is unread and starred.
    func fetchMarks() async throws(SyncError) -> Lists {
        let unread = try await fetch(.unread)
        return Lists(
            unread: unread.ids, isUnreadWhole: unread.isWhole, starred: try await fetch(.starred).ids, time: unread.time
        )
    }

    private func fetch(
        _ list: ArticleList
    ) async throws(SyncError) -> (ids: Set<RemoteID>, isWhole: Bool, time: Timestamp?) {
        try await fetch { continuation throws(SyncError) in try await server.page(of: list, after: continuation) }
    }

    /// All pages of a list.
    func fetch(
        _ page: (_ continuation: String?) async throws(SyncError) -> ArticleList.Page
    ) async throws(SyncError) -> (ids: Set<RemoteID>, isWhole: Bool, time: Timestamp?) {
        var ids: Set<RemoteID> = []
        var next = try await page(nil)
        ids.reserveCapacity(next.ids.count)
        ids.formUnion(next.ids)
        let (isWhole, time) = (next.continuation == nil || next.isGapless, next.time)
        var seen: Set<String> = []
        for _ in 1..<SyncRun.pageLimit {
            // Some servers have a continuation for ever, or after the last page.
            guard let continuation = next.continuation, seen.insert(continuation).inserted else {
                return (ids, isWhole, time)
            }
            next = try await page(continuation)
            if next.ids.isEmpty { return (ids, isWhole, time) }
            ids.formUnion(next.ids)
            if ids.count > SyncRun.idLimit { break }
        }
        throw .answer("the server's list of articles has no end")
    }

    /// Throws unless the server's own count agrees, or it is the second time in a row.
    private func believeNothingIsUnread(_ doubt: AccountSyncState.Doubt?, in store: borrowing Store) async throws {
        if doubt == .unread { return }
        if let count = try await server.unreadCount(), count.unread == 0 { return }
        try store.saveDoubt(.unread, of: account.id)
        throw SyncError.answer("the server says that nothing is unread: the next sync believes it")
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
    private func noteUnknown(in lists: Lists, in store: borrowing Store) throws -> [RemoteID] {
        var unknown = lists.unread.union(lists.starred).union(lists.recent)
        if let labels = lists.labels { unknown.formUnion(labels.byArticle.keys) }
        let plan = StatePlan(
            unread: [], isUnreadWhole: true, starred: lists.starred, lastMark: 0, labels: lists.labels, fetched: fetched
        )
        let pending = try store.pendingMarks(of: account.id)
        var doubtful: [RemoteID] = []
        try store.forEachRemoteItem(of: account.id) { item in
            // A pruned article comes back with a mark that was made elsewhere.
            let isBack = item.isPruned && lists.hasMarked(item.id)
            if !unknown.isEmpty, !isBack { unknown.remove(item.id) }
            if plan.needsEvidence(item, pending[item.id] ?? []) { doubtful.append(item.id) }
        }
        try store.saveWanted(unknown, of: account.id)
        return try store.listed(doubtful, atMost: SyncRun.evidenceLimit, in: account.id)
    }

    /// Fetches and stores the wanted articles. Each batch is one transaction, so that a run that is ended goes on where it
    /// was.
    private mutating func fetchArticles(
        of lists: Lists, in store: borrowing Store, _ progress: (SyncProgress) -> Void
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

// MARK: - What is read and starred

extension SyncRun {
    /// So many complete runs send a mark in vain before it is given up.
    private static let sendingLimit = 5

    /// Takes over the states of the lists, in one transaction: a mark is either noted before, or made after it.
    private mutating func applyStates(
        _ lists: Lists, _ evidence: [RemoteID: StatePlan.Evidence], lastMark: Int64, in store: borrowing Store
    ) throws {
        let plan = StatePlan(
            unread: lists.unread, isUnreadWhole: lists.isUnreadWhole, starred: lists.starred, lastMark: lastMark,
            sent: sent, labels: lists.labels, evidence: evidence, fetched: fetched)
        var notKept: [PendingMark] = []
        let (account, fresh, now) = (account.id, freshFeeds, now)
        try store.transaction {
            let pending = try store.pendingMarks(of: account)
            var applied: [(item: RemoteItem, labels: [PendingMark.Change])] = []
            var decisions: [(item: RemoteItem, StatePlan.Decision)] = []
            try store.forEachRemoteItem(of: account) { item in
                if let decision = plan.decide(item, pending[item.id] ?? []) { decisions.append((item, decision)) }
            }
            for (item, decision) in decisions {
                // A feed that is not listed at present says nothing about its articles.
                if let article = item.article {
                    guard let feed = try store.feed(of: article, in: account), !fresh.contains(feed) else { continue }
                }
                try store.apply(decision, to: item, of: account, at: now)
                applied.append((item, decision.set.filter { $0.label != nil }))
                for mark in decision.unconfirmed
                where try store.noteUnconfirmed(mark, of: account) >= SyncRun.sendingLimit {
                    try store.confirm(mark, of: account)
                    notKept.append(mark)
                }
            }
            try store.setLabels(of: applied, lists.labels?.tags, in: account)
        }
        for change in SyncRun.order(of: notKept) {
            let count = notKept.count { $0.change == change }
            guard count > 0 else { continue }
            let spelling = try change.label.flatMap { try store.spelling(ofLabel: $0) }
            outcome.marksNotKept.append(
                SyncOutcome.MarkNotKept(change: change, label: spelling ?? change.label, articles: count))
        }
    }
}

extension Store {
    /// Within a transaction: does what is decided about an article, but for its labels.
    fileprivate func apply(
        _ decision: StatePlan.Decision, to item: RemoteItem, of account: AccountID, at now: Timestamp
    ) throws(StoreError) {
        let states = item.article.map { article in decision.set.compactMap(\.value).map { (article, $0) } } ?? []
        for (article, value) in states { try setState(value, of: article, at: now) }
        try save(decision.item, of: account)
        if decision.item.labels != item.labels { try saveLabels(of: decision.item, in: account) }
        for mark in decision.confirmed { try confirm(mark, of: account) }
    }

    /// Within a transaction: changes the labels of articles, in the spelling of the server.
    fileprivate func setLabels(
        of articles: [(item: RemoteItem, labels: [PendingMark.Change])], _ tags: ServerTags?, in account: AccountID
    ) throws(StoreError) {
        let changes = articles.flatMap { article in article.labels.map { (change: $0, item: article.item) } }
        for (change, changed) in Dictionary(grouping: changes, by: \.change) {
            let name = change.label ?? ""
            try setLabel(tags?.labels[name]?.first ?? name, change.isSet, of: changed.map(\.item), in: account)
        }
    }
}
