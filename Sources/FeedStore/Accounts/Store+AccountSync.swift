/// The state of an account that a sync reads and writes.
package struct AccountSyncState: Hashable, Sendable {
    package var password: String?
    package var token: String?
    /// How many days of read articles the first sync brings.
    package var days: Int64
    /// The server's time at the last complete sync.
    package var watermark: Timestamp?
    package var doubt: Doubt
    /// The number of the last change of a mark.
    package var lastMark: Int64
    /// The number of the last one that was sent since the last complete sync, beside another command.
    package var sentMark: Int64

    /// The lists that the last syncs unexpectedly found empty.
    package struct Doubt: OptionSet, Hashable, Sendable {
        package let rawValue: Int64
        package init(rawValue: Int64) { self.rawValue = rawValue }

        package static let feeds = Doubt(rawValue: 1)
        package static let unread = Doubt(rawValue: 2)
    }
}

extension Store {
    /// Throws `noSuchAccount`.
    package func syncState(of account: AccountID) throws(StoreError) -> AccountSyncState {
        let states = try database.rows(
            "SELECT password, token, days, watermark, doubt, last_mark, sent_mark FROM account WHERE id = ?1",
            [.id(account)]
        ) { row in
            AccountSyncState(
                password: row.optionalText(), token: row.optionalText(), days: row.number(),
                watermark: row.optionalTime(), doubt: AccountSyncState.Doubt(rawValue: row.number()),
                lastMark: row.number(), sentMark: row.number())
        }
        guard let state = states.first else { throw .noSuchAccount("\(account.rawValue)") }
        return state
    }

    /// Saves the token of a sign-in; nil to forget it.
    package func saveToken(_ token: String?, of account: AccountID) throws(StoreError) {
        try change("UPDATE account SET token = ?2 WHERE id = ?1", .id(account), .text(token))
    }

    package func saveDoubt(_ doubt: AccountSyncState.Doubt, of account: AccountID) throws(StoreError) {
        try change("UPDATE account SET doubt = ?2 WHERE id = ?1", .id(account), .integer(doubt.rawValue))
    }

    /// Marks the articles of new feeds read, if the user wants that; once for each feed, when its server has it.
    package func markFirstRead(of account: AccountID, at now: Timestamp) throws(StoreError) {
        let chosen = """
            key = '\(NewFeed.firstSyncReadKey)' AND feed_id IN (
                SELECT id FROM feed JOIN feed_refresh ON feed_refresh.feed_id = feed.id
                WHERE account_id = ? AND remote_id IS NOT NULL AND last_refreshed IS NULL)
            """
        let ofAccount = "SELECT feed_id FROM feed_setting WHERE \(chosen)"
        let feeds = try database.rows(ofAccount, [.id(account)]) { $0.number() }
        if feeds.isEmpty { return }
        try transaction {
            let ofFeeds = "SELECT id FROM article WHERE feed_id IN (SELECT value FROM json_each(?))"
            let articles = try database.rows(ofFeeds, [.list(feeds)]) { $0.number() }
            _ = try mark(articles, as: .read, before: nil, isUndoable: false, at: now)
            try database.run("DELETE FROM feed_setting WHERE \(chosen)", .id(account))
        }
    }

    /// Saves up to which change the marks of an account were sent.
    package func saveSentMark(_ sequence: Int64, of account: AccountID) throws(StoreError) {
        try change("UPDATE account SET sent_mark = ?2 WHERE id = ?1", .id(account), .number(sequence))
    }

    /// How the sync of an account ended.
    package enum SyncEnd: Hashable {
        /// Complete, with the server's time at its beginning.
        case complete(watermark: Timestamp)
        case failed(String)
        case refused(String)
        case held(until: Timestamp)
    }

    package func saveEnd(_ end: SyncEnd, of account: AccountID, at now: Timestamp) throws(StoreError) {
        try transaction {
            switch end {
            case .complete(let watermark):
                try database.run(
                    """
                    UPDATE account
                    SET watermark = ?2, last_synced = ?3, last_attempted = ?3, error = NULL, failing_since = NULL,
                        failures = 0, refused = 0, hold_until = NULL, doubt = 0, sent_mark = 0
                    WHERE id = ?1
                    """, .id(account), .time(watermark), .time(now))
            case .failed(let why), .refused(let why):
                try database.run(
                    """
                    UPDATE account
                    SET last_attempted = ?2, error = ?3, failures = failures + 1,
                        failing_since = min(ifnull(failing_since, ?2), ?2), refused = ?4, hold_until = NULL
                    WHERE id = ?1
                    """, .id(account), .time(now), .string(why), .flag(end == .refused(why)))
            case .held(let until):
                try database.run(
                    "UPDATE account SET last_attempted = ?2, hold_until = ?3 WHERE id = ?1", .id(account), .time(now),
                    .time(until))
            }
        }
    }
}

extension NewFeed {
    /// The key of a setting: the first sync marks the articles of the feed read.
    public static let firstSyncReadKey = "sync.read"
}
