/// How articles of several feeds are known to be the same story.
///
/// The rows `other` are those of `temp.twin`, which `Store.prepareTwins` makes.
enum Duplicates {
    /// How many articles with the same hash are looked at: a feed can have any number of them.
    static let limit = 100

    /// One way to be the same, as conditions on the rows `article` and `other`.
    struct Kind {
        let isSame: String
        /// Whether that says anything about `article`: what several articles of one feed share is that of a site, as
        /// "Untitled" and "Read more" are.
        let counts: String
        /// Whether that says anything about the feed of `other`.
        let countsThere: String

        /// - Parameters:
        ///   - condition: the condition that it says anything about the feed of a row.
        ///   - same: the condition that two rows are the same.
        init(if condition: (String) -> String = { _ in "1" }, _ same: (String, String) -> String) {
            isSame = same("other", "article")
            countsThere = condition("other")
            counts = """
                \(condition("article")) AND NOT EXISTS (
                    SELECT 1 FROM twin AS one JOIN twin AS two
                        ON \(same("two", "one")) AND two.feed_id = one.feed_id AND two.id > one.id
                    WHERE \(same("one", "article")))
                """
        }
    }

    static let kinds = [
        Kind { one, other in
            """
            \(one).text_hash = \(other).text_hash AND \(one).title = \(other).title
                AND \(one).text_hash <> \(ArticleFingerprint.noText)
            """
        },
        // The link of a home page is that of a site, too.
        Kind(
            if: { "NOT rssium_is_home(article.url, (SELECT site FROM feed WHERE feed.id = \($0).feed_id))" },
            { one, other in "\(one).link_hash = \(other).link_hash" }),
    ]

    static let columns = "SELECT id, feed_id, link_hash, text_hash, title FROM main.article"

    static func indexes(of table: String, in schema: String) -> String {
        """
        CREATE INDEX IF NOT EXISTS \(schema).\(table)_link ON \(table)(link_hash, feed_id) WHERE link_hash IS NOT NULL;
        CREATE INDEX IF NOT EXISTS \(schema).\(table)_words ON \(table)(text_hash, title, feed_id)
            WHERE text_hash <> \(ArticleFingerprint.noText);
        """
    }
}

extension Store {
    /// Makes `temp.twin`, all articles by what duplicates have in common, unless it is there.
    ///
    /// The indexes for it would cost each refresh a tenth of its time, so a database has them from the first time that
    /// duplicates are asked for. If the database cannot be written now, a temporary copy has them.
    func prepareTwins() throws(StoreError) {
        guard try !database.holds("SELECT 1 FROM temp.sqlite_master WHERE name = 'twin'") else { return }
        do {
            try database.withBusyTimeout(atMost: 0) { () throws(StoreError) in
                try database.execute(Duplicates.indexes(of: "article", in: "main"))
            }
            try database.execute("CREATE TEMP VIEW twin AS \(Duplicates.columns)")
        } catch .busy, .readOnly, .diskFull, .cannotOpen {
            try database.execute("CREATE TEMP TABLE twin AS \(Duplicates.columns)")
            try database.execute(Duplicates.indexes(of: "twin", in: "temp"))
        }
    }

    /// The duplicates in other feeds of those articles that are dated before a time.
    func duplicates(of articles: [Int64], before limit: Timestamp?) throws(StoreError) -> [Int64] {
        try prepareTwins()
        let found = Duplicates.kinds.map { kind in
            """
            SELECT other.id FROM article JOIN twin AS other
                ON \(kind.isSame) AND other.feed_id <> article.feed_id AND \(kind.countsThere)
            WHERE article.id IN (SELECT value FROM json_each(?1)) AND +article.date < ?2 AND \(kind.counts)
            """
        }
        var ids: Set<Int64> = []
        for list in Store.lists(of: articles) {
            ids.formUnion(
                try database.rows(found.joined(separator: " UNION "), [list, .integer(limit?.seconds ?? .max)]) {
                    $0.number()
                })
        }
        return Array(ids.subtracting(articles))
    }
}
