/// A mark that was made here and that the server has not confirmed.
package struct PendingMark: Hashable, Sendable {
    package let id: RemoteID
    package let change: Change
    /// Grows with every change of marks of the account.
    package let sequence: Int64

    /// The marks that every server has.
    package enum Value: String, Sendable, CaseIterable {
        case read, unread, starred, unstarred

        package var key: Key { self == .read || self == .unread ? .read : .starred }
        /// Read, or starred.
        package var isSet: Bool { self == .read || self == .starred }
    }

    package struct Change: Hashable, Sendable {
        package let key: Key
        package let isSet: Bool

        package init(_ key: Key, _ isSet: Bool) { (self.key, self.isSet) = (key, isSet) }

        package init(_ value: Value) { self.init(value.key, value.isSet) }

        /// Nil for a label.
        package var value: Value? {
            switch key {
            case .read: isSet ? .read : .unread
            case .starred: isSet ? .starred : .unstarred
            case .label: nil
            }
        }

        /// The folded name of a label; nil for a state.
        package var label: String? { if case .label(let name) = key { name } else { nil } }
    }

    /// The parts of an article's state do not depend on each other.
    package enum Key: Hashable, Sendable {
        case read, starred
        /// A label, by its folded name.
        case label(String)

        /// Nil for what only a newer version knows.
        init?(text: String) {
            switch text {
            case "read": self = .read
            case "starred": self = .starred
            default:
                guard text.hasPrefix(DecisionProperty.labelPrefix) else { return nil }
                self = .label(String(text.dropFirst(DecisionProperty.labelPrefix.count)))
            }
        }

        var text: String {
            switch self {
            case .read: "read"
            case .starred: "starred"
            case .label(let name): DecisionProperty.labelPrefix + name
            }
        }
    }
}

extension Store {
    /// Queues the mark that an article already has here, because its server has it otherwise. The triggers of
    /// `decision` queue decisions about an article.
    package func queuePresent(_ value: PendingMark.Value, of article: ArticleID) throws(StoreError) {
        try database.run(
            """
            UPDATE account SET last_mark = last_mark + 1
            WHERE id IN (SELECT account_id FROM remote_item WHERE article_id = ?1)
            """, .id(article))
        try database.run(
            """
            INSERT INTO pending_mark(account_id, remote_id, key, value, seq)
            SELECT account_id, remote_id, ?2, ?3, account.last_mark
            FROM remote_item JOIN account ON account.id = remote_item.account_id
            WHERE article_id = ?1
            ON CONFLICT(account_id, remote_id, key) DO NOTHING
            """, .id(article), .string(value.key.text), .flag(value.isSet))
    }

    /// Queues that an article is read which the user had deleted before its server was asked for it.
    package func queueDeletion(of id: RemoteID, in account: AccountID) throws(StoreError) {
        try database.run("UPDATE account SET last_mark = last_mark + 1 WHERE id = ?1", .id(account))
        try database.run(
            """
            INSERT INTO pending_mark(account_id, remote_id, key, value, seq)
            SELECT id, ?2, 'read', 1, last_mark FROM account WHERE id = ?1
            ON CONFLICT(account_id, remote_id, key) DO NOTHING
            """, .id(account), .id(id))
    }

    /// The marks to be sent, of all accounts. Those of feeds that are not in their account at present wait.
    static let marksToSend = """
        FROM pending_mark
        JOIN remote_item USING (account_id, remote_id)
        LEFT JOIN article ON article.id = remote_item.article_id
        LEFT JOIN feed ON feed.id = article.feed_id
        WHERE (feed.id IS NULL OR feed.account_id = pending_mark.account_id)
        """

    package func marksToSend(of account: AccountID) throws(StoreError) -> [PendingMark] {
        try database.rows(
            """
            SELECT pending_mark.remote_id, pending_mark.key, value, seq
            \(Store.marksToSend) AND pending_mark.account_id = ?1
            ORDER BY seq, pending_mark.remote_id
            """, [.id(account)]
        ) { $0.pendingMark() }
    }

    /// Whether a mark of the account was sent, and is missing from the server's lists.
    package func hasUnconfirmedMarks(of account: AccountID) throws(StoreError) -> Bool {
        try database.holds(
            "SELECT EXISTS (SELECT 1 FROM pending_mark WHERE account_id = ?1 AND unconfirmed > 0)", .id(account))
    }

    /// Counts that the server has refused one mark by itself. The third time it is dropped: the local state stays.
    /// Returns whether it was.
    package func noteRefusal(of mark: PendingMark, in account: AccountID) throws(StoreError) -> Bool {
        try transaction {
            let name: [SQLValue] = [.id(account), .id(mark.id), .string(mark.change.key.text)]
            let choice = "WHERE account_id = ?1 AND remote_id = ?2 AND key = ?3"
            try database.run("UPDATE pending_mark SET refused = refused + 1 \(choice)", name)
            return try database.run("DELETE FROM pending_mark \(choice) AND refused >= 3", name) > 0
        }
    }
}

extension RowReader {
    /// Nil for a mark that only a newer version knows.
    mutating func pendingMark() -> PendingMark? {
        let id = RemoteID(text())
        guard let key = PendingMark.Key(text: text()) else { return nil }
        return PendingMark(id: id, change: PendingMark.Change(key, flag()), sequence: number())
    }
}
