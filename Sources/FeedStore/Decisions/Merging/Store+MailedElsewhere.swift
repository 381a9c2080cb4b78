/// The articles that another program has mailed, which `mail` passes over.
extension Store {
    /// Remembers articles as mailed, stored or not. Returns how many were not known as such.
    ///
    /// - Parameters:
    ///   - until: articles of the feed without a guid that are not newer count as mailed, and so do those without a date
    ///     that come with its first refresh; nil for none of them.
    ///   - keys: makes the keys that each article may have from the key of the feed.
    public func noteMailed(
        of feed: FeedID, until: Timestamp?, keys: (FeedKey) -> [[ArticleKey]]
    ) throws(StoreError) -> Int {
        try transaction {
            guard let feedKey = try sharedKey(of: feed) else { return 0 }
            if let until {
                try database.run(
                    """
                    INSERT INTO mailed_feed(key, until) VALUES (?1, ?2)
                    ON CONFLICT(key) DO UPDATE SET until = max(until, excluded.until)
                    """, .string(feedKey.text), .time(until))
            }
            try emptyChanged()
            let (stored, moment) = (try soleArticles(of: feed), try beginDeciding())
            var new = 0
            for keys in keys(feedKey) {
                let article = keys.lazy.compactMap { stored[$0] }.first
                new += try decideAutomatically([.mailed], of: article, orWaiting: keys, moment).count
            }
            return new
        }
    }

    /// Whether another program has mailed anything.
    public func hasMailedElsewhere() throws(StoreError) -> Bool {
        try database.number(
            """
            SELECT EXISTS (SELECT 1 FROM decision WHERE property = 'mailed') OR EXISTS (SELECT 1 FROM mailed_feed)
            """) == 1
    }

    /// The articles that no other program has mailed, in the same order.
    public func withoutMailedElsewhere(_ articles: [ArticleID]) throws(StoreError) -> [ArticleID] {
        var left: [ArticleID] = []
        for id in articles {
            let isMailed = "SELECT 1 FROM decision WHERE article_id = ?1 AND property = 'mailed'"
            if try database.number(isMailed, .id(id)) == 1 { continue }
            let undated = try database.rows(
                "SELECT feed_id, \(Database.firstDate), fetched FROM article WHERE id = ?1 AND guid IS NULL", [.id(id)]
            ) { (feed: FeedID(rawValue: $0.number()), published: $0.optionalTime(), fetched: $0.time()) }
            if let article = undated.first, try wasMailed(article.published, fetched: article.fetched, of: article.feed)
            {
                continue
            }
            left.append(id)
        }
        return left
    }

    /// Whether an article without a guid counts as mailed: it is not newer than the last run of the other program, or it
    /// has no date and came with the first refresh of the feed.
    private func wasMailed(
        _ published: Timestamp?, fetched: Timestamp, of feed: FeedID
    ) throws(StoreError) -> Bool {
        guard let key = try sharedKey(of: feed),
            let until = try database.number("SELECT until FROM mailed_feed WHERE key = ?1", .string(key.text))
        else { return false }
        if let published { return published.seconds <= until }
        let first = try database.number("SELECT min(fetched) FROM article WHERE feed_id = ?1", .id(feed))
        return first == fetched.seconds
    }
}
