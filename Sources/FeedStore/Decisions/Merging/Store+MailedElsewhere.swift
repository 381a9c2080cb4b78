/// What another program has mailed, which `mail` passes over.
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
            let statement = try database.prepare("INSERT OR IGNORE INTO mailed_article(key) VALUES (?)")
            var new = 0
            for article in keys(feedKey) {
                var isNew = false
                for key in article {
                    try statement.run([.string(key.text)])
                    isNew = isNew || database.changes > 0
                }
                new += isNew ? 1 : 0
            }
            return new
        }
    }

    /// Whether another program has mailed anything.
    public func hasMailedElsewhere() throws(StoreError) -> Bool {
        try database.number(
            "SELECT EXISTS (SELECT 1 FROM mailed_article) OR EXISTS (SELECT 1 FROM mailed_feed)") == 1
    }

    /// The articles that no other program has mailed, in the same order.
    public func withoutMailedElsewhere(_ articles: [ArticleID]) throws(StoreError) -> [ArticleID] {
        var feeds: [FeedID: [FeedKey]] = [:]
        var left: [ArticleID] = []
        for id in articles {
            let found = try database.rows(
                "SELECT feed_id, guid, url, title, published, fetched FROM article WHERE id = ?1", [.id(id)]
            ) { row in
                let (feed, guid, link) = (FeedID(rawValue: row.number()), row.optionalText(), row.optionalText())
                return (
                    feed: feed, guid: guid, link: link, title: row.text(), published: row.optionalTime(),
                    fetched: row.time()
                )
            }
            guard let article = found.first else { continue }
            if feeds[article.feed] == nil { feeds[article.feed] = try allKeys(of: article.feed) }
            let names = (feeds[article.feed] ?? []).flatMap {
                ArticleKey.sole(in: $0, guid: article.guid, link: article.link, title: article.title)
            }
            var isPassed = false
            for key in names where !isPassed {
                let known = try database.number("SELECT 1 FROM mailed_article WHERE key = ?1", .string(key.text))
                isPassed = known != nil
            }
            if !isPassed, article.guid == nil {
                isPassed = try wasMailed(article.published, fetched: article.fetched, of: article.feed)
            }
            if !isPassed { left.append(id) }
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
