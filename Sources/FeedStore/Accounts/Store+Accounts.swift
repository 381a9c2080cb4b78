extension Store {
    /// The accounts with their counts, in the order of their names.
    public func accounts() throws(StoreError) -> [Account] {
        try readAccounts(" ORDER BY name COLLATE NOCASE")
    }

    /// The account of this name, case-insensitive. Throws `noSuchAccount`.
    public func account(named name: String) throws(StoreError) -> Account {
        let key = name.foldedName
        guard let account = try accounts().first(where: { $0.name.foldedName == key }) else {
            throw .noSuchAccount(name)
        }
        return account
    }

    /// Throws `noSuchAccount`.
    public func account(_ id: AccountID) throws(StoreError) -> Account {
        guard let account = try readAccounts(" WHERE account.id = ?1", [.id(id)]).first else {
            throw .noSuchAccount("\(id.rawValue)")
        }
        return account
    }

    private func readAccounts(_ choice: String, _ values: [SQLValue] = []) throws(StoreError) -> [Account] {
        try database.rows(
            """
            SELECT id, name, kind, url, user, password_command,
                (SELECT count(*) FROM feed WHERE account_id = account.id),
                (SELECT ifnull(sum(unread), 0) FROM feed WHERE account_id = account.id),
                (SELECT count(*) FROM pending_mark WHERE account_id = account.id),
                (SELECT count(*) \(Store.marksToSend) AND pending_mark.account_id = account.id),
                (SELECT count(*) FROM pending_feed WHERE account_id = account.id),
                last_synced, last_attempted, error, failing_since, failures, refused, hold_until, labels
            FROM account
            """ + choice, values
        ) { $0.account() }
    }

    // MARK: Changes

    /// Within a transaction: saves a new account. Its id is not that of an account that a removed feed had: `undo` would
    /// give the feed to it. Throws `accountExists`.
    package func insert(_ account: NewAccount) throws(StoreError) -> AccountID {
        try refuse(name: account.name, except: nil)
        try refuse(account.url, of: account.user, except: nil)
        let (password, command) = account.password.columns
        try database.run(
            """
            INSERT INTO account(id, name, kind, url, user, password, password_command, token, days)
            SELECT 1 + max(ifnull((SELECT max(id) FROM account), 0), ifnull(max(cells ->> 'account_id'), 0)),
                ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
            FROM removed_row WHERE name IN ('feed', 'remote_item')
            """,
            .string(account.name), .string(account.kind.rawValue), .string(account.url.text), .string(account.user),
            password, command, .text(account.token), .number(max(0, account.days)))
        return AccountID(rawValue: database.lastInsertedRow)
    }

    /// Changes what a user can change about an account; a refused one is tried again. Throws `noSuchAccount` and
    /// `accountExists`.
    public func edit(_ id: AccountID, _ edit: AccountEdit) throws(StoreError) {
        try transaction {
            let account = try account(id)
            if let name = edit.name {
                try refuse(name: name, except: id)
                try database.run("UPDATE account SET name = ?2 WHERE id = ?1", .id(id), .string(name))
            }
            if let days = edit.days {
                // The next list of recent articles begins then, at the latest.
                try database.run(
                    """
                    UPDATE account SET days = ?2, watermark = min(watermark, last_synced - ?2 * 86400) WHERE id = ?1
                    """, .id(id), .number(max(0, days)))
            }
            if let isOn = edit.exchangesLabels, isOn != account.exchangesLabels { try exchangeLabels(isOn, with: id) }
            if edit.changesSignIn { try changeSignIn(of: account, edit) }
        }
    }

    private func changeSignIn(of account: Account, _ edit: AccountEdit) throws(StoreError) {
        let (url, user, kind) = (edit.url ?? account.url, edit.user ?? account.user, edit.kind ?? account.kind)
        try refuse(url, of: user, except: account.id)
        // A secret belongs to an origin.
        if !url.hasOrigin(of: account.url) {
            try database.run("UPDATE account SET password = NULL WHERE id = ?1", .id(account.id))
        }
        // Another user or server may use the same ids for other things. The same server may have become safe.
        if url.withoutScheme != account.url.withoutScheme || user != account.user || kind != account.kind {
            try forgetRemoteState(of: account.id)
        }
        if !kind.hasLabels { try exchangeLabels(false, with: account.id) }
        if let password = edit.password {
            let (text, command) = password.columns
            try database.run(
                "UPDATE account SET password = ?2, password_command = ?3 WHERE id = ?1", .id(account.id), text, command)
        }
        try database.run(
            """
            UPDATE account
            SET url = ?2, user = ?3, kind = ?4, token = ?5, refused = 0, error = NULL, failing_since = NULL,
                failures = 0, hold_until = NULL, last_attempted = NULL
            WHERE id = ?1
            """,
            .id(account.id), .string(url.text), .string(user), .string(kind.rawValue), .text(edit.token))
    }

    /// The next sync begins as the first one, and merges what was marked on both sides.
    private func forgetRemoteState(of id: AccountID) throws(StoreError) {
        for table in ["pending_mark", "remote_label", "remote_item"] {
            try database.run("DELETE FROM \(table) WHERE account_id = ?1", .id(id))
        }
        // A subscription has no name of the server in it.
        try database.run("DELETE FROM pending_feed WHERE account_id = ?1 AND action <> 'subscribe'", .id(id))
        try database.run("UPDATE feed SET remote_id = NULL WHERE account_id = ?1", .id(id))
        try database.run("UPDATE account SET watermark = NULL, doubt = 0, sent_mark = 0 WHERE id = ?1", .id(id))
    }

    /// Removes an account. Its feeds are fetched from here again, with all their articles, marks and titles; what waits
    /// to be sent is forgotten. The server is left as it is.
    public func removeAccount(_ id: AccountID) throws(StoreError) {
        try sharingTransaction {
            let moment = try beginDeciding()
            let feeds = try database.rows("SELECT id FROM feed WHERE account_id = ?1", [.id(id)]) {
                FeedID(rawValue: $0.number())
            }
            // A title may have been changed on the server, and the feed's own would replace it.
            try database.run(
                """
                UPDATE feed SET account_id = NULL, remote_id = NULL, nickname = coalesce(nickname, own_title)
                WHERE account_id = ?1
                """, .id(id))
            for feed in feeds { try noteFeed(feed, moment) }
            // Row by row, the foreign keys would take longer.
            for table in ["pending_mark", "remote_label"] {
                try database.run("DELETE FROM \(table) WHERE account_id = ?1", .id(id))
            }
            try database.run("DELETE FROM account WHERE id = ?1", .id(id))
        }
    }

    private func refuse(name: String, except id: AccountID?) throws(StoreError) {
        let key = name.foldedName
        if let other = try accounts().first(where: { $0.name.foldedName == key && $0.id != id }) {
            throw StoreError.accountExists(other.name)
        }
    }

    private func refuse(_ url: WebAddress, of user: String, except id: AccountID?) throws(StoreError) {
        if let other = try account(at: url, of: user), other.id != id { throw StoreError.accountExists(other.name) }
    }

    /// The account of this user on this server, if there is one.
    package func account(at url: WebAddress, of user: String) throws(StoreError) -> Account? {
        try readAccounts(" WHERE url = ?1 AND user = ?2", [.string(url.text), .string(user)]).first
    }
}

extension AccountEdit {
    fileprivate var changesSignIn: Bool { url != nil || user != nil || kind != nil || password != nil || token != nil }
}

extension WebAddress {
    fileprivate var withoutScheme: Substring { text.dropFirst(scheme.rawValue.count) }
}

extension AccountPassword {
    fileprivate var columns: (password: SQLValue, command: SQLValue) {
        switch self {
        case .stored(let password): (.string(password), .null)
        case .command(let command): (.null, .string(command))
        case .netrc: (.null, .null)
        }
    }
}

extension SQLValue {
    static func id(_ value: AccountID) -> SQLValue { .integer(value.rawValue) }
    static func id(_ value: RemoteID) -> SQLValue { .string(value.text) }
}

extension RowReader {
    fileprivate mutating func account() -> Account {
        let id = AccountID(rawValue: number())
        let (name, kind, url, user) = (text(), text(), text(), text())
        var account = Account(
            id: id, name: name, kind: Account.Kind(rawValue: kind) ?? .googleReader,
            url: WebAddress(url) ?? .unreadable, user: user)
        account.passwordCommand = optionalText()
        account.feeds = count()
        account.unread = count()
        account.pending = count()
        account.sendable = count()
        account.pendingFeeds = count()
        account.lastSynced = optionalTime()
        account.lastAttempted = optionalTime()
        account.error = optionalText()
        account.failingSince = optionalTime()
        account.failures = count()
        account.isRefused = flag()
        account.holdUntil = optionalTime()
        account.exchangesLabels = flag()
        return account
    }
}
