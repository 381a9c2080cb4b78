extension Store {
    /// The changes of an account's subscriptions that wait to be sent, in their order. `edit`, `remove` and the changes of
    /// categories save them in the same transaction.
    public func feedChanges(of account: AccountID) throws(StoreError) -> [FeedChange] {
        try database.rows(
            """
            SELECT id, action, feed_id, remote_id, value, title, tries, error FROM pending_feed
            WHERE account_id = ?1 ORDER BY id
            """, [.id(account)]
        ) { row in
            let id = row.number()
            let (action, feed, remote) = (row.text(), row.optionalNumber(), row.optionalText())
            // A change that only a newer version knows is left out.
            guard let kind = FeedChange.Kind(action, row.optionalText()) else { return nil }
            return FeedChange(
                id: id, account: account, kind: kind, feed: feed.map(FeedID.init),
                remoteID: remote.map { RemoteID($0) }, title: row.text(), tries: row.count(), error: row.optionalText())
        }
    }

    /// Subscribes through an account: the feed is here at once, without articles, and its server is asked by
    /// `AccountSync.sendFeedChanges` or the next sync. Throws `feedExists`.
    public func add(_ feed: NewFeed, to account: AccountID) throws(StoreError) -> FeedID {
        try transaction {
            let id = try insert(feed)
            try subscribe(id, at: feed.url, account)
            return id
        }
    }

    /// Hands local feeds over to an account: its server is asked to subscribe, as with `add`. Their articles and marks
    /// stay. Returns those that cannot be handed over, and why.
    public func handOver(_ feeds: [FeedID], to account: AccountID) throws(StoreError) -> [(feed: FeedID, why: String)] {
        try transaction {
            var refused: [(feed: FeedID, why: String)] = []
            for id in feeds {
                if let why = try reasonToStay(id) {
                    refused.append((id, why))
                } else {
                    try subscribe(id, at: try feed(id).url, account)
                }
            }
            return refused
        }
    }

    /// A server has neither the secrets of a feed nor the files of this machine.
    private func reasonToStay(_ id: FeedID) throws(StoreError) -> String? {
        let feed = try feed(id)
        if let account = feed.account { return "it belongs to the account \(account) already" }
        if feed.url == .saved { return "it has the pages that you saved" }
        if feed.url.scheme == .file { return "it is a local file" }
        if feed.runsProgram { return feed.filter == nil ? "it is a program" : "it has a filter" }
        if feed.xpaths != nil { return "it has XPaths" }
        if feed.url == .unreadable { return "its address cannot be read" }
        let hasPassword = try database.holds("SELECT user IS NOT NULL FROM feed WHERE id = ?1", .id(id))
        let settings = try settings(of: id)
        if hasPassword || settings["refresh.password-command"] != nil { return "it has a password" }
        return settings["refresh.header"] == nil ? nil : "it has a header of its own"
    }

    /// Within a transaction: asks the server of an account to subscribe. A paused feed is so until the server has it.
    func subscribe(_ id: FeedID, at url: WebAddress, _ account: AccountID) throws(StoreError) {
        try database.run("UPDATE feed SET account_id = ?2, remote_id = NULL WHERE id = ?1", .id(id), .id(account))
        try noteChange(.subscribe(url), of: id)
    }

    /// Takes back a subscription that the server has refused: a feed that `add` has made for it is removed, one that was
    /// handed over is fetched from here again. The latter has a key, because it was shared.
    public func takeBack(_ change: FeedChange) throws(StoreError) {
        guard let feed = change.feed, case .subscribe = change.kind else { return }
        try sharingTransaction {
            try removeChange(change.id)
            try database.run(
                """
                DELETE FROM feed WHERE id = ?1 AND remote_id IS NULL AND key IS NULL AND articles = 0
                    AND NOT EXISTS (SELECT 1 FROM feed_refresh WHERE feed_id = ?1 AND last_attempted IS NOT NULL)
                """, .id(feed))
            try fetchFromHere(feed)
        }
    }

    // MARK: Within a transaction

    /// Notes a change of a feed for the server of its account, in the place of an earlier one of the same kind. A feed
    /// whose server has not subscribed yet goes there as it is then.
    func noteChange(_ kind: FeedChange.Kind, of feed: FeedID) throws(StoreError) {
        try refuseChange(of: feed)
        let (action, value) = kind.columns
        let earlier = try database.rows(
            "SELECT id FROM pending_feed WHERE feed_id = ?1 AND action = ?2", [.id(feed), .string(action)]
        ) { $0.number() }
        // A server has no title besides the user's.
        if kind != .rename(to: "") {
            try database.run(
                """
                INSERT INTO pending_feed(account_id, action, feed_id, remote_id, value, title)
                SELECT account_id, ?2, id, remote_id, ?3, coalesce(nickname, own_title, url) FROM feed
                WHERE id = ?1 AND account_id IS NOT NULL AND (remote_id IS NOT NULL OR ?2 = 'subscribe')
                """, .id(feed), .string(action), .text(value))
        }
        // Only now: with the id of the earlier one, a sync that has just sent that would take this one for sent.
        for id in earlier { try removeChange(id) }
    }

    func noteMoves(ofFeedsIn category: CategoryID, to name: String?) throws(StoreError) {
        let feeds = try database.rows(
            "SELECT id FROM feed WHERE category_id = ?1 AND account_id IS NOT NULL", [.id(category)]
        ) { FeedID(rawValue: $0.number()) }
        for feed in feeds { try noteChange(.move(to: name), of: feed) }
    }

    /// Before the feed is removed.
    func noteUnsubscription(of feed: FeedID) throws(StoreError) {
        try refuseChange(of: feed)
        try database.run(
            """
            INSERT INTO pending_feed(account_id, action, remote_id, title)
            SELECT account_id, 'unsubscribe', remote_id, coalesce(nickname, own_title, url) FROM feed
            WHERE id = ?1 AND account_id IS NOT NULL AND remote_id IS NOT NULL
            """, .id(feed))
        // Also those of a feed that its server does not list at present, and may list again.
        try orphanItems(of: feed)
    }

    /// Before a feed is removed: what its server has of it is to be fetched again if the server still lists it.
    func orphanItems(of feed: FeedID) throws(StoreError) {
        try database.run(
            """
            UPDATE remote_item SET orphaned = 1 WHERE article_id IN (SELECT id FROM article WHERE feed_id = ?1)
            """, .id(feed))
    }

    /// Throws `feedOfAccount` for a feed whose server has an API that changes no subscriptions.
    private func refuseChange(of feed: FeedID) throws(StoreError) {
        let accounts = try database.rows(
            "SELECT kind, name FROM account WHERE id = (SELECT account_id FROM feed WHERE id = ?1)", [.id(feed)]
        ) { (Account.Kind(rawValue: $0.text()), $0.text()) }
        guard let (kind, name) = accounts.first, kind?.editsFeeds == false else { return }
        throw .feedOfAccount(
            "the Fever API of the account \(name) cannot subscribe to feeds, or rename, move or remove them: "
                + "do it on the server, and sync")
    }

    /// Throws `feedOfAccount` for what the server of the feed's account decides.
    func refuse(_ edit: FeedEdit, of feed: Feed) throws(StoreError) {
        guard !feed.isFetchedHere else { return }
        let what: String? =
            if edit.interval != nil {
                "interval"
            } else if edit.address != nil {
                "URL"
            } else if edit.filter?.isEmpty == false {
                "filter"
            } else if edit.xpaths?.items?.isEmpty == false || edit.xpaths?.parts.isEmpty == false {
                "XPaths"
            } else if edit.isPaused == true {
                "pause"
            } else if edit.fetchesPages == true, feed.url == .saved {
                "full text"
            } else {
                nil
            }
        guard let what else { return }
        guard let account = feed.account else {
            throw .feedOfPages(
                "\(feed.title) has the pages that you saved and is never fetched: its \(what) cannot be set")
        }
        throw .feedOfAccount(
            "\(feed.title) belongs to the account \(account), whose server fetches it: its \(what) cannot be set here")
    }

    /// A feed whose server will not subscribe to it: machines share it again.
    package func fetchFromHere(_ feed: FeedID) throws(StoreError) {
        let change = "UPDATE feed SET account_id = NULL WHERE id = ?1 AND account_id NOT NULL AND remote_id IS NULL"
        if try database.run(change, .id(feed)) > 0 { try noteFeed(feed, beginDeciding()) }
    }

    package func removeChange(_ id: Int64) throws(StoreError) {
        try database.run("DELETE FROM pending_feed WHERE id = ?1", .integer(id))
    }

    /// The server is asked for the change: even without an answer, it may do it.
    package func noteTry(of change: FeedChange) throws(StoreError) {
        try self.change("UPDATE pending_feed SET tries = tries + 1, error = NULL WHERE id = ?1", .integer(change.id))
    }

    /// The change may have been made or not: it waits, and this try does not count towards giving it up.
    package func noteNoAnswer(to change: FeedChange) throws(StoreError) {
        try self.change("UPDATE pending_feed SET tries = max(1, tries - 1) WHERE id = ?1", .integer(change.id))
    }

    /// The server has refused the change.
    package func noteRefusal(of change: FeedChange, _ why: String) throws(StoreError) {
        try self.change("UPDATE pending_feed SET error = ?2 WHERE id = ?1", .integer(change.id), .string(why))
    }
}

extension FeedChange.Kind {
    fileprivate init?(_ action: String, _ value: String?) {
        switch action {
        case "subscribe":
            guard let url = value.flatMap(WebAddress.init) else { return nil }
            self = .subscribe(url)
        case "unsubscribe": self = .unsubscribe
        case "rename":
            guard let value else { return nil }
            self = .rename(to: value)
        case "move": self = .move(to: value)
        default: return nil
        }
    }

    fileprivate var columns: (action: String, value: String?) {
        switch self {
        case .subscribe(let url): ("subscribe", url.text)
        case .unsubscribe: ("unsubscribe", nil)
        case .rename(let title): ("rename", title)
        case .move(let category): ("move", category)
        }
    }
}
