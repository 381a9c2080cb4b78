/// Merges lines of other machines into the store, within one transaction: `Store.mergeDecisions`.
///
/// The lines go into the table of decisions. `finish` changes the stored articles, feeds and other things when all
/// lines are merged.
public struct DecisionMerge {
    /// The changes that the lines have made here.
    public struct Changes: Hashable, Sendable {
        /// Articles with a changed decision, including those that are not stored here.
        public var articles = 0
        /// Feeds, categories, rules and views likewise.
        public var others = 0
        public var isEmpty: Bool { articles == 0 && others == 0 }
    }

    /// How the decisions of the lines meet those that were made here.
    public enum Kind: Sendable {
        case usual
        /// Known decisions are applied too, because their rows may have been lost.
        case restoring
        /// This database meets a folder for the first time: see `Store.joinDecisions`.
        case joining
    }

    public private(set) var changes = Changes()
    private var hasWon = false
    private let kind: Kind
    private let now: Timestamp
    private let arrived: DecisionTime
    private let changed: ChangedDecisions
    /// Before anything was removed.
    private let lastRemoval: Int64
    /// The beginning of the keys of a feed's articles here, by their beginning on machines that know the feed by
    /// another key. Empty in most databases.
    private let prefixes: [String: String]

    fileprivate init(_ kind: Kind, in store: borrowing Store, at now: Timestamp) throws(StoreError) {
        self.kind = kind
        self.now = now
        arrived = try store.timeOfDecisions()
        lastRemoval = try store.lastRemoval()
        prefixes = try store.otherPrefixes()
        changed = try ChangedDecisions(in: store)
        if kind == .joining { try store.setDecisionsAside() }
    }

    /// Saves the decisions that win. Throws `failed` for a line that cannot be stored.
    public mutating func merge(_ line: StateLine, in store: borrowing Store) throws(StoreError) {
        let key = ownKey(line.key)
        for (property, decision) in line.decisions {
            let isWinner = try store.mergeDecision(decision, property, of: key, arrived: arrived)
            if isWinner || kind == .restoring { try changed.note(property, of: key, in: store) }
            if isWinner { hasWon = true }
        }
    }

    private func ownKey(_ key: DecisionKey) -> DecisionKey {
        guard !prefixes.isEmpty, case .article(let article) = key, !article.isSole,
            let prefix = prefixes[String(article.text.prefix(ArticleKey.prefixLength))],
            let own = ArticleKey(prefix + article.text.dropFirst(ArticleKey.prefixLength))
        else { return key }
        return .article(own)
    }

    /// Updates the stored values to the decisions that have won.
    fileprivate mutating func finish(in store: borrowing Store) throws(StoreError) {
        if kind == .joining { try store.joinDecisions(changed) } else { try store.linkChangedDecisions(changed) }
        try store.forgetOldDecisions()
        if hasWon || kind == .joining { changes = try changed.count(in: store) }
        if !changes.isEmpty { _ = try store.beginDeciding() }
        let others = try changed.others(in: store)
        try store.applyToArticles(changed, at: now, keepsRemoved: true)
        let now = now
        let rows =
            try others.isEmpty ? [] : store.removedRows { () throws(StoreError) in try store.apply(others, at: now) }
        try store.recordRemovals(after: lastRemoval, rows)
    }
}

extension Store {
    /// Merges lines of other machines in one transaction. Returns what they have changed.
    public func mergeDecisions(
        _ kind: DecisionMerge.Kind = .usual, at now: Timestamp, _ body: (inout DecisionMerge) throws -> Void
    ) throws(StoreError) -> DecisionMerge.Changes {
        try transaction {
            var merge = try DecisionMerge(kind, in: self, at: now)
            try body(&merge)
            try merge.finish(in: self)
            return merge.changes
        }
    }

    /// See `DecisionMerge.prefixes`.
    fileprivate func otherPrefixes() throws(StoreError) -> [String: String] {
        let addresses = try database.rows(
            "SELECT alias FROM decision WHERE property = 'url' AND alias IS NOT NULL GROUP BY alias HAVING count(*) > 1"
        ) { $0.text() }
        guard !addresses.isEmpty else { return [:] }
        let repeated = Set(addresses)
        let feeds = try database.rows("SELECT id, url, key FROM feed WHERE is_shared = 1") { row in
            let (id, url) = (FeedID(rawValue: row.number()), row.text())
            return FeedKey(written: row.text())?.address(of: url).flatMap { repeated.contains($0.text) ? id : nil }
        }
        var prefixes: [String: String] = [:]
        for feed in feeds {
            let keys = try allKeys(of: feed).map(ArticleKey.prefix)
            for other in keys.dropFirst() { prefixes[other] = keys[0] }
        }
        return prefixes
    }
}
