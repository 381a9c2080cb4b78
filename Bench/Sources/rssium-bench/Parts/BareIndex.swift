/// The limit of the search index: FTS5 indexes the words of stored articles, in as many transactions as stored them.
enum BareIndex {
    static func indexArticles(of original: String, into path: String) throws -> Part.Result {
        let rows = try Connection(original).rows(
            """
            SELECT article.id, feed_id, title, author, content FROM article JOIN article_content ON article_id = article.id
            ORDER BY article.id
            """)
        let index = try Connection(path)
        try index.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000;
            CREATE VIRTUAL TABLE words USING fts5(title, author, body, content = '')
            """)
        let insertion = try index.insertion(of: "INSERT INTO words(rowid, title, author, body) VALUES (?, ?, ?, ?)")
        let clock = Part.Clock()
        try index.execute("BEGIN")
        var feeds = 0
        for (place, row) in rows.enumerated() {
            if place > 0, row[1] != rows[place - 1][1] {
                feeds += 1
                if feeds % Storing.batch == 0 { try index.execute("COMMIT; BEGIN") }
            }
            try insertion.run([row[0], row[2], row[3], withoutTags(row[4])])
        }
        try index.execute("COMMIT")
        return Part.Result(since: clock, articles: rows.count)
    }

    /// The cheapest way from HTML to words: a tag becomes a space, and character references stay.
    private static func withoutTags(_ value: Value) -> Value {
        guard case .text(let html) = value else { return value }
        var text: [UInt8] = []
        text.reserveCapacity(html.count)
        var isInTag = false
        for byte in html {
            switch byte {
            case UInt8(ascii: "<"): isInTag = true
            case UInt8(ascii: ">") where isInTag:
                isInTag = false
                text.append(0x20)
            default: if !isInTag { text.append(byte) }
            }
        }
        return .text(text)
    }
}
