/// The one writer of a refresh: gathers what is finished, and stores each feed whole or not at all.
///
/// Updates that arrive while others are being written share the next transaction, so that there are few of them when
/// much is going on, and no waiting when there is little.
actor StoreWriter {
    private let store: Store
    private let now: Timestamp
    private var queue: [(ticket: Int, update: FeedUpdate)] = []
    private var outcomes: [Int: RefreshOutcome] = [:]
    private var lastTicket = 0

    /// The most bytes of text that one transaction takes in before it is committed.
    private static let batchLimit = 8 << 20

    init(_ store: consuming sending Store, at now: Timestamp) {
        self.store = store
        self.now = now
    }

    /// Stores an update; its outcome is given when it is committed.
    func apply(_ update: FeedUpdate) async -> RefreshOutcome {
        lastTicket += 1
        let ticket = lastTicket
        queue.append((ticket, update))
        // Whoever finished in the meantime gets in line here, and whoever comes first writes for all.
        await Task.yield()
        while true {
            if let outcome = outcomes.removeValue(forKey: ticket) { return outcome }
            writeBatch()
        }
    }

    private func writeBatch() {
        var size = 0
        let end = queue.firstIndex { entry in
            defer { size += entry.update.size }
            return size > StoreWriter.batchLimit
        }
        let batch = Array(queue[..<(end ?? queue.endIndex)])
        queue.removeFirst(batch.count)
        for (entry, outcome) in zip(batch, write(batch.map(\.update))) { outcomes[entry.ticket] = outcome }
    }

    private func write(_ updates: [FeedUpdate]) -> [RefreshOutcome] {
        do {
            return try store.updates {
                let statements = try store.articleStatements()
                return try updates.map { try write($0, with: statements) }
            }
        } catch {
            return updates.map { RefreshOutcome($0, .notStored(error)) }
        }
    }

    private func write(
        _ update: FeedUpdate, with statements: borrowing ArticleStatements
    ) throws(StoreError) -> RefreshOutcome {
        do {
            return try store.update { try store.write(update, with: statements, at: now) }
        } catch {
            // A full disk undoes the feeds before it too: none of them may be called stored.
            guard store.database.isInTransaction else { throw error }
            return RefreshOutcome(update, .notStored(error))
        }
    }
}

extension Store {
    /// Within `updates`: writes everything that an update says, and tells what became of it.
    public func write(
        _ update: FeedUpdate, with statements: borrowing ArticleStatements, at now: Timestamp, asRead: Bool = false
    ) throws(StoreError) -> RefreshOutcome {
        let feed = update.feed
        // Removed or moved by somebody else while it was fetched: what came is for nobody.
        guard try url(of: feed.id) == feed.url else { return RefreshOutcome(update, .unfinished) }
        if update.url != feed.url, let other = try self.feed(at: update.url) {
            let why = "it has moved to \(update.url), which is feed \(other.id.rawValue), \(other.title)"
            return try write(FeedUpdate(failing: update, because: why, at: now), with: statements, at: now)
        }
        if update.outcome != .unfinished {
            try write(update.state, of: feed.id)
        }
        if update.url != feed.url || update.isGone != feed.isGone {
            try write(url: update.url, isGone: update.isGone, of: feed)
        }
        if let hold = update.hold {
            try self.hold(host: hold.host, until: hold.until, at: now)
        }
        var outcome = RefreshOutcome(update, .init(update.outcome))
        if let document = update.document {
            try write(document.description, of: feed.id)
            let isRead = asRead || update.settings.beginsRead && feed.refresh.lastRefreshed == nil
            try write(document.drafts, of: feed.id, update.settings, with: statements, at: now, isRead, into: &outcome)
        }
        return outcome
    }

    private func write(
        _ document: [ArticleDraft], of feed: FeedID, _ settings: FeedSettings,
        with statements: borrowing ArticleStatements,
        at now: Timestamp, _ asRead: Bool, into outcome: inout RefreshOutcome
    ) throws(StoreError) {
        let identity = ArticleIdentity(of: document, among: try identities(of: feed))
        var new: [ArticleDraft] = []
        for (draft, match) in zip(identity.drafts, identity.matches) {
            switch match?.kind {
            case nil: new.append(draft)
            case .tombstone(let number):
                // Followed through its edits, as a stored article is: else the second one would bring it back.
                if match?.traits != draft.traits { try write(draft.traits, of: number) }
            case .article(let id, let draftHash):
                guard let change = match?.traits.change(to: draft, draftHash, settings) else { continue }
                try replace(id, by: draft, change, with: statements)
                if change != .unnoticed { outcome.changedArticles += 1 }
            }
        }
        for draft in ArticleDraft.oldestFirst(new, at: now) {
            outcome.newArticles.append(try insert(draft, into: feed, isRead: asRead, at: now, with: statements))
        }
    }
}

extension ArticleTraits {
    /// What putting the draft in this article's place means to a reader; nil where nothing at all has changed.
    fileprivate func change(to draft: ArticleDraft, _ draftHash: Int64, _ settings: FeedSettings) -> ArticleChange? {
        let other = draft.traits
        // A site that moves to https, or counts its visitors otherwise, says nothing new.
        if title != other.title || text != other.text || plainLink != other.plainLink {
            return settings.updatesBecomeUnread ? .unread : .modified
        }
        return draftHash == draft.hash ? nil : .unnoticed
    }
}

extension ArticleDraft {
    /// In the order that ids are given: from the oldest to the newest, undated ones as of now, and what is equally old
    /// from the end of the document to its start.
    static func oldestFirst(_ document: [ArticleDraft], at now: Timestamp) -> [ArticleDraft] {
        let places = document.indices.sorted { left, right in
            let (leftDate, rightDate) = (document[left].date(at: now), document[right].date(at: now))
            return leftDate == rightDate ? left > right : leftDate < rightDate
        }
        return places.map { document[$0] }
    }

    private func date(at now: Timestamp) -> Timestamp {
        published.map { min($0, now) } ?? now
    }
}
