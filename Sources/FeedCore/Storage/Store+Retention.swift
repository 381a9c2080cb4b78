extension Store {
    /// What a pruning came to.
    public struct Pruned: Hashable, Sendable {
        public var articles = 0
        public var feeds = 0

        public init() {}
    }

    /// Within a transaction: remembers which articles the feed's document carries.
    func saveCarriedArticles(_ articles: [ArticleID], of feed: FeedID) throws(StoreError) {
        try translating {
            try database.run(
                """
                INSERT INTO feed_document(feed_id, articles) VALUES (?1, ?2)
                ON CONFLICT(feed_id) DO UPDATE SET articles = excluded.articles WHERE articles <> excluded.articles
                """,
                .id(feed), .list(articles.map(\.rawValue)))
        }
    }

    /// Removes what the retention of each feed lets go; each leaves a tombstone and does not come back.
    ///
    /// A thousand articles are one transaction, so that others who write get their turn, and the memory that is taken
    /// does not grow with the archive.
    ///
    /// - Parameter progress: is told how many are gone so far.
    public func prune(
        at now: Timestamp, retention: (FeedID) -> Retention, progress: (Int) -> Void = { _ in }
    ) throws(StoreError) -> Pruned {
        var pruned = Pruned()
        for feed in try feedsWithMoreThanIsKept(retention) {
            var removed = 0
            var position = Position.start
            while true {
                let chunk = try transaction { () throws -> Expired in
                    let expired = try expired(of: feed, retention(feed), at: now, after: position)
                    try bury(where: Store.unstarred, [expired.list])
                    removed += try database.run("DELETE FROM article WHERE " + Store.unstarred, expired.list)
                    return expired
                }
                progress(pruned.articles + removed)
                guard let last = chunk.last else { break }
                position = last
            }
            pruned.articles += removed
            if removed > 0 { pruned.feeds += 1 }
        }
        return pruned
    }

    /// What `prune` would remove: calls `body` with the articles of each feed, oldest first, and removes nothing.
    public func forEachPrunable(
        at now: Timestamp, retention: (FeedID) -> Retention, _ body: (ArticleID) throws -> Void
    ) throws {
        for feed in try feedsWithMoreThanIsKept(retention) {
            var position = Position.start
            while true {
                let chunk = try translating { try expired(of: feed, retention(feed), at: now, after: position) }
                for article in chunk.articles where try !isStarred(article) { try body(article) }
                guard let last = chunk.last else { break }
                position = last
            }
        }
    }

    /// Feeds of which nothing can go are told by their kept counts.
    private func feedsWithMoreThanIsKept(_ retention: (FeedID) -> Retention) throws(StoreError) -> [FeedID] {
        try translating {
            let statement = try database.prepare(
                """
                SELECT id, articles, unread FROM feed
                WHERE articles > 0 AND EXISTS (SELECT 1 FROM feed_document WHERE feed_id = feed.id)
                ORDER BY id
                """)
            var feeds: [FeedID] = []
            while try statement.step() {
                var row = statement.row
                let feed = FeedID(rawValue: row.number())
                let (articles, unread) = (row.count(), row.count())
                let retention = retention(feed)
                if retention.keepsUnread, articles == unread { continue }
                if retention.days != nil || retention.articles.map({ $0 < articles }) ?? false { feeds.append(feed) }
            }
            return feeds
        }
    }

    // MARK: One feed

    private static let unstarred = "id IN (SELECT value FROM json_each(?1)) AND starred = 0"

    /// A place in the order of a feed's articles, oldest first.
    private struct Position {
        var date: Int64
        var id: Int64

        static let start = Position(date: .min, id: .min)

        func isBefore(_ other: Position) -> Bool { (date, id) < (other.date, other.id) }
    }

    /// Articles that may go unless they are starred.
    private struct Expired {
        var articles: [ArticleID] = []
        /// Nil at the end.
        var last: Position?

        /// As SQL takes them.
        var list: SQLValue { .list(articles.map(\.rawValue)) }
    }

    private func expired(
        of feed: FeedID, _ retention: Retention, at now: Timestamp, after position: Position
    ) throws -> Expired {
        var expired = Expired()
        guard let end = try firstKept(of: feed, retention, at: now), position.isBefore(end) else { return expired }
        // Looks into the two indexes and at no article: most of what is old may be unread.
        let statement = try database.prepare(
            """
            SELECT date, id FROM article INDEXED BY article_of_feed
            WHERE feed_id = ?1 AND (date, id) > (?2, ?3) AND (date, id) < (?4, ?5)
                AND id NOT IN (
                    SELECT value FROM json_each((SELECT articles FROM feed_document WHERE feed_id = ?1)))
                AND (?6 = 0 OR NOT EXISTS (
                    SELECT 1 FROM article AS unread INDEXED BY article_unread_of_feed
                    WHERE unread.feed_id = ?1 AND unread.date = article.date AND unread.id = article.id
                        AND unread.read_at IS NULL))
            ORDER BY date, id LIMIT 1000
            """)
        try statement.bind([
            .id(feed), .integer(position.date), .integer(position.id), .integer(end.date), .integer(end.id),
            .flag(retention.keepsUnread),
        ])
        while try statement.step() {
            var row = statement.row
            let last = Position(date: row.number(), id: row.number())
            expired.articles.append(ArticleID(rawValue: last.id))
            expired.last = last
        }
        return expired
    }

    /// Where what is kept for its age or for its place among the newest begins; nil where all of it is.
    private func firstKept(of feed: FeedID, _ retention: Retention, at now: Timestamp) throws -> Position? {
        var first: Position?
        if let days = retention.days {
            let (seconds, isTooLong) = Int64(days).multipliedReportingOverflow(by: 86_400)
            if !isTooLong { first = Position(date: now.seconds - seconds, id: .min) }
        }
        guard let articles = retention.articles else { return first }
        guard articles > 0 else { return Position(date: .max, id: .max) }
        let statement = try database.prepare(
            "SELECT date, id FROM article WHERE feed_id = ?1 ORDER BY date DESC, id DESC LIMIT 1 OFFSET ?2")
        try statement.bind([.id(feed), .number(articles - 1)])
        guard try statement.step() else { return first }
        var row = statement.row
        let newest = Position(date: row.number(), id: row.number())
        guard let first, newest.isBefore(first) else { return newest }
        return first
    }

    private func isStarred(_ article: ArticleID) throws(StoreError) -> Bool {
        try translating {
            try database.number("SELECT starred FROM article WHERE id = ?1", .id(article)) == 1
        }
    }
}
