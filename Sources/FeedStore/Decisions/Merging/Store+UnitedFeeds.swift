/// Two feeds of the database that turn out to be one, because a user has moved one of them to the address of the other.
extension Store {
    /// Within a transaction: a feed takes over what another one has, articles and the user's deletions, and the other one is
    /// removed. Of an article that both have, the feed keeps its own, and what was decided about the other one waits for it.
    func unite(_ other: FeedID, with feed: FeedID) throws(StoreError) {
        let (old, new) = (try sharedKey(of: other), try sharedKey(of: feed))
        let (guid, link) = ("ifnull(guid, '')", "ifnull(link_hash, 0)")
        // Of link, title and text, two have to be the same; without a guid, the link.
        let isLacking = ["\(link), title", "\(link), text_hash", "iif(guid IS NULL, id, -1), title, text_hash"].map {
            "(\(guid), \($0)) NOT IN (SELECT \(guid), \($0) FROM article WHERE feed_id = ?2)"
        }
        try database.run(
            "UPDATE article SET feed_id = ?2 WHERE feed_id = ?1 AND \(isLacking.joined(separator: " AND "))",
            .id(other),
            .id(feed))
        try database.run("UPDATE tombstone SET feed_id = ?2 WHERE feed_id = ?1", .id(other), .id(feed))
        try database.run("DELETE FROM feed WHERE id = ?1", .id(other))
        try database.run(Store.countArticles + " WHERE id = ?1", .id(feed))
        guard let old, let new, old != new else { return }
        try moveArticleDecisions(from: ArticleKey.prefix(of: old), to: ArticleKey.prefix(of: new))
    }
}
