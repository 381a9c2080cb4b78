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
            let (stored, moment) = (try soleArticles(of: feed), try beginDeciding())
            let changed = try ChangedDecisions(in: self)
            var new = 0
            for keys in keys(feedKey) {
                let article = keys.lazy.compactMap { stored[$0] }.first
                new += try decideAutomatically([.mailed], of: article, orWaiting: keys, moment, changed).count
            }
            return new
        }
    }

    /// Whether another program has mailed anything.
    public func hasMailedElsewhere() throws(StoreError) -> Bool {
        try database.holds(
            """
            SELECT EXISTS (SELECT 1 FROM decision WHERE property = 'mailed') OR EXISTS (SELECT 1 FROM mailed_feed)
            """)
    }

    /// The articles that no other program has mailed, in the same order.
    ///
    /// An article without a guid counts as mailed if it is not newer than the last run of the other program, or has no date
    /// and came with the first refresh of the feed.
    public func withoutMailedElsewhere(_ articles: [ArticleID]) throws(StoreError) -> [ArticleID] {
        var feeds: [FeedID: (until: Int64, first: Int64)?] = [:]
        return try database.rows(
            """
            SELECT json_each.value, iif(guid IS NULL, feed_id, NULL), fetched, \(Database.firstDate)
            FROM json_each(?1) LEFT JOIN article ON article.id = json_each.value
            WHERE NOT EXISTS (
                SELECT 1 FROM decision WHERE article_id = json_each.value AND property = 'mailed')
            ORDER BY json_each.key
            """, [.list(articles.map(\.rawValue))]
        ) { row throws(StoreError) in
            let id = ArticleID(rawValue: row.number())
            guard let feed = row.optionalNumber().map(FeedID.init) else { return id }
            if feeds[feed] == nil { feeds[feed] = .some(try mailedElsewhere(of: feed)) }
            guard case let mailed?? = feeds[feed] else { return id }
            let fetched = row.number()
            let isMailed = row.optionalNumber().map { $0 <= mailed.until } ?? (fetched == mailed.first)
            return isMailed ? nil : id
        }
    }

    /// The time of the last run of the other program, and that of the first refresh; nil if it has mailed nothing of the
    /// feed.
    private func mailedElsewhere(of feed: FeedID) throws(StoreError) -> (until: Int64, first: Int64)? {
        guard let key = try sharedKey(of: feed) else { return nil }
        return try database.firstRow(
            "SELECT until, (SELECT min(fetched) FROM article WHERE feed_id = ?2) FROM mailed_feed WHERE key = ?1",
            [.string(key.text), .id(feed)]
        ) { ($0.number(), $0.number()) }
    }
}
