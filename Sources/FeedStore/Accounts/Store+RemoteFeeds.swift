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
        try saveFiling(new.category != nil, of: id)
        return id
    }

    /// From now on the account's server fetches the feed.
    package func link(_ feed: FeedID, to remote: RemoteFeed, _ account: AccountID) throws(StoreError) {
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
    }

    /// The server no longer lists the feed: it stays, paused, with its articles. Its remote name is kept, because a feed
    /// that was hidden comes back under it.
    package func unlink(_ feed: FeedID) throws(StoreError) {
        try database.run("UPDATE feed SET account_id = NULL, paused = 1 WHERE id = ?1", .id(feed))
        try database.run("DELETE FROM pending_feed WHERE feed_id = ?1", .id(feed))
    }

    package func saveOwnTitle(_ title: String, of feed: FeedID, droppingNickname: Bool) throws(StoreError) {
        try database.run(
            "UPDATE feed SET own_title = ?2, nickname = iif(?3, NULL, nickname) WHERE id = ?1", .id(feed),
            .string(title), .flag(droppingNickname))
    }

    package func saveSite(_ site: String, of feed: FeedID) throws(StoreError) {
        try database.run("UPDATE feed SET site = ?2 WHERE id = ?1", .id(feed), .string(site))
    }

    package func saveURL(_ url: WebAddress, of feed: FeedID) throws(StoreError) {
        try database.run(
            "UPDATE feed SET url = ?2, host = ?3 WHERE id = ?1", .id(feed), .string(url.text), .string(url.hostAndPort))
    }

    /// Nil takes the feed out of its category.
    package func saveCategory(_ name: String?, of feed: FeedID) throws(StoreError) {
        let category = try name.map { name throws(StoreError) in try makeCategory(named: name) }
        try database.run("UPDATE feed SET category_id = ?2 WHERE id = ?1", .id(feed), .id(category))
    }

    package func saveFiling(_ isFiled: Bool, of feed: FeedID) throws(StoreError) {
        try database.run("UPDATE feed SET is_filed = ?2 WHERE id = ?1", .id(feed), .flag(isFiled))
    }
}
