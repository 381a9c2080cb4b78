/// Makes the rows of a database agree with each other again, within the caller's transaction.
enum RowRepair {
    /// Repairs a database whose pages are sound.
    static func mend(_ database: borrowing Database, _ findings: [IntegrityCheck.Finding.Kind]) throws {
        if findings.contains(.part) { try rebuildParts(of: database) }
        if findings.contains(.index) { try database.execute("REINDEX") }
        try IndexRemnants.make(in: database)
        try removeOrphans(from: database)
        try replaceInvalidURLs(in: database)
        try recount(database)
        if findings.contains(.search) { try emptySearch(of: database) }
        let noted = try database.rows("SELECT name, seq FROM sqlite_sequence") { ($0.text(), $0.number()) }
        try raiseSequences(of: database, above: Dictionary(noted) { max($0, $1) })
    }

    /// Rebuilds indexes, triggers and views that are missing or differ from rssium's.
    private static func rebuildParts(of database: borrowing Database) throws {
        let wanted = try Schema.parts()
        let found = try Schema.parts(of: database)
        for (name, sql) in wanted where found[name] != sql && !name.hasPrefix("table ") {
            if found[name] != nil { try database.execute("DROP \(name)") }
            try database.execute(sql)
        }
    }

    /// Lets the search index start over.
    private static func emptySearch(of database: borrowing Database) throws(DatabaseError) {
        try database.run("INSERT INTO search(search) VALUES ('delete-all')")
        try database.run("DELETE FROM search_revised")
        try database.run("DELETE FROM search_state")
        try database.run("INSERT INTO search_state(indexed_to, dead) VALUES (0, 0)")
        try database.run("UPDATE removal SET indexed_to = 0")
    }

    // MARK: Kept counts

    /// Corrects the article counts of each feed.
    static func recount(_ database: borrowing Database) throws(DatabaseError) {
        try database.execute(
            """
            UPDATE feed
            SET articles = (SELECT count(*) FROM article WHERE feed_id = feed.id),
                unread = (SELECT count(*) FROM article WHERE feed_id = feed.id AND read_at IS NULL),
                last_article = (SELECT max(date) FROM article WHERE feed_id = feed.id)
            """)
    }

    // MARK: Ids

    /// How many ids are skipped if the last id that was given is unknown.
    private static let margin: Int64 = 1000

    /// No database has that many rows: a larger id comes from damage, and would leave no ids for new rows.
    static let endOfIDs: Int64 = 1 << 32

    /// For each table whose ids are given only once: where its ids are found.
    private static let places = [
        (
            "article",
            """
            SELECT id FROM article UNION ALL SELECT article_id FROM article_content
            UNION ALL SELECT article_id FROM enclosure UNION ALL SELECT article_id FROM cursor
            UNION ALL SELECT id FROM left_article UNION ALL SELECT id FROM removed_article
            UNION ALL SELECT value FROM feed_document, json_each(iif(json_valid(articles), articles, '[]'))
            """
        ),
        (
            "feed",
            """
            SELECT id FROM feed UNION ALL SELECT feed_id FROM article UNION ALL SELECT feed_id FROM feed_refresh
            UNION ALL SELECT feed_id FROM tombstone UNION ALL SELECT feed_id FROM feed_setting
            UNION ALL SELECT feed_id FROM feed_document UNION ALL SELECT feed_id FROM rule
            UNION ALL SELECT id FROM left_feed UNION ALL SELECT feed_id FROM removal WHERE feed_id NOT NULL
            """
        ),
        (
            "category",
            """
            SELECT id FROM category UNION ALL SELECT category_id FROM feed UNION ALL SELECT category_id FROM rule
            UNION ALL SELECT id FROM left_category
            """
        ),
        ("refresh", "SELECT id FROM refresh"),
        ("rule", "SELECT id FROM rule"),
    ]

    /// Makes sure that no id is given again.
    ///
    /// - Parameter noted: the highest id that each table has given, as far as the note of it was read.
    static func raiseSequences(of database: borrowing Database, above noted: [String: Int64]) throws(DatabaseError) {
        for (table, ids) in places {
            let found = try database.number("SELECT max(id) FROM (\(ids)) WHERE id < ?1", .integer(endOfIDs)) ?? 0
            let highest = noted[table].map { max($0, found) } ?? (found == 0 ? 0 : found + margin)
            guard highest > 0 else { continue }
            try database.run("DELETE FROM sqlite_sequence WHERE name = ?1", .string(table))
            try database.run(
                "INSERT INTO sqlite_sequence(name, seq) VALUES (?1, ?2)", .string(table), .integer(highest))
        }
    }

    // MARK: Parents of other rows

    /// Rebuilds lost categories, feeds and articles from the rows that belong to them, so that those are kept.
    static func remakeParents(in database: borrowing Database, at now: Timestamp) throws {
        try remakeArticles(in: database, at: now)
        try remakeFeeds(
            in: database,
            named: """
                SELECT feed_id FROM article UNION SELECT feed_id FROM feed_refresh UNION SELECT feed_id FROM feed_setting
                UNION SELECT feed_id FROM tombstone UNION SELECT feed_id FROM feed_document
                UNION SELECT feed_id FROM rule WHERE feed_id NOT NULL UNION SELECT id FROM left_feed
                """)
        try replaceInvalidURLs(in: database)
        try database.execute(
            """
            INSERT OR IGNORE INTO category(id, name, position)
            SELECT category_id, ifnull(name, 'recovered ' || category_id),
                (SELECT ifnull(max(position), 0) FROM category) + row_number() OVER (ORDER BY category_id)
            FROM (SELECT category_id FROM feed WHERE category_id NOT NULL
                UNION SELECT category_id FROM rule WHERE category_id NOT NULL UNION SELECT id FROM left_category)
            LEFT JOIN left_category ON left_category.id = category_id
            WHERE category_id NOT IN (SELECT id FROM category);
            """)
        try removeOrphansOfAccounts(from: database)
    }

    /// Removes rows whose parent does not exist, as the foreign keys would have done. An article is never removed: its
    /// feed is rebuilt.
    static func removeOrphans(from database: borrowing Database) throws {
        try remakeFeeds(in: database, named: "SELECT feed_id FROM article")
        for table in ["article_content", "article_page", "enclosure", "search_revised"] {
            try database.run("DELETE FROM \(table) WHERE article_id NOT IN (SELECT id FROM article)")
        }
        for table in ["feed_refresh", "feed_setting", "feed_document", "tombstone", "rule"] {
            try database.run("DELETE FROM \(table) WHERE feed_id NOT IN (SELECT id FROM feed)")
        }
        try removeOrphansOfAccounts(from: database)
        try database.run("DELETE FROM rule WHERE category_id NOT IN (SELECT id FROM category)")
        try database.run("UPDATE feed SET category_id = NULL WHERE category_id NOT IN (SELECT id FROM category)")
    }

    /// Without its account a feed is fetched from here.
    private static func removeOrphansOfAccounts(from database: borrowing Database) throws(DatabaseError) {
        try database.execute(
            """
            UPDATE feed SET account_id = NULL, remote_id = NULL WHERE account_id NOT IN (SELECT id FROM account);
            DELETE FROM remote_item WHERE account_id NOT IN (SELECT id FROM account);
            DELETE FROM remote_want WHERE account_id NOT IN (SELECT id FROM account);
            DELETE FROM pending_feed WHERE account_id NOT IN (SELECT id FROM account)
                OR feed_id NOT IN (SELECT id FROM feed);
            DELETE FROM undo_step WHERE undo_id NOT IN (SELECT id FROM undo);
            UPDATE remote_item SET article_id = NULL WHERE article_id NOT IN (SELECT id FROM article);
            DELETE FROM pending_mark WHERE (account_id, remote_id) NOT IN (SELECT account_id, remote_id FROM remote_item);
            """)
    }

    /// The URL of a feed whose own is lost (RFC 2606: such a host never answers).
    private static func placeholderURL(of feed: Int64) -> String { "https://recovered.invalid/feed/\(feed)" }

    /// Rebuilds the missing ones of these feeds. The URL comes from an index, or is the one that answered last; without
    /// either, the feed is paused until the user enters it.
    private static func remakeFeeds(in database: borrowing Database, named ids: String) throws {
        let missing = try database.prepare(
            """
            SELECT feed_id, left_feed.url, ifnull(answered_url, validators_url), left_feed.category_id
            FROM (\(ids)) AS named LEFT JOIN left_feed ON left_feed.id = named.feed_id
            LEFT JOIN feed_refresh USING (feed_id)
            WHERE feed_id NOT IN (SELECT id FROM feed) GROUP BY feed_id
            """)
        while try missing.step() {
            let id = missing.number(0)
            let known = [missing.optionalText(1), missing.optionalText(2)].compactMap { $0 }.compactMap(WebAddress.init)
            let free = try known.first { url in
                try database.number("SELECT count(*) FROM feed WHERE url = ?1", .string(url.text)) == 0
            }
            let url = free?.text ?? placeholderURL(of: id)
            try database.run(
                """
                INSERT INTO feed(id, url, host, nickname, category_id, paused) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                """,
                .integer(id), .string(url), .string(free?.hostAndPort ?? "recovered.invalid:443"),
                .text(free == nil ? "recovered feed \(id)" : nil), .number(missing.optionalNumber(3)),
                .flag(free == nil))
            // Its own title comes with the next document, so that is requested without validators.
            try database.run(
                """
                UPDATE feed_refresh SET etag = NULL, last_modified = NULL, validators_url = NULL, body_hash = NULL
                WHERE feed_id = ?1
                """,
                .integer(id))
        }
    }

    /// Replaces invalid URLs, which would keep every list from being shown. The old text becomes the title.
    private static func replaceInvalidURLs(in database: borrowing Database) throws {
        for id in try feedsWithInvalidURL(in: database) {
            try database.run(
                """
                UPDATE feed
                SET nickname = coalesce(nickname, own_title, url), url = ?2, program = NULL, host = 'recovered.invalid:443', paused = 1
                WHERE id = ?1
                """,
                .integer(id), .string(placeholderURL(of: id)))
        }
    }

    static func feedsWithInvalidURL(in database: borrowing Database) throws(DatabaseError) -> [Int64] {
        try database.rows("SELECT id, url, program FROM feed ORDER BY id") { row in
            let (id, url, program) = (row.number(), row.text(), row.optionalText())
            // Of a program the URL is only a name.
            return (program.map(WebAddress.ofProgram) ?? WebAddress(url)) == nil ? id : nil
        }
    }

    /// Rebuilds the missing articles of which there is a text or an enclosure.
    private static func remakeArticles(in database: borrowing Database, at now: Timestamp) throws {
        let missing = try database.prepare(
            """
            SELECT named.article_id, feed_id, date, ifnull(is_unread, 1), ifnull(is_starred, 0), content,
                content_is_plain, (SELECT url FROM enclosure WHERE article_id = named.article_id)
            FROM (SELECT article_id FROM article_content UNION SELECT article_id FROM enclosure) AS named
            LEFT JOIN left_article ON left_article.id = named.article_id
            LEFT JOIN article_content ON article_content.article_id = named.article_id
            WHERE named.article_id NOT IN (SELECT id FROM article)
            """)
        var strayFeed: Int64?
        while try missing.step() {
            let feed = try missing.optionalNumber(1) ?? strayFeed ?? addFeedOfStrays(to: database)
            if missing.isNull(1) { strayFeed = feed }
            let plain =
                missing.optionalText(5).map { (missing.flag(6) ? ArticleText.plain($0) : .html($0)).plain } ?? ""
            let title = firstWords(of: plain, limit: 80)
            let date = missing.optionalNumber(2) ?? now.seconds
            try database.run(
                """
                INSERT INTO article(id, feed_id, date, fetched, read_at, starred, untitled, text_hash, draft_hash,
                    title, excerpt)
                VALUES (?1, ?2, ?3, ?3, ?4, ?5, 1, ?6, ?7, ?8, ?9)
                """,
                .integer(missing.number(0)), .integer(feed), .integer(date),
                .number(missing.flag(3) ? nil : date), .flag(missing.flag(4)), .integer(StableHash.of(plain)),
                .integer(ArticleDraft.outdatedHash),
                .string(title.isEmpty ? missing.optionalText(7) ?? "untitled" : title),
                .string(firstWords(of: plain, limit: 300)))
        }
    }

    /// The feed of articles whose own feed is not known.
    private static func addFeedOfStrays(to database: borrowing Database) throws(DatabaseError) -> Int64 {
        let url = "https://recovered.invalid/articles"
        if let known = try database.number("SELECT id FROM feed WHERE url = ?1", .string(url)) { return known }
        try database.run(
            """
            INSERT INTO feed(url, host, nickname, paused)
            VALUES (?1, 'recovered.invalid:443', 'recovered articles', 1)
            """,
            .string(url))
        return database.lastInsertedRow
    }

    private static func firstWords(of text: String, limit: Int) -> String {
        let words = text.prefix(limit + 1).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > limit ? words.prefix(limit) + "…" : words
    }
}
