/// The result of bringing back a removed feed.
struct ReturnedFeed {
    let id: FeedID
    var articles: [Int64] = []
    /// The account whose server is to subscribe again, if it has unsubscribed already.
    var subscribing: AccountID?
    /// Its account is no longer here.
    var hasLostAccount = false
}

/// Why a removed feed cannot come back.
enum FeedAbsence: Error {
    /// It was removed too long ago, or the user has run `prune`.
    case forgotten
    /// It is here.
    case present
    /// Another feed has its URL now.
    ///
    /// - Parameter account: that of the removed feed.
    case replaced(title: String, account: AccountID?, by: FeedID)
}

extension Store {
    /// The removed feed that waits under one of these keys.
    func removedFeed(_ keys: [FeedKey]) throws(StoreError) -> FeedID? {
        for key in keys {
            let found = try database.number(
                "SELECT feed_id FROM removal WHERE key = ?1 ORDER BY id DESC LIMIT 1", .string(key.text))
            if let found { return FeedID(rawValue: found) }
        }
        return nil
    }

    /// The key of a removed feed that can come back.
    func removedKey(of feed: FeedID) throws(StoreError) -> FeedKey? {
        try database.firstRow("SELECT key FROM removal WHERE feed_id = ?1 ORDER BY id DESC", [.id(feed)]) {
            $0.optionalText().flatMap(FeedKey.init(written:))
        }
    }

    /// Within a transaction: brings a removed feed back under its id, with its settings, rules, tombstones and articles.
    /// Nothing is decided by it.
    func bringBack(
        _ feed: FeedID, _ changed: ChangedDecisions, at now: Timestamp
    ) throws(StoreError) -> Result<ReturnedFeed, FeedAbsence> {
        if try database.holds("SELECT 1 FROM feed WHERE id = ?1", .id(feed)) { return .failure(.present) }
        guard let kept = try keptFeed(feed, at: now) else { return .failure(.forgotten) }
        if let other = try database.number("SELECT id FROM feed WHERE url = ?1", .string(kept.url)) {
            let account = kept.account.map(AccountID.init)
            return .failure(.replaced(title: kept.title, account: account, by: FeedID(rawValue: other)))
        }
        var returned = ReturnedFeed(id: feed)
        let removal = SQLValue.integer(kept.removal)
        let rows = "SELECT cells FROM removed_row WHERE removal_id = ?1 AND name"
        // Another feed may have its key by now: then it gets another one.
        let isKeyed = try FeedKey(written: kept.key ?? "").map { key throws(StoreError) in try !isUsed(key) } ?? false
        try insertRows(
            into: "feed", "\(rows) = 'feed'", [removal],
            without: Set(["category_id", "account_id", "remote_id"] + (isKeyed ? [] : ["key", "is_shared"])))
        let category = try kept.category.map { name throws(StoreError) in try categoryRow(named: name) }
        try database.run("UPDATE feed SET category_id = ?2 WHERE id = ?1", .id(feed), .id(category))
        let isLinked = try link(&returned, to: kept.account, kept.remote)
        let isOfAccount = try self.feed(feed).accountID != nil
        for table in try childTables(of: "feed") where table != "article" {
            // Changes that wait are of a feed that its server has.
            if table == "pending_feed", !isOfAccount { continue }
            // A newer row may have the number of an older one.
            let isNumbered = table == "tombstone" || table == "pending_feed"
            try insertRows(into: table, "\(rows) = '\(table)'", [removal], without: isNumbered ? ["id"] : [])
        }
        returned.articles = try bringBackArticles(
            where: "removal_id = ?", removal, indexedTo: kept.indexedTo, isLinked: isLinked, changed)
        try recount(feed, returned: returned.articles)
        returned.articles += try bringBackUndeleted(of: feed, changed, at: now)
        try database.run("DELETE FROM removal WHERE feed_id = ?1", .id(feed))
        // Decisions that other machines made while the feed was away.
        try applyDecisions(toReturnedArticlesOf: feed, changed, at: now)
        return .success(returned)
    }

    /// Deletions that were taken back elsewhere while the feed was away.
    private func bringBackUndeleted(
        of feed: FeedID, _ changed: ChangedDecisions, at now: Timestamp
    ) throws(StoreError) -> [Int64] {
        let tombstones = try database.rows(
            """
            SELECT tombstone.id FROM tombstone JOIN decision ON decision.key = tombstone.key
            WHERE feed_id = ?1 AND property = 'deleted' AND value = 'false'
            """, [.id(feed)]
        ) { $0.number() }
        var returned: [Int64] = []
        for tombstone in tombstones {
            if let id = try takeBack(tombstone, changed, at: now) { returned.append(id.rawValue) }
        }
        try recount(returned: returned)
        return returned
    }

    /// Gives a feed back to its account. Returns whether its server has it still.
    private func link(
        _ returned: inout ReturnedFeed, to account: Int64?, _ remote: String?
    ) throws(StoreError) -> Bool {
        guard let account else { return true }
        guard try database.holds("SELECT 1 FROM account WHERE id = ?1", .integer(account)) else {
            returned.hasLostAccount = true
            return true
        }
        // Not sent yet, or refused: then the server has not forgotten anything.
        let waiting = "FROM pending_feed WHERE account_id = ?1 AND action = 'unsubscribe' AND remote_id = ?2"
        let isHeld = try database.holds(
            "SELECT 1 \(waiting) AND (tries = 0 OR error IS NOT NULL)", .integer(account), .text(remote))
        try database.run("DELETE \(waiting)", .integer(account), .text(remote))
        guard isHeld, let remote else {
            returned.subscribing = AccountID(rawValue: account)
            return false
        }
        try database.run(
            "UPDATE feed SET account_id = ?2, remote_id = ?3 WHERE id = ?1", .id(returned.id), .integer(account),
            .string(remote))
        return true
    }

    private struct KeptFeed {
        let removal: Int64
        let indexedTo: Int64
        let url: String
        let title: String
        let account: Int64?
        let remote: String?
        let key: String?
        let category: String?
    }

    private func keptFeed(_ feed: FeedID, at now: Timestamp) throws(StoreError) -> KeptFeed? {
        try database.firstRow(
            """
            SELECT removal.id, indexed_to, cells ->> 'url',
                coalesce(cells ->> 'nickname', cells ->> 'own_title', cells ->> 'url'), cells ->> 'account_id',
                cells ->> 'remote_id', cells ->> 'key', (
                    SELECT cells ->> 'name' FROM removed_row WHERE removal_id = removal.id AND name = 'category')
            FROM removal JOIN removed_row ON removal_id = removal.id AND name = 'feed'
            WHERE feed_id = ?1 AND removed >= ?2 ORDER BY removal.id DESC
            """, [.id(feed), .integer(now.seconds - Store.removedSeconds)]
        ) {
            KeptFeed(
                removal: $0.number(), indexedTo: $0.number(), url: $0.text(), title: $0.text(),
                account: $0.optionalNumber(), remote: $0.optionalText(), key: $0.optionalText(),
                category: $0.optionalText())
        }
    }
}
