/// Makes the rows of a database agree with each other again, within the caller's transaction.
enum RowRepair {
    /// Repairs a database whose pages are sound.
    static func mend(_ database: borrowing Database, _ findings: [IntegrityCheck.Finding.Kind]) throws(StoreError) {
        if findings.contains(.part) { try rebuildParts(of: database) }
        if findings.contains(.index) { try database.execute("REINDEX") }
        try settle(database)
        if findings.contains(.search) { try emptySearch(of: database) }
    }

    /// Restores what the rows of several tables have to agree on. No article is removed: its feed is made anew. Returns
    /// the ids of such feeds.
    @discardableResult
    static func settle(_ database: borrowing Database) throws(StoreError) -> [Int64] {
        let remade = try remakeFeeds(in: database)
        try replaceInvalidURLs(in: database)
        try removeOrphans(from: database)
        try database.execute(Store.countArticles)
        return remade
    }

    /// Rebuilds indexes, triggers and views that are missing or differ from rssium's.
    private static func rebuildParts(of database: borrowing Database) throws(StoreError) {
        let wanted = try Schema.parts()
        let found = try Schema.parts(of: database)
        for (name, sql) in wanted where found[name] != sql && !name.hasPrefix("table ") {
            if found[name] != nil { try database.execute("DROP \(name)") }
            try database.execute(sql)
        }
    }

    /// Lets the search index start over.
    private static func emptySearch(of database: borrowing Database) throws(StoreError) {
        try database.execute(
            """
            INSERT INTO search(search) VALUES ('delete-all');
            DELETE FROM search_revised;
            DELETE FROM search_state;
            INSERT INTO search_state(indexed_to, dead) VALUES (0, 0);
            UPDATE removal SET indexed_to = 0;
            """)
    }

    // MARK: Feeds

    /// How the URLs of feeds begin whose own is lost (RFC 2606: such a host never answers).
    static let placeholderURL = "https://recovered.invalid/"

    /// Makes feeds anew whose row is lost: at the URL that answered last. Without one, a feed with articles is paused until
    /// the user gives it its URL.
    private static func remakeFeeds(in database: borrowing Database) throws(StoreError) -> [Int64] {
        let lost = try database.rows(
            """
            SELECT feed_id, ifnull(answered_url, validators_url)
            FROM (SELECT feed_id FROM article UNION SELECT feed_id FROM feed_refresh WHERE answered_url NOT NULL)
            LEFT JOIN feed_refresh USING (feed_id)
            WHERE feed_id NOT IN (SELECT id FROM feed)
            """
        ) { (id: $0.number(), url: $0.optionalText().flatMap(WebAddress.init)) }
        for (id, url) in lost {
            let insertion = try database.prepare(
                "INSERT OR IGNORE INTO feed(id, url, host, nickname, paused) VALUES (?1, ?2, ?3, ?4, ?5)")
            if let url {
                try insertion.run([.integer(id), .string(url.text), .string(url.hostAndPort), .null, .flag(false)])
            }
            // This does nothing where the feed is there now.
            try insertion.run([
                .integer(id), .string("\(placeholderURL)\(id)"), .string("recovered.invalid:443"),
                .string("recovered feed \(id)"), .flag(true),
            ])
        }
        return lost.map(\.id)
    }

    /// Replaces invalid URLs, which would keep every list from being shown: by the URL that answered last. Without one, the
    /// old text becomes the title.
    private static func replaceInvalidURLs(in database: borrowing Database) throws(StoreError) {
        for id in try feedsWithInvalidURL(in: database) {
            let answered = try database.firstRow(
                "SELECT ifnull(answered_url, validators_url) FROM feed_refresh WHERE feed_id = ?1", [.integer(id)]
            ) { $0.optionalText().flatMap(WebAddress.init) }
            if let url = answered,
                try database.run(
                    "UPDATE OR IGNORE feed SET url = ?2, host = ?3, program = NULL WHERE id = ?1", .integer(id),
                    .string(url.text), .string(url.hostAndPort)) > 0
            {
                continue
            }
            try database.run(
                """
                UPDATE feed
                SET nickname = coalesce(nickname, own_title, url), url = ?2 || id, program = NULL,
                    host = 'recovered.invalid:443', paused = 1
                WHERE id = ?1
                """,
                .integer(id), .string(placeholderURL))
        }
    }

    /// How many feeds have lost their URLs.
    static func countLostURLs(in database: borrowing Database) throws(StoreError) -> Int64 {
        try database.number("SELECT count(*) FROM feed WHERE url LIKE '\(placeholderURL)%'") ?? 0
    }

    static func feedsWithInvalidURL(in database: borrowing Database) throws(StoreError) -> [Int64] {
        try database.rows("SELECT id, url, program FROM feed ORDER BY id") { row in
            let (id, url, program) = (row.number(), row.text(), row.optionalText())
            // Of a program the URL is only a name.
            return (program.map(WebAddress.ofProgram) ?? WebAddress.stored(url)) == nil ? id : nil
        }
    }

    // MARK: Orphans

    /// Does with rows without a parent what their foreign keys would have done.
    private static func removeOrphans(from database: borrowing Database) throws(StoreError) {
        let repairs = try database.rows(
            """
            SELECT child.name, group_concat(key."from"), group_concat(key."from" || ' NOT NULL', ' AND '),
                key."table", key.on_delete,
                (SELECT group_concat(name) FROM pragma_table_info(key."table") WHERE pk > 0)
            FROM pragma_table_list AS child JOIN pragma_foreign_key_list(child.name) AS key
            WHERE child.schema = 'main' GROUP BY child.name, key.id
            """
        ) { row in
            let (table, columns, isSet, parent) = (row.text(), row.text(), row.text(), row.text())
            let (isOptional, key) = (row.text() == "SET NULL", row.text())
            let condition = "WHERE \(isSet) AND (\(columns)) NOT IN (SELECT \(key) FROM \(parent))"
            return (isOptional ? "UPDATE \(table) SET \(columns) = NULL " : "DELETE FROM \(table) ") + condition
        }
        // A removed row may have been a parent itself; no chain is longer.
        for _ in 1...4 {
            for repair in repairs { try database.run(repair) }
        }
    }
}
