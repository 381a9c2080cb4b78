/// A feed as far as it decides what a server's list of subscriptions means.
package struct LinkableFeed: Hashable, Sendable {
    package let id: FeedID
    package let url: WebAddress
    /// The URL of its last document, after redirects.
    package var answeredURL: WebAddress?
    package var account: AccountID?
    package var remoteID: RemoteID?
    package var ownTitle: String?
    package var nickname: String?
    package var category: String?
    /// Whether its server last listed it in that category.
    package var isFiled = false
    package var site: String?
}

extension Store {
    package func linkableFeeds() throws(StoreError) -> [LinkableFeed] {
        try database.rows(
            """
            SELECT feed.id, url, answered_url, account_id, remote_id, own_title, nickname, category.name,
                is_filed AND account_id IS NOT NULL, site
            FROM feed
            LEFT JOIN feed_refresh ON feed_refresh.feed_id = feed.id
            LEFT JOIN category ON category.id = feed.category_id
            ORDER BY feed.id
            """
        ) { row in
            let id = FeedID(rawValue: row.number())
            // A feed whose URL cannot be read cannot be matched.
            guard let url = WebAddress(row.text()) else { return nil }
            var feed = LinkableFeed(id: id, url: url)
            feed.answeredURL = row.optionalText().flatMap(WebAddress.init)
            feed.account = row.optionalNumber().map(AccountID.init)
            feed.remoteID = row.optionalText().map { RemoteID($0) }
            feed.ownTitle = row.optionalText()
            feed.nickname = row.optionalText()
            feed.category = row.optionalText()
            feed.isFiled = row.flag()
            feed.site = row.optionalText()
            return feed
        }
    }

    /// The feeds of an account by the server's names for them.
    package func feedsByRemoteID(of account: AccountID) throws(StoreError) -> [RemoteID: FeedID] {
        let feeds = try database.rows(
            "SELECT remote_id, id FROM feed WHERE account_id = ?1 AND remote_id IS NOT NULL", [.id(account)]
        ) { (RemoteID($0.text()), FeedID(rawValue: $0.number())) }
        return Dictionary(uniqueKeysWithValues: feeds)
    }

    // MARK: Within a transaction

    /// Adds a feed that only the server has.
    package func insert(_ remote: RemoteFeed, of account: AccountID) throws(StoreError) -> FeedID {
        var new = NewFeed(url: remote.url)
        new.ownTitle = remote.title
        new.category = remote.folders.first
        new.site = remote.site
        let id = try insertRow(of: new)
        try link(id, to: remote, account)
        var change = RemoteFeedChange(id)
        change.isFiled = new.category != nil
        try save(change)
        return id
    }

    /// From now on the account's server fetches the feed.
    package func link(_ feed: FeedID, to remote: RemoteFeed, _ account: AccountID) throws(StoreError) {
        try makeTriggersOfWriters()
        // Under another name the server has given its articles new names too. An account that had the feed before has
        // left it.
        try database.run(
            """
            DELETE FROM remote_item
            WHERE article_id IN (SELECT id FROM article WHERE feed_id = ?1)
                AND (account_id <> ?2 OR (SELECT remote_id FROM feed WHERE id = ?1) IS NOT ?3)
            """, .id(feed), .id(account), .id(remote.id))
        // The items of its last document no longer keep articles.
        try database.run("DELETE FROM feed_document WHERE feed_id = ?1", .id(feed))
        try database.run(
            """
            UPDATE feed SET account_id = ?2, remote_id = ?3, is_filed = 0, paused = 0, gone = 0 WHERE id = ?1
            """, .id(feed), .id(account), .id(remote.id))
        // What was read there before a feed with articles came back, and is older than the last sync, is in no list.
        try database.run(
            """
            UPDATE account SET watermark = min(watermark, last_synced - days * 86400)
            WHERE id = ?2 AND (SELECT articles FROM feed WHERE id = ?1) > 0
            """, .id(feed), .id(account))
    }

    /// The server no longer lists the feed: it stays, paused, with its articles. Its remote name is kept, because a feed
    /// that was hidden comes back under it.
    package func unlink(_ feed: FeedID) throws(StoreError) {
        try database.run("UPDATE feed SET account_id = NULL, paused = 1 WHERE id = ?1", .id(feed))
        try database.run("DELETE FROM pending_feed WHERE feed_id = ?1", .id(feed))
    }

    package func save(_ change: RemoteFeedChange) throws(StoreError) {
        let category = try change.category.map { name throws(StoreError) in try makeCategory(named: name) }
        try database.run(
            """
            UPDATE feed
            SET url = ifnull(?2, url), host = ifnull(?3, host), own_title = ifnull(?4, own_title),
                nickname = iif(?5, NULL, nickname), site = ifnull(?6, site), is_filed = ifnull(?7, is_filed),
                category_id = iif(?8, NULL, ifnull(?9, category_id))
            WHERE id = ?1
            """, .id(change.feed), .text(change.url?.text), .text(change.url?.hostAndPort), .text(change.title),
            .flag(change.dropsNickname), .text(change.site), change.isFiled.map(SQLValue.flag) ?? .null,
            .flag(change.leavesCategory), .id(category))
    }
}
