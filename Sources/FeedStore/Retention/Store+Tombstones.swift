/// The tombstones of removed articles, which keep them from coming back with the next document of their feed.
extension Store {
    /// A tombstone that no user asked for is removed after this many days in which no document has carried the article.
    private static let tombstoneDays: Int64 = 90

    /// Adds a tombstone for each article that is about to be removed.
    ///
    /// - Parameters:
    ///   - onPurpose: it was deleted, which can be taken back here or elsewhere, and not pruned or dropped.
    ///   - dropped: a rule has dropped it.
    func addTombstones(
        where condition: String, _ values: [SQLValue], onPurpose: Bool = false, dropped: Bool = false
    ) throws(StoreError) {
        let insert = try database.prepare(
            """
            INSERT INTO tombstone(feed_id, guid, link, plain_link, title, text, published, key, article_id,
                dropped)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        try database.forEachRow(
            """
            SELECT feed_id, id, coalesce(
                    (SELECT key FROM decision WHERE \(Store.isOfArticle) AND property = 'deleted' AND value = 'true'
                        ORDER BY \(Store.isOwn("decision")) DESC, key LIMIT 1),
                    (SELECT min(key) FROM decision WHERE \(Store.isOfArticle))),
                guid, url, title, text_hash, \(Database.feedDate)
            FROM article WHERE \(condition)
            """, values
        ) { row throws(StoreError) in
            let (feed, article, key) = (row.number(), row.number(), row.optionalText())
            let traits = row.fingerprint()
            try insert.run([
                .integer(feed), .number(traits.guid), .number(traits.link), .number(traits.canonicalLink),
                .integer(traits.title), .integer(traits.text), .time(traits.published),
                .text(onPurpose ? key : nil), .number(onPurpose ? article : nil), .flag(dropped),
            ])
        }
    }

    /// The tombstones of a feed that share guid, link, title or text with an article of the document: only by that could one
    /// match, or make a match ambiguous.
    func tombstones(
        of feed: FeedID, like document: [ArticleFingerprint]
    ) throws(StoreError) -> [StoredIdentity] {
        guard try hasTombstones(feed) else { return [] }
        return try database.rows(
            Store.selectTombstones,
            [
                .id(feed), .list(document.compactMap(\.guid)), .list(document.compactMap(\.canonicalLink)),
                .list(document.map(\.title)), .list(document.filter(\.hasText).map(\.text)),
            ]
        ) { row in
            let (number, traits) = (row.number(), row.tombstone())
            return StoredIdentity(
                .tombstone(number), traits: traits, deleted: row.optionalNumber().map(ArticleID.init(rawValue:)))
        }
    }

    /// Few feeds have any, and a first refresh has thousands of feeds.
    private func hasTombstones(_ feed: FeedID) throws(StoreError) -> Bool {
        try database.holds("SELECT 1 FROM tombstone WHERE feed_id = ?1 LIMIT 1", .id(feed))
    }

    private static let selectTombstones = """
        SELECT id, guid, link, plain_link, title, text, published, article_id FROM tombstone
        WHERE id IN (
            SELECT found.id FROM json_each(?2) CROSS JOIN tombstone AS found
                INDEXED BY tombstone_guid ON feed_id = ?1 AND guid = value
            UNION ALL SELECT found.id FROM json_each(?3) CROSS JOIN tombstone AS found
                INDEXED BY tombstone_link ON feed_id = ?1 AND plain_link = value
            UNION ALL SELECT found.id FROM json_each(?4) CROSS JOIN tombstone AS found
                INDEXED BY tombstone_title ON feed_id = ?1 AND found.title = value
            UNION ALL SELECT found.id FROM json_each(?5) CROSS JOIN tombstone AS found
                INDEXED BY tombstone_text ON feed_id = ?1 AND found.text = value)
        ORDER BY id
        """

    /// What is known of a feed's articles with a link that were removed for good, with the ids that those had which the
    /// user has deleted.
    package func removedTraits(
        of feed: FeedID
    ) throws(StoreError) -> [(traits: ArticleFingerprint, deleted: ArticleID?)] {
        try database.rows(
            """
            SELECT article_id, guid, link, plain_link, title, text, published FROM tombstone
            WHERE feed_id = ?1 AND plain_link NOT NULL
            """, [.id(feed)]
        ) { row in
            let deleted = row.optionalNumber().map(ArticleID.init)
            return (row.tombstone(), deleted)
        }
    }

    /// Saves the new fingerprint of a removed article: its feed has edited it.
    package func saveTombstone(_ tombstone: Int64, _ traits: ArticleFingerprint) throws(StoreError) {
        try database.run(
            """
            UPDATE tombstone SET guid = ?2, link = ?3, plain_link = ?4, title = ?5, text = ?6, published = ?7
            WHERE id = ?1
            """,
            .integer(tombstone), .number(traits.guid), .number(traits.link), .number(traits.canonicalLink),
            .integer(traits.title), .integer(traits.text), .time(traits.published))
    }

    /// Within a transaction: notes which tombstones a document carries, and removes those that none has carried for long.
    ///
    /// - Parameter isComplete: the document has its end. If not, it lacks nothing: an unchanged document may follow, whose
    ///   articles are not looked at.
    package func saveCarried(
        tombstones carried: [Int64], isComplete: Bool = true, of feed: FeedID, at now: Timestamp
    ) throws(StoreError) {
        guard try hasTombstones(feed) else { return }
        try database.run(
            """
            UPDATE tombstone SET missing_since = iif(missing_since IS NULL, ?3, NULL)
            WHERE feed_id = ?1 AND (?4 OR missing_since NOT NULL)
                AND (missing_since IS NULL) = (id NOT IN (SELECT value FROM json_each(?2)))
            """, .id(feed), .list(carried), .integer(now.day), .flag(isComplete))
        if isComplete { try forgetTombstones(where: "feed_id = ?2", [.id(feed)], at: now) }
    }

    /// The feeds of accounts have no documents: their servers tell which articles are new.
    func forgetTombstonesOfAccounts(at now: Timestamp) throws(StoreError) {
        if try !database.holds("SELECT 1 FROM account LIMIT 1") { return }
        let areOfAccounts = "feed_id IN (SELECT id FROM feed WHERE account_id NOT NULL)"
        try database.run(
            "UPDATE tombstone SET missing_since = ?1 WHERE missing_since IS NULL AND " + areOfAccounts,
            .integer(now.day))
        try forgetTombstones(where: areOfAccounts, at: now)
    }

    private func forgetTombstones(
        where condition: String, _ values: [SQLValue] = [], at now: Timestamp
    ) throws(StoreError) {
        let sql = "DELETE FROM tombstone WHERE article_id IS NULL AND missing_since < ?1 AND " + condition
        try database.run(sql, [.integer(now.day - Store.tombstoneDays)] + values)
    }
}

extension RowReader {
    /// The columns `guid`, `link`, `plain_link`, `title`, `text` and `published` of a tombstone.
    mutating func tombstone() -> ArticleFingerprint {
        ArticleFingerprint(
            guid: optionalNumber(), link: optionalNumber(), canonicalLink: optionalNumber(), title: number(),
            text: number(), published: optionalTime())
    }
}
