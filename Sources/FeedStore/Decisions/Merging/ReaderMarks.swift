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

    private var feeds: [FeedID: FeedKey?] = [:]
    private let moment: DecisionMoment

    fileprivate init(in store: borrowing Store) throws(StoreError) {
        moment = try store.beginDeciding()
        try store.emptyChanged()
    }

    /// Merges the marks of an article.
    ///
    /// - Parameter keys: makes the keys that it may have, from that of its feed.
    public mutating func merge(
        read isRead: Bool, starred isStarred: Bool, deleted isDeleted: Bool, of feed: FeedID,
        keys: (FeedKey) -> [ArticleKey], in store: borrowing Store
    ) throws(StoreError) {
        guard let feedKey = try key(of: feed, in: store) else {
            unplaced += 1
            return
        }
        let all = keys(feedKey).map(DecisionKey.article)
        var stored: DecisionKey?
        for key in all where stored == nil {
            if try store.isStored(key) { stored = key }
        }
        var new: Set<DecisionProperty> = []
        for key in stored.map({ [$0] }) ?? all {
            let known = try store.decisions(about: key)
            // An import never removes a stored article: a deleted one becomes read.
            let wanted: [(DecisionProperty, Bool)] = [
                (.deleted, isDeleted && stored == nil), (.read, isRead || isDeleted), (.starred, isStarred),
            ]
            let missing = wanted.filter { $1 && known[$0] == nil }.map(\.0)
            for property in missing {
                let decision = Decision(.bool(true), at: moment.time, by: moment.machine, isAutomatic: true)
                try store.mergeDecision(decision, property, of: key)
                try store.noteChanged(property, of: key)
            }
            // A deleted article counts only as deleted.
            new.formUnion(missing.filter { $0 != .read || !missing.contains(.deleted) })
        }
        read += new.contains(.read) ? 1 : 0
        starred += new.contains(.starred) ? 1 : 0
        deleted += new.contains(.deleted) ? 1 : 0
        if stored == nil, !new.isEmpty { waiting += 1 }
    }

    private mutating func key(of feed: FeedID, in store: borrowing Store) throws(StoreError) -> FeedKey? {
        if let known = feeds[feed] { return known }
        let key = try store.sharedKey(of: feed)
        feeds[feed] = .some(key)
        return key
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
            try applyToArticles(at: now, keepsRemoved: true)
            return marks
        }
    }
}
