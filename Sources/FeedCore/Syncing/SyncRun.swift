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
    /// What the server has answered with `OK`.
    var sent: Set<PendingMark> = []
    /// Changes of subscriptions that the server does not make, and that are no longer sent.
    var givenUp: [FeedChange] = []
    /// Feeds that came, or came back, in this run: its lists of articles may be older than that.
    var freshFeeds: Set<FeedID> = []
    /// Articles that were fetched in this run.
    var fetched: Set<RemoteID> = []

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
        } else if !marks.isEmpty {
            marks = try await SyncRun.wanted(marks, by: fetchMarks(), server)
        }
        try await push(marks, in: store, progress)
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
        if pushError == nil { try await push(later.filter(lists.lacks), in: store, progress) }
        return lists.time ?? now
    }

    /// Sends the waiting changes of subscriptions, and takes over the server's list.
    mutating func exchangeFeeds(in store: borrowing Store) async throws {
        let accepted = try await sendChanges(in: store)
        try await takeOverFeeds(accepted, in: store, believing: false)
    }
}

// MARK: - Marks, on their way to the server

extension SyncRun {
    /// Sends the marks that were not sent yet, and nothing else. The next sync confirms them.
    mutating func sendMarks(in store: borrowing Store) async throws {
        let state = try store.syncState(of: account.id)
        var marks = try store.marksToSend(of: account.id).filter { $0.sequence > state.sentMark }
        if server.abilities.comparesMarks, !marks.isEmpty {
            marks = try await SyncRun.wanted(marks, by: fetchMarks(), server)
        }
        try await push(marks, in: store) { _ in }
        if let pushError { throw pushError }
        if state.lastMark > state.sentMark { try store.saveSentMark(state.lastMark, of: account.id) }
    }

    /// Some servers read few ids, say `OK` and do only part: where a mark was sent in vain, batches are smaller.
    private static let doubtfulMarkBatch = 40
    /// After so many refused requests the rest waits for the next run.
    private static let refusalLimit = 40

    /// The marks that would change something: some servers take a mark back that they have already.
    private static func wanted(
        _ marks: [PendingMark], by lists: Lists, _ server: any AccountServer
    ) async throws(SyncError) -> [PendingMark] {
        var lists = lists
        if !lists.isUnreadWhole {
            // A list in several pages may lack some.
            let doubtful = marks.filter { $0.value == .unread && lists.lacks($0) }.map(\.id)
            for batch in doubtful.chunks(of: articleBatch) {
                for article in try await server.contents(of: batch) where !article.isRead {
                    lists.unread.insert(article.id)
                }
            }
        }
        return marks.filter(lists.lacks)
    }

    /// Sends marks. They stay as they are: only the server's own lists confirm them.
    private mutating func push(
        _ marks: [PendingMark], in store: borrowing Store, _ progress: (SyncProgress) -> Void
    ) async throws {
        guard !marks.isEmpty else { return }
        var refused: [PendingMark] = []
        var refusals = 0
        let isDoubtful = try store.hasUnconfirmedMarks(of: account.id)
        let size = isDoubtful ? SyncRun.doubtfulMarkBatch : server.abilities.markBatch
        for value in PendingMark.Value.allCases {
            let group = marks.filter { $0.value == value }
            // Each batch that is refused is halved, until single marks are left.
            var batches = group.chunks(of: size)
            batches.reverse()
            while let batch = batches.popLast(), refusals < SyncRun.refusalLimit {
                do throws(SyncError) {
                    try await server.send(value, of: batch.map(\.id))
                    sent.formUnion(batch)
                    outcome.marksSent += batch.count
                    progress(.marks(outcome.marksSent, of: marks.count))
                } catch {
                    guard case .status(let status, _) = error else { throw error }
                    refusals += 1
                    if status != 400 {
                        pushError = pushError ?? error
                    } else if batch.count == 1 {
                        refused += batch
                    } else {
                        batches.append(Array(batch[(batch.count / 2)...]))
                        batches.append(Array(batch[..<(batch.count / 2)]))
                    }
                }
            }
        }
        try note(refused, in: store)
    }

    /// A server that refuses every mark has another reason than the article.
    private mutating func note(_ refused: [PendingMark], in store: borrowing Store) throws {
        guard !sent.isEmpty || refused.count == 1 else {
            if !refused.isEmpty { pushError = pushError ?? .status(400, "it refuses every mark") }
            return
        }
        var dropped = 0
        for mark in refused where try store.noteRefusal(of: mark, in: account.id) { dropped += 1 }
        if dropped > 0 {
            let marks = dropped == 1 ? "1 mark: it is" : "\(dropped) marks: they are"
            outcome.warnings.append("the server refuses \(marks) no longer sent")
        }
    }
}

// MARK: - The server's lists of articles

extension SyncRun {
    struct Lists {
        var unread: Set<RemoteID> = []
        var isUnreadWhole = true
        var starred: Set<RemoteID> = []
        /// Those that the server has stored lately, whatever their state.
        var recent: Set<RemoteID> = []
        /// The server's time before the first of them.
        var time: Timestamp?

        /// Whether the article is otherwise on the server than the mark says.
        func lacks(_ mark: PendingMark) -> Bool {
            let isSet = mark.value.key == .read ? !unread.contains(mark.id) : starred.contains(mark.id)
            return isSet != mark.value.isSet
        }
    }

    private static let pageLimit = 100
    /// No account has that many articles: a longer answer is not a list.
    private static let idLimit = 2_000_000
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
    private func fetchMarks() async throws(SyncError) -> Lists {
        let unread = try await fetch(.unread)
        return Lists(
            unread: unread.ids, isUnreadWhole: unread.isWhole, starred: try await fetch(.starred).ids, time: unread.time
        )
    }

    private func fetch(
        _ list: ArticleList
    ) async throws(SyncError) -> (ids: Set<RemoteID>, isWhole: Bool, time: Timestamp?) {
        var ids: Set<RemoteID> = []
        var (first, time) = try await server.page(of: list, after: nil)
        ids.reserveCapacity(first.ids.count)
        ids.formUnion(first.ids)
        let isWhole = first.continuation == nil || first.isGapless
        var seen: Set<String> = []
        for _ in 1..<SyncRun.pageLimit {
            // Some servers have a continuation for ever, or after the last page.
            guard let continuation = first.continuation, seen.insert(continuation).inserted else {
                return (ids, isWhole, time)
            }
            first = try await server.page(of: list, after: continuation).page
            if first.ids.isEmpty { return (ids, isWhole, time) }
            ids.formUnion(first.ids)
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
    private static let articleBatch = 100
    /// How many requests for articles are under way at once.
    private static let requestLimit = 2
    /// How many articles a run asks for because a star is missing.
    private static let evidenceLimit = 250

    /// Notes the articles that are not known yet. Returns those whose star is missing from the list.
    private func noteUnknown(in lists: Lists, in store: borrowing Store) throws -> [RemoteID] {
        var unknown = lists.unread.union(lists.starred).union(lists.recent)
        let plan = StatePlan(
            unread: [], isUnreadWhole: true, starred: lists.starred, lastMark: 0, fetched: fetched)
        let pending = try store.pendingMarks(of: account.id)
        var lostStars: [RemoteID] = []
        try store.forEachRemoteItem(of: account.id) { item in
            // What retention has removed here comes back with a mark that was made elsewhere.
            let isBack = item.isPruned && (lists.unread.contains(item.id) || lists.starred.contains(item.id))
            if !unknown.isEmpty, !isBack { unknown.remove(item.id) }
            guard lostStars.count < SyncRun.evidenceLimit, plan.lacksStar(item, pending[item.id] ?? []) else { return }
            lostStars.append(item.id)
        }
        try store.saveWanted(unknown, of: account.id)
        return lostStars
    }

    /// Fetches and stores the wanted articles. Each batch is one transaction, so that a run that is ended goes on where it
    /// was.
    private mutating func fetchArticles(in store: borrowing Store, _ progress: (SyncProgress) -> Void) async throws {
        let wanted = try store.wanted(of: account.id)
        if wanted.isEmpty { return }
        var arrival = ArticleArrival(of: account.id, among: try store.feedsByRemoteID(of: account.id), at: now)
        var batches = wanted.chunks(of: SyncRun.articleBatch)[...]
        let server = server
        var done = 0
        progress(.articles(0, of: wanted.count))
        try await withThrowingTaskGroup(of: (asked: [RemoteID], came: [RemoteArticle]).self) { group in
            for _ in 0..<SyncRun.requestLimit {
                guard let batch = batches.popFirst() else { break }
                group.addTask { (batch, try await server.contents(of: batch)) }
            }
            while let (asked, came) = try await group.next() {
                if Task.isCancelled { throw SyncError.fetch(.cancelled) }
                if let batch = batches.popFirst() {
                    group.addTask { (batch, try await server.contents(of: batch)) }
                }
                let stored = try store.store(came, asked: asked, &arrival)
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

    /// Asks for the articles whose star is missing from the list.
    private func askFor(_ lostStars: [RemoteID]) async throws(SyncError) -> [RemoteID: StatePlan.Evidence] {
        var evidence: [RemoteID: StatePlan.Evidence] = [:]
        for batch in lostStars.chunks(of: SyncRun.articleBatch) {
            for id in batch { evidence[id] = .missing }
            for article in try await server.contents(of: batch) {
                evidence[article.id] = article.isStarred ? .starred : .unstarred
            }
        }
        return evidence
    }
}

// MARK: - What is read and starred

extension SyncRun {
    /// After so many complete runs that have sent a mark in vain it is no longer sent.
    private static let sendingLimit = 5

    /// Takes over the states of the lists, in one transaction: a mark is either noted before, or made after it.
    private mutating func applyStates(
        _ lists: Lists, _ evidence: [RemoteID: StatePlan.Evidence], lastMark: Int64, in store: borrowing Store
    ) throws {
        let plan = StatePlan(
            unread: lists.unread, isUnreadWhole: lists.isUnreadWhole, starred: lists.starred, lastMark: lastMark,
            sent: sent, evidence: evidence, fetched: fetched)
        var notKept: [PendingMark.Value: Int] = [:]
        let (account, fresh, now) = (account.id, freshFeeds, now)
        try store.transaction {
            let pending = try store.pendingMarks(of: account)
            var decisions: [StatePlan.Decision] = []
            try store.forEachRemoteItem(of: account) { item in
                if let decision = plan.decide(item, pending[item.id] ?? []) { decisions.append(decision) }
            }
            for decision in decisions {
                if let article = decision.item.article {
                    // A feed that is not listed at present says nothing about its articles.
                    guard let feed = try store.feed(of: article, in: account), !fresh.contains(feed) else { continue }
                    for value in decision.set { try store.setState(value, of: article, at: now) }
                }
                try store.save(decision.item, of: account)
                for mark in decision.confirmed { try store.confirm(mark, of: account) }
                for mark in decision.unconfirmed
                where try store.noteUnconfirmed(mark, of: account) >= SyncRun.sendingLimit {
                    try store.confirm(mark, of: account)
                    notKept[mark.value] = (notKept[mark.value] ?? 0) + 1
                }
            }
        }
        for value in PendingMark.Value.allCases {
            guard let count = notKept[value], let mark = Mark(rawValue: value.rawValue) else { continue }
            outcome.marksNotKept.append(SyncOutcome.MarkNotKept(mark: mark, articles: count))
        }
    }
}
