internal import FeedCore

/// `rssium refresh`: fetches feeds in parallel and stores new articles.
enum RefreshCommand {
    static let command = Command(
        name: "refresh", group: .everyday, summary: "fetch all feeds, or the given ones, in parallel",
        operands: [Operand(.feed, count: .any)],
        options: [
            due, every, unmeteredOnly, favorites, maxFeeds, jobs, timeLimit, force, partialOK, fullText, printNew,
        ]
            + ListLayout<Article>.options(documents: Format.ofDocuments),
        run: run)

    static let due = Flag("due", "only the feeds that are due, for a schedule")
    private static let every = Flag.duration("every", "go on until SIGTERM, with a run of --due this often")
    private static let unmeteredOnly = Flag(
        "unmetered-only", "with --due, skip feeds while the connection is metered (refresh.unmetered-only)")
    private static let favorites = Flag("favorites", "only favorites")
    private static let maxFeeds = Flag.number(
        "max-feeds", 1...Int.max, "at most this many feeds, in the order of --due")
    static let jobs = Flag.number("jobs", 1...1000, "how many feeds to fetch in parallel (refresh.jobs)")
    private static let timeLimit = Flag.duration(
        "time-limit", "stop after this time; the next run fetches the remaining feeds")
    static let force = Flag("force", "ignore intervals, validators and servers that asked rssium to wait")
    private static let partialOK = Flag(
        "partial-ok", "end with 0 if at least one feed was refreshed and only feeds failed (refresh.partial-ok)")
    private static let fullText = Flag(
        "full-text",
        "also fetch the pages of stored unread articles, of the named feeds or of all feeds with full text")
    static let printNew = Flag("print-new", "print new articles to standard output as they arrive")

    private static func run(_ context: inout Context) throws -> ExitCode {
        guard let seconds = context[every] else { return try runOnce(&context) }
        guard seconds > 0 else { throw context.wrong("--every expects a duration above 0s") }
        // A file holds one book.
        if context[printNew], try context.listLayout(of: Article.self).format == .epub {
            throw context.wrong("--format epub cannot go with --every")
        }
        return try RefreshRepeat.run(
            context.arguments.implying(due), every: .seconds(seconds), in: context.surroundings, runOnce)
    }

    private static func runOnce(_ context: inout Context) throws -> ExitCode {
        var printer = try NewArticlePrinter(context)
        if context[unmeteredOnly], !context[due] { throw context.wrong("--unmetered-only needs --due") }
        // Libcurl takes as long to open as the database and many feeds take to read; a schedule may need none.
        let opening = context[due] ? nil : Fetcher.libraryOpening()
        defer { opening?.join() }
        let store = try context.store(.refreshing)
        if waitsForNetwork(context) {
            context.messages.detail("the connection is metered: nothing is refreshed")
            return .done
        }
        let lock = try RefreshLock(database: store.path, at: context.now)
        // The lock is held until everything is stored.
        defer { withExtendedLifetime(lock) {} }
        let sharing = StateSharing(context)
        let end = context[timeLimit].map { SuspendingClock.now + .seconds($0) }
        // First: feeds that another machine has subscribed to are fetched in this run.
        let isShared = try sharing.exchange(store, until: end, context)
        let code = try refresh(store, &printer, until: end, &context)
        if !code.isOfSignal {
            if isShared { try sharing.exchange(store, until: end, context) }
            StateCopy.save(of: store, context)
        }
        return code
    }

    private static func refresh(
        _ store: borrowing Store, _ printer: inout NewArticlePrinter?, until end: SuspendingClock.Instant?,
        _ context: inout Context
    ) throws -> ExitCode {
        let settings = RefreshSettings(context.settings, try store.settingsOfFeeds())
        let feeds = try store.feeds(.all)
        let named =
            context.arguments.operands.isEmpty
            ? nil : try context.arguments.operands.map { try context.feed($0, in: store, for: .changing) }
        if context[due] { try store.retime(feeds, by: settings.of, at: context.now) }
        let plan = try plan(feeds, named, store, context, settings)
        let scope = RefreshScope(
            plan, try accounts(of: named, store, context), among: feeds, isNamed: named != nil,
            fullTextOf: context[fullText] ? named ?? [] : [], queue: try queue(named, store, settings.common, context))
        if context[fullText] { try scope.wantPagesOfUnread(in: store, settings) }
        if try scope.isIdle(in: store) {
            recordIdleRun(store, context)
            context.messages.notice(whyNoFeeds(plan, named ?? feeds, context))
            try printer?.finish(&context)
            return .done
        }
        let ended = try RefreshRunning.run(
            scope, store, isForced: context[force],
            within: end.map { max(.milliseconds(1), SuspendingClock.now.duration(to: $0)) }, &context
        ) { articles, report, context in
            guard printer != nil, !articles.isEmpty else { return }
            report.clear()
            try printer?.write(articles, from: store, &context)
        }
        var run = ended.run
        run.isScheduled = context[due]
        // If articles could not be stored, the report has said why.
        do { try store.record(run) } catch { if !ended.hasLost { throw error } }
        try printer?.finish(&context)
        let allowsFailures = context[partialOK] || context.settings.isOn(.refreshPartialOK)
        return allowsFailures && ended.isPartlyDone ? .done : ended.code
    }

    /// Only `schedule` and `status` show this run, so an error is not worth a failure.
    private static func recordIdleRun(_ store: borrowing Store, _ context: borrowing Context) {
        guard context[due] else { return }
        try? store.record(RefreshRun(started: context.now, ended: context.now, isScheduled: true))
    }

    /// Whether the refresh of a schedule waits, because the connection is metered and the user does not want that.
    private static func waitsForNetwork(_ context: borrowing Context) -> Bool {
        context[due]
            && (context[unmeteredOnly] || context.settings.isOn(.refreshUnmeteredOnly))
            && NetworkMeter(surroundings: context.surroundings).isMetered
    }

    /// - Parameter named: the feeds that the user has named; nil for all.
    private static func plan(
        _ feeds: [Feed], _ named: [Feed]?, _ store: borrowing Store, _ context: borrowing Context,
        _ settings: RefreshSettings
    ) throws -> RefreshPlan {
        let now = context.now
        var wish = RefreshPlan.Wish()
        wish.named = named.map { Set($0.map(\.id)) }
        wish.isDue = context[due]
        wish.isFavorites = context[favorites]
        wish.isForced = context[force]
        wish.limit = context[maxFeeds]
        // Counting new articles takes time. The order matters only where not all feeds are fetched at once.
        let isOrdered = context[due] || context.has(maxFeeds) || context.has(timeLimit)
        let newArticles = isOrdered ? try store.newArticles(since: now - 30 * 86_400) : [:]
        return RefreshPlan(of: feeds, wish, newArticles: newArticles, at: now, settings: settings.of)
    }

    /// The accounts to sync: all, or those of the named feeds.
    private static func accounts(
        of named: [Feed]?, _ store: borrowing Store, _ context: borrowing Context
    ) throws -> [Account] {
        let all = try store.accounts()
        if all.isEmpty || context[favorites] { return [] }
        if let named {
            let ids = Set(named.compactMap(\.accountID))
            return all.filter { ids.contains($0.id) }
        }
        guard context[due] else { return all }
        let interval: Int64 = context.settings.value(of: .syncInterval)
        return all.filter { account in
            guard !context[force] else { return true }
            // A mark is sent as soon as the network is there.
            let due = account.nextDue(interval: account.sendable > 0 ? 0 : interval, at: context.now)
            return !account.isRefused && due.map { $0 <= context.now } ?? true
        }
    }

    /// The pages to save: not where only some feeds are refreshed, unless the feed of saved pages is one of them.
    private static func queue(
        _ named: [Feed]?, _ store: borrowing Store, _ settings: FeedSettings, _ context: borrowing Context
    ) throws -> [QueuedPage] {
        guard !context[favorites], named.map({ $0.contains { $0.url == .saved } }) ?? true else { return [] }
        // Naming the feed asks for its pages now.
        return try SaveQueueWork.due(
            in: store, isForced: context[force] || named != nil, limit: settings.pageLimit, at: context.now)
    }

    /// Why there is no feed to refresh.
    private static func whyNoFeeds(_ plan: RefreshPlan, _ feeds: [Feed], _ context: borrowing Context) -> String {
        if feeds.isEmpty { return Wording.noFeeds }
        if feeds.allSatisfy({ $0.url == .saved }) { return "no page is due to be saved" }
        if context[due], feeds.allSatisfy({ $0.accountID != nil }) { return "no account is due" }
        if let next = plan.nextDue {
            return "no feed is due; the next one is \(RelativeTime.text(until: next, at: context.now))"
        }
        if context[favorites], context.arguments.operands.isEmpty, !feeds.contains(where: \.isFavorite) {
            return "no feed is a favorite; `rssium edit FEED --favorite` makes it one"
        }
        if context[favorites] { return "no feeds to refresh: no feed matches" }
        return "no feeds to refresh: all are paused" + (context[due] ? ", gone or only refreshed by hand" : " or gone")
    }
}
