/// Counts articles.
extension Store {
    /// How many articles the query has, up to its limit.
    public func count(_ query: ArticleQuery) throws(StoreError) -> Int {
        let count =
            if query.isAnsweredByKeptCounts {
                try keptCount(query)
            } else {
                try rows(of: query, "SELECT count(*) FROM article") { $0.count() }.first ?? 0
            }
        return min(count, query.limit ?? Int.max)
    }

    private func keptCount(_ query: ArticleQuery) throws(StoreError) -> Int {
        let column =
            switch query.state {
            case .unread: "unread"
            case .read: "articles - unread"
            case .all: "articles"
            }
        let (scope, values) = query.scope(of: "feed.id")
        let filter = scope.isEmpty ? "" : " WHERE " + scope.joined(separator: " AND ")
        return try database.firstRow("SELECT sum(\(column)) FROM feed" + filter, values) { $0.count() } ?? 0
    }

    /// How many articles the query has within its limit, and how many of them are unread.
    ///
    /// - Parameter isOfUnread: the limit counts unread articles alone. Otherwise, read ones take its places, too.
    public func counts(
        of query: ArticleQuery, limitIsOfUnread isOfUnread: Bool
    ) throws(StoreError) -> (articles: Int, unread: Int) {
        var whole = query
        whole.limit = nil
        let all = try counts(of: whole)
        guard let limit = query.limit, limit < all.articles else { return all }
        if isOfUnread { return (limit, min(all.unread, limit)) }
        var chosen = ArticleQuery(state: .unread)
        chosen.articles = try articleIDs(of: query)
        return (limit, try count(chosen))
    }

    /// How many articles a query without a limit has, and how many of them are unread.
    public func counts(of query: ArticleQuery) throws(StoreError) -> (articles: Int, unread: Int) {
        if query.isAnsweredByKeptCounts {
            var unread = query
            unread.narrow(to: ArticleQuery(state: .unread))
            return (try count(query), try count(unread))
        }
        let rows = try rows(of: query, "SELECT count(*), ifnull(sum(article.read_at IS NULL), 0) FROM article") {
            (articles: $0.count(), unread: $0.count())
        }
        return rows.first ?? (0, 0)
    }

    /// How many articles are starred.
    public func starredCount() throws(StoreError) -> Int {
        Int(try database.number("SELECT count(*) FROM article WHERE starred = 1") ?? 0)
    }

    /// How many articles of a feed are starred, and how many have labels.
    public func markedCounts(of feed: FeedID) throws(StoreError) -> [Int] {
        try database.firstRow(
            """
            SELECT count(*) FILTER (WHERE starred = 1),
                count(*) FILTER (WHERE EXISTS (SELECT 1 FROM article_label WHERE article_id = article.id))
            FROM article WHERE feed_id = ?1
            """, [.id(feed)]
        ) { [$0.count(), $0.count()] } ?? [0, 0]
    }

    /// How many articles were stored, and how many marked read, on each of the last days (in UTC), today last.
    public func activity(days: Int, until now: Timestamp) throws(StoreError) -> (stored: [Int], read: [Int]) {
        var (stored, read) = (Array(repeating: 0, count: days), Array(repeating: 0, count: days))
        let counts = try database.rows(
            """
            SELECT ?2 - day, sum(stored), sum(read) FROM feed_day WHERE day > ?2 - ?1 AND day <= ?2 GROUP BY day
            """, [.number(days), .number(now.day)]
        ) { (ago: $0.count(), stored: $0.count(), read: $0.count()) }
        for count in counts { (stored[days - 1 - count.ago], read[days - 1 - count.ago]) = (count.stored, count.read) }
        return (stored, read)
    }
}
