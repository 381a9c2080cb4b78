extension Store {
    /// The highest id of an article; nil without articles.
    public func newestArticle() throws(StoreError) -> ArticleID? {
        try database.number("SELECT max(id) FROM article").map(ArticleID.init)
    }

    /// The last article that this cursor has seen; nil for a new one.
    public func cursor(named name: String) throws(StoreError) -> ArticleID? {
        try database.number("SELECT article_id FROM cursor WHERE name = ?1", .string(name)).map(ArticleID.init)
    }

    /// Moves a cursor forward, and adds it if it is missing. It never goes back: when two programs move it at the same
    /// time, the one that has seen more counts.
    public func moveCursor(named name: String, to article: ArticleID, at now: Timestamp) throws(StoreError) {
        try change(
            """
            INSERT INTO cursor(name, article_id, moved) VALUES (?1, ?2, ?3)
            ON CONFLICT(name) DO UPDATE SET article_id = excluded.article_id, moved = excluded.moved
            WHERE excluded.article_id > article_id
            """, .string(name), .id(article), .time(now))
    }

    /// The article that was read last; nil before the first.
    public func lastRead() throws(StoreError) -> ArticleID? { try cursor(named: Cursor.reading) }

    /// Remembers which article was read last.
    public func saveLastRead(_ article: ArticleID, at now: Timestamp) throws(StoreError) {
        try transaction { try setLastRead(article, at: now) }
    }

    /// Within a transaction.
    func setLastRead(_ article: ArticleID, at now: Timestamp) throws(StoreError) {
        try database.run(
            "INSERT OR REPLACE INTO cursor(name, article_id, moved) VALUES (?1, ?2, ?3)", .string(Cursor.reading),
            .id(article), .time(now))
    }

    /// The cursors that users have named, in the order of their names.
    public func cursors() throws(StoreError) -> [Cursor] {
        try database.rows("SELECT name, article_id, moved FROM cursor WHERE name > ' ' ORDER BY name") {
            Cursor(name: $0.text(), article: ArticleID(rawValue: $0.number()), moved: $0.time())
        }
    }
}
