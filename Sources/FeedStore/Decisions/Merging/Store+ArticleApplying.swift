/// Applies decisions to articles. It makes no new ones.
extension Store {
    /// Within a transaction: applies the decisions that were made about articles of a feed while machines did not share it.
    func applyDecisions(toArticlesOf feed: FeedID, at now: Timestamp) throws(StoreError) {
        try applyDecisions(toReturnedArticlesOf: feed, ChangedDecisions(in: self), at: now)
    }

    /// Within a transaction: applies the decisions that were made about articles of a feed while these were away. What was
    /// decided before is applied already, and a feed or a server may have changed it since.
    func applyDecisions(
        toReturnedArticlesOf feed: FeedID, _ changed: ChangedDecisions, at now: Timestamp
    ) throws(StoreError) {
        try linkDecisions(of: feed, changed)
        try applyToArticles(changed, at: now, keepsRemoved: false)
    }

    /// Within a transaction: takes back the deletions in a new subscription that other machines took back while they waited
    /// for it.
    func applyDecisions(toTombstonesOf feed: FeedID, at now: Timestamp) throws(StoreError) {
        if try !database.holds("SELECT 1 FROM tombstone WHERE feed_id = ?1 LIMIT 1", .id(feed)) { return }
        try applyDecisions(toArticlesOf: feed, at: now)
    }

    /// Within a transaction: lets articles follow what has changed. Returns those that it removes.
    ///
    /// - Parameter keepsRemoved: `undo` can bring them back.
    @discardableResult
    func applyToArticles(
        _ changed: ChangedDecisions, at now: Timestamp, keepsRemoved: Bool
    ) throws(StoreError) -> Set<ArticleID> {
        try linkDecisions(toReturned: bringBackUndeleted(changed, at: now), changed)
        // In the order of ids, so that no page is changed twice; a thousand at a time, because SQLite keeps a copy of
        // every page that one statement changes.
        for list in Store.lists(of: try changedArticles("read")) {
            try database.run(
                """
                UPDATE article
                SET read_at = iif(value = 'true', min(time / 1000, ?2), NULL), modified = 0
                FROM \(Store.decided) AS decided
                WHERE article.id IN (SELECT value FROM json_each(?1)) AND article_id = article.id
                    AND property = 'read' AND (read_at IS NOT NULL) <> (value = 'true')
                """, list, .time(now))
        }
        for list in Store.lists(of: try changedArticles("starred")) {
            try database.run(
                """
                UPDATE article SET starred = (value = 'true') FROM \(Store.decided) AS decided
                WHERE article.id IN (SELECT value FROM json_each(?1)) AND article_id = article.id
                    AND property = 'starred' AND starred <> (value = 'true')
                """, list)
        }
        try applyLabels()
        // Last, so that an article that comes back is what was decided about it.
        return try removeDeleted(keepsRemoved: keepsRemoved)
    }

    private func changedArticles(_ property: String) throws(StoreError) -> [Int64] {
        try database.rows(
            """
            SELECT DISTINCT article_id FROM temp.changed CROSS JOIN decision USING (key, property)
            WHERE changed.property = ?1 AND article_id NOT NULL
            """, [.string(property)]
        ) { $0.number() }
    }

    private func applyLabels() throws(StoreError) {
        let changed = """
            SELECT decided.article_id, substr(changed.property, \(DecisionProperty.labelPrefix.utf8.count + 1))
            FROM temp.changed CROSS JOIN decision USING (key, property)
            CROSS JOIN \(Store.decided) AS decided
                ON decided.article_id = decision.article_id AND decided.property = changed.property
            WHERE changed.property GLOB '\(DecisionProperty.labelPrefix)*' AND decided.value
            """
        try database.run("INSERT OR IGNORE INTO article_label(article_id, label) \(changed) = 'true'")
        try database.run("DELETE FROM article_label WHERE (article_id, label) IN (\(changed) = 'false')")
    }

    /// Articles that were deleted, if `undo` can bring them back; else the next refresh may bring them. The deletion was
    /// taken back, or was made elsewhere for an article that has come only now. Returns those that are back.
    private func bringBackUndeleted(_ changed: ChangedDecisions, at now: Timestamp) throws(StoreError) -> [Int64] {
        let tombstones = try database.rows(
            """
            SELECT DISTINCT tombstone.id, changed.key, decision.article_id NOT NULL,
                tombstone.key = changed.key OR \(ArticleKey.areAlike("tombstone.key", "changed.key"))
            FROM temp.changed CROSS JOIN decision USING (key, property)
            JOIN tombstone ON tombstone.key = changed.key OR tombstone.id = changed.tombstone
            WHERE changed.property = 'deleted' AND tombstone.key NOT NULL AND feed_id NOT NULL AND iif(
                decision.article_id IS NULL, value = 'false',
                value = 'true' AND machine NOT IN (SELECT code FROM own_machine))
            """
        ) { (id: $0.number(), key: $0.text(), isOfAnother: $0.flag(), isAlike: $0.flag()) }
        var returned: [Int64] = []
        for tombstone in tombstones {
            guard let article = try takeBack(tombstone.id, changed, at: now) else { continue }
            returned.append(article.rawValue)
            if tombstone.isOfAnother {
                try takeBackMarks(of: article.rawValue, under: tombstone.key, changed)
            } else if tombstone.isAlike {
                // The article may have been deleted under another key.
                try moveDecisions(tombstone.key, to: article.rawValue)
            }
        }
        try recount(returned: returned)
        return returned
    }

    /// Decisions under other keys may have waited for articles that are back.
    private func linkDecisions(toReturned articles: [Int64], _ changed: ChangedDecisions) throws(StoreError) {
        let feeds = try database.rows(
            "SELECT DISTINCT feed_id FROM article WHERE id IN (SELECT value FROM json_each(?1))", [.list(articles)]
        ) { FeedID(rawValue: $0.number()) }
        for feed in feeds { try linkDecisions(of: feed, arrived: articles.map(ArticleID.init), changed) }
    }

    /// Within a transaction: what was decided under the key is about another article.
    func takeBackMarks(of article: Int64, under key: String, _ changed: ChangedDecisions) throws(StoreError) {
        let set = "SELECT property FROM decision WHERE key = ?2 AND value = 'true'"
        let values: [SQLValue] = [.integer(article), .string(key)]
        for change in [
            "UPDATE article SET read_at = NULL WHERE id = ?1 AND read_at NOT NULL AND 'read' IN (\(set))",
            "UPDATE article SET starred = 0 WHERE id = ?1 AND starred = 1 AND 'starred' IN (\(set))",
            "DELETE FROM article_label WHERE article_id = ?1 AND '\(DecisionProperty.labelPrefix)' || label IN (\(set))",
        ] {
            try database.run(change, values)
        }
        // The rest of what was decided about it counts.
        try changed.note(where: "article_id = ?1", [.integer(article)], in: self)
    }

    private func removeDeleted(keepsRemoved: Bool) throws(StoreError) -> Set<ArticleID> {
        var removed: Set<ArticleID> = []
        for list in Store.lists(of: try changedArticles("deleted")) {
            let ids = try database.rows(
                """
                SELECT article_id FROM json_each(?1) CROSS JOIN \(Store.decided) AS decided
                    ON article_id = json_each.value AND property = 'deleted' AND decided.value = 'true'
                """, [list]
            ) { $0.number() }
            let deleted = [SQLValue.list(ids)]
            if keepsRemoved { try keepArticles(where: Store.isInList, deleted, beginDeciding()) }
            try addTombstones(where: Store.isInList, deleted, onPurpose: true)
            try database.run("DELETE FROM article WHERE \(Store.isInList)", deleted)
            removed.formUnion(ids.map(ArticleID.init))
        }
        return removed
    }

    /// Within a transaction: the deletion that left a tombstone was taken back. Brings the article back if it waits here,
    /// with what was decided about it; else it may come again. `recount` completes it.
    func takeBack(
        _ tombstone: Int64, _ changed: ChangedDecisions, at now: Timestamp, isLinked: Bool = true
    ) throws(StoreError) -> ArticleID? {
        let removed = try database.rows(
            """
            SELECT tombstone.article_id FROM tombstone
            JOIN removed_row ON removed_row.article_id = tombstone.article_id AND name = 'article'
            JOIN removal ON removal.id = removal_id
            WHERE tombstone.id = ?1 AND removed >= ?2
            """, [.integer(tombstone), .integer(now.seconds - Store.removedSeconds)]
        ) { $0.number() }
        for id in removed {
            // It is indexed anew.
            let back = try bringBackArticles(
                where: "article_id = ?", .integer(id), indexedTo: 0, isLinked: isLinked, changed)
            guard !back.isEmpty else { continue }
            try database.run("DELETE FROM tombstone WHERE id = ?1", .integer(tombstone))
            return ArticleID(rawValue: id)
        }
        let feed = try database.number("SELECT feed_id FROM tombstone WHERE id = ?1", .integer(tombstone))
        if let feed { try forgetDocument(of: FeedID(rawValue: feed)) }
        // The article may wait for an earlier subscription to the feed, which `undo` can bring back.
        let waiting =
            "UPDATE tombstone SET url = (SELECT url FROM feed WHERE feed.id = feed_id), feed_id = NULL WHERE id = ?1"
        try database.run(removed.isEmpty ? "DELETE FROM tombstone WHERE id = ?1" : waiting, .integer(tombstone))
        return nil
    }
}
