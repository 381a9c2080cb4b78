/// The one writer of a refresh: gathers what is finished, and stores each feed whole or not at all.
///
/// Updates that arrive within a moment share a transaction: one of its own costs as much as all the rest of storing a
/// feed of which nothing is new.
actor StoreWriter {
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
    /// How long the first of those that share a transaction waits for others.
    private static let moment = Duration.milliseconds(10)

    /// - Parameter gathered: so many updates are written together, where they come one after the other.
    init(_ store: consuming sending Store, at now: Timestamp, gathered: Int = 1) {
        store.database.setPatternBudget(.ofRules)
        self.store = store
        self.now = now
        self.gathered = gathered
    }

    /// From now on each update is written when it comes.
    func stopGathering() {
        gathered = 1
    }

    /// How long the expressions of rules may take from now on.
    func setPatternBudget(_ budget: PatternBudget) {
        store.database.setPatternBudget(budget)
    }

    /// Stores an update; its outcome is given when it is committed.
    func apply(_ update: FeedUpdate) async -> RefreshOutcome {
        lastTicket += 1
        let ticket = lastTicket
        queue.append((ticket, update))
        queuedBytes += update.size
        if queue.count < gathered, queuedBytes < StoreWriter.batchLimit {
            guard queue.count == 1 else { return await withCheckedContinuation { waiting[ticket] = $0 } }
            // The first one waits for all. When the run is cancelled it does not.
            try? await Task.sleep(for: StoreWriter.moment)
        }
        while true {
            if let outcome = outcomes.removeValue(forKey: ticket) { return outcome }
            writeBatch()
        }
    }

    /// Until it is cancelled: indexes for the search what is stored, a little at a time, while nothing has come from
    /// the network for a while. What comes in the meantime waits for no more than that little.
    func indexWhileIdle() async {
        while !Task.isCancelled {
            let ticket = lastTicket
            do { try await Task.sleep(for: StoreWriter.idleTime) } catch { return }
            while ticket == lastTicket, queue.isEmpty, !Task.isCancelled {
                // Whoever else writes goes first, and what is not indexed here the next search does.
                guard let count = try? store.indexSome(.idle) else { return }
                if count == 0 { break }
                await Task.yield()
            }
        }
    }

    /// Without news from the network, until there is time for something else.
    private static let idleTime = Duration.milliseconds(300)

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

    /// As a rule every feed can be written: then none needs a savepoint of its own, which keeps a copy of each page
    /// that the feed touches. Where one cannot, all is undone and written again, each feed within its savepoint.
    private func write(_ updates: [FeedUpdate]) -> [RefreshOutcome] {
        do {
            return try transaction { statements in
                try updates.map { try store.write($0, with: statements, at: now) }
            }
        } catch .busy {
            // Somebody else writes, and was waited for long enough.
            return updates.map { RefreshOutcome($0, .notStored(.busy)) }
        } catch {
            return writeApart(updates)
        }
    }

    private func writeApart(_ updates: [FeedUpdate]) -> [RefreshOutcome] {
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
            // A full disk undoes the feeds before it too: none of them may be called stored.
            guard store.database.isInTransaction else { throw error }
            return RefreshOutcome(update, error == .cancelled ? .unfinished : .notStored(error))
        }
    }
}

extension Store {
    /// So many articles are inserted before it is asked whether to go on.
    private static let insertLimit = 1000

    /// Within a transaction: writes everything that an update says, and tells what became of it.
    public func write(
        _ update: FeedUpdate, with statements: borrowing ArticleStatements, at now: Timestamp, asRead: Bool = false
    ) throws(StoreError) -> RefreshOutcome {
        let feed = update.feed
        // Removed or moved by somebody else while it was fetched: what came is for nobody.
        guard try isUnmoved(feed) else {
            switch update.outcome {
            case .offline, .unfinished: return RefreshOutcome(update, .init(update.outcome))
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
        if let hold = update.hold {
            try saveBackoff(hold.time, of: hold.host)
        }
        var outcome = RefreshOutcome(update, .init(update.outcome))
        if let document = update.document {
            try saveFeedDescription(document.description, of: feed.id)
            let isRead = asRead || update.settings.beginsRead && feed.refresh.lastRefreshed == nil
            try write(document, of: feed.id, update.settings, with: statements, at: now, isRead, into: &outcome)
        }
        if update.outcome != .unfinished {
            try saveRefreshState(outcome.newArticles.isEmpty ? update.state : update.stateWithNews, of: feed.id)
        }
        return outcome
    }

    private func write(
        _ document: FeedUpdate.Document, of feed: FeedID, _ settings: FeedSettings,
        with statements: borrowing ArticleStatements,
        at now: Timestamp, _ asRead: Bool, into outcome: inout RefreshOutcome
    ) throws(StoreError) {
        let identity = ArticleIdentity(of: document.drafts, among: try identities(of: feed))
        var new: [Int] = []
        for (index, match) in identity.matches.enumerated() {
            let (draft, traits) = (identity.drafts[index], identity.traits[index])
            switch match?.kind {
            case nil: new.append(index)
            case .tombstone(let number):
                // Followed through its edits, as a stored article is: else the second one would bring it back.
                if match?.traits != traits { try saveTombstone(number, traits) }
            case .article(let id, let draftHash):
                guard let change = match?.traits.change(to: draft, traits, draftHash, settings) else { continue }
                try replace(id, by: draft, change, with: statements)
                if change != .unnoticed { outcome.changedArticles += 1 }
            }
        }
        var drafts = ArticleDraft.oldestFirst(new, of: identity.drafts, at: now)[...]
        while !drafts.isEmpty {
            // Tens of thousands take seconds: nobody waits for them once the run is to end.
            if !outcome.newArticles.isEmpty, Task.isCancelled { throw .cancelled }
            outcome.newArticles += try insert(
                drafts.prefix(Store.insertLimit), into: feed, isRead: asRead, at: now, with: statements)
            drafts = drafts.dropFirst(Store.insertLimit)
        }
        let effect = try applyRules(to: outcome.newArticles, of: feed, at: now)
        if !effect.dropped.isEmpty { outcome.newArticles.removeAll(where: effect.dropped.contains) }
        outcome.undecidedRules = effect.undecided
        if document.isComplete {
            try saveCarriedArticles(identity.matches.compactMap { $0?.article } + outcome.newArticles, of: feed)
        }
    }
}

extension StoredIdentity {
    /// Nil for what is gone for good.
    fileprivate var article: ArticleID? {
        if case .article(let id, _) = kind { id } else { nil }
    }
}

extension ArticleFingerprint {
    /// What putting the draft in this article's place means to a reader; nil where nothing at all has changed.
    fileprivate func change(
        to draft: ArticleDraft, _ other: ArticleFingerprint, _ draftHash: Int64, _ settings: FeedSettings
    ) -> ArticleChange? {
        // What differs may be our reading of it alone: a new version of this program turns no article into news.
        if draftHash == ArticleDraft.outdatedHash { return .unnoticed }
        // A site that moves to https, or counts its visitors otherwise, says nothing new.
        if title != other.title || text != other.text || canonicalLink != other.canonicalLink {
            return settings.updatesBecomeUnread ? .unread : .modified
        }
        return draftHash == draft.hash ? nil : .unnoticed
    }
}

extension ArticleDraft {
    /// In the order that ids are given: from the oldest to the newest, undated ones as of now, and what is equally old
    /// from the end of the document to its start.
    static func oldestFirst(
        _ new: [Int], of document: [ArticleDraft], at now: Timestamp
    ) -> some RandomAccessCollection<ArticleDraft> {
        let places = new.sorted { left, right in
            let (leftDate, rightDate) = (document[left].date(at: now), document[right].date(at: now))
            return leftDate == rightDate ? left > right : leftDate < rightDate
        }
        return places.lazy.map { document[$0] }
    }
}
