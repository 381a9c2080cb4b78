internal import FeedCore

/// `rssium backfill`: fetches the older articles of feeds.
enum BackfillCommand {
    static let command = Command(
        name: "backfill", group: .feeds, summary: "fetch the older articles of feeds",
        operands: [Operand(.feed, count: .oneOrMore)],
        options: [since, limit, unread, dryRun],
        run: run)

    private static let since = Flag.time("since", "stop at articles older than this")
    private static let limit = Flag.limit("stop after this many articles per feed; none for all")
    private static let unread = Flag("unread", "store the articles as unread")
    private static let dryRun = Flag("dry-run", "fetch the pages, but store nothing")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let store = try context.store(.refreshing)
        var feeds: [Feed] = []
        var codes: Set<ExitCode> = []
        for name in context.arguments.operands {
            let feed = try context.feed(name, in: store, for: .changing)
            if let refusal = refusal(of: feed) {
                context.messages.error("cannot backfill \(feed.title): \(refusal)")
                codes.insert(.failed)
            } else if !feeds.contains(where: { $0.id == feed.id }) {
                feeds.append(feed)
            }
        }
        let lock = try RefreshLock(database: store.path, at: context.now)
        defer { withExtendedLifetime(lock) {} }
        var wish = Backfill.Wish()
        wish.since = context[since]?.since
        wish.limit = context[limit] ?? .max
        wish.asRead = !context[unread]
        wish.isTrial = context[dryRun]
        let settings = RefreshSettings(context.settings, try store.settingsOfFeeds())
        let timeout = feeds.map { settings.of($0).timeout }.max() ?? .zero
        let passwords = PasswordCommands(in: context.surroundings, limit: timeout)
        for (index, feed) in feeds.enumerated() {
            // As between two pages: they may be of one host.
            if index > 0 { try AsyncBridge.run { try? await Task.sleep(for: .seconds(1)) } }
            codes.insert(try backfill(feed, wish, settings, passwords, store, context))
        }
        return [.feedsFailed, .failed, .offline].first(where: codes.contains) ?? .done
    }

    private static func refusal(of feed: Feed) -> String? {
        if let account = feed.account { return "it belongs to the account \(account), whose server fetches it" }
        if feed.url == .saved { return "it has the pages that you saved" }
        if feed.runsProgram { return "a program makes it" }
        if feed.xpaths != nil { return "it is a page without a feed" }
        return feed.url.isRemote ? nil : "it is a local file"
    }

    private static func backfill(
        _ feed: Feed, _ wish: Backfill.Wish, _ settings: RefreshSettings, _ passwords: PasswordCommands,
        _ store: borrowing Store, _ context: borrowing Context
    ) throws -> ExitCode {
        let fetcher = context.fetcher()
        defer { fetcher.stop() }
        var credentials = try store.credentialsOfFeeds()
        let path = store.path
        var progress = ProgressLine(context.messages, after: ProgressLine.delayMilliseconds)
        defer { progress.clear() }
        var line = feed.title
        if let command = context.settings.passwordCommands(for: [feed], credentials, settings.ownValues)[feed.id] {
            let password = try AsyncBridge.run { await passwords.password(from: command) }
            do { credentials[feed.id]?.password = try password.get().text } catch {
                context.messages.error("cannot backfill \(feed.title): \(error.message)")
                return .feedsFailed
            }
        }
        let work = Backfill(
            wish, fetcher: fetcher, settings: settings.of(feed), credentials: credentials[feed.id],
            backoffs: HostBackoffs(try store.hostBackoffs(), at: context.now))
        let (outcome, signal) = try AsyncBridge.run(
            each: { (event: (page: Int, articles: Int)) in
                line = "\(feed.title): page \(event.page), \(count(event.articles, "new article"))"
            },
            every: progress.isShown ? ProgressLine.pauseMilliseconds : nil, idle: { progress.show(line) },
            { tell in
                let store = try Store(path: path, access: .refreshing)
                return try await work.run(of: feed, in: store) { tell((page: $0, articles: $1)) }
            })
        progress.clear()
        try store.saveBackoffs(work.backoffs.learned)
        report(outcome, of: feed, isTrial: wish.isTrial, context.messages)
        if let signal { throw Interrupted(signal: signal) }
        return outcome.isOffline ? .offline : outcome.end.code
    }

    private static func report(_ outcome: Backfill.Outcome, of feed: Feed, isTrial: Bool, _ messages: Messages) {
        for line in Wording.undecided(outcome.undecidedRules) { messages.error(line) }
        if outcome.end == .noOlderPages {
            messages.error("cannot backfill \(feed.title): the feed offers no older pages")
            return
        }
        if outcome.end == .dropped {
            messages.notice("\(feed.title): it was removed or changed meanwhile; the rest of its archive is left out")
            return
        }
        let continued = outcome.continuedAt.map { "continued at page \($0), " } ?? ""
        let stored = isTrial ? " to store" : ""
        let left = outcome.end == .enough ? "; the next run continues there" : ""
        messages.notice(
            "\(feed.title): \(continued)\(count(outcome.articles, "new article"))\(stored) on "
                + "\(count(outcome.pages, "older page"))\(left)")
        if case .failed(let page, let why) = outcome.end {
            messages.error("cannot backfill \(feed.title): page \(page): \(why); the next run continues there")
        }
    }
}

extension Backfill.End {
    fileprivate var code: ExitCode {
        switch self {
        case .complete, .enough, .cancelled, .dropped: .done
        case .noOlderPages: .failed
        case .failed: .feedsFailed
        }
    }
}
