/// The decisions that a transaction has changed and the stored values do not follow yet: the rows of `temp.changed`.
///
/// A transaction makes one value. It notes changes while it merges decisions, links those that waited to articles that
/// have come, or brings removed articles back, and hands the value to `applyToArticles`. There is one table, so a new value
/// forgets what another one has noted.
struct ChangedDecisions {
    init(in store: borrowing Store) throws(StoreError) {
        // `tombstone`: that of the article, if the article was removed.
        try store.database.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS changed(
                key TEXT, property TEXT, tombstone INTEGER, PRIMARY KEY(key, property)
            ) WITHOUT ROWID;
            DELETE FROM temp.changed;
            """)
    }

    func note(_ property: DecisionProperty, of key: DecisionKey, in store: borrowing Store) throws(StoreError) {
        try store.database.run(
            "INSERT OR IGNORE INTO temp.changed(key, property) VALUES (?1, ?2)", .string(key.text),
            .string(property.name.text))
    }

    /// Notes the chosen decisions.
    func note(where chosen: String, _ values: [SQLValue] = [], in store: borrowing Store) throws(StoreError) {
        try store.database.run(
            "INSERT OR IGNORE INTO temp.changed(key, property) SELECT key, property FROM decision WHERE \(chosen)",
            values)
    }

    /// Notes the decisions under a key, which are about a stored article, or one that was removed and left the tombstone.
    func note(under key: String, tombstone: Int64?, in store: borrowing Store) throws(StoreError) {
        try store.database.run(
            """
            INSERT INTO temp.changed(key, property, tombstone) SELECT key, property, ?2 FROM decision WHERE key = ?1
            ON CONFLICT DO UPDATE SET tombstone = excluded.tombstone
            """, .string(key), .number(tombstone))
    }

    func isEmpty(in store: borrowing Store) throws(StoreError) -> Bool {
        try !store.database.holds("SELECT 1 FROM temp.changed LIMIT 1")
    }

    /// Those about feeds, categories, rules and views.
    func others(in store: borrowing Store) throws(StoreError) -> [DecisionKey: Set<DecisionProperty>] {
        let changed = try store.database.rows(
            "SELECT key, property FROM temp.changed WHERE \(DecisionKey.isOther)"
        ) { row in
            let key = DecisionKey(text: row.text())
            let property = DecisionProperty(name: ExactText(row.text()))
            return key.map { (key: $0, properties: Set([property])) }
        }
        return Dictionary(changed) { $0.union($1) }
    }

    /// How many articles and other things they are about.
    func count(in store: borrowing Store) throws(StoreError) -> DecisionMerge.Changes {
        func count(_ chosen: String) throws(StoreError) -> Int {
            Int(
                try store.database.number(
                    """
                    SELECT count(DISTINCT key) FROM temp.changed
                    WHERE \(chosen) AND EXISTS (SELECT 1 FROM decision WHERE decision.key = changed.key)
                    """) ?? 0)
        }
        return DecisionMerge.Changes(articles: try count(DecisionKey.isArticle), others: try count(DecisionKey.isOther))
    }
}
