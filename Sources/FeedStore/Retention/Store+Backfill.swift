/// The position at which the backfill of a feed continues: an older document.
public struct BackfillPosition: Hashable, Sendable {
    public var url: WebAddress
    public var relation: String
    /// The number of the document, where the feed itself is 1.
    public var page: Int
    /// The number of its first article, where the newest one is 1.
    public var start: Int

    public init(url: WebAddress, relation: String, page: Int, start: Int) {
        self.url = url
        self.relation = relation
        self.page = page
        self.start = start
    }
}

/// The progress of `backfill` in a feed.
extension Store {
    /// The position at which an earlier run stopped; nil without one.
    public func backfillPosition(of feed: FeedID) throws(StoreError) -> BackfillPosition? {
        try database.firstRow(
            "SELECT url, relation, page, start FROM backfill WHERE feed_id = ?1", [.id(feed)]
        ) { row -> BackfillPosition? in
            guard let url = WebAddress(row.text()) else { return nil }
            return BackfillPosition(url: url, relation: row.text(), page: row.count(), start: row.count())
        }
    }

    /// Saves where the next run goes on; nil if the feed's archive is complete.
    public func saveBackfillPosition(_ position: BackfillPosition?, of feed: FeedID) throws(StoreError) {
        try transaction { try setBackfillPosition(position, of: feed) }
    }

    /// The same within a transaction.
    package func setBackfillPosition(_ position: BackfillPosition?, of feed: FeedID) throws(StoreError) {
        guard let position else {
            try database.run("DELETE FROM backfill WHERE feed_id = ?1", .id(feed))
            return
        }
        try database.run(
            "INSERT OR REPLACE INTO backfill(feed_id, url, relation, page, start) VALUES (?1, ?2, ?3, ?4, ?5)",
            .id(feed), .string(position.url.text), .string(position.relation), .number(position.page),
            .number(position.start))
    }

    /// Whether a tombstone is that of an article that retention removed. What the user has deleted, or a rule has dropped,
    /// stays away.
    package func isOfPruned(_ tombstone: Int64) throws(StoreError) -> Bool {
        try database.holds(
            "SELECT 1 FROM tombstone WHERE id = ?1 AND article_id IS NULL AND key IS NULL AND dropped = 0",
            .integer(tombstone))
    }

    /// Within a transaction: removes a tombstone, so that its article can come back.
    package func liftTombstone(_ tombstone: Int64) throws(StoreError) {
        try database.run("DELETE FROM tombstone WHERE id = ?1", .integer(tombstone))
    }

    /// Within a transaction: these articles are from an archive.
    func noteBackfilled(_ articles: [ArticleID]) throws(StoreError) {
        for list in Store.lists(of: articles.map(\.rawValue)) {
            try database.run("UPDATE article SET backfilled = 1 WHERE id IN (SELECT value FROM json_each(?1))", list)
        }
    }
}
