/// What bringing a removed feed back came to.
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
    /// It was removed too long ago, or `prune` was said.
    case forgotten
    /// It is here.
    case present
    /// Another feed has its URL now.
    case replaced(title: String, by: FeedID)
}

extension Store {
    /// The removed feed that waits under one of these keys.
    func removedFeed(_ keys: [FeedKey]) throws(DatabaseError) -> FeedID? {
        for key in keys {
            let found = try database.number(
                "SELECT feed_id FROM removal WHERE key = ?1 ORDER BY id DESC LIMIT 1", .string(key.text))
            if let found { return FeedID(rawValue: found) }
        }
        return nil
    }

    /// Within a transaction: brings a removed feed back under its id, with its settings, rules, tombstones and articles.
    /// Nothing is decided by it.
    func bringBack(_ feed: FeedID, at now: Timestamp) throws -> Result<ReturnedFeed, FeedAbsence> {
        if try database.number("SELECT 1 FROM feed WHERE id = ?1", .id(feed)) != nil { return .failure(.present) }
        let rows = try database.rows(
            "SELECT id, name, rows, indexed_to FROM removal WHERE feed_id = ?1 AND removed >= ?2 ORDER BY id",
            [.id(feed), .integer(now.seconds - Store.removedSeconds)]
        ) { (id: $0.number(), name: $0.text(), rows: $0.text(), indexedTo: $0.number()) }
        guard let own = rows.first(where: { $0.name == "feed" }) else { return .failure(.forgotten) }
        let place = try columns(of: "feed").enumerated().reduce(into: [:]) { $0[$1.element] = "$[0][\($1.offset)]" }
        func value(_ column: String) throws(DatabaseError) -> (text: String?, number: Int64?) {
            try database.rows(
                "SELECT json_extract(?1, ?2), json_extract(?1, ?2)", [.string(own.rows), .text(place[column])]
            ) { ($0.optionalText(), $0.optionalNumber()) }.first ?? (nil, nil)
        }
        let url = try value("url").text ?? ""
        if let other = try database.number("SELECT id FROM feed WHERE url = ?1", .string(url)) {
            let title = try value("nickname").text ?? value("own_title").text ?? url
            return .failure(.replaced(title: title, by: FeedID(rawValue: other)))
        }
        var returned = ReturnedFeed(id: feed)
        try insertRows("feed", own.rows, without: ["category_id", "account_id", "remote_id"])
        if let category = rows.first(where: { $0.name == "category" }) {
            let name = try database.rows("SELECT json_extract(?1, '$[0][0]')", [.string(category.rows)]) { $0.text() }
            let id = try name.first.map { try categoryRow(named: $0) }
            try database.run("UPDATE feed SET category_id = ?2 WHERE id = ?1", .id(feed), .id(id))
        }
        let isLinked = try link(&returned, to: value("account_id").number, value("remote_id").text)
        for row in rows where !["feed", "category", "article"].contains(row.name) {
            // A newer tombstone may have the number of an older one.
            try insertRows(row.name, row.rows, without: row.name == "tombstone" ? ["id"] : [])
        }
        for row in rows where row.name == "article" {
            returned.articles += try bringBack(articles: row.rows, indexedTo: row.indexedTo, isLinked: isLinked)
        }
        try recount(feed, returned: returned.articles)
        // Deletions that were taken back elsewhere while the feed was away.
        let undeleted = try database.rows(
            """
            SELECT tombstone.key FROM tombstone JOIN decision ON decision.key = tombstone.key
            WHERE feed_id = ?1 AND property = 'deleted' AND value = 'false'
            """, [.id(feed)]
        ) { ArticleKey($0.text()) }
        for key in undeleted {
            if let id = try bringBackDeleted(key, at: now) {
                returned.articles.append(id.rawValue)
            } else {
                try liftTombstone(of: key)
            }
        }
        try database.run("DELETE FROM removal WHERE feed_id = ?1", .id(feed))
        // What was decided elsewhere while it was away.
        try applyDecisions(to: returned.articles.map(ArticleID.init), at: now)
        return .success(returned)
    }

    /// Gives a feed back to its account. Returns whether its server has it still.
    private func link(
        _ returned: inout ReturnedFeed, to account: Int64?, _ remote: String?
    ) throws(DatabaseError) -> Bool {
        guard let account else { return true }
        guard try database.number("SELECT 1 FROM account WHERE id = ?1", .integer(account)) != nil else {
            returned.hasLostAccount = true
            return true
        }
        // Not sent yet: then the server has not forgotten anything.
        let isHeld =
            try database.run(
                """
                DELETE FROM pending_feed
                WHERE account_id = ?1 AND action = 'unsubscribe' AND remote_id = ?2 AND tries = 0
                """, .integer(account), .text(remote)) > 0
        guard isHeld, let remote else {
            returned.subscribing = AccountID(rawValue: account)
            return false
        }
        try database.run(
            "UPDATE feed SET account_id = ?2, remote_id = ?3 WHERE id = ?1", .id(returned.id), .integer(account),
            .string(remote))
        return true
    }

    func insertRows(_ table: String, _ rows: String, without left: Set<String> = []) throws(DatabaseError) {
        try insert(
            into: table, "json_each(?1) AS kept", row: "kept.value", where: "1", [.string(rows)], without: left)
    }
}
