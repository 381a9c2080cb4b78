internal import FeedCore

/// The work of one refresh: local feeds are fetched and accounts are synced, side by side; then come the pages of articles.
struct RefreshWork: Sendable {
    private let feeds: [Feed]
    private let refresher: Refresher
    private let syncs: AccountSyncs
    private let pages: PageWork
    private let saving: SaveQueueWork

    /// What happens meanwhile.
    enum Event: Sendable {
        case feed(RefreshProgress)
        case account(AccountSyncs.Event)
        case page(PageProgress)
        case saved(SaveQueueWork.Outcome)
        /// Pages could not be stored.
        case pagesNotStored(StoreError)
    }

    /// - Parameters:
    ///   - fullText: the feeds whose articles' pages are wanted, if the run reaches them.
    ///   - queue: the pages to save.
    init(
        _ context: borrowing Context, _ store: borrowing Store, _ feeds: [Feed],
        _ settings: RefreshSettings, _ accounts: [Account], fullText: FullTextFeeds,
        queue: [QueuedPage]
    ) throws {
        self.feeds = feeds
        // A feed's limit of connections is for its own host, not for hosts that other feeds redirect to.
        let ownHostJobs = Dictionary(
            feeds.map { ($0.url.hostAndPort, settings.of($0).hostJobs) }, uniquingKeysWith: min)
        let fetcher = context.fetcher(ownHostJobs: ownHostJobs)
        let asking = feeds + fullText.notDue
        let commands = context.settings.passwordCommands(
            for: asking, try store.credentialsOfFeeds(), settings.ownValues)
        var timeouts = asking.filter { commands[$0.id] != nil }.map { settings.of($0).timeout }
        if !accounts.isEmpty { timeouts.append(context.settings.refreshing().timeout) }
        let passwords = PasswordCommands(
            in: context.surroundings, limit: timeouts.max() ?? .zero,
            isSilent: context[RefreshCommand.due] && context.messages.isQuiet)
        let isForced = context[RefreshCommand.force]
        let jobs = context[RefreshCommand.jobs] ?? context.settings.number(.refreshJobs) ?? 64
        refresher = try Refresher(
            try context.store(.refreshing), fetcher: fetcher, jobs: jobs,
            programs: context.settings.number(.refreshPrograms) ?? 4, isForced: isForced, at: context.now,
            passwordCommands: commands, askPassword: { await passwords.password(from: $0) },
            settings: settings.of)
        syncs = try AccountSyncs(accounts, with: fetcher, isForced: isForced, passwords, context)
        pages = PageWork(
            feeds: fullText, path: store.path, jobs: jobs, now: context.now, isForced: isForced, fetcher: fetcher,
            settings: settings, passwords: PagePasswords(try store.credentialsOfFeeds(), commands, passwords))
        saving = SaveQueueWork(
            pages: queue, path: store.path, now: context.now, isForced: isForced, fetcher: fetcher,
            settings: settings.common)
    }

    /// Works until all is done.
    func run(_ tell: @escaping @Sendable (Event) -> Void) async {
        let answered = Locked(AnsweredFeeds())
        async let synced: Void = syncs.run { event in
            answered.withLock { $0.note(event) }
            tell(.account(event))
        }
        await refresher.refresh(feeds) { event in
            answered.withLock { $0.note(event) }
            tell(.feed(event))
        }
        await synced
        await pages.run(after: answered.withLock { $0 }, tell)
        await saving.run(tell)
        refresher.stop()
    }
}
