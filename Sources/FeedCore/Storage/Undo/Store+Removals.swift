/// Keeps what is removed for seven days, within the transaction that removes it.
///
/// What waits is in tables without indexes, so it costs no list anything.
extension Store {
    /// Before articles are removed. Returns the row of `removal`, nil without articles.
    @discardableResult
    func keepArticles(
        where chosen: String, _ values: [SQLValue], of feed: FeedID? = nil, _ moment: DecisionMoment
    ) throws(DatabaseError) -> Int64? {
        let ids = try database.rows("SELECT id FROM article WHERE \(chosen)", values) { $0.number() }
        if ids.isEmpty { return nil }
        let article = try columns(of: "article").joined(separator: ", ")
        let content = try columns(of: "article_content").joined(separator: ", ")
        let children = try childTables(of: "article").map { table throws(DatabaseError) in
            """
            SELECT json_array('\(table)', json_array(\(try columns(of: table).joined(separator: ", ")))) AS child
            FROM \(table) WHERE article_id = article.id
            """
        }
        let seconds = moment.time.milliseconds / 1000
        let statement = try database.prepare(
            """
            INSERT OR REPLACE INTO removed_article(id, removed, feed_id, revision, is_pending, article, content,
                children, remote)
            SELECT id, ?, feed_id,
                (SELECT revision FROM search_revised WHERE article_id = article.id),
                (SELECT is_pending FROM search_revised WHERE article_id = article.id),
                json_array(\(article)),
                (SELECT json_array(\(content)) FROM article_content WHERE article_id = article.id),
                (SELECT '[' || group_concat(child) || ']' FROM (\(children.joined(separator: " UNION ALL ")))),
                (SELECT '[' || group_concat(json_array(account_id, remote_id)) || ']' FROM remote_item
                    WHERE article_id = article.id)
            FROM article WHERE \(chosen)
            """)
        try statement.run([.integer(seconds)] + values)
        return try addRemoval(of: "article", "[" + ids.map(String.init).joined(separator: ",") + "]", feed, moment)
    }

    /// Before a feed is removed. Returns its first row of `removal`.
    func keepFeed(_ feed: FeedID, _ moment: DecisionMoment) throws -> Int64? {
        var first: Int64?
        let category = """
            SELECT json_array(category.name) FROM feed JOIN category ON category.id = feed.category_id WHERE feed.id = ?1
            """
        var tables: [(name: String, select: String)] = [("category", category)]
        for table in ["feed"] + (try childTables(of: "feed")) {
            let list = try columns(of: table).joined(separator: ", ")
            let owner = table == "feed" ? "id" : "feed_id"
            tables.append((table, "SELECT json_array(\(list)) FROM \(table) WHERE \(owner) = ?1"))
        }
        for (name, select) in tables {
            let rows = try database.rows(select, [.id(feed)]) { $0.text() }
            for start in stride(from: 0, to: rows.count, by: 1000) {
                let list = rows[start..<min(start + 1000, rows.count)].joined(separator: ",")
                let id = try addRemoval(of: name, "[\(list)]", feed, moment)
                first = first ?? id
            }
        }
        let key = try sharedKey(of: feed)?.text
        try database.run("UPDATE removal SET key = ?2 WHERE id = ?1", .number(first), .text(key))
        let ids = try database.rows("SELECT id FROM article WHERE feed_id = ?1", [.id(feed)]) { $0.number() }
        for list in Store.lists(of: ids) {
            try keepArticles(where: "id IN (SELECT value FROM json_each(?))", [list], of: feed, moment)
        }
        return first
    }

    private func addRemoval(
        of name: String, _ rows: String, _ feed: FeedID?, _ moment: DecisionMoment
    ) throws(DatabaseError) -> Int64 {
        try database.run(
            """
            INSERT INTO removal(removed, feed_id, name, rows, indexed_to)
            VALUES (?1, ?2, ?3, ?4, (SELECT indexed_to FROM search_state))
            """,
            .integer(moment.time.milliseconds / 1000), .number(feed?.rawValue), .string(name), .string(rows))
        return database.lastInsertedRow
    }

    // MARK: Bringing back

    /// Brings articles back under their ids, with all that belonged to them. Left out are those whose feed is not here.
    /// Returns the ids; `recount` and `removeTombstones` complete it.
    ///
    /// - Parameters:
    ///   - indexedTo: up to which id the search index still has them.
    ///   - isLinked: a server has them still under the same ids.
    func bringBack(articles list: String, indexedTo: Int64, isLinked: Bool = true) throws -> [Int64] {
        let ids = try database.rows(
            """
            SELECT id FROM removed_article
            WHERE id IN (SELECT value FROM json_each(?1)) AND feed_id IN (SELECT id FROM feed)
                AND id NOT IN (SELECT id FROM article)
            """, [.string(list)]
        ) { $0.number() }
        if ids.isEmpty { return [] }
        let chosen = "removed_article.id IN (SELECT value FROM json_each(?1))"
        let returning = SQLValue.list(ids)
        try insert(into: "article", "removed_article", row: "article", where: chosen, [returning])
        try insert(
            into: "article_content", "removed_article", row: "content", where: "\(chosen) AND content NOT NULL",
            [returning])
        for table in try childTables(of: "article") {
            try insert(
                into: table, "removed_article, json_each(children) AS child", row: "child.value", at: "$[1]",
                where: "\(chosen) AND children NOT NULL AND json_extract(child.value, '$[0]') = '\(table)'",
                [returning])
        }
        if isLinked {
            try database.run(
                """
                UPDATE remote_item SET article_id = known.id, orphaned = 0
                FROM (SELECT removed_article.id AS id, json_extract(item.value, '$[0]') AS account,
                        json_extract(item.value, '$[1]') AS name
                    FROM removed_article, json_each(remote) AS item WHERE \(chosen) AND remote NOT NULL) AS known
                WHERE account_id = known.account AND remote_id = known.name AND article_id IS NULL
                """, returning)
        }
        try returnToIndex(returning, indexedTo: indexedTo)
        try database.run("DELETE FROM removed_article WHERE id IN (SELECT value FROM json_each(?1))", returning)
        return ids
    }

    /// The index never loses rows: those of articles that it had count again. The others are indexed anew, under a
    /// revision that they have not had.
    private func returnToIndex(_ ids: SQLValue, indexedTo: Int64) throws(DatabaseError) {
        try database.run(
            """
            UPDATE search_state
            SET dead = max(0, dead - (SELECT count(*) FROM json_each(?1) WHERE value <= min(?2, indexed_to)))
            """, ids, .integer(indexedTo))
        try database.run(
            """
            INSERT OR REPLACE INTO search_revised(article_id, revision, is_pending)
            SELECT id, iif(id <= ?2, revision, ifnull(revision, 0) + 1), iif(id <= ?2, is_pending, 1)
            FROM removed_article
            WHERE id IN (SELECT value FROM json_each(?1)) AND id <= (SELECT indexed_to FROM search_state)
                AND (revision NOT NULL OR id > ?2)
            """, ids, .integer(indexedTo))
    }

    /// Brings rows back from JSON arrays of their values, but those that are here.
    ///
    /// - Parameters:
    ///   - path: where in the JSON value of each row the array is.
    ///   - left: columns that get their default.
    func insert(
        into table: String, _ source: String, row: String, at path: String = "$", where condition: String,
        _ values: [SQLValue], without left: Set<String> = []
    ) throws(DatabaseError) {
        let columns = try columns(of: table).enumerated().filter { !left.contains($1) }
        let names = columns.map(\.element).joined(separator: ", ")
        let parts = columns.map { "json_extract(\(row), '\(path)[\($0.offset)]')" }.joined(separator: ", ")
        let statement = try database.prepare(
            "INSERT OR IGNORE INTO \(table)(\(names)) SELECT \(parts) FROM \(source) WHERE \(condition)")
        try statement.run(values)
    }

    /// Counts the articles of a feed anew, and removes the tombstones of those that are back.
    func recount(_ feed: FeedID, returned ids: [Int64]) throws(DatabaseError) {
        try database.run(
            """
            UPDATE feed
            SET articles = (SELECT count(*) FROM article WHERE feed_id = ?1),
                unread = (SELECT count(*) FROM article WHERE feed_id = ?1 AND read_at IS NULL),
                last_article = (SELECT max(date) FROM article WHERE feed_id = ?1)
            WHERE id = ?1
            """, .id(feed))
        try database.run(
            "DELETE FROM tombstone WHERE feed_id = ?1 AND article_id IN (SELECT value FROM json_each(?2))", .id(feed),
            .list(ids))
    }

    // MARK: Tables

    func columns(of table: String) throws(DatabaseError) -> [String] {
        try database.rows("SELECT name FROM pragma_table_info(?1) ORDER BY cid", [.string(table)]) { $0.text() }
    }

    /// The tables whose rows go with an article or a feed, but those that are kept and brought back in their own way.
    private func childTables(of table: String) throws(DatabaseError) -> [String] {
        let others: Set<String> = ["article", "article_content", "search_revised", "pending_feed"]
        return try database.rows(
            """
            SELECT DISTINCT owned.name FROM pragma_table_list AS owned, pragma_foreign_key_list(owned.name) AS key
            WHERE owned.schema = 'main' AND key."table" = ?1 AND key.on_delete = 'CASCADE' ORDER BY owned.name
            """, [.string(table)]
        ) { $0.text() }.filter { !others.contains($0) }
    }
}
