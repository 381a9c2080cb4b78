/// What indexes still know of rows that are lost, in temporary tables of the new database.
enum IndexRemnants {
    /// An index, and how what it knows is noted.
    struct Index {
        let name: String
        let table: String
        /// Of its records.
        let columns: Int
        let note: String
        /// Every row of the table is in it.
        var hasAll = false
    }

    static let indexes = [
        Index(
            name: "article_of_feed", table: "article", columns: 3,
            note: "INSERT OR IGNORE INTO left_article(feed_id, date, id) VALUES (?1, ?2, ?3)", hasAll: true),
        Index(
            name: "article_newest", table: "article", columns: 2,
            note: "INSERT OR IGNORE INTO left_article(date, id) VALUES (?1, ?2)", hasAll: true),
        Index(
            name: "article_unread", table: "article", columns: 2,
            note: "UPDATE left_article SET is_unread = 1 WHERE date = ?1 AND id = ?2"),
        Index(
            name: "article_read", table: "article", columns: 2,
            note: "UPDATE left_article SET is_unread = 0 WHERE date = ?1 AND id = ?2"),
        Index(
            name: "article_starred", table: "article", columns: 2,
            note: "UPDATE left_article SET is_starred = 1 WHERE date = ?1 AND id = ?2"),
        // What is UNIQUE has an index of its own, which SQLite names.
        Index(
            name: "sqlite_autoindex_feed_1", table: "feed", columns: 2,
            note: "INSERT OR IGNORE INTO left_feed(url, id) VALUES (?1, ?2)", hasAll: true),
        Index(
            name: "feed_category", table: "feed", columns: 2,
            note: """
                INSERT INTO left_feed(category_id, id) VALUES (?1, ?2)
                ON CONFLICT(id) DO UPDATE SET category_id = excluded.category_id
                """),
        Index(
            name: "sqlite_autoindex_category_1", table: "category", columns: 2,
            note: "INSERT OR IGNORE INTO left_category(name, id) VALUES (?1, ?2)", hasAll: true),
    ]

    /// Makes the tables, which are gone with the connection.
    static func make(in database: borrowing Database) throws(DatabaseError) {
        try database.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS left_article(
                id INTEGER PRIMARY KEY, feed_id INTEGER, date INTEGER, is_unread INTEGER NOT NULL DEFAULT 1,
                is_starred INTEGER NOT NULL DEFAULT 0);
            CREATE TEMP TABLE IF NOT EXISTS left_feed(id INTEGER PRIMARY KEY, url TEXT, category_id INTEGER);
            CREATE TEMP TABLE IF NOT EXISTS left_category(id INTEGER PRIMARY KEY, name TEXT);
            """)
    }
}
