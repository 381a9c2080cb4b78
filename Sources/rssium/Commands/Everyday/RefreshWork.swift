internal import FeedCore

/// The work of one refresh: local feeds are fetched and accounts are synced, side by side.
struct RefreshWork: Sendable {
    private let feeds: [Feed]
    private let refresher: Refresher
    private let syncs: AccountSyncs

    /// What happens meanwhile.
    enum Event: Sendable {
        case feed(RefreshProgress)
        case account(AccountSyncs.Event)
    }

    init(
        _ context: borrowing Context, _ arguments: Arguments, _ store: borrowing Store, _ feeds: [Feed],
        _ settings: RefreshSettings, _ accounts: [Account]
    ) throws {
        self.feeds = feeds
        // A feed's limit of connections is for its own host, not for hosts that other feeds redirect to.
        let ownHostJobs = Dictionary(
            feeds.map { ($0.url.hostAndPort, settings.of($0).hostJobs) }, uniquingKeysWith: min)
        let fetcher = context.fetcher(ownHostJobs: ownHostJobs)
        let commands = context.settings.passwordCommands(
            for: feeds, try store.credentialsOfFeeds(), settings.ownValues)
        var timeouts = feeds.filter { commands[$0.id] != nil }.map { settings.of($0).timeout }
        if !accounts.isEmpty { timeouts.append(context.settings.refreshing().timeout) }
        let passwords = PasswordCommands(
            limit: timeouts.max() ?? .zero, isSilent: arguments.has("due") && context.messages.isQuiet)
        let isForced = arguments.has("force")
        refresher = try Refresher(
            try context.store(.refreshing), fetcher: fetcher,
            jobs: arguments.number("jobs") ?? context.settings.number(.refreshJobs) ?? 64,
            isForced: isForced, at: context.now,
            passwordCommands: commands, askPassword: { await passwords.password(from: $0) },
            settings: settings.of)
        syncs = try AccountSyncs(accounts, with: fetcher, isForced: isForced, passwords, context)
    }

    /// Works until all is done.
    func run(_ tell: @escaping @Sendable (Event) -> Void) async {
        async let synced: Void = syncs.run { tell(.account($0)) }
        await refresher.refresh(feeds) { tell(.feed($0)) }
        await synced
        refresher.stop()
    }
}
