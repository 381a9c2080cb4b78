extension Store {
    /// How many articles are starred.
    public func starredCount() throws(StoreError) -> Int {
        Int(try database.number("SELECT count(*) FROM article WHERE starred = 1") ?? 0)
    }

    /// How many articles of a feed are starred, and how many have labels.
    public func markedCounts(of feed: FeedID) throws(StoreError) -> [Int] {
        try database.rows(
            """
            SELECT count(*) FILTER (WHERE starred = 1),
                count(*) FILTER (WHERE EXISTS (SELECT 1 FROM article_label WHERE article_id = article.id))
            FROM article WHERE feed_id = ?1
            """, [.id(feed)]
        ) { [$0.count(), $0.count()] }.first ?? [0, 0]
    }

    /// Within a transaction: counts articles that were stored now, and forgets what no list shows any more.
    func countStored(_ count: Int, in feed: FeedID, at now: Timestamp) throws(StoreError) {
        try database.run(
            """
            INSERT INTO feed_day(feed_id, day, stored) VALUES (?1, ?2, ?3)
            ON CONFLICT(feed_id, day) DO UPDATE SET stored = stored + excluded.stored
            """, .id(feed), .number(now.day), .number(count))
        try database.run(
            "DELETE FROM feed_day WHERE feed_id = ?1 AND day <= ?2", .id(feed),
            .number(now.day - Int64(7 * Feed.activityWeeks)))
    }

    /// How many articles were stored, and how many marked read, on each of the last days (in UTC), today last.
    public func activity(days: Int, until now: Timestamp) throws(StoreError) -> (stored: [Int], read: [Int]) {
        var (stored, read) = (Array(repeating: 0, count: days), Array(repeating: 0, count: days))
        let counts = try database.rows(
            """
            SELECT ?2 - day, sum(stored), sum(read) FROM feed_day WHERE day > ?2 - ?1 AND day <= ?2 GROUP BY day
            """, [.number(days), .number(now.day)]
        ) { (ago: $0.count(), stored: $0.count(), read: $0.count()) }
        for count in counts {
            (stored[days - 1 - count.ago], read[days - 1 - count.ago]) = (count.stored, count.read)
        }
        return (stored, read)
    }

    /// The titles of all feeds with their ids, in any order: all that a completion needs.
    public func feedTitles() throws(StoreError) -> [(id: FeedID, title: String)] {
        try database.rows("SELECT id, coalesce(nickname, own_title, url) FROM feed") {
            (id: FeedID(rawValue: $0.number()), title: $0.text())
        }
    }
}
