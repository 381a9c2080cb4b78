/// What indexes still know of rows that are lost, in temporary tables of the new database: where a feed is, what a
/// category is called, to which feed an article belongs.
enum IndexRemnants {
    /// An index that is read, and where what it knows goes.
    private struct Index {
        let table: String
        let sql: String
        /// Every row of the table is in it.
        var hasAll = false
    }

    private static let indexes = [
        Index(
            table: "article",
            sql: """
                INSERT OR IGNORE INTO left_article(feed_id, date, id)
                SELECT feed_id, date, id FROM damaged.article INDEXED BY article_of_feed
                """, hasAll: true),
        Index(
            table: "article",
            sql: """
                INSERT OR IGNORE INTO left_article(date, id)
                SELECT date, id FROM damaged.article INDEXED BY article_newest
                """, hasAll: true),
        Index(
            table: "article",
            sql: """
                UPDATE left_article SET is_unread = 0
                WHERE id IN (SELECT id FROM damaged.article INDEXED BY article_read WHERE read_at IS NOT NULL)
                """),
        Index(
            table: "article",
            sql: """
                UPDATE left_article SET is_starred = 1
                WHERE id IN (SELECT id FROM damaged.article INDEXED BY article_starred WHERE starred = 1)
                """),
        // SQLite names the index of a UNIQUE column itself.
        Index(
            table: "feed",
            sql: """
                INSERT OR IGNORE INTO left_feed(url, id)
                SELECT url, id FROM damaged.feed INDEXED BY sqlite_autoindex_feed_1
                """, hasAll: true),
        Index(
            table: "feed",
            sql: """
                INSERT INTO left_feed(category_id, id)
                SELECT category_id, id FROM damaged.feed INDEXED BY feed_category WHERE category_id NOT NULL
                ON CONFLICT(id) DO UPDATE SET category_id = excluded.category_id
                """),
        Index(
            table: "category",
            sql: """
                INSERT OR IGNORE INTO left_category(name, id)
                SELECT name, id FROM damaged.category INDEXED BY sqlite_autoindex_category_1
                """, hasAll: true),
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

    /// Reads the indexes of these tables. Gives the tables of which every id is known so.
    static func read(from database: borrowing Database, of tables: Set<String>) throws(DatabaseError) -> Set<String> {
        var known: Set<String> = []
        for index in indexes where tables.contains(index.table) {
            do throws(DatabaseError) {
                try database.run(index.sql)
                if index.hasAll { known.insert(index.table) }
            } catch {
                guard error.isCorrupt || error.code == DatabaseError.Code.error else { throw error }
            }
        }
        return known
    }
}
