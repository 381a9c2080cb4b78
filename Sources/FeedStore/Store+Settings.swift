extension Store {
    /// The settings of one feed by their keys, such as `refresh.timeout`. A repeatable setting has one value a line.
    public func settings(of feed: FeedID) throws(StoreError) -> [String: String] {
        let rows = try database.rows("SELECT key, value FROM feed_setting WHERE feed_id = ?1", [.id(feed)]) {
            ($0.text(), $0.text())
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// The settings of all feeds that have some.
    public func settingsOfFeeds() throws(StoreError) -> [FeedID: [String: String]] {
        let rows = try database.rows("SELECT feed_id, key, value FROM feed_setting") {
            (FeedID(rawValue: $0.number()), $0.text(), $0.text())
        }
        return rows.reduce(into: [:]) { settings, row in settings[row.0, default: [:]][row.1] = row.2 }
    }

    /// Appends a value to a feed's own values of a repeatable setting.
    public func add(_ key: String, _ value: String, of feed: FeedID) throws(StoreError) {
        try change(
            """
            INSERT INTO feed_setting(feed_id, key, value) VALUES (?1, ?2, ?3)
            ON CONFLICT(feed_id, key) DO UPDATE SET value = value || char(10) || excluded.value
            """, .id(feed), .string(key), .string(value))
    }

    /// Sets a feed's own value of a setting; nil removes it.
    public func set(_ key: String, to value: String?, of feed: FeedID) throws(StoreError) {
        if let value {
            try change(
                "INSERT OR REPLACE INTO feed_setting(feed_id, key, value) VALUES (?1, ?2, ?3)", .id(feed), .string(key),
                .string(value))
        } else {
            try change("DELETE FROM feed_setting WHERE feed_id = ?1 AND key = ?2", .id(feed), .string(key))
        }
    }
}
