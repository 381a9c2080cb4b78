/// A mark that was made here and that the server has not confirmed.
package struct PendingMark: Hashable, Sendable {
    package let id: RemoteID
    package let value: Value
    /// Grows with every change of marks of the account.
    package let sequence: Int64

    package enum Value: String, Sendable, CaseIterable {
        case read, unread, starred, unstarred

        package init(_ key: Key, _ value: Bool) {
            switch key {
            case .read: self = value ? .read : .unread
            case .starred: self = value ? .starred : .unstarred
            }
        }

        package var key: Key { self == .read || self == .unread ? .read : .starred }
        /// Read, or starred.
        var isSet: Bool { self == .read || self == .starred }
    }

    /// An article's state has these two parts, which do not depend on each other.
    package enum Key: String, Sendable {
        case read, starred
    }
}

extension Store {
    /// Begins a change of marks, within its transaction: false if there is no account, and nothing to note.
    package func beginNotingMarks() throws(StoreError) -> Bool {
        try database.run("UPDATE account SET last_mark = last_mark + 1") > 0
    }

    /// Notes a change for the servers of the chosen articles, right before it is made and in its transaction: so what is
    /// noted is what changes. A noted value stays even where it is the server's last known one, which may be outdated.
    ///
    /// - Parameter condition: which articles, by the columns of `article`.
    func noteMark(_ value: PendingMark.Value, where condition: String, _ values: [SQLValue]) throws(StoreError) {
        let change =
            switch value {
            case .read: "read_at IS NULL"
            case .unread: "read_at IS NOT NULL"
            case .starred: "starred = 0"
            case .unstarred: "starred = 1"
            }
        try database.prepare(
            """
            INSERT INTO pending_mark(account_id, remote_id, key, value, seq)
            SELECT remote_item.account_id, remote_item.remote_id, '\(value.key.rawValue)', \(value.isSet ? 1 : 0),
                account.last_mark
            FROM remote_item
            JOIN account ON account.id = remote_item.account_id
            WHERE remote_item.article_id IN (SELECT id FROM article WHERE \(change) AND \(condition))
            ON CONFLICT(account_id, remote_id, key) DO UPDATE
            SET value = excluded.value, seq = excluded.seq, unconfirmed = 0, refused = 0
            """
        ).run(values)
    }

    /// Notes what an article is here already, because the server has it otherwise.
    package func notePresent(_ value: PendingMark.Value, of article: ArticleID) throws(StoreError) {
        try database.run(
            """
            INSERT INTO pending_mark(account_id, remote_id, key, value, seq)
            SELECT account_id, remote_id, ?2, ?3, account.last_mark
            FROM remote_item JOIN account ON account.id = remote_item.account_id
            WHERE article_id = ?1
            ON CONFLICT(account_id, remote_id, key) DO NOTHING
            """, .id(article), .string(value.key.rawValue), .flag(value.isSet))
    }

    /// The marks of an account to be sent. Those of feeds that are not in the account at present wait.
    package func marksToSend(of account: AccountID) throws(StoreError) -> [PendingMark] {
        try database.rows(
            """
            SELECT pending_mark.remote_id, pending_mark.key, value, seq
            FROM pending_mark
            JOIN remote_item ON remote_item.account_id = pending_mark.account_id
                AND remote_item.remote_id = pending_mark.remote_id
            LEFT JOIN article ON article.id = remote_item.article_id
            LEFT JOIN feed ON feed.id = article.feed_id
            WHERE pending_mark.account_id = ?1 AND (feed.id IS NULL OR feed.account_id = ?1)
            ORDER BY seq, pending_mark.remote_id
            """, [.id(account)]
        ) { $0.pendingMark() }
    }

    /// Whether a mark of the account was sent, and is missing from the server's lists.
    package func hasUnconfirmedMarks(of account: AccountID) throws(StoreError) -> Bool {
        try database.number(
            "SELECT EXISTS (SELECT 1 FROM pending_mark WHERE account_id = ?1 AND unconfirmed > 0)", .id(account))
            == 1
    }

    /// Counts that the server has refused one mark by itself. The third time it is dropped: the local state stays.
    /// Returns whether it was.
    package func noteRefusal(of mark: PendingMark, in account: AccountID) throws(StoreError) -> Bool {
        try transaction {
            let name: [SQLValue] = [.id(account), .id(mark.id), .string(mark.value.key.rawValue)]
            let choice = "WHERE account_id = ?1 AND remote_id = ?2 AND key = ?3"
            try database.prepare("UPDATE pending_mark SET refused = refused + 1 \(choice)").run(name)
            try database.prepare("DELETE FROM pending_mark \(choice) AND refused >= 3").run(name)
            return database.changes > 0
        }
    }
}

extension RowReader {
    /// Nil for a mark that only a newer version knows.
    mutating func pendingMark() -> PendingMark? {
        let id = RemoteID(text())
        guard let key = PendingMark.Key(rawValue: text()) else { return nil }
        return PendingMark(id: id, value: .init(key, flag()), sequence: number())
    }
}
