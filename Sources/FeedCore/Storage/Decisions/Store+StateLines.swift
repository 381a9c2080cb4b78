/// What this machine knows, as the lines of a state file.
extension Store {
    /// Calls `body` with each line in the order of their bytes.
    public func forEachStateLine(_ body: (StateLine) throws -> Void) throws {
        let machines = try Machines(in: self)
        // Each page of the articles is read once: to keep them would only take memory.
        let cache = try database.number("PRAGMA cache_size") ?? 0
        try database.execute("PRAGMA cache_size = -1000")
        defer { try? database.execute("PRAGMA cache_size = \(cache)") }
        try forEachDecidedArticle(machines) { key, decisions in try body(.article(key, decisions)) }
        for line in try otherLines(machines) { try body(line) }
    }

    /// Goes through the stored articles and the others side by side, both by their keys: so only what was decided about
    /// stored articles is in memory.
    private func forEachDecidedArticle(
        _ machines: Machines, _ body: (ArticleKey, ArticleDecisions) throws -> Void
    ) throws {
        let now = try timeOfDecisions()
        var stored = try storedEntries()[...]
        // Entries of one article that is stored, and of which its deletion was taken back, stand side by side.
        func write(_ key: ArticleKey, _ absent: ArticleDecisions = ArticleDecisions()) throws {
            var all = absent
            var isStored = false
            while let entries = stored.first, entries.key == key {
                all.merge(try decisions(entries, machines))
                isStored = true
                stored.removeFirst()
            }
            if all.isKept(isStored: isStored, at: now) { try body(key, all) }
        }
        let absent = try database.prepare(
            """
            SELECT key, read_entry, starred_entry, deleted_entry,
                EXISTS (SELECT 1 FROM absent_label WHERE key = absent_article.key)
            FROM absent_article ORDER BY key
            """)
        while try absent.step() {
            var row = absent.row
            guard let key = ArticleKey(row.text()) else { continue }
            while let entries = stored.first, entries.key < key { try write(entries.key) }
            let (read, starred, deleted) = (row.entry(), row.entry(), row.entry())
            var decisions = ArticleDecisions(
                deleted: deleted.map(machines.unpacked), read: read.map(machines.unpacked),
                starred: starred.map(machines.unpacked))
            if row.flag() { decisions.labels = try absentLabels(of: key, machines) }
            try write(key, decisions)
        }
        while let entries = stored.first { try write(entries.key) }
    }

    /// The entries of one stored article, unpacked only when its line is written: there may be very many. An entry that
    /// is missing is 0.
    private struct StoredEntries {
        let key: ArticleKey
        let hasLabels: Bool
        let article: ArticleID
        let read, starred: Int64
    }

    private func decisions(_ entries: StoredEntries, _ machines: Machines) throws(DatabaseError) -> ArticleDecisions {
        ArticleDecisions(
            read: PackedEntry(column: entries.read).map(machines.unpacked),
            starred: PackedEntry(column: entries.starred).map(machines.unpacked),
            labels: entries.hasLabels ? try labels(of: entries.article, machines) : [:])
    }

    /// By their keys.
    private func storedEntries() throws -> [StoredEntries] {
        var keys = ArticleKeys()
        var entries: [StoredEntries] = []
        let statement = try database.prepare(
            """
            SELECT id, feed_id, read_entry, starred_entry, guid, url, title,
                id IN (SELECT article_id FROM article_label) AS has_labels
            FROM article WHERE read_entry IS NOT NULL OR starred_entry IS NOT NULL OR has_labels
            """)
        while try statement.step() {
            var row = statement.row
            let (id, feed) = (ArticleID(rawValue: row.number()), FeedID(rawValue: row.number()))
            let (read, starred) = (row.number(), row.number())
            let (guid, link, title) = (row.optionalText(), row.optionalText(), row.text())
            guard let key = try keys.key(of: feed, guid: guid, link: link, title: title, in: self) else { continue }
            entries.append(
                StoredEntries(key: key, hasLabels: row.flag(), article: id, read: read, starred: starred))
        }
        entries.sort { $0.key < $1.key }
        return entries
    }

    /// The lines of categories, feeds, rules and views. One feed that is known under several keys is written under the
    /// smallest.
    private func otherLines(_ machines: Machines) throws -> [StateLine] {
        let left = Set(try unsharedKeys())
        var others: [StateKey: StateProperties] = [:]
        try forEachDecidedThing(machines) { key, properties in
            if case .feed(let feed) = key, left.contains(feed) { return }
            others[key] = properties
        }
        let state = SharedState(others.map { StateLine.other($0.key, $0.value) })
        for (key, leading) in state.leadingFeedKeys where key != leading {
            guard let properties = others.removeValue(forKey: .feed(key)) else { continue }
            others[.feed(leading), default: [:]].merge(properties)
        }
        return StateLine.sorted(others.map { .other($0.key, $0.value) })
    }

    /// The keys of feeds that are not shared any more: they belong to an account now, or have a filter.
    private func unsharedKeys() throws(DatabaseError) -> [FeedKey] {
        try database.rows("SELECT key FROM feed WHERE key IS NOT NULL AND NOT \(Store.isShared)") {
            FeedKey(written: $0.text())
        }
    }
}
