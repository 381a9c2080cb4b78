/// An article of an account's server, as it was last confirmed.
package struct RemoteItem: Hashable, Sendable {
    package let id: RemoteID
    /// Nil for one that is not kept here.
    package var article: ArticleID?
    package var isRead: Bool
    package var isStarred: Bool
    package var missing: Int64
    package var isGone: Bool
    /// Retention has removed it here.
    package var isPruned: Bool
    /// The folded names of its labels.
    package var labels: Set<String>

    package init(
        id: RemoteID, article: ArticleID?, isRead: Bool, isStarred: Bool, missing: Int64 = 0, isGone: Bool = false,
        isPruned: Bool = false, labels: Set<String> = []
    ) {
        (self.id, self.article, self.isRead, self.isStarred) = (id, article, isRead, isStarred)
        (self.missing, self.isGone, self.isPruned, self.labels) = (missing, isGone, isPruned, labels)
    }
}

extension Store {
    /// Calls `body` with everything that is known of the articles of an account's server that were fetched.
    package func forEachRemoteItem(of account: AccountID, _ body: (RemoteItem) -> Void) throws(StoreError) {
        let labels = try remoteLabels(of: account)
        try database.forEachRow(
            """
            SELECT remote_id, article_id, is_read, is_starred, missing, gone, pruned FROM remote_item
            WHERE account_id = ?1 AND wanted = 0
            """, [.id(account)]
        ) { row in
            let id = RemoteID(row.text())
            body(
                RemoteItem(
                    id: id, article: row.optionalNumber().map(ArticleID.init), isRead: row.flag(),
                    isStarred: row.flag(), missing: row.number(), isGone: row.flag(), isPruned: row.flag(),
                    labels: labels.isEmpty ? [] : labels[id] ?? []))
        }
    }

    /// The marks of an account that wait, by article.
    package func pendingMarks(of account: AccountID) throws(StoreError) -> [RemoteID: [PendingMark]] {
        let marks = try database.rows(
            "SELECT remote_id, key, value, seq FROM pending_mark WHERE account_id = ?1", [.id(account)]
        ) { $0.pendingMark() }
        return Dictionary(grouping: marks, by: \.id)
    }

    /// The name that the server of an account gives to an article; nil for one that is not of the account.
    package func remoteID(of article: ArticleID, in account: AccountID) throws(StoreError) -> RemoteID? {
        try database.firstRow(
            "SELECT remote_id FROM remote_item WHERE article_id = ?2 AND account_id = ?1", [.id(account), .id(article)]
        ) { RemoteID($0.text()) }
    }

    /// How many articles of an account are unread here.
    package func unreadCount(of account: AccountID) throws(StoreError) -> Int64 {
        try database.number("SELECT sum(unread) FROM feed WHERE account_id = ?1", .id(account)) ?? 0
    }

    // MARK: Articles to be fetched

    package func saveWanted(_ ids: some Collection<RemoteID>, of account: AccountID) throws(StoreError) {
        guard !ids.isEmpty else { return }
        try transaction {
            let insert = try database.prepare(
                """
                INSERT INTO remote_item(account_id, remote_id, is_read, is_starred, wanted) VALUES (?1, ?2, 0, 0, 1)
                ON CONFLICT(account_id, remote_id) DO UPDATE SET wanted = 1 WHERE pruned = 1
                """)
            for id in ids { try insert.run([.id(account), .id(id)]) }
        }
    }

    /// The newest first: servers give rising numbers, where they give numbers.
    package func wanted(of account: AccountID) throws(StoreError) -> [RemoteID] {
        try database.rows(
            """
            SELECT remote_id FROM remote_item WHERE account_id = ?1 AND wanted = 1
            ORDER BY length(remote_id) DESC, remote_id DESC
            """, [.id(account)]
        ) { RemoteID($0.text()) }
    }

    /// Those of the articles that retention has removed.
    package func pruned(of account: AccountID, among ids: [RemoteID]) throws(StoreError) -> Set<RemoteID> {
        let pruned = try database.rows(
            """
            SELECT remote_id FROM json_each(?2) CROSS JOIN remote_item ON account_id = ?1 AND remote_id = value
            WHERE pruned = 1
            """, [.id(account), .list(ids)]
        ) { RemoteID($0.text()) }
        return Set(pruned)
    }

    // MARK: Within a transaction

    package func removeWanted(_ ids: [RemoteID], of account: AccountID) throws(StoreError) {
        let choice = "WHERE account_id = ?1 AND remote_id = ?2 AND wanted = 1"
        let keep = try database.prepare("UPDATE remote_item SET wanted = 0 \(choice) AND pruned = 1")
        let delete = try database.prepare("DELETE FROM remote_item \(choice)")
        for id in ids {
            try keep.run([.id(account), .id(id)])
            try delete.run([.id(account), .id(id)])
        }
    }

    package func save(_ item: RemoteItem, of account: AccountID) throws(StoreError) {
        try database.run(
            """
            INSERT INTO remote_item(account_id, remote_id, article_id, is_read, is_starred, missing, gone, pruned)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT(account_id, remote_id) DO UPDATE
            SET article_id = excluded.article_id, is_read = excluded.is_read, is_starred = excluded.is_starred,
                missing = excluded.missing, gone = excluded.gone, pruned = excluded.pruned, wanted = 0
            """,
            .id(account), .id(item.id), .number(item.article?.rawValue), .flag(item.isRead), .flag(item.isStarred),
            .integer(item.missing), .flag(item.isGone), .flag(item.isPruned))
    }

    /// Notes that an article is not kept only because its feed is not here.
    package func noteOrphan(_ item: RemoteItem, of account: AccountID) throws(StoreError) {
        try save(item, of: account)
        try database.run(
            "UPDATE remote_item SET orphaned = 1 WHERE account_id = ?1 AND remote_id = ?2", .id(account), .id(item.id))
    }

    /// Feeds have come: articles that were not kept without them are fetched again.
    package func forgetOrphans(of account: AccountID) throws(StoreError) {
        try database.run(
            "DELETE FROM remote_item WHERE account_id = ?1 AND article_id IS NULL AND orphaned = 1", .id(account))
    }

    package func confirm(_ mark: PendingMark, of account: AccountID) throws(StoreError) {
        try confirm(mark.change.key, of: mark.id, in: account)
    }

    func confirm(_ key: PendingMark.Key, of id: RemoteID, in account: AccountID) throws(StoreError) {
        try database.run(
            "DELETE FROM pending_mark WHERE account_id = ?1 AND remote_id = ?2 AND key = ?3", .id(account), .id(id),
            .string(key.text))
    }

    /// Counts that a complete sync has sent a mark and not found it in the server's lists. Returns how often so far.
    package func noteUnconfirmed(_ mark: PendingMark, of account: AccountID) throws(StoreError) -> Int64 {
        try database.number(
            """
            UPDATE pending_mark SET unconfirmed = unconfirmed + 1
            WHERE account_id = ?1 AND remote_id = ?2 AND key = ?3 RETURNING unconfirmed
            """, .id(account), .id(mark.id), .string(mark.change.key.text)) ?? 0
    }

    /// Sets what the server says of an article, without noting it as a change of the user.
    package func setState(_ value: PendingMark.Value, of article: ArticleID, at now: Timestamp) throws(StoreError) {
        switch value {
        case .read:
            try database.run(
                "UPDATE article SET read_at = ?2, modified = 0 WHERE id = ?1 AND read_at IS NULL", .id(article),
                .time(now))
        case .unread:
            try database.run(
                "UPDATE article SET read_at = NULL, modified = 0 WHERE id = ?1 AND read_at IS NOT NULL", .id(article))
        case .starred: try database.run("UPDATE article SET starred = 1 WHERE id = ?1", .id(article))
        case .unstarred: try database.run("UPDATE article SET starred = 0 WHERE id = ?1", .id(article))
        }
    }

    /// The feed of an article if its account has it; nil for a feed that the server does not list at present.
    package func feed(of article: ArticleID, in account: AccountID) throws(StoreError) -> FeedID? {
        try database.number(
            """
            SELECT feed.id FROM article JOIN feed ON feed.id = article.feed_id
            WHERE article.id = ?1 AND feed.account_id = ?2
            """, .id(article), .id(account)
        ).map(FeedID.init)
    }

    /// The first of the articles that their server shows: those whose feeds are not in the account at present, or were not
    /// when the articles were asked for, are left out.
    package func listed(
        _ ids: [RemoteID], atMost count: Int, in account: AccountID
    ) throws(StoreError) -> [RemoteID] {
        try database.rows(
            """
            SELECT value FROM json_each(?2)
            WHERE NOT EXISTS (
                SELECT 1 FROM remote_item
                LEFT JOIN article ON article.id = remote_item.article_id
                LEFT JOIN feed ON feed.id = article.feed_id
                WHERE remote_item.account_id = ?1 AND remote_item.remote_id = value
                    AND (orphaned = 1 OR feed.id IS NOT NULL AND feed.account_id IS NOT ?1))
            ORDER BY json_each.key LIMIT ?3
            """, [.id(account), .list(ids), .number(count)]
        ) { RemoteID($0.text()) }
    }

    // MARK: Articles that were here before

    /// An article that no server knows yet.
    package struct UnsyncedArticle: Hashable {
        package let id: ArticleID
        package let isRead: Bool
        package let isStarred: Bool
    }

    /// The articles of a feed that no server knows yet, with their fingerprints.
    package func unsyncedArticles(of feed: FeedID) throws(StoreError) -> [(
        article: UnsyncedArticle, traits: ArticleFingerprint
    )] {
        try database.rows(
            """
            SELECT id, read_at IS NOT NULL, starred, guid, url, title, text_hash, \(Database.feedDate) FROM article
            WHERE feed_id = ?1 AND NOT EXISTS (SELECT 1 FROM remote_item WHERE article_id = article.id)
            """, [.id(feed)]
        ) { row in
            let article = UnsyncedArticle(
                id: ArticleID(rawValue: row.number()), isRead: row.flag(), isStarred: row.flag())
            return (article, row.fingerprint())
        }
    }
}
