internal import FeedCore

/// `rssium refresh`: fetches feeds side by side and stores what is new.
enum RefreshCommand {
    static let command = Command(
        name: "refresh", group: .everyday, summary: "fetch all feeds, or the ones named, side by side",
        details: [
            "Every feed is stored whole or not at all, and one that fails never stops another. Feeds that are paused, "
                + "have ended, or whose server asked to be left alone are left out; paused and ended ones are tried "
                + "when they are named.",
            "On a terminal a progress line shows how far it is. At the end a summary and each feed that failed are "
                + "printed to standard error. With --quiet, for cron, a feed is named only when it has failed three "
                + "times in a row, and once when it is back.",
            "Exits with 3 where a feed failed, with 4 where another refresh is running, with 5 when offline.",
        ],
        examples: [
            Command.Example("rssium refresh --quiet", "what cron runs"),
            Command.Example("rssium refresh --print-new | cut -f5", "the titles of what is new, as it comes"),
        ],
        operands: [Operand(.feed, count: .any)],
        options: [
            Option("jobs", .number(1...1000), "how many feeds to fetch side by side (refresh.jobs)"),
            Option("time-limit", .duration, "leave what is not finished by then for the next run"),
            Option("force", "ask for everything anew, and servers too that asked to be left alone"),
            Option("print-new", "print the new articles to standard output as they come"),
        ] + Layout<ArticleField>.options(fields: ArticleField.allCases.map(\.rawValue)),
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        var printer = try NewArticlePrinter(context, arguments)
        let store = try context.store(.refreshing)
        let lock = try RefreshLock(database: store.path, at: context.now)
        // Held until everything is stored.
        defer { withExtendedLifetime(lock) {} }

        let plan = try plan(store, context, arguments)
        guard !plan.feeds.isEmpty || !plan.held.isEmpty else {
            context.messages.notice(
                try store.feeds().isEmpty
                    ? "no feeds yet; `rssium add URL` subscribes to one"
                    : "no feeds to refresh: all are paused or gone")
            try printer?.finish(&context)
            return .done
        }
        var report = RefreshReport(plan, context.messages)
        let refresher = try refresher(context, arguments, store)
        let limit = arguments.duration("time-limit")
        let (_, signal) = try Waiting.until(
            each: { (event: RefreshProgress) in
                report.take(event)
                if case .finished(let outcome) = event {
                    try printer?.write(outcome.newArticles, from: store, &context)
                }
            },
            { tell in await refresh(plan.feeds, refresher, within: limit, tell) })
        let code = report.end(endedBy: signal)
        do {
            try store.record(report.run(started: context.now, code))
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

    private static func plan(
        _ store: borrowing Store, _ context: borrowing Context, _ arguments: Arguments
    ) throws -> RefreshPlan {
        let now = context.now
        let named = try arguments.operands.map { try context.feed($0, in: store, for: .looking).id }
        return RefreshPlan(
            of: try store.feeds(), named.isEmpty ? .all : .named(Set(named)),
            forced: arguments.has("force"), at: now)
    }

    private static func refresher(
        _ context: borrowing Context, _ arguments: Arguments, _ store: borrowing Store
    ) throws -> Refresher {
        let settings = context.settings
        let own = try store.settingsOfFeeds().mapValues { settings.refreshing($0) }
        let usual = settings.refreshing()
        let hostJobs = settings.number(.refreshHostJobs) ?? 2
        return try Refresher(
            try context.store(.refreshing), fetcher: Fetcher(loop: FetchLoop(hostJobs: hostJobs)),
            jobs: arguments.number("jobs") ?? settings.number(.refreshJobs) ?? 64, hostJobs: hostJobs,
            isForced: arguments.has("force"), at: context.now
        ) { own[$0.id] ?? usual }
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
        let layout = try Layout<ArticleField>(arguments, usual: ArticleField.usual, isTerminal: terminal.isTerminal)
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
