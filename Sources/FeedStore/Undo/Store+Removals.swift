/// Keeps what is removed for seven days, within the transaction that removes it, and brings articles back.
extension Store {
    /// Before articles are removed. Returns the `removal`; nil without articles.
    @discardableResult
    func keepArticles(
        where chosen: String, _ values: [SQLValue], _ moment: DecisionMoment
    ) throws(StoreError) -> Int64? {
        let removal = try addRemoval(moment)
        if try keepArticles(where: chosen, values, in: removal) > 0 { return removal }
        try database.run("DELETE FROM removal WHERE id = ?1", .integer(removal))
        return nil
    }

    /// Before a feed is removed. Returns the `removal`.
    @discardableResult
    func keepFeed(_ feed: FeedID, _ moment: DecisionMoment) throws(StoreError) -> Int64 {
        let removal = try addRemoval(of: feed, moment)
        try keepRows(of: "feed", where: "id = ?", [.id(feed)], in: removal)
        try keepRows(
            of: "category", where: "id = (SELECT category_id FROM feed WHERE id = ?)", [.id(feed)], in: removal)
        for table in try childTables(of: "feed") where table != "article" {
            // The user's deletions wait for the feed as they are. A subscription that was not sent is not needed any more.
            let isKept =
                table == "tombstone" ? "article_id IS NULL" : table == "pending_feed" ? "action <> 'subscribe'" : "true"
            try keepRows(of: table, where: "feed_id = ? AND \(isKept)", [.id(feed)], in: removal)
        }
        try keepArticles(where: "feed_id = ?", [.id(feed)], in: removal)
        return removal
    }

    private func addRemoval(of feed: FeedID? = nil, _ moment: DecisionMoment) throws(StoreError) -> Int64 {
        let key = try feed.flatMap { feed throws(StoreError) in try sharedKey(of: feed)?.text }
        try database.run(
            """
            INSERT INTO removal(removed, feed_id, key, articles, indexed_to)
            VALUES (?1, ?2, ?3, 0, (SELECT indexed_to FROM search_state))
            """, .integer(moment.time.milliseconds / 1000), .number(feed?.rawValue), .text(key))
        return database.lastInsertedRow
    }

    /// Returns how many articles there were.
    @discardableResult
    private func keepArticles(
        where chosen: String, _ values: [SQLValue], in removal: Int64
    ) throws(StoreError) -> Int {
        try keepRows(of: "article", where: chosen, values, article: "id", in: removal)
        let count = database.changes
        if count == 0 { return 0 }
        let kept = "article_id IN (SELECT article_id FROM removed_row WHERE removal_id = ? AND name = 'article')"
        for table in try childTables(of: "article") + ["remote_item"] {
            try keepRows(of: table, where: kept, [.integer(removal)], article: "article_id", in: removal)
        }
        let labels = "json_object('account_id', account_id, 'remote_id', remote_id, 'label', label)"
        try database.run(
            """
            INSERT INTO removed_row(removal_id, name, article_id, cells)
            SELECT ?1, 'remote_label', remote_item.article_id, \(labels)
            FROM removed_row JOIN remote_item ON remote_item.article_id = removed_row.article_id
            JOIN remote_label USING (account_id, remote_id)
            WHERE removal_id = ?1 AND removed_row.name = 'article'
            """, .integer(removal))
        try database.run(
            """
            INSERT INTO removed_row(removal_id, name, article_id, cells)
            SELECT ?1, 'decision', decision.article_id,
                json_object('key', key, 'property', property, 'time', time, 'machine', machine)
            FROM removed_row JOIN decision ON decision.article_id = removed_row.article_id
            WHERE removal_id = ?1 AND removed_row.name = 'article'
            """, .integer(removal))
        // However old they are, they wait for their articles from now on.
        try database.run(
            "UPDATE decision SET arrived = ? WHERE \(kept)", .integer(timeOfDecisions().milliseconds),
            .integer(removal))
        try database.run("UPDATE removal SET articles = ?2 WHERE id = ?1", .integer(removal), .number(count))
        return count
    }

    // MARK: Bringing back

    /// Brings articles back under their ids, with all that belonged to them. Left out are those whose feed is not here.
    /// Returns the ids; `recount` completes it.
    ///
    /// - Parameters:
    ///   - kept: chooses rows of `removed_row`.
    ///   - indexedTo: up to which id the search index still has them.
    ///   - isLinked: a server has them still under the same ids.
    func bringBackArticles(
        where kept: String, _ value: SQLValue, indexedTo: Int64, isLinked: Bool = true, _ changed: ChangedDecisions
    ) throws(StoreError) -> [Int64] {
        let ids = try database.rows(
            """
            SELECT article_id FROM removed_row
            WHERE name = 'article' AND \(kept) AND cells ->> 'feed_id' IN (SELECT id FROM feed)
                AND article_id NOT IN (SELECT id FROM article)
            """, [value]
        ) { $0.number() }
        let tables = try ["article"] + childTables(of: "article").filter { $0 != "search_revised" }
        for list in Store.lists(of: ids) {
            for table in tables {
                try insertRows(
                    into: table, "SELECT cells FROM removed_row WHERE name = '\(table)' AND \(Store.isListed)", [list])
            }
            if isLinked {
                // As confirmed for these articles: the next sync takes over what the server has changed meanwhile.
                try database.run(
                    """
                    UPDATE remote_item
                    SET article_id = kept.article_id, orphaned = 0, is_read = cells ->> 'is_read',
                        is_starred = cells ->> 'is_starred'
                    FROM removed_row AS kept
                    WHERE name = 'remote_item' AND kept.\(Store.isListed) AND remote_item.article_id IS NULL
                        AND account_id = cells ->> 'account_id' AND remote_id = cells ->> 'remote_id'
                    """, list)
                try returnLabels(list)
            }
            try database.run(
                """
                UPDATE decision SET article_id = kept.article_id FROM removed_row AS kept
                WHERE name = 'decision' AND kept.\(Store.isListed) AND key = cells ->> 'key' AND decision.article_id IS NULL
                """, list)
            try changed.note(
                where: """
                    \(Store.isListed) AND (article_id, key, property, time, machine) NOT IN (
                        SELECT article_id, cells ->> 'key', cells ->> 'property', cells ->> 'time', cells ->> 'machine'
                        FROM removed_row WHERE name = 'decision' AND \(Store.isListed))
                    """, [list], in: self)
            try returnToIndex(list, indexedTo: indexedTo)
            try database.run("DELETE FROM removed_row WHERE \(Store.isListed)", list)
        }
        return ids
    }

    // MARK: On a server

    /// The same of the labels that the server had for articles.
    private func returnLabels(_ ids: SQLValue) throws(StoreError) {
        let items = "SELECT account_id, remote_id FROM remote_item WHERE \(Store.isListed)"
        for (account, id) in try database.rows(items, [ids], read: { ($0.number(), $0.text()) }) {
            try database.run(
                "DELETE FROM remote_label WHERE account_id = ?1 AND remote_id = ?2", .integer(account), .string(id))
        }
        try insertRows(
            into: "remote_label",
            """
            SELECT cells FROM removed_row WHERE name = 'remote_label' AND \(Store.isListed)
                AND (cells ->> 'account_id', cells ->> 'remote_id') IN (\(items))
            """, [ids])
    }

    /// Within a transaction: the user has starred a deleted article on the server of its account, so it is not deleted any
    /// more. Returns it if it is back here; else it comes anew.
    package func takeBack(
        deleted article: ArticleID, of feed: FeedID, at now: Timestamp
    ) throws(StoreError) -> UnsyncedArticle? {
        let tombstone = try database.firstRow(
            """
            SELECT id, guid, link, plain_link, title, text, published FROM tombstone WHERE feed_id = ?1 AND article_id = ?2
            """, [.id(feed), .id(article)]
        ) { (id: $0.number(), traits: $0.tombstone()) }
        if let tombstone {
            let (changed, moment) = (try ChangedDecisions(in: self), try beginDeciding())
            if try takeBack(tombstone.id, changed, at: now, isLinked: false) != nil {
                try recount(feed, returned: [article.rawValue])
                try noteReturn(of: [article.rawValue], moment)
                try applyDecisions(toReturnedArticlesOf: feed, changed, at: now)
            } else if let key = try sharedKey(of: feed, orEarlier: true) {
                let key = ArticleKey(feed: key, traits: tombstone.traits)
                try decide(.deleted, of: .article(key), to: .bool(false), moment)
            }
        }
        // `undo` may have brought it back meanwhile.
        return try database.firstRow(
            "SELECT read_at IS NOT NULL, starred FROM article WHERE id = ?1", [.id(article)]
        ) { UnsyncedArticle(id: article, isRead: $0.flag(), isStarred: $0.flag()) }
    }

    /// Within a transaction: `undo` brings a deleted article back as the one that the server calls so.
    package func keepItem(_ id: RemoteID, of account: AccountID, for deleted: ArticleID) throws(StoreError) {
        let row = """
            SELECT \(try cells(of: "remote_item")) FROM remote_item WHERE account_id = ?1 AND remote_id = ?2
            """
        try database.run(
            """
            INSERT INTO removed_row(removal_id, name, article_id, cells)
            SELECT removal_id, 'remote_item', article_id, (\(row)) FROM removed_row
            WHERE article_id = ?3 AND name = 'article'
            """, .id(account), .id(id), .id(deleted))
    }

    private static let isListed = "article_id IN (SELECT value FROM json_each(?1))"

    /// The index never loses rows: those of articles that it had count again. The others are indexed anew, under a
    /// revision that they have not had.
    private func returnToIndex(_ ids: SQLValue, indexedTo: Int64) throws(StoreError) {
        try database.run(
            """
            UPDATE search_state
            SET dead = max(0, dead - (SELECT count(*) FROM json_each(?1) WHERE value <= min(?2, indexed_to)))
            """, ids, .integer(indexedTo))
        try database.run(
            """
            INSERT OR REPLACE INTO search_revised(article_id, revision, is_pending)
            SELECT id, iif(id <= ?2, revision, ifnull(revision, 0) + 1), iif(id <= ?2, is_pending, 1)
            FROM (SELECT value AS id, cells ->> 'revision' AS revision, cells ->> 'is_pending' AS is_pending
                FROM json_each(?1) LEFT JOIN removed_row ON article_id = value AND name = 'search_revised')
            WHERE id <= (SELECT indexed_to FROM search_state) AND (revision NOT NULL OR id > ?2)
            """, ids, .integer(indexedTo))
    }

    /// Sets what `feed` keeps of the articles, of all feeds.
    static let countArticles = """
        UPDATE feed
        SET articles = (SELECT count(*) FROM article WHERE feed_id = feed.id),
            unread = (SELECT count(*) FROM article WHERE feed_id = feed.id AND read_at IS NULL),
            last_article = (SELECT max(date) FROM article WHERE feed_id = feed.id)
        """

    /// The same for the feeds of these articles. Returns which are of which feed.
    @discardableResult
    func recount(returned ids: [Int64]) throws(StoreError) -> [(feed: FeedID, ids: [Int64])] {
        var articles: [(feed: FeedID, id: Int64)] = []
        for list in Store.lists(of: ids) {
            articles += try database.rows(
                "SELECT feed_id, id FROM article WHERE id IN (SELECT value FROM json_each(?1))", [list]
            ) { (FeedID(rawValue: $0.number()), $0.number()) }
        }
        let byFeed = Dictionary(grouping: articles, by: \.feed).map { (feed: $0, ids: $1.map(\.id)) }
            .sorted { $0.feed.rawValue < $1.feed.rawValue }
        for (feed, ids) in byFeed { try recount(feed, returned: ids) }
        return byFeed
    }

    /// Counts the articles of a feed anew, and removes the tombstones of those that are back.
    func recount(_ feed: FeedID, returned ids: [Int64]) throws(StoreError) {
        try database.run(Store.countArticles + " WHERE id = ?1", .id(feed))
        try database.run(
            "DELETE FROM tombstone WHERE feed_id = ?1 AND article_id IN (SELECT value FROM json_each(?2))", .id(feed),
            .list(ids))
    }
}
