/// How an article can be marked.
public enum Mark: String, Sendable, CaseIterable {
    case read, unread, starred, unstarred
    /// It is removed, and does not come back: it leaves a tombstone.
    case deleted
}

extension Store {
    /// Marks articles by their ids; with a limit, only those dated before it. Returns how many changed, and the unknown
    /// ids.
    ///
    /// - Parameter isReading: remembers the last of them as the one that was read last.
    @discardableResult
    public func mark(
        _ articles: [ArticleID], as mark: Mark, before limit: Timestamp? = nil, isReading: Bool = false,
        at now: Timestamp
    ) throws(StoreError) -> (changed: Int, unknown: [ArticleID]) {
        try transaction {
            let known = try database.prepare("SELECT 1 FROM article WHERE id = ?")
            let chosen = "id = ? AND date < ?"
            let marking = try database.prepare(mark.sql + " AND " + chosen)
            let isNoted = try beginNotingMarks()
            var changed = 0
            var unknown: [ArticleID] = []
            for article in articles {
                defer { known.reset() }
                try known.bind([.id(article)])
                guard try known.step() else {
                    unknown.append(article)
                    continue
                }
                let values: [SQLValue] = [.id(article), .integer(limit?.seconds ?? .max)]
                if isNoted { try noteMark(mark.pending, where: chosen, values) }
                if mark == .deleted { try addTombstones(where: chosen, values) }
                try marking.run(mark.values(at: now) + values)
                changed += database.changes
            }
            if isReading, let last = articles.last { try saveLastRead(last, at: now) }
            return (changed, unknown)
        }
    }

    /// Marks every article of the query, whatever its order and limit. Returns how many changed.
    @discardableResult
    public func mark(_ query: ArticleQuery, as mark: Mark, at now: Timestamp) throws(StoreError) -> Int {
        try transaction {
            let chosen = "id IN (SELECT value FROM json_each(?))"
            let marking = try database.prepare("\(mark.sql) AND \(chosen)")
            let isNoted = try beginNotingMarks()
            var changed = 0
            for list in try idLists(of: query) {
                if isNoted { try noteMark(mark.pending, where: chosen, [list]) }
                if mark == .deleted { try addTombstones(where: chosen, [list]) }
                try marking.run(mark.values(at: now) + [list])
                changed += database.changes
            }
            return changed
        }
    }

    /// The ids of all articles of the query in ascending order, as JSON arrays of a thousand each. SQLite keeps a copy of
    /// every page that one statement changes: for all articles at once that would be most of the database.
    private func idLists(of query: ArticleQuery) throws -> [SQLValue] {
        let (condition, values) = try condition(of: query)
        let ids = try database.rows("SELECT article.id FROM article\(condition)", values) { $0.number() }.sorted()
        return stride(from: 0, to: ids.count, by: 1000).map { start in
            .list(Array(ids[start..<min(start + 1000, ids.count)]))
        }
    }

    /// Adds a tombstone for each article that is about to be deleted.
    func addTombstones(where condition: String, _ values: [SQLValue]) throws(DatabaseError) {
        let chosen = try database.prepare(
            "SELECT feed_id, guid, url, title, text_hash, published FROM article WHERE \(condition)")
        let insert = try database.prepare(
            """
            INSERT INTO tombstone(feed_id, guid, link, plain_link, title, text, published)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
        try chosen.bind(values)
        while try chosen.step() {
            var row = chosen.row
            let feed = row.number()
            let traits = ArticleFingerprint(
                guid: row.optionalText(), url: row.optionalText(), title: row.text(), textHash: row.number(),
                published: row.optionalTime())
            try insert.run([
                .integer(feed), .number(traits.guid), .number(traits.link), .number(traits.canonicalLink),
                .integer(traits.title), .integer(traits.text), .time(traits.published),
            ])
        }
    }
}

extension Mark {
    /// Updates or deletes the articles that are not marked so already; a condition follows.
    fileprivate var sql: String {
        switch self {
        case .read:
            "UPDATE article SET read_at = ifnull(read_at, ?), modified = 0 WHERE (read_at IS NULL OR modified = 1)"
        case .unread: "UPDATE article SET read_at = NULL, modified = 0 WHERE read_at IS NOT NULL"
        case .starred: "UPDATE article SET starred = 1 WHERE starred = 0"
        case .unstarred: "UPDATE article SET starred = 0 WHERE starred = 1"
        case .deleted: "DELETE FROM article WHERE 1"
        }
    }

    /// What the server of an account is told: of a deleted article, that it is read.
    fileprivate var pending: PendingMark.Value {
        switch self {
        case .read, .deleted: .read
        case .unread: .unread
        case .starred: .starred
        case .unstarred: .unstarred
        }
    }

    fileprivate func values(at now: Timestamp) -> [SQLValue] {
        self == .read ? [.time(now)] : []
    }
}
