extension Store {
    /// How many articles a pruning removed, and from how many feeds.
    public struct Pruned: Hashable, Sendable {
        public var articles = 0
        public var feeds = 0

        public init() {}
    }

    /// Within a transaction: saves which articles the feed's document carries, for `prune`.
    ///
    /// - Parameter isComplete: the document has its end. If not, or if it carries less than half as much as the one before,
    ///   as when a server has just started anew, it is taken to carry all that the one before did, too; if that was no
    ///   more complete, as many, of which the newest. Some feeds never send an end; a short document counts after two days.
    package func saveCarried(
        _ articles: [ArticleID], isComplete: Bool = true, of feed: FeedID, at now: Timestamp
    ) throws(StoreError) {
        var carried = articles.map(\.rawValue)
        let before = try database.firstRow(
            """
            SELECT json_array_length(articles), partial_since, partial_since IS NULL AND articles = ?2
            FROM feed_document WHERE feed_id = ?1
            """, [.id(feed), .list(carried)]
        ) { (count: $0.count(), partialSince: $0.optionalNumber(), isSame: $0.flag()) }
        // Most documents are whole and carry the same articles.
        if isComplete, before?.isSame ?? false { return }
        let partialSince = before?.partialSince ?? now.day
        let isShort = carried.count * 2 < before?.count ?? 0 && now.day < partialSince + 2
        let isPartial = !isComplete || isShort
        if isPartial {
            let others = try othersCarried(by: feed, before: Set(carried))
            let isCutAgain = !isComplete && before?.partialSince != nil
            carried += others.prefix(isCutAgain ? max(0, (before?.count ?? 0) - carried.count) : others.count)
        }
        try database.run(
            "INSERT OR REPLACE INTO feed_document(feed_id, articles, partial_since) VALUES (?1, ?2, ?3)", .id(feed),
            .list(carried), isPartial ? .integer(partialSince) : .null)
    }

    /// The articles of the last document without those of the new one, the newest first.
    private func othersCarried(by feed: FeedID, before new: Set<Int64>) throws(StoreError) -> [Int64] {
        try database.rows(
            """
            SELECT article.id FROM feed_document, json_each(articles) JOIN article ON article.id = value
            WHERE feed_document.feed_id = ?1 ORDER BY date DESC, article.id DESC
            """, [.id(feed)]
        ) { $0.number() }.filter { !new.contains($0) }
    }

    /// Removes the articles that the retention of each feed does not protect. Each leaves a tombstone and does not come back.
    ///
    /// A transaction removes a thousand articles: so other programs can write in between, and the memory used does not
    /// grow with the archive.
    ///
    /// - Parameter progress: receives how many articles are removed so far.
    public func prune(
        at now: Timestamp, retention: (FeedID) -> Retention, progress: (Int) -> Void = { _ in }
    ) throws(StoreError) -> Pruned {
        var pruned = Pruned()
        try forgetTombstonesOfAccounts(at: now)
        try transaction { try forgetOldDecisions() }
        for feed in try feedsWithRemovable(retention) {
            var removed = 0
            var position = Position.start
            while true {
                let last = try transaction { () throws -> Position? in
                    let expired = try expired(of: feed, retention(feed), at: now, after: position)
                    let list = SQLValue.list(expired.map(\.id))
                    try addTombstones(where: Store.expendable, [list])
                    try database.run(
                        """
                        UPDATE remote_item SET pruned = 1
                        WHERE article_id IN (SELECT id FROM article WHERE \(Store.expendable))
                        """, list)
                    removed += try database.run("DELETE FROM article WHERE " + Store.expendable, list)
                    return expired.last
                }
                progress(pruned.articles + removed)
                guard let last else { break }
                position = last
            }
            pruned.articles += removed
            if removed > 0 { pruned.feeds += 1 }
        }
        return pruned
    }

    /// Calls `body` with each article that `prune` would remove, feed by feed, the oldest first.
    public func forEachPrunable(
        at now: Timestamp, retention: (FeedID) -> Retention, _ body: (FeedID, ArticleID) throws -> Void
    ) throws {
        for feed in try feedsWithRemovable(retention) {
            var position = Position.start
            while true {
                let expired = try expired(of: feed, retention(feed), at: now, after: position)
                for article in expired where try isExpendable(article.id) {
                    try body(feed, ArticleID(rawValue: article.id))
                }
                guard let last = expired.last else { break }
                position = last
            }
        }
    }

    /// The stored counts rule out most feeds. Of the others, those count whose document is known or that have none here.
    private func feedsWithRemovable(_ retention: (FeedID) -> Retention) throws(StoreError) -> [FeedID] {
        let large = try database.rows("SELECT id, articles, unread FROM feed") { row -> Int64? in
            let (id, articles, unread) = (row.number(), row.count(), row.count())
            let retention = retention(FeedID(rawValue: id))
            return retention.canRemove(of: articles, unread: unread) ? id : nil
        }
        return try database.rows(
            """
            SELECT id FROM feed
            WHERE id IN (SELECT value FROM json_each(?1))
                AND (account_id IS NOT NULL OR EXISTS (SELECT 1 FROM feed_document WHERE feed_id = feed.id))
            ORDER BY id
            """, [.list(large)]
        ) { FeedID(rawValue: $0.number()) }
    }

    /// Whether the user was told before that old articles are removed.
    public func isRemovalAnnounced() throws(StoreError) -> Bool { try database.holds("SELECT 1 FROM removal_notice") }

    /// Saves that the user was told.
    public func noteRemovalAnnounced(at now: Timestamp) throws(StoreError) {
        try change("INSERT OR IGNORE INTO removal_notice(id, announced) VALUES (1, ?1)", .time(now))
    }

    // MARK: One feed

    /// Neither starred nor labeled nor fetched from an archive. An article that the server of an account still has as
    /// unread, starred or labeled would come back from there.
    private static let expendable = """
        id IN (SELECT value FROM json_each(?1)) AND starred = 0 AND backfilled = 0
            AND NOT EXISTS (SELECT 1 FROM article_label WHERE article_id = article.id)
            AND NOT EXISTS (SELECT 1 FROM remote_item WHERE article_id = article.id AND (is_read = 0 OR is_starred = 1))
            AND NOT EXISTS (
                SELECT 1 FROM remote_item JOIN remote_label USING (account_id, remote_id)
                WHERE article_id = article.id)
        """

    /// A position among a feed's articles, which are ordered from the oldest to the newest.
    private struct Position {
        var date: Int64
        var id: Int64

        static let start = Position(date: .min, id: .min)
        static let end = Position(date: .max, id: .max)

        func isBefore(_ other: Position) -> Bool { (date, id) < (other.date, other.id) }
    }

    /// The next articles behind a position that the settings do not protect, unless they are starred or labeled; none at
    /// the end.
    private func expired(
        of feed: FeedID, _ retention: Retention, at now: Timestamp, after position: Position
    ) throws(StoreError) -> [Position] {
        guard let end = try firstProtected(of: feed, retention, at: now), position.isBefore(end) else { return [] }
        let firstUnread = try firstProtectedUnread(of: feed, retention)
        // Reads the two indexes and no article: most old ones may be unread.
        return try database.rows(
            """
            SELECT date, id FROM article INDEXED BY article_of_feed
            WHERE feed_id = ?1 AND (date, id) > (?2, ?3) AND (date, id) < (?4, ?5)
                AND id NOT IN (SELECT value FROM feed_document, json_each(articles) WHERE feed_id = ?1)
                AND ((date, id) < (?6, ?7) OR NOT EXISTS (
                    SELECT 1 FROM article AS unread INDEXED BY article_unread_of_feed
                    WHERE unread.feed_id = ?1 AND unread.date = article.date AND unread.id = article.id
                        AND unread.read_at IS NULL))
            ORDER BY date, id LIMIT 1000
            """,
            [
                .id(feed), .integer(position.date), .integer(position.id), .integer(end.date), .integer(end.id),
                .integer(firstUnread.date), .integer(firstUnread.id),
            ]
        ) { Position(date: $0.number(), id: $0.number()) }
    }

    /// The oldest article that its age or its position among the newest protects; nil if all are protected.
    private func firstProtected(
        of feed: FeedID, _ retention: Retention, at now: Timestamp
    ) throws(StoreError) -> Position? {
        guard let days = retention.days, let articles = retention.articles else { return nil }
        let (seconds, isTooLong) = Int64(days).multipliedReportingOverflow(by: 86_400)
        if isTooLong { return nil }
        let young = days == 0 ? Position.end : Position(date: now.seconds - seconds, id: .min)
        guard articles > 0 else { return young }
        let newest = try database.firstRow(
            "SELECT date, id FROM article WHERE feed_id = ?1 ORDER BY date DESC, id DESC LIMIT 1 OFFSET ?2",
            [.id(feed), .number(articles - 1)]
        ) { Position(date: $0.number(), id: $0.number()) }
        return newest.map { $0.isBefore(young) ? $0 : young }
    }

    /// The oldest of the unread articles that `Retention.unread` protects.
    private func firstProtectedUnread(of feed: FeedID, _ retention: Retention) throws(StoreError) -> Position {
        guard let unread = retention.unread else { return .start }
        guard unread > 0 else { return .end }
        let oldest = try database.rows(
            """
            SELECT date, id FROM article
            WHERE feed_id = ?1 AND read_at IS NULL AND (SELECT unread FROM feed WHERE id = ?1) > ?2
            ORDER BY date DESC, id DESC LIMIT 1 OFFSET ?2
            """, [.id(feed), .number(unread - 1)]
        ) { Position(date: $0.number(), id: $0.number()) }
        return oldest.first ?? .start
    }

    private func isExpendable(_ article: Int64) throws(StoreError) -> Bool {
        try database.holds("SELECT count(*) FROM article WHERE " + Store.expendable, .list([article]))
    }
}
