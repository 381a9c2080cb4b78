/// Merges lines of other machines into the store, within one transaction: `Store.mergeDecisions`.
///
/// The lines go into the table of decisions. What is stored follows in `finish`, when all lines are merged.
public struct DecisionMerge {
    /// What the lines have changed here.
    public struct Changes: Hashable, Sendable {
        /// Articles of which something is decided otherwise now, those included that are not here.
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
    private let kind: Kind
    private let now: Timestamp
    /// Decisions about an article that is not stored are ignored if none is later than this.
    private let lastForgotten: DecisionTime
    /// Before anything was removed.
    private let lastRemoval: Int64
    /// The own keys of articles whose feed other machines know by other keys.
    private let aliases: [String: ArticleKey]

    fileprivate init(_ kind: Kind, in store: borrowing Store, at now: Timestamp) throws(StoreError) {
        self.kind = kind
        self.now = now
        lastForgotten = try store.timeOfDecisions().lastForgotten
        lastRemoval = try store.lastRemoval()
        aliases = try store.articleAliases()
        try store.emptyChanged()
        if kind == .joining { try store.setDecisionsAside() }
    }

    /// Saves the decisions that win. Throws `failed` for a line that cannot be stored.
    public mutating func merge(_ line: StateLine, in store: borrowing Store) throws(StoreError) {
        var key = line.key
        if case .article(let article) = key {
            if let own = aliases[article.text] { key = .article(own) }
            if let newest = line.decisions.newest, newest.time <= lastForgotten, try !store.isStored(key) { return }
        }
        var hasWon = false
        for (property, decision) in line.decisions {
            let isWinner = try store.mergeDecision(decision, property, of: key)
            if isWinner { hasWon = true }
            if isWinner || kind == .restoring { try store.noteChanged(property, of: key) }
        }
        guard hasWon, kind != .joining else { return }
        if case .article = key { changes.articles += 1 } else { changes.others += 1 }
    }

    /// Updates the stored values to the decisions that have won.
    fileprivate mutating func finish(in store: borrowing Store) throws(StoreError) {
        if kind == .joining { changes = try store.joinDecisions() }
        if !changes.isEmpty { _ = try store.beginDeciding() }
        let others = try store.changedOthers()
        try store.applyToArticles(at: now, keepsRemoved: true)
        if !others.isEmpty { try store.apply(others, at: now) }
        try store.recordRemovals(after: lastRemoval)
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

    /// Whether an article has the key.
    func isStored(_ key: DecisionKey) throws(StoreError) -> Bool {
        try database.number("SELECT 1 FROM article WHERE key = ?1 LIMIT 1", .string(key.text)) != nil
    }

    /// The own keys of articles by the keys that other machines may know them by: of feeds that were subscribed to by
    /// several URLs. Most databases have none.
    fileprivate func articleAliases() throws(StoreError) -> [String: ArticleKey] {
        let addresses = try database.rows(
            "SELECT alias FROM decision WHERE property = 'url' AND alias IS NOT NULL GROUP BY alias HAVING count(*) > 1"
        ) { $0.text() }
        guard !addresses.isEmpty else { return [:] }
        let repeated = Set(addresses)
        let feeds = try database.rows("SELECT id, url FROM feed WHERE \(Store.isShared)") { row in
            let id = FeedID(rawValue: row.number())
            return FeedKey(of: row.text()).flatMap { repeated.contains($0.text) ? id : nil }
        }
        var aliases: [String: ArticleKey] = [:]
        for feed in feeds {
            guard let keys = try FeedKeys(of: feed, in: self), keys.feeds.count > 1 else { continue }
            let articles = try database.rows("SELECT guid, url, title FROM article WHERE feed_id = ?1", [.id(feed)]) {
                keys.keys(guid: $0.optionalText(), link: $0.optionalText(), title: $0.text())
            }
            for names in articles { for other in names.dropFirst() { aliases[other.text] = names[0] } }
        }
        return aliases
    }
}
