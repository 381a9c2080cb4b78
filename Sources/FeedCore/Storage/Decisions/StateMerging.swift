/// Takes lines of other machines into the store, within one transaction: `Store.mergeState`.
public struct StateMerging {
    /// What the lines have changed here.
    public struct Changes: Hashable, Sendable {
        /// Articles of which something is decided otherwise now, those included that are not here.
        public var articles = 0
        /// Feeds, categories, rules and views likewise.
        public var others = 0
        public var isEmpty: Bool { articles == 0 && others == 0 }
    }

    public private(set) var changes = Changes()
    private let now: Timestamp
    private var machines: Machines
    private var articles: MergedArticles
    private let time: DecisionTime
    /// Before anything was removed.
    private let lastRemoval: Int64
    private var changed: [StateKey: Set<StateProperty>] = [:]
    /// Everything that the lines decide is applied, also what was decided here already: its rows may have been lost.
    private let appliesAll: Bool
    /// If this database joins a folder.
    private var joining: Joining?

    /// What was decided here and there about the things that both sides know, and which articles one of them deleted.
    private struct Joining {
        let rule: StateJoining
        /// What was decided about here before: articles that are not stored, and others.
        let articles: Set<ArticleKey>
        let others: Set<StateKey>
        var ours = SharedState()
        var theirs = SharedState()

        init(_ rule: StateJoining, in store: borrowing Store, _ machines: Machines) throws {
            self.rule = rule
            articles = Set(try store.database.rows("SELECT key FROM absent_article") { ArticleKey($0.text()) })
            var others: Set<StateKey> = []
            try store.forEachDecidedThing(machines) { key, _ in others.insert(key) }
            self.others = others
        }
    }

    init(
        in store: borrowing Store, articles: MergedArticles, joining rule: StateJoining?, appliesAll: Bool,
        at now: Timestamp
    ) throws {
        self.now = now
        self.appliesAll = appliesAll
        self.articles = articles
        time = try store.timeOfDecisions()
        machines = try Machines(in: store)
        lastRemoval = try store.lastRemoval()
        if let rule { joining = try Joining(rule, in: store, machines) }
    }

    /// Takes over what wins. Throws `failed` for a line that cannot be stored.
    public mutating func merge(_ line: StateLine, in store: borrowing Store) throws {
        switch line {
        case .article(let key, var decisions):
            if articles.id(of: key) != nil {
                try articles.gather(decisions, about: key, isJoining: joining != nil, &machines, in: store)
                decisions.read = nil
                decisions.starred = nil
            }
            guard !decisions.isEmpty, try !isKept(for: .article(key, decisions), in: store) else { return }
            try merge(decisions, about: key, in: store)
        case .other(let key, let properties):
            if try isKept(for: line, in: store) { return }
            let won = try store.merge(properties, about: key, &machines)
            if !won.isEmpty { changes.others += 1 }
            if !won.isEmpty || appliesAll {
                changed[key, default: []].formUnion(appliesAll ? properties.keys : won.keys)
            }
        }
    }

    /// What is not gathered in `articles`: labels and deletions, and all about articles that are not stored.
    private mutating func merge(
        _ decisions: ArticleDecisions, about key: ArticleKey, in store: borrowing Store
    ) throws {
        let isChanged = try articles.settle(key, &machines, in: store, at: now)
        var id = articles.id(of: key)
        guard id != nil || decisions.isKept(isStored: false, at: time) else { return }
        let isMerged = try store.merge(decisions, about: key, stored: &id, &machines, at: now)
        if isChanged || isMerged { changes.articles += 1 }
        try articles.set(id, of: key, in: store)
    }

    /// When a database joins a folder: what both sides know is compared when all files are read.
    private mutating func isKept(for line: StateLine, in store: borrowing Store) throws -> Bool {
        if joining == nil { return false }
        switch line {
        case .article(let key, let decisions):
            let id = articles.id(of: key)
            let isKnown = id != nil || joining?.articles.contains(key) == true
            // No article is deleted before all is known of it.
            guard isKnown || decisions.deleted != nil else { return false }
            if isKnown, joining?.theirs.articles[key] == nil {
                let ours = try store.decisions(about: key, stored: id, machines)
                joining?.ours.merge(.article(key, ours))
            }
        case .other(let key, _):
            guard joining?.others.contains(key) == true else { return false }
            if joining?.theirs.others[key] == nil {
                let ours = try store.decisions(about: key, machines)
                joining?.ours.merge(.other(key, ours))
            }
        }
        joining?.theirs.merge(line)
        return true
    }

    /// Applies what was decided, after all lines were merged. Returns what is known of the articles, for the next lines;
    /// nil if that is not so any more.
    mutating func finish(in store: borrowing Store) throws -> MergedArticles? {
        changes.articles += try articles.settleAll(joining?.rule, &machines, in: store, at: now)
        if var sides = joining {
            joining = nil
            for key in sides.articles where sides.theirs.articles[key] == nil {
                let deleted = try store.absentDecisions(of: key, machines)?.deleted
                sides.ours.merge(.article(key, ArticleDecisions(deleted: deleted)))
            }
            let new = sides.rule.decisions(ours: sides.ours, theirs: sides.theirs)
            var all = sides.theirs
            all.merge(new)
            for line in all.lines { try merge(line, in: store) }
        }
        if !changes.isEmpty { _ = try store.beginDeciding() }
        if !changed.isEmpty { try store.apply(changed, machines, at: now) }
        try store.recordRemovals(after: lastRemoval)
        return changed.isEmpty ? articles : nil
    }
}

extension Store {
    /// Takes lines of other machines in, in one transaction. Returns what they have changed.
    ///
    /// - Parameter joining: how the sides unite where the database meets a folder for the first time.
    public func mergeState(
        joining: StateJoining? = nil, appliesAll: Bool = false, at now: Timestamp,
        _ body: (inout StateMerging) throws -> Void
    ) throws(StoreError) -> StateMerging.Changes {
        var known: MergedArticles?
        return try mergeState(joining: joining, appliesAll: appliesAll, &known, at: now, body)
    }

    /// The same for one file of several.
    ///
    /// - Parameter known: the articles as the last such transaction has left them, and as this one leaves them.
    func mergeState(
        joining: StateJoining?, appliesAll: Bool = false, _ known: inout MergedArticles?, at now: Timestamp,
        _ body: (inout StateMerging) throws -> Void
    ) throws(StoreError) -> StateMerging.Changes {
        var last = known
        known = nil
        let merged = try transaction {
            if try last?.isCurrent(in: self) != true { last = try MergedArticles(in: self) }
            let articles = try last ?? MergedArticles(in: self)
            last = nil
            var merging = try StateMerging(
                in: self, articles: articles, joining: joining, appliesAll: appliesAll, at: now)
            try body(&merging)
            return (known: try merging.finish(in: self), changes: merging.changes)
        }
        known = merged.known
        return merged.changes
    }

    /// Saves what has won against what was decided here, and returns it. Values are changed by `apply`.
    fileprivate func merge(
        _ theirs: StateProperties, about key: StateKey, _ machines: inout Machines
    ) throws -> StateProperties {
        var mine = try decisions(about: key, machines)
        let won = mine.merge(theirs)
        for (property, entry) in won {
            try saveDecision(
                property, of: key, entry.value, machines.packed(false, entry.stamp, in: self))
        }
        return won
    }
}
