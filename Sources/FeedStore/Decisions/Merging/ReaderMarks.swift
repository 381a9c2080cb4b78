/// Takes what was read and starred in another reader into the store, within one transaction: `Store.mergeReaderMarks`.
///
/// A mark of an article that is not stored waits for it, as one of another machine does. Existing decisions stay. On
/// other machines, such a mark loses to a decision of the user, as the mark of a rule does.
public struct ReaderMarks {
    /// Articles whose state has changed, or will once they are here.
    public private(set) var read = 0
    public private(set) var starred = 0
    public private(set) var deleted = 0
    /// Of these, the articles that are not here yet.
    public private(set) var waiting = 0
    /// Articles of feeds whose articles have no keys: those of programs, filters, files and accounts.
    public private(set) var unplaced = 0

    private var feeds: [FeedID: KnownFeed?] = [:]
    private let moment: DecisionMoment
    fileprivate let changed: ChangedDecisions

    fileprivate init(in store: borrowing Store) throws(StoreError) {
        moment = try store.beginDeciding()
        changed = try ChangedDecisions(in: store)
    }

    /// Merges the marks of an article.
    ///
    /// - Parameter keys: makes the keys that it may have, from that of its feed.
    public mutating func merge(
        read isRead: Bool, starred isStarred: Bool, deleted isDeleted: Bool, of feed: FeedID,
        keys: (FeedKey) -> [ArticleKey], in store: borrowing Store
    ) throws(StoreError) {
        guard let feed = try known(feed, in: store) else {
            unplaced += 1
            return
        }
        let all = keys(feed.key)
        let stored = all.lazy.compactMap { feed.articles[$0] }.first
        // An import never removes a stored article: a deleted one becomes read.
        let wanted: [(DecisionProperty, Bool)] = [
            (.deleted, isDeleted && stored == nil), (.read, isRead || isDeleted), (.starred, isStarred),
        ]
        let properties = wanted.filter(\.1).map(\.0)
        let new = try store.decideAutomatically(properties, of: stored, orWaiting: all, moment, changed)
        read += new.contains(.read) && !new.contains(.deleted) ? 1 : 0
        starred += new.contains(.starred) ? 1 : 0
        deleted += new.contains(.deleted) ? 1 : 0
        if stored == nil, !new.isEmpty { waiting += 1 }
    }

    private mutating func known(_ feed: FeedID, in store: borrowing Store) throws(StoreError) -> KnownFeed? {
        if let known = feeds[feed] { return known }
        let found = try store.sharedKey(of: feed).map { key throws(StoreError) in
            KnownFeed(key: key, articles: try store.soleArticles(of: feed))
        }
        feeds[feed] = .some(found)
        return found
    }

    /// A feed whose articles have keys.
    private struct KnownFeed {
        let key: FeedKey
        let articles: [ArticleKey: ArticleID]
    }
}

extension Store {
    /// Merges marks of another reader, in one transaction. Returns what `body` has merged.
    public func mergeReaderMarks(
        at now: Timestamp, _ body: (inout ReaderMarks, borrowing Store) throws -> Void
    ) throws(StoreError) -> ReaderMarks {
        try transaction {
            var marks = try ReaderMarks(in: self)
            try body(&marks, self)
            try applyToArticles(marks.changed, at: now, keepsRemoved: true)
            return marks
        }
    }

    /// Decides properties of an article that were not decided before: of one that is not stored yet, under each key that it
    /// may have. Returns these.
    func decideAutomatically(
        _ properties: [DecisionProperty], of article: ArticleID?, orWaiting keys: [ArticleKey],
        _ moment: DecisionMoment, _ changed: ChangedDecisions
    ) throws(StoreError) -> [DecisionProperty] {
        guard let article else { return try decideAutomatically(properties, ofWaiting: keys, moment) }
        let known = Set(
            try database.rows("SELECT property FROM decision WHERE article_id = ?1", [.id(article)]) { $0.text() })
        let new = properties.filter { !known.contains($0.name.text) }
        for property in new {
            try decide(property, true, where: "id = ?", [.id(article)], moment, isAutomatic: true)
            try changed.note(
                where: "article_id = ?1 AND property = ?2", [.id(article), .string(property.name.text)], in: self)
        }
        return new
    }

    private func decideAutomatically(
        _ properties: [DecisionProperty], ofWaiting keys: [ArticleKey], _ moment: DecisionMoment
    ) throws(StoreError) -> [DecisionProperty] {
        var new: Set<DecisionProperty> = []
        for key in keys.map(DecisionKey.article) {
            let known = try decisions(about: key)
            for property in properties where known[property] == nil {
                let decision = Decision(.bool(true), at: moment.time, by: moment.machine, isAutomatic: true)
                try mergeDecision(decision, property, of: key)
                new.insert(property)
            }
        }
        return new.sorted()
    }
}
