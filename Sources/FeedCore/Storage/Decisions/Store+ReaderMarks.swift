/// Takes what was read and starred in another reader into the store, within one transaction: `Store.takeReaderMarks`.
///
/// A mark of an article that is not here waits for it, as one of another machine does. What was decided here stays. On
/// other machines a mark loses to what a person decided there, as the mark of a rule does.
public struct ReaderMarks {
    /// Articles whose state has changed, or will once they are here.
    public private(set) var read = 0
    public private(set) var starred = 0
    public private(set) var deleted = 0
    /// Of these, the articles that are not here yet.
    public private(set) var waiting = 0
    /// Articles of feeds whose articles have no keys: those of programs, filters, files and accounts.
    public private(set) var unplaced = 0

    private var machines: Machines
    private let articles: MergedArticles
    private var feeds: [FeedID: FeedKey?] = [:]
    private let stamp: DecisionStamp
    private let now: Timestamp

    init(in store: borrowing Store, at now: Timestamp) throws {
        self.now = now
        machines = try Machines(in: store)
        articles = try MergedArticles(in: store)
        let time = try store.beginDeciding().time
        stamp = DecisionStamp(time: time, machine: try store.ownMachine().code, isAuto: true)
    }

    /// Takes over the marks of an article.
    ///
    /// - Parameter keys: makes the keys that it may have, from that of its feed.
    public mutating func take(
        read isRead: Bool, starred isStarred: Bool, deleted isDeleted: Bool, of feed: FeedID,
        keys: (FeedKey) -> [ArticleKey], in store: borrowing Store
    ) throws {
        guard let feedKey = try key(of: feed, in: store) else {
            unplaced += 1
            return
        }
        let all = keys(feedKey)
        let stored = all.first { articles.id(of: $0) != nil }
        var wanted = ArticleDecisions()
        // What is stored is never removed by an import: it becomes read.
        if isDeleted, stored == nil { wanted.deleted = StateEntry(true, stamp) }
        if isRead || isDeleted { wanted.read = StateEntry(true, stamp) }
        if isStarred { wanted.starred = StateEntry(true, stamp) }
        var isNew = (read: false, starred: false, deleted: false)
        for key in stored.map({ [$0] }) ?? all {
            let known = try store.decisions(about: key, stored: articles.id(of: key), machines)
            var missing = wanted
            if known.deleted != nil { missing.deleted = nil }
            if known.read != nil { missing.read = nil }
            if known.starred != nil { missing.starred = nil }
            guard !missing.isEmpty else { continue }
            var id = articles.id(of: key)
            _ = try store.merge(missing, about: key, stored: &id, &machines, at: now)
            isNew.read = isNew.read || missing.read != nil && missing.deleted == nil
            isNew.starred = isNew.starred || missing.starred != nil
            isNew.deleted = isNew.deleted || missing.deleted != nil
        }
        read += isNew.read ? 1 : 0
        starred += isNew.starred ? 1 : 0
        deleted += isNew.deleted ? 1 : 0
        if stored == nil, isNew.read || isNew.starred || isNew.deleted { waiting += 1 }
    }

    private mutating func key(of feed: FeedID, in store: borrowing Store) throws -> FeedKey? {
        if let known = feeds[feed] { return known }
        let key = try store.sharedKey(of: feed)
        feeds[feed] = .some(key)
        return key
    }
}

extension Store {
    /// Takes marks of another reader, in one transaction. Returns what `body` has taken.
    public func takeReaderMarks(
        at now: Timestamp, _ body: (inout ReaderMarks, borrowing Store) throws -> Void
    ) throws(StoreError) -> ReaderMarks {
        try transaction {
            var marks = try ReaderMarks(in: self, at: now)
            try body(&marks, self)
            return marks
        }
    }
}
