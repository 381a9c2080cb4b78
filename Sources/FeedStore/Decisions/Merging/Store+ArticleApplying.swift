/// Applies decisions to articles. It makes no new ones.
extension Store {
    /// Within a transaction: applies the decisions that waited for these articles, also those under another key.
    /// Returns the articles that another machine deleted, which are removed again.
    @discardableResult
    func applyDecisions(to articles: [ArticleID], at now: Timestamp) throws(StoreError) -> Set<ArticleID> {
        guard !articles.isEmpty else { return [] }
        let list = SQLValue.list(articles.map(\.rawValue))
        let decided = """
            FROM article CROSS JOIN decision ON decision.key = article.key
            WHERE article.id IN (SELECT value FROM json_each(?1))
            """
        guard try database.number("SELECT 1 \(decided) LIMIT 1", list) != nil else { return [] }
        try emptyChanged()
        try database.run(
            "INSERT OR IGNORE INTO temp.changed(key, property) SELECT decision.key, property \(decided)", list)
        return try applyToArticles(at: now, keepsRemoved: false)
    }

    /// The same for new articles of a feed, which may be known elsewhere under other keys, too.
    package func applyDecisions(
        toNew articles: [ArticleID], of feed: FeedID, at now: Timestamp
    ) throws(StoreError) -> Set<ArticleID> {
        guard !articles.isEmpty else { return [] }
        if let key = try sharedKey(of: feed), try !otherKeys(of: feed, known: key).isEmpty {
            // All keys before anything is applied: one may have a deletion, and another one a label.
            let list = SQLValue.list(articles.map(\.rawValue))
            try keyArticles(where: "id IN (SELECT value FROM json_each(?))", [list], of: feed)
        }
        return try applyDecisions(to: articles, at: now)
    }

    // MARK: What has changed

    /// Prepares `temp.changed`: the properties about which something is decided otherwise now.
    func emptyChanged() throws(StoreError) {
        try database.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS changed(key TEXT, property TEXT, PRIMARY KEY(key, property)) WITHOUT ROWID;
            DELETE FROM temp.changed;
            """)
    }

    func noteChanged(_ property: DecisionProperty, of key: DecisionKey) throws(StoreError) {
        try database.run(
            "INSERT OR IGNORE INTO temp.changed(key, property) VALUES (?1, ?2)", .string(key.text),
            .string(property.name.text))
    }

    /// Of feeds, categories, rules and views.
    func changedOthers() throws(StoreError) -> [DecisionKey: Set<DecisionProperty>] {
        var changed: [DecisionKey: Set<DecisionProperty>] = [:]
        let rows = try database.rows("SELECT key, property FROM temp.changed WHERE \(DecisionKey.isOther)") {
            (DecisionKey(text: $0.text()), DecisionProperty(name: ExactText($0.text())))
        }
        for (key, property) in rows { if let key { changed[key, default: []].insert(property) } }
        return changed
    }

    /// Within a transaction: lets articles follow what has changed. Returns those that it removes.
    ///
    /// - Parameter keepsRemoved: `undo` can bring them back.
    @discardableResult
    func applyToArticles(at now: Timestamp, keepsRemoved: Bool) throws(StoreError) -> Set<ArticleID> {
        try bringBackUndeleted(at: now)
        let removed = try removeDeleted(keepsRemoved: keepsRemoved, at: now)
        // In the order of ids, so that no page is changed twice; a thousand at a time, because SQLite keeps a copy of
        // every page that one statement changes.
        for list in Store.lists(of: try changedArticles("read")) {
            try database.run(
                """
                UPDATE article
                SET read_at = iif(value = 'true', min(decision.time / 1000, ?2), NULL), modified = 0
                FROM decision
                WHERE article.id IN (SELECT value FROM json_each(?1)) AND decision.key = article.key
                    AND property = 'read' AND (read_at IS NOT NULL) <> (value = 'true')
                """, list, .time(now))
        }
        for list in Store.lists(of: try changedArticles("starred")) {
            try database.run(
                """
                UPDATE article SET starred = (value = 'true') FROM decision
                WHERE article.id IN (SELECT value FROM json_each(?1)) AND decision.key = article.key
                    AND property = 'starred' AND starred <> (value = 'true')
                """, list)
        }
        try applyLabels()
        return removed
    }

    private func changedArticles(_ property: String, _ condition: String = "1") throws(StoreError) -> [Int64] {
        try database.rows(
            """
            SELECT DISTINCT article.id
            FROM temp.changed CROSS JOIN decision USING (key, property) CROSS JOIN article ON article.key = changed.key
            WHERE changed.property = ?1 AND \(condition)
            """, [.string(property)]
        ) { $0.number() }
    }

    private func applyLabels() throws(StoreError) {
        let changed = """
            SELECT article.id, substr(changed.property, \(DecisionProperty.labelPrefix.utf8.count + 1))
            FROM temp.changed CROSS JOIN decision USING (key, property) CROSS JOIN article ON article.key = changed.key
            WHERE changed.property GLOB '\(DecisionProperty.labelPrefix)*' AND value
            """
        try database.run("INSERT OR IGNORE INTO article_label(article_id, label) \(changed) = 'true'")
        try database.run("DELETE FROM article_label WHERE (article_id, label) IN (\(changed) = 'false')")
    }

    /// Articles that were deleted, if `undo` can bring them back; else the next refresh may bring them.
    private func bringBackUndeleted(at now: Timestamp) throws(StoreError) {
        let keys = try database.rows(
            """
            SELECT changed.key FROM temp.changed CROSS JOIN decision USING (key, property)
            WHERE changed.property = 'deleted' AND value = 'false'
                AND NOT EXISTS (SELECT 1 FROM article WHERE article.key = changed.key)
            """
        ) { ArticleKey($0.text()) }
        for key in keys {
            _ = try bringBackDeleted(key, at: now)
            try liftTombstone(of: key)
            try database.run(
                "INSERT OR IGNORE INTO temp.changed(key, property) SELECT key, property FROM decision WHERE key = ?1",
                .string(key.text))
        }
    }

    private func removeDeleted(keepsRemoved: Bool, at now: Timestamp) throws(StoreError) -> Set<ArticleID> {
        let ids = try changedArticles("deleted", "value = 'true'")
        let chosen = "id IN (SELECT value FROM json_each(?))"
        for list in Store.lists(of: ids) {
            if keepsRemoved { try keepArticles(where: chosen, [list], beginDeciding()) }
            try addTombstones(where: chosen, [list], onPurpose: true, at: now)
            try database.run("DELETE FROM article WHERE \(chosen)", list)
        }
        return Set(ids.map(ArticleID.init))
    }

    /// A deletion was taken back: the article may come again.
    func liftTombstone(of key: ArticleKey) throws(StoreError) {
        // Else a document that has not changed would not be read again.
        try database.run(
            """
            UPDATE feed_refresh SET body_hash = NULL, etag = NULL, last_modified = NULL
            WHERE feed_id IN (SELECT feed_id FROM tombstone WHERE key = ?1)
            """, .string(key.text))
        try database.run("DELETE FROM tombstone WHERE key = ?1", .string(key.text))
    }
}
