internal import FeedCore

/// `rssium refresh`: fetches feeds side by side and stores what is new.
enum RefreshCommand {
    static let command = Command(
        name: "refresh", group: .everyday, summary: "fetch all feeds, or the ones named, side by side",
        details: [
            "Every feed is stored whole or not at all, and one that fails never stops another. Feeds that are paused, "
                + "have ended, or whose server asked to be left alone are left out; paused and ended ones are tried "
                + "when they are named.",
            "With --due, for a schedule, only those feeds are asked whose time has come: their own interval, else "
                + "refresh.interval, has passed since they were last asked, and so has what their server asked for. "
                + "After each failure in a row the wait doubles, up to a day; a feed without news for 30 days is "
                + "asked once a day. Each waits up to a tenth longer, so that not all come at once. Favorites come "
                + "first, then the feeds read most recently, then those that publish most.",
            "On a terminal a progress line shows how far it is. At the end a summary and each feed that failed are "
                + "printed to standard error. With --quiet, for cron, a feed is named only when it has failed three "
                + "times in a row, and once when it is back.",
            "Exits with 3 where a feed failed, with 4 where another refresh is running, with 5 when offline.",
        ],
        examples: [
            Command.Example("rssium refresh --due --quiet --time-limit 5m", "what a schedule runs"),
            Command.Example("rssium refresh --favorites --max-feeds 20", "at most twenty, those that matter most"),
            Command.Example("rssium refresh --print-new | cut -f5", "the titles of what is new, as it comes"),
        ],
        operands: [Operand(.feed, count: .any)],
        options: [
            Option("due", "only those whose time has come: what a schedule runs"),
            Option("unmetered-only", "with --due: wait while the connection is metered (refresh.unmetered-only)"),
            Option("favorites", "only the favorites"),
            Option("max-feeds", .number(1...Int.max), "at most so many feeds, those that matter most"),
            Option("jobs", .number(1...1000), "how many feeds to fetch side by side (refresh.jobs)"),
            Option("time-limit", .duration, "leave what is not finished by then for the next run"),
            Option("force", "ask for everything anew, before its time, and servers too that asked to be left alone"),
            Option("print-new", "print the new articles to standard output as they come"),
        ]
            + ListOptions<ArticleField>.options(
                fields: ArticleField.names, documents: ArticleDocument.allCases),
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        do {
            return try refresh(&context, arguments)
        } catch is LockHeld where arguments.has("due") && context.messages.isQuiet {
            // Cron would send mail for what is all right: the other one refreshes.
            return .locked
        }
    }

    private static func refresh(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        var printer = try NewArticlePrinter(context, arguments)
        let base = try settings(context, arguments)
        let isMetered = try isNetworkMetered(context, base, arguments)
        let store = try context.store(.refreshing)
        let lock = try RefreshLock(database: store.path, at: context.now)
        // Held until everything is stored.
        defer { withExtendedLifetime(lock) {} }

        let settings = RefreshSettings(base, try store.settingsOfFeeds())
        let feeds = try store.feeds()
        if arguments.has("due") { try store.retime(feeds, by: settings.of, at: context.now) }
        let plan = try plan(feeds, store, context, arguments, settings, isMetered)
        if plan.metered > 0 {
            let count = plan.metered
            context.messages.detail(
                "the connection is metered: \(count) feed\(count == 1 ? " waits" : "s wait") for another one")
        }
        guard !plan.feeds.isEmpty || !plan.held.isEmpty else {
            if arguments.has("due") {
                // Only for who asks when the schedule ran: not worth a failure.
                try? store.record(RefreshRun(started: context.now, ended: context.now, isScheduled: true))
            }
            if plan.metered == 0 { context.messages.notice(whyNothing(plan, feeds, context, arguments)) }
            try printer?.finish(&context)
            return .done
        }
        var report = RefreshReport(plan, context.messages)
        var log = RefreshLogging(context, known: try store.lastRun()?.logError)
        defer { log.end() }
        let refresher = try refresher(context, arguments, store, plan.feeds, settings)
        let limit = arguments.duration("time-limit")
        let (_, signal) = try AsyncBridge.run(
            each: { (event: RefreshProgress) in
                report.take(event)
                log.take(event)
                if case .finished(let outcome) = event, printer != nil, !outcome.newArticles.isEmpty {
                    report.clear()
                    try printer?.write(outcome.newArticles, from: store, &context)
                }
            },
            every: report.isShown ? ProgressLine.pauseMilliseconds : nil, rest: ProgressLine.pauseMilliseconds,
            idle: { report.show() },
            { tell in await refresh(plan.feeds, refresher, within: limit, tell) })
        let code = report.end(endedBy: signal)
        do {
            var run = report.run(started: context.now, code)
            run.isScheduled = arguments.has("due")
            run.logError = log.error
            try store.record(run)
        } catch {
            // Of a database that cannot be written to enough was said.
            if !report.hasLost { throw error }
        }
        // Who ends a run does not want to wait for this; the next one does it.
        if signal == nil, !report.hasLost { try prune(store, context) }
        try printer?.finish(&context)
        return code
    }

    private static func prune(_ store: borrowing Store, _ context: borrowing Context) throws {
        let retention = RetentionSettings(context.settings, try store.settingsOfFeeds())
        let pruned = try store.prune(at: context.now, retention: retention.of)
        if pruned.articles > 0 { context.messages.detail(PruneCommand.words("removed", pruned)) }
    }

    /// What is set, and what an option says in its place.
    private static func settings(
        _ context: borrowing Context, _ arguments: Arguments
    ) throws(UsageError) -> Settings {
        guard arguments.has("unmetered-only") else { return context.settings }
        guard arguments.has("due") else { throw arguments.wrong("--unmetered-only goes with --due") }
        return context.settings.with(.refreshUnmeteredOnly, "yes")
    }

    /// Whether a schedule has to know that the connection costs money, and it does.
    private static func isNetworkMetered(
        _ context: borrowing Context, _ settings: Settings, _ arguments: Arguments
    ) throws -> Bool {
        guard arguments.has("due") else { return false }
        let key = Setting.refreshUnmeteredOnly.key
        let isAsked =
            try settings.isOn(.refreshUnmeteredOnly)
            || context.store(.reading).settingsOfFeeds().values.contains { $0[key] == "yes" }
        return isAsked && NetworkMeter().isMetered
    }

    private static func plan(
        _ feeds: [Feed], _ store: borrowing Store, _ context: borrowing Context, _ arguments: Arguments,
        _ settings: RefreshSettings, _ isMetered: Bool
    ) throws -> RefreshPlan {
        let now = context.now
        var wish = RefreshPlan.Wish()
        if !arguments.operands.isEmpty {
            wish.named = try Set(arguments.operands.map { try context.feed($0, in: store, for: .looking).id })
        }
        wish.isDue = arguments.has("due")
        wish.isFavorites = arguments.has("favorites")
        wish.isForced = arguments.has("force")
        wish.limit = arguments.number("max-feeds")
        wish.isMetered = isMetered
        // Where all are asked at once the order hardly matters, and counting takes time.
        let isOrdered = ["due", "max-feeds", "time-limit"].contains { arguments.has($0) }
        let newArticles = isOrdered ? try store.newArticles(since: now - 30 * 86_400) : [:]
        return RefreshPlan(of: feeds, wish, newArticles: newArticles, at: now, settings: settings.of)
    }

    /// Why there is nothing to do, for a person.
    private static func whyNothing(
        _ plan: RefreshPlan, _ feeds: [Feed], _ context: borrowing Context, _ arguments: Arguments
    ) -> String {
        if feeds.isEmpty { return "no feeds yet; `rssium add URL` subscribes to one" }
        if let next = plan.nextDue {
            return "no feed is due; the next one is \(RelativeTime.text(until: next, at: context.now))"
        }
        if arguments.has("favorites"), !feeds.contains(where: \.isFavorite) {
            return "no feed is a favorite; `rssium edit FEED --favorite` makes it one"
        }
        return arguments.has("due") || arguments.has("favorites")
            ? "no feeds to refresh: none fits" : "no feeds to refresh: all are paused or gone"
    }

    private static func refresher(
        _ context: borrowing Context, _ arguments: Arguments, _ store: borrowing Store, _ feeds: [Feed],
        _ settings: RefreshSettings
    ) throws -> Refresher {
        // What is set for a feed is for its own host, not for one that another feed is led to.
        let ownHostJobs = Dictionary(
            feeds.map { ($0.url.hostAndPort, settings.of($0).hostJobs) }, uniquingKeysWith: min)
        let commands = context.settings.passwordCommands(
            for: feeds, try store.credentialsOfFeeds(), settings.ownValues)
        let passwords = PasswordCommands(isSilent: arguments.has("due") && context.messages.isQuiet)
        return try Refresher(
            try context.store(.refreshing), fetcher: context.fetcher(ownHostJobs: ownHostJobs),
            jobs: arguments.number("jobs") ?? context.settings.number(.refreshJobs) ?? 64,
            isForced: arguments.has("force"), at: context.now,
            passwordCommands: commands, askPassword: { await passwords.password(from: $0) },
            settings: settings.of)
    }

    /// Refreshes until all is done or the time is up.
    private static func refresh(
        _ feeds: [Feed], _ refresher: Refresher, within seconds: Int64?,
        _ tell: @escaping @Sendable (RefreshProgress) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await refresher.refresh(feeds, progress: tell) }
            if let seconds {
                // Cancelled when the refresh is done: its end is then of no interest.
                group.addTask { try? await Task.sleep(for: .seconds(seconds)) }
            }
            await group.next()
            group.cancelAll()
        }
        refresher.stop()
    }
}

/// Prints the new articles of `--print-new`.
private struct NewArticlePrinter {
    private var writer: ArticleWriter
    private let parts: ArticleQuery.Parts

    /// Nil where they were not asked for.
    init?(_ context: borrowing Context, _ arguments: Arguments) throws {
        guard arguments.has("print-new") else {
            for option in ["format", "fields", "header", "null"] where arguments.has(option) {
                throw arguments.wrong("--\(option) goes with --print-new")
            }
            return nil
        }
        let terminal = context.output.terminal
        let layout = try ListOptions<ArticleField>(
            arguments, defaults: ArticleField.defaults, isTerminal: terminal.isTerminal)
        // Which guids will come twice nobody can know: the first article keeps its own.
        writer = ArticleWriter(layout, title: "rssium: new articles", on: terminal, at: context.now)
        parts = .all
    }

    mutating func write(_ articles: [ArticleID], from store: borrowing Store, _ context: inout Context) throws {
        for id in articles {
            // Somebody may have removed its feed in the meantime.
            guard let article = try? store.article(id) else { continue }
            try writer.write(article, to: &context.output)
        }
        if !articles.isEmpty { try context.output.flush() }
    }

    mutating func finish(_ context: inout Context) throws {
        try writer.finish(to: &context.output)
        try context.output.flush()
    }
}
