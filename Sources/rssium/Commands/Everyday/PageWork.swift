internal import FeedCore

/// The feeds whose articles' pages a refresh may fetch.
struct FullTextFeeds: Sendable {
    /// Those that the run refreshes, and those of the accounts that it syncs.
    var tried: [Feed] = []
    /// Those that are not due: what the last run left of their pages is fetched.
    var notDue: [Feed] = []

    /// - Parameter named: feeds whose pages are fetched in this run, whatever was chosen for them.
    init(among feeds: [Feed], _ plan: RefreshPlan, _ accounts: [Account], named: Set<FeedID> = []) {
        self.init(of: accounts, among: feeds, named: named)
        tried += plan.feeds.filter { $0.fetchesPages || named.contains($0.id) }
        notDue = plan.notDue.filter(\.fetchesPages)
    }

    /// Those of the accounts, for a run that only syncs these.
    init(of accounts: [Account], among feeds: [Feed], named: Set<FeedID> = []) {
        let accounts = Set(accounts.map(\.id))
        tried = feeds.filter { feed in
            (feed.fetchesPages || named.contains(feed.id)) && feed.accountID.map(accounts.contains) ?? false
        }
    }

    /// Wants the pages of unread articles that were stored before, too.
    func wantUnread(in store: borrowing Store, _ settings: RefreshSettings) throws {
        let all = Dictionary((tried + notDue).map { ($0.id, $0) }) { first, _ in first }
        try store.wantPagesOfUnread(in: all.keys.sorted()) { feed in
            all[feed].map { settings.of($0).pageLimit } ?? 0
        }
    }

    /// Whether a run that refreshes nothing has pages to fetch.
    func haveLeftPages(in store: borrowing Store) throws -> Bool {
        guard !notDue.isEmpty else { return false }
        let ids = Set(notDue.map(\.id))
        return try store.wantedPages().contains { $0.tries == 0 && ids.contains($0.feed) }
    }
}

/// The feeds and accounts that have answered in a run. The pages of a feed that fails would most likely fail too, and each
/// has few tries.
struct AnsweredFeeds: Sendable {
    private var feeds: Set<FeedID> = []
    private var accounts: Set<AccountID> = []

    mutating func note(_ event: RefreshProgress) {
        guard case .finished(let outcome) = event else { return }
        if outcome.result == .refreshed || outcome.result == .unchanged { feeds.insert(outcome.feed.id) }
    }

    mutating func note(_ event: AccountSyncs.Event) {
        guard case .ended(let outcome) = event, case .synced = outcome.result else { return }
        accounts.insert(outcome.account.id)
    }

    func contain(_ feed: Feed) -> Bool { feed.accountID.map(accounts.contains) ?? feeds.contains(feed.id) }
}

/// The last part of a refresh: the pages of articles whose feeds carry only a part of them.
struct PageWork: Sendable {
    let feeds: FullTextFeeds
    let path: String
    let jobs: Int
    let now: Timestamp
    let isForced: Bool
    let fetcher: Fetcher
    let settings: RefreshSettings
    let passwords: PagePasswords

    func run(after answered: AnsweredFeeds, _ tell: (RefreshWork.Event) -> Void) async {
        let refreshed = feeds.tried.filter(answered.contain)
        guard !Task.isCancelled, !refreshed.isEmpty || !feeds.notDue.isEmpty else { return }
        do throws(StoreError) {
            let store = try Store(path: path, access: .refreshing)
            let pages = PageFetcher(
                fetcher: fetcher, backoffs: isForced ? [:] : try store.hostBackoffs(), at: now,
                credentials: passwords.credentials, settings: settings.of)
            try await PageRefresh(pages, jobs: jobs).run(of: refreshed, notDue: feeds.notDue, in: store) {
                tell(.page($0))
            }
        } catch {
            tell(.pagesNotStored(error))
        }
    }
}

extension PageWork {
    /// The pages of the feeds of accounts, for a run that only syncs these.
    init(
        _ accounts: [Account], with fetcher: Fetcher, isForced: Bool, _ passwords: PasswordCommands,
        _ context: borrowing Context
    ) throws {
        let store = try context.store(.reading)
        let feeds = FullTextFeeds(of: accounts, among: try store.feeds())
        let settings = RefreshSettings(context.settings, try store.settingsOfFeeds())
        let credentials = try store.credentialsOfFeeds()
        let commands = context.settings.passwordCommands(for: feeds.tried, credentials, settings.ownValues)
        self.init(
            feeds: feeds, path: store.path, jobs: context.settings.number(.refreshJobs) ?? 64, now: context.now,
            isForced: isForced, fetcher: fetcher, settings: settings,
            passwords: PagePasswords(credentials, commands, passwords))
    }
}

/// The credentials of feeds, for pages of their own origin.
struct PagePasswords: Sendable {
    private let known: [FeedID: Credentials]
    private let commands: [FeedID: String]
    private let passwords: PasswordCommands

    init(_ known: [FeedID: Credentials], _ commands: [FeedID: String], _ passwords: PasswordCommands) {
        self.known = known
        self.commands = commands
        self.passwords = passwords
    }

    @Sendable func credentials(of feed: Feed) async -> Credentials? {
        guard var credentials = known[feed.id] else { return nil }
        if let command = commands[feed.id] {
            // An empty password would count as a failed login.
            guard case .success(let password) = await passwords.password(from: command) else { return nil }
            credentials.password = password.text
        }
        return credentials
    }
}
