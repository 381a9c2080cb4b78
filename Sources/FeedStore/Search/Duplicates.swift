/// How articles of several feeds are known to be the same story.
enum Duplicates {
    /// How many articles with the same hash are looked at: a feed can have any number of them.
    static let limit = 100

    /// One way to be the same, as conditions on the rows `article` and `other`.
    struct Kind {
        let isSame: String
        /// Whether that says anything about `article`.
        let counts: String
    }

    static let kinds = [
        Kind(
            isSame: """
                other.text_hash = article.text_hash AND other.title = article.title
                    AND other.text_hash <> \(ArticleFingerprint.noText)
                """, counts: "1"),
        // A link that several articles of one feed have is that of a site, not of an article.
        Kind(
            isSame: "other.link_hash = article.link_hash",
            counts: """
                NOT EXISTS (
                    SELECT 1 FROM article AS one JOIN article AS two
                        ON two.link_hash = one.link_hash AND two.feed_id = one.feed_id AND two.id > one.id
                    WHERE one.link_hash = article.link_hash)
                """),
    ]
}

extension Store {
    /// The duplicates in other feeds of those articles that are dated before a time.
    func duplicates(of articles: [Int64], before limit: Timestamp?) throws(StoreError) -> [Int64] {
        let found = Duplicates.kinds.map { kind in
            """
            SELECT other.id FROM article JOIN article AS other
                ON \(kind.isSame) AND other.feed_id <> article.feed_id
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
