/// Searches in the stored index, brought up to date if possible, and in a temporary one with the articles that it lacks.
extension Store {
    /// Brings the index up to date before a search, unless another program is writing, or the file is read-only or has
    /// foreign triggers. The search finds every article in any case.
    ///
    /// - Parameter progress: receives how many articles are indexed, and how many are to be.
    public func catchUpIndex(progress: (_ done: Int, _ all: Int) -> Void) throws(StoreError) {
        guard try hasUnindexed() else { return }
        do { try ForeignTrigger.refuse(in: database, path) } catch .foreignTriggers { return }
        let all = try countUnindexed()
        var done = 0
        // As long as a refresh holds its lock; a longer wait costs more than the temporary index.
        try database.withBusyTimeout(atMost: 300) { () throws(StoreError) in
            do throws(StoreError) {
                while case let count = try indexSome(.bulk), count > 0 {
                    done += count
                    progress(done, max(all, done))
                }
            } catch {
                switch error {
                case .busy, .readOnly, .diskFull, .cannotOpen: return
                default: throw error
                }
            }
        }
    }

    /// Gives the regular expressions of the next search their full time: an earlier one has used some of it.
    package func beginSearch() { database.matchers.setBudget(.ofSearch) }

    /// Indexes some of the articles that are not indexed yet, in a transaction of its own. Returns how many; 0 when all
    /// are indexed.
    ///
    /// Throws `busy`, `readOnly` and `diskFull` among others; nothing has changed then.
    public func indexSome(_ portion: IndexPortion) throws(StoreError) -> Int {
        guard try hasUnindexed() else { return 0 }
        return try transaction {
            try startOverIfMostIsDead()
            var index = try SearchIndex(database)
            var count = 0
            var last: Int64?
            let new = try database.prepare(
                """
                SELECT article.id, \(SearchIndex.columns) FROM \(SearchIndex.source)
                WHERE article.id > (SELECT indexed_to FROM search_state) ORDER BY article.id LIMIT ?1
                """)
            try new.bind([.number(portion.articles)])
            while index.bytes < portion.bytes, try new.step() {
                var row = new.row
                last = try index.insert(&row)
                count += 1
            }
            if let last { try database.run("UPDATE search_state SET indexed_to = ?1", .integer(last)) }
            let revised = try database.prepare(
                """
                SELECT (revision << 32) | article.id, \(SearchIndex.columns) FROM \(SearchIndex.source)
                JOIN search_revised ON search_revised.article_id = article.id
                WHERE is_pending = 1 ORDER BY article.id LIMIT ?1
                """)
            try revised.bind([.number(portion.articles - count)])
            var done: [Int64] = []
            while index.bytes < portion.bytes, try revised.step() {
                var row = revised.row
                done.append(try index.insert(&row) & Int64(UInt32.max))
            }
            for id in done {
                try database.run("UPDATE search_revised SET is_pending = 0 WHERE article_id = ?1", .integer(id))
            }
            return count + done.count
        }
    }

    func hasUnindexed() throws(StoreError) -> Bool {
        try database.holds(
            """
            SELECT EXISTS (SELECT 1 FROM article WHERE id > (SELECT indexed_to FROM search_state))
                OR EXISTS (SELECT 1 FROM search_revised WHERE is_pending = 1)
            """)
    }

    private func countUnindexed() throws(StoreError) -> Int {
        let new = try database.number("SELECT count(*) FROM article WHERE id > (SELECT indexed_to FROM search_state)")
        let revised = try database.number("SELECT count(*) FROM search_revised WHERE is_pending = 1")
        return Int((new ?? 0) + (revised ?? 0))
    }

    /// Empties an index most of whose rows are of articles that were removed or have changed.
    private func startOverIfMostIsDead() throws(StoreError) {
        let isMostlyDead = try database.number(
            "SELECT dead > 1000 AND dead > (SELECT sum(articles) FROM feed) FROM search_state")
        guard isMostlyDead == 1 else { return }
        try database.run("INSERT INTO search(search) VALUES ('delete-all')")
        try database.run("DELETE FROM search_revised")
        try database.run("UPDATE search_state SET indexed_to = 0, dead = 0")
        try database.run("UPDATE removal SET indexed_to = 0")
    }

    // MARK: Searching

    /// Begins a transaction, so that all parts of a search see one state of the database. False for a query without a
    /// search, or within a transaction.
    func beginSearch(_ query: ArticleQuery) throws(StoreError) -> Bool {
        if query.isUnique { try prepareTwins() }
        guard query.search != nil, !database.isInTransaction else { return false }
        try database.execute("BEGIN")
        return true
    }

    func endSearch() {
        // Only temporary tables were written.
        database.rollBack("COMMIT")
    }

    /// `WHERE …` with the search and the limit per feed, and the values in the order of their `?`.
    func condition(of query: ArticleQuery) throws(StoreError) -> (sql: String, values: [SQLValue]) {
        var (sql, values) = query.condition
        if let search = query.search {
            var stored = try searchStored(search)
            let part = try stored.part(for: search, in: self)
            sql += (sql.isEmpty ? " WHERE " : " AND ") + part.sql
            values += part.values
        }
        return query.newestOfEachFeed((sql, values))
    }

    /// The same for a list of the query, with its limit inside where that is faster.
    func listCondition(of query: ArticleQuery) throws(StoreError) -> (sql: String, values: [SQLValue]) {
        if let found = try newestMatches(query) {
            return (" WHERE article.id IN (SELECT value FROM json_each(?))", [.list(found.map(\.rawValue))])
        }
        return query.narrowed(try condition(of: query))
    }

    private func searchStored(_ query: Query) throws(StoreError) -> SearchCondition {
        let isRevised = try database.holds("SELECT EXISTS (SELECT 1 FROM search_revised)")
        var selections = [
            isRevised
                ? """
                SELECT rowid & 4294967295 FROM main.search WHERE search MATCH ? AND rowid >> 32 = ifnull(
                    (SELECT revision FROM search_revised WHERE article_id = search.rowid & 4294967295), 0)
                """ : "SELECT rowid FROM main.search WHERE search MATCH ?"
        ]
        if query.usesIndex, try hasUnindexed() {
            try indexRest()
            selections.append("SELECT rowid FROM temp.search_rest WHERE search_rest MATCH ?")
        }
        return SearchCondition(selections: selections, feed: nil)
    }

    /// Puts the ids that the index finds into a temporary table. Returns how many there are.
    func gatherHits(of expression: String, from selections: [String], into table: String) throws(StoreError) -> Int {
        try database.execute("CREATE TEMP TABLE IF NOT EXISTS \(table)(id INTEGER PRIMARY KEY)")
        try database.run("DELETE FROM temp.\(table)")
        var count = 0
        for selection in selections {
            count += try database.run("INSERT OR IGNORE INTO temp.\(table)(id) \(selection)", .string(expression))
        }
        return count
    }

    /// Indexes the articles that the stored index lacks in a temporary one.
    private func indexRest() throws(StoreError) {
        var rest = try SearchIndex(temporary: "search_rest", database)
        try database.forEachRow(
            """
            SELECT article.id, \(SearchIndex.columns) FROM \(SearchIndex.source)
            WHERE article.id > (SELECT indexed_to FROM search_state)
            UNION ALL
            SELECT article.id, \(SearchIndex.columns) FROM \(SearchIndex.source)
            JOIN search_revised ON search_revised.article_id = article.id WHERE is_pending = 1
            """
        ) { row throws(StoreError) in try rest.insert(&row) }
    }

    /// The feeds whose title or category matches; with `feed`, only whether that one does.
    func feeds(matching matcher: SQLMatcher, by value: Query.Value, among feed: FeedID?) throws(StoreError) -> [FeedID]
    {
        let name = value == .category ? "category.name" : "coalesce(feed.nickname, feed.own_title, feed.url)"
        return try database.rows(
            """
            SELECT feed.id, \(name) FROM feed LEFT JOIN category ON category.id = feed.category_id
            WHERE ?1 IS NULL OR feed.id = ?1
            """, [.number(feed?.rawValue)]
        ) { row throws(StoreError) in
            let id = FeedID(rawValue: row.number())
            guard let name = row.optionalText() else { return nil }
            do throws(PatternBudget.Exhausted) {
                return try database.matchers.matches(matcher, name) ? id : nil
            } catch {
                throw .slowPattern
            }
        }
    }
}

/// How much one transaction indexes: the limit that is reached first ends it.
public struct IndexPortion: Hashable, Sendable {
    let articles: Int
    /// Of plain text.
    let bytes: Int

    /// For a search: few transactions, each shorter than another writer waits.
    public static let bulk = IndexPortion(articles: 4000, bytes: 16 << 20)
    /// For a pause of a refresh: too short for the user or a server to notice.
    public static let idle = IndexPortion(articles: 200, bytes: 1 << 20)
}

extension Query {
    /// The query has words, so it needs the index.
    public var usesIndex: Bool { root.usesIndex }
}

extension Query.Node {
    fileprivate var usesIndex: Bool {
        switch self {
        case .all(let nodes), .any(let nodes): nodes.contains(where: \.usesIndex)
        case .not(let node): node.usesIndex
        case .words: true
        case .part, .pattern: false
        }
    }
}
