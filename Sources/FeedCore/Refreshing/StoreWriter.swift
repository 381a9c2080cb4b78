/// The only writer of a refresh: gathers the updates of feeds, and stores each whole or not at all.
///
/// Updates that arrive within 10 ms share a transaction: for a feed without news, a transaction costs as much as all the
/// rest of storing it.
actor StoreWriter {
    /// SQLite waits for disks and for other programs, so it does not run on the threads of the task pool.
    private let executor: ThreadExecutor
    private let store: Store
    private let now: Timestamp
    private var queue: [(ticket: Int, update: FeedUpdate)] = []
    private var queuedBytes = 0
    private var outcomes: [Int: RefreshOutcome] = [:]
    private var waiting: [Int: CheckedContinuation<RefreshOutcome, Never>] = [:]
    private var lastTicket = 0
    private var gathered: Int

    /// The most bytes of text that one transaction takes in before it is committed.
    private static let batchLimit = 8 << 20
    /// How long the first update of a transaction waits for others.
    private let gatheringTime: Duration
    /// How long the network must bring nothing before the writer indexes.
    private static let idleTime = Duration.milliseconds(300)

    /// - Parameters:
    ///   - gathered: how many updates may share a transaction.
    ///   - gatheringTime: how long the first of them waits for the others.
    init(
        _ store: consuming sending Store, at now: Timestamp, gathered: Int = 1,
        within gatheringTime: Duration = .milliseconds(10)
    ) throws(StoreError) {
        guard let executor = ThreadExecutor() else {
            throw .cannotOpen(path: store.path, why: "the system has no threads left")
        }
        self.executor = executor
        store.database.setPatternBudget(.ofRules)
        self.store = store
        self.now = now
        self.gathered = gathered
        self.gatheringTime = gatheringTime
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// From now on, writes each update at once.
    func stopGathering() {
        gathered = 1
    }

    /// How long the expressions of rules may take from now on.
    func setPatternBudget(_ budget: PatternBudget) {
        store.database.setPatternBudget(budget)
    }

    /// The feed as it is now. Nil if it was removed, or cannot be read.
    func feed(_ id: FeedID) -> Feed? { try? store.feed(withID: id) ?? nil }

    /// Stores an update. Returns its outcome once it is committed.
    ///
    /// The update that fills the queue writes the whole queue. Otherwise the first update writes the queue after its
    /// wait. Neither suspends while it writes, so no update stays behind.
    func apply(_ update: FeedUpdate) async -> RefreshOutcome {
        lastTicket += 1
        let ticket = lastTicket
        queue.append((ticket, update))
        queuedBytes += update.size
        if queue.count < gathered, queuedBytes < StoreWriter.batchLimit {
            guard queue.count == 1 else { return await withCheckedContinuation { waiting[ticket] = $0 } }
            // A cancelled run does not wait.
            try? await Task.sleep(for: gatheringTime)
        }
        while true {
            if let outcome = outcomes.removeValue(forKey: ticket) { return outcome }
            writeBatch()
        }
    }

    /// Adds stored articles to the search index while the network is idle, until it is cancelled. It indexes a few at a
    /// time, so that updates need not wait long.
    func indexWhileIdle() async {
        while !Task.isCancelled {
            let ticket = lastTicket
            do { try await Task.sleep(for: StoreWriter.idleTime) } catch { return }
            while ticket == lastTicket, queue.isEmpty, !Task.isCancelled {
                // On an error, such as another writer, the next search indexes the rest.
                guard let count = try? store.indexSome(.idle) else { return }
                if count == 0 { break }
                await Task.yield()
            }
        }
    }

    /// Writes the first updates of the queue, up to and including the one that exceeds the size limit.
    private func writeBatch() {
        var size = 0
        let end = queue.firstIndex { entry in
            defer { size += entry.update.size }
            return size > StoreWriter.batchLimit
        }
        let batch = Array(queue[..<(end ?? queue.endIndex)])
        queue.removeFirst(batch.count)
        queuedBytes -= batch.reduce(0) { $0 + $1.update.size }
        for (entry, outcome) in zip(batch, write(batch.map(\.update))) {
            if let waiting = waiting.removeValue(forKey: entry.ticket) {
                waiting.resume(returning: outcome)
            } else {
                outcomes[entry.ticket] = outcome
            }
        }
    }

    /// Writes without savepoints first, because a savepoint keeps a copy of each page that a feed touches. If one feed
    /// fails, rolls back and writes all again, each feed in its savepoint.
    private func write(_ updates: [FeedUpdate]) -> [RefreshOutcome] {
        do {
            return try transaction { statements in
                try updates.map { try store.write($0, with: statements, at: now) }
            }
        } catch .busy {
            // Another program has the database for longer than we wait.
            return updates.map { RefreshOutcome($0, .notStored(.busy)) }
        } catch {
            return writeInSavepoints(updates)
        }
    }

    private func writeInSavepoints(_ updates: [FeedUpdate]) -> [RefreshOutcome] {
        do {
            return try transaction { statements in
                try updates.map { try write($0, with: statements) }
            }
        } catch {
            return updates.map { RefreshOutcome($0, .notStored(error)) }
        }
    }

    private func transaction(
        _ body: (borrowing ArticleStatements) throws -> [RefreshOutcome]
    ) throws(StoreError) -> [RefreshOutcome] {
        try store.transaction { try body(try store.articleStatements()) }
    }

    private func write(
        _ update: FeedUpdate, with statements: borrowing ArticleStatements
    ) throws(StoreError) -> RefreshOutcome {
        do {
            return try store.savepoint { try store.write(update, with: statements, at: now) }
        } catch {
            // A full disk rolls back the whole transaction: then no feed of it is stored.
            guard store.database.isInTransaction else { throw error }
            return RefreshOutcome(update, error == .cancelled ? .unfinished : .notStored(error))
        }
    }
}

extension Store {
    /// Stores an update. Runs within a transaction.
    public func write(
        _ update: FeedUpdate, with statements: borrowing ArticleStatements, at now: Timestamp, asRead: Bool = false
    ) throws(StoreError) -> RefreshOutcome {
        let feed = update.feed
        // The user has removed, moved or edited the feed while it was fetched.
        guard try isUnchanged(feed) else {
            switch update.result {
            case .offline, .unfinished: return RefreshOutcome(update)
            default: return RefreshOutcome(update, .dropped)
            }
        }
        if update.url != feed.url, let other = try self.feed(at: update.url) {
            let why = "it has moved to \(update.url), which is feed \(other.id.rawValue), \(other.title)"
            return try write(FeedUpdate(failing: update, because: why, at: now), with: statements, at: now)
        }
        if update.url != feed.url || update.isGone != feed.isGone {
            try saveAddress(update.url, isGone: update.isGone, of: feed)
        }
        if let backoff = update.backoff { try saveBackoff(backoff.time, of: backoff.host) }
        var outcome = RefreshOutcome(update)
        if let document = update.document {
            try saveFeedDescription(document.description, of: feed.id)
            let isRead = asRead || update.settings.beginsRead && feed.refresh.lastRefreshed == nil
            try write(document, of: feed.id, update.settings, with: statements, at: now, isRead, into: &outcome)
        }
        if update.result != .unfinished {
            try saveRefreshState(outcome.newArticles.isEmpty ? update.state : update.stateWithNews, of: feed.id)
        } else {
            try saveTurn(update.state.turn, of: feed.id)
        }
        return outcome
    }

    private func write(
        _ document: FeedUpdate.Document, of feed: FeedID, _ settings: FeedSettings,
        with statements: borrowing ArticleStatements,
        at now: Timestamp, _ asRead: Bool, into outcome: inout RefreshOutcome
    ) throws(StoreError) {
        let identity = try ArticleIdentity(of: document.drafts) { document throws(StoreError) in
            try identities(of: feed, like: document)
        }
        var (new, edited): ([Int], [ArticleID]) = ([], [])
        for (index, match) in identity.matches.enumerated() {
            let traits = identity.traits[index]
            switch match?.kind {
            case nil: new.append(index)
            case .tombstone(let number):
                // A tombstone follows the edits of its article: else the second edit would bring the article back.
                if match?.traits != traits { try saveTombstone(number, traits) }
            case .article(let id, let draftHash):
                let draft = identity.drafts[index]
                guard let change = match?.traits.change(to: draft, traits, draftHash, settings) else { continue }
                try replace(id, by: draft, change, with: statements)
                edited.append(id)
                if change != .unnoticed { outcome.changedArticles += 1 }
            }
        }
        try applyWaitingDecisions(toEdited: edited, of: feed, at: now)
        let drafts = ArticleDraft.oldestFirst(new, of: identity.drafts, at: now).map { identity.drafts[$0] }
        let arrived = try arrive(drafts, in: feed, from: .news, isRead: asRead, at: now, with: statements)
        outcome.newArticles = arrived.articles
        outcome.undecidedRules = arrived.undecidedRules
        if document.isComplete {
            try saveCarried(
                identity.matches.compactMap { $0?.article } + outcome.newArticles,
                tombstones: identity.matches.compactMap { $0?.tombstone }, of: feed, at: now)
        }
    }
}

extension StoredIdentity {
    /// Nil for a tombstone.
    fileprivate var article: ArticleID? {
        if case .article(let id, _) = kind { id } else { nil }
    }

    /// Nil for an article.
    fileprivate var tombstone: Int64? {
        if case .tombstone(let number) = kind { number } else { nil }
    }
}

extension ArticleFingerprint {
    /// What the change from the stored article to the draft means to the user; nil if nothing has changed.
    fileprivate func change(
        to draft: ArticleDraft, _ other: ArticleFingerprint, _ draftHash: Int64, _ settings: FeedSettings
    ) -> ArticleChange? {
        // Another version of rssium parsed it, so the difference may be ours.
        if draftHash == ArticleDraft.outdatedHash { return .unnoticed }
        // The user does not notice two changes of a link: another scheme or tracking parameter, and a link that is new
        // together with its guid, because the site has moved or puts session ids into both.
        let isLinkChanged = canonicalLink != other.canonicalLink && guid == other.guid
        if title != other.title || text != other.text || isLinkChanged {
            return settings.updatesBecomeUnread ? .unread : .modified
        }
        return draftHash == draft.hash ? nil : .unnoticed
    }
}

extension ArticleDraft {
    /// The order in which new articles get their ids: the oldest first, without a date as of now, and articles of the same
    /// date from the end of the document to its start.
    static func oldestFirst(
        _ new: [Int], of document: [ArticleDraft], at now: Timestamp
    ) -> [Int] {
        // Not in the comparison, which would copy two drafts each time.
        let dates = document.map { $0.date(at: now) }
        return new.sorted { left, right in
            dates[left] == dates[right] ? left > right : dates[left] < dates[right]
        }
    }
}
