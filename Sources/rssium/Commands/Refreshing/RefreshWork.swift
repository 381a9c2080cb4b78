internal import FeedCore

/// The work of one run: feeds are fetched and accounts are synced, side by side; then come the pages of articles.
struct RefreshWork: Sendable {
    private let scope: RefreshScope
    private let path: String
    private let now: Timestamp
    private let jobs: Int
    private let isForced: Bool
    private let marksDuplicates: Bool
    let fetcher: Fetcher
    private let settings: RefreshSettings
    private let passwords: PagePasswords
    private let refresher: Refresher
    private let sync: AccountSync

    /// An event of the run.
    enum Event: Sendable {
        /// It has begun, or goes on with another step, in words for the progress line.
        case doing(RunItem, String)
        case ended(RunOutcome)
        case page(PageProgress)
        case saved(SaveQueueWork.Outcome)
        /// Pages could not be stored.
        case pagesNotStored(StoreError)
    }

    init(_ scope: RefreshScope, _ store: borrowing Store, isForced: Bool, _ context: borrowing Context) throws {
        self.scope = scope
        self.isForced = isForced
        marksDuplicates = store.marksDuplicates
        path = store.path
        now = context.now
        jobs = context[RefreshCommand.jobs] ?? context.settings.value(of: .refreshJobs)
        settings = RefreshSettings(context.settings, try store.settingsOfFeeds())
        // A feed's limit of connections is for its own host, not for hosts that other feeds redirect to.
        let limited = settings.ownValues.isEmpty ? [] : scope.feeds
        let ownHostJobs = Dictionary(
            limited.map { [settings] in ($0.url.hostAndPort, settings.of($0).hostJobs) }, uniquingKeysWith: min)
        fetcher = context.fetcher(ownHostJobs: ownHostJobs)
        let asking = scope.feeds + scope.fullText + scope.fullTextNotDue
        let credentials = try store.credentialsOfFeeds()
        let commands = context.settings.passwordCommands(for: asking, credentials, settings.ownValues)
        var timeouts = asking.filter { commands[$0.id] != nil }.map { [settings] in settings.of($0).timeout }
        if !scope.accounts.isEmpty { timeouts.append(settings.common.timeout) }
        // Cron would send as mail what a command prints.
        let isSilent = context.messages.isQuiet && (context[RefreshCommand.due] || scope.feeds.isEmpty)
        let printed = PasswordCommands(in: context.surroundings, limit: timeouts.max() ?? .zero, isSilent: isSilent)
        passwords = PagePasswords(credentials, commands, printed)
        refresher = try Refresher(
            try context.store(.refreshing), fetcher: fetcher, jobs: jobs,
            programs: context.settings.value(of: .refreshPrograms), isForced: isForced, at: now,
            passwordCommands: commands, askPassword: { await printed.password(from: $0) },
            settings: settings.of)
        sync = AccountSync(
            fetcher: fetcher, settings: settings.common, isForced: isForced, at: now,
            askPassword: { await printed.password(from: $0) })
    }

    /// Works until all is done.
    func run(_ tell: @escaping @Sendable (Event) -> Void) async {
        // The pages of a feed that fails would most likely fail too, and each has few tries.
        let answered = Locked<(items: Set<RunItem>, isOnline: Bool)>(([], false))
        let end: @Sendable (RunOutcome) -> Void = { outcome in
            answered.withLock {
                if outcome.isDone { $0.items.insert(outcome.item) }
                if outcome.isRemote, outcome.isDone || outcome.status != nil { $0.isOnline = true }
            }
            tell(.ended(outcome))
        }
        async let synced: Void = syncAccounts(tell, end)
        await refresher.refresh(scope.feeds) { event in
            switch event {
            case .started(let feed, let title): tell(.doing(.feed(feed), title))
            case .held(let feed, let until): end(RunOutcome(held: feed, until: until))
            case .finished(let outcome): end(RunOutcome(outcome))
            }
        }
        await synced
        let (items, isOnline) = answered.withLock { $0 }
        await fetchPages(after: items, tell)
        await SaveQueueWork(
            pages: scope.queue, path: path, now: now, isForced: isForced, fetcher: fetcher, settings: settings.common,
            isOnline: isOnline
        ).run(tell)
    }

    private func syncAccounts(
        _ tell: @escaping @Sendable (Event) -> Void, _ end: @escaping @Sendable (RunOutcome) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for account in scope.accounts {
                group.addTask { end(RunOutcome(await sync(account, tell), of: account)) }
            }
        }
    }

    /// Each account has a store of its own.
    private func sync(_ account: Account, _ tell: (Event) -> Void) async -> SyncOutcome {
        do throws(StoreError) {
            var store = try Store(path: path, access: .refreshing)
            store.marksDuplicates = marksDuplicates
            return await sync.run(account, in: store) { tell(.doing(.account(account.id), account.name + $0.words)) }
        } catch {
            return SyncOutcome(account, .notStored(error))
        }
    }

    private func fetchPages(after answered: Set<RunItem>, _ tell: (Event) -> Void) async {
        let refreshed = scope.fullText.filter { feed in
            answered.contains(feed.accountID.map(RunItem.account) ?? .feed(feed.id))
        }
        guard !Task.isCancelled, !refreshed.isEmpty || !scope.fullTextNotDue.isEmpty else { return }
        do throws(StoreError) {
            let store = try Store(path: path, access: .refreshing)
            let pages = PageFetcher(
                fetcher: fetcher, backoffs: HostBackoffs(isForced ? [:] : try store.hostBackoffs(), at: now),
                credentials: passwords.credentials, settings: settings.of)
            try await PageRefresh(pages, jobs: jobs).run(of: refreshed, notDue: scope.fullTextNotDue, in: store) {
                tell(.page($0))
            }
        } catch {
            tell(.pagesNotStored(error))
        }
    }
}
