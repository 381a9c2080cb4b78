internal import FeedCore

/// The limit of storing: inserts the rows of a database into an empty one with the same schema.
enum BareSQLite {
    static func copyArticles(of original: String, into path: String) throws -> Part.Result {
        let source = try Connection(original)
        let articles = try source.rows("SELECT * FROM article ORDER BY id")
        let contents = try source.rows("SELECT * FROM article_content ORDER BY article_id")
        let enclosures = try source.rows("SELECT * FROM enclosure ORDER BY article_id, position")
        let copy = try Connection(path)
        try prepare(copy, like: source, original)
        let insertArticle = try copy.insertion(into: "article", columns: articles.first?.count ?? 0)
        let insertContent = try copy.insertion(into: "article_content", columns: contents.first?.count ?? 0)
        let insertEnclosure = try copy.insertion(into: "enclosure", columns: enclosures.first?.count ?? 1)
        let clock = Part.Clock()
        var (enclosure, feeds) = (0, 0)
        try copy.execute("BEGIN IMMEDIATE")
        for (place, article) in articles.enumerated() {
            if place > 0, article[1] != articles[place - 1][1] {
                feeds += 1
                if feeds % Storing.batch == 0 { try copy.execute("COMMIT; BEGIN IMMEDIATE") }
            }
            try insertArticle.run(article)
            try insertContent.run(contents[place])
            while enclosure < enclosures.count, enclosures[enclosure][0] == article[0] {
                try insertEnclosure.run(enclosures[enclosure])
                enclosure += 1
            }
        }
        try copy.execute("COMMIT")
        return Part.Result(since: clock, articles: articles.count)
    }

    /// Makes a database with the same tables, indexes, triggers and feeds, without articles.
    private static func prepare(_ copy: borrowing Connection, like source: borrowing Connection, _ path: String) throws
    {
        try copy.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -4000;
            PRAGMA wal_autocheckpoint = 4000
            """)
        // FTS5 makes the tables of the index itself.
        let schema = """
            SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
                AND name NOT IN ('search_data', 'search_idx', 'search_content', 'search_docsize', 'search_config')
            """
        for row in try source.rows(schema) {
            guard case .text(let sql) = row[0] else { continue }
            try copy.execute(String(decoding: sql, as: UTF8.self))
        }
        try copy.execute(
            """
            ATTACH '\(path)' AS original;
            INSERT INTO feed SELECT * FROM original.feed;
            INSERT INTO feed_refresh SELECT * FROM original.feed_refresh;
            UPDATE feed SET unread = 0, articles = 0, last_article = NULL;
            DETACH original;
            PRAGMA foreign_keys = ON
            """)
    }
}
