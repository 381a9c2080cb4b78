internal import FeedCore

/// `rssium add --account`: the feeds that the server of an account is to subscribe to.
struct AccountSubscription {
    private let account: Account
    private var feeds: [FeedID] = []

    /// Nil without `--account`. Throws what an account's feed cannot have.
    init?(_ context: borrowing Context) throws {
        guard let name = context[AddCommand.account] else { return nil }
        account = try context.store(.reading).account(named: name)
        guard !context.has(AddCommand.interval) else {
            throw StoreError.feedOfAccount("--interval is not for feeds of an account: its server refreshes them")
        }
        try DocumentOptions.refuseForAccount(context.arguments)
    }

    /// Adds the feed here; `finish` asks the server for it. A server has neither the files nor the passwords of this
    /// machine.
    mutating func append(_ feed: NewFeed, hasPassword: Bool, _ context: borrowing Context) throws {
        guard feed.url.scheme != .file else { throw StoreError.feedOfAccount("a server cannot read a local file") }
        guard !hasPassword else { throw StoreError.feedOfAccount("its password is not for the server of an account") }
        var feed = feed
        if context[AddCommand.read] { feed.settings[NewFeed.firstSyncReadKey] = "yes" }
        feeds.append(try context.store(.writing).add(feed, to: account.id))
    }

    /// Subscribes on the server, brings the articles, and prints each new feed. Feeds that the server refuses are
    /// removed again.
    func finish(_ context: inout Context) throws -> ExitCode {
        guard !feeds.isEmpty else { return .done }
        let code = try send(&context)
        let store = try context.store(.writing)
        for id in feeds {
            // A feed that the server has refused is gone.
            guard let feed = try store.feed(withID: id) else { continue }
            try context.output.record(["\(id.rawValue)", feed.title])
        }
        try context.output.flush()
        return code
    }

    private func send(_ context: inout Context) throws -> ExitCode {
        do {
            let lock = try RefreshLock(database: context.paths.database(), at: context.now)
            defer { withExtendedLifetime(lock) {} }
            return try FeedChangeSending.subscribe(account.id, &context)
        } catch is LockHeld {
            context.messages.notice(FeedChangeSending.waitsForRefresh)
            return .done
        }
    }
}
