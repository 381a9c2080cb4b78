internal import FeedCore

/// `rssium add`: subscribes to feeds.
enum AddCommand {
    static let command = Command(
        name: "add", group: .everyday, summary: "subscribe to feeds and store their articles at once",
        details: [
            "Each URL is fetched and must serve a feed. Of a web page the feed that it advertises is taken. Without a "
                + "scheme https:// is tried, and http:// where there is no connection. A path, or a file:// URL, is a "
                + "local feed.",
            "Several URLs are fetched side by side. Prints the id and the title of each new feed. Where one URL cannot be added, the others are, and the "
                + "exit code is 1.",
        ],
        examples: [
            Command.Example("rssium add example.org/blog", "the feed that the page advertises"),
            Command.Example("rssium add --category News --read https://example.org/feed.xml", "nothing of it unread"),
        ],
        operands: [Operand(.url, count: .oneOrMore)],
        options: [
            Option("title", .text, "the name to show it under"),
            Option("category", .category, "the category, which is made where it is missing"),
            Option("interval", .duration, "how often to refresh it (refresh.interval)"),
            Option("favorite", "make it a favorite: favorites are refreshed first"),
            Option("read", "store what is there as already read"),
        ],
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        if arguments.operands.count > 1, arguments.has("title") {
            throw arguments.wrong("--title goes with one URL")
        }
        guard !arguments.operands.contains(where: { $0.trimmed.isEmpty }) else {
            throw arguments.wrong("add wants a URL, and one is empty")
        }
        _ = try GivenName.title(arguments, mayBeEmpty: false)
        let category = try arguments.text("category").map { try CategoryName.checked($0, arguments) }
        var newCategory = try isMissing(category, context) ? category : nil
        let searches = try searches(context, arguments)
        var codes: Set<ExitCode> = []
        func end(_ found: FeedSourceLookup.Found) throws {
            do {
                try subscribe(found.result.get(), &context, arguments)
                if let made = newCategory { context.messages.notice("made the category \(made)") }
                newCategory = nil
                codes.insert(.done)
            } catch let error where error is OutputError {
                throw error
            } catch FeedFinderError.fetch(.cancelled) {
                return
            } catch {
                let why = ErrorMessage.text(of: error) ?? "\(error)"
                context.messages.error("cannot add \(SecretMask.word(arguments.operands[found.place])): \(why)")
                codes.insert(ExitCode(for: error))
            }
        }
        let settings = context.settings
        let fetcher = context.fetcher()
        defer { fetcher.stop() }
        var finder = FeedFinder(fetcher: fetcher, settings: settings.refreshing(), at: context.now)
        finder.looksForIcon = true
        let asked = finder
        let jobs = min(settings.number(.refreshJobs) ?? 64, Fetcher.transferLimit)
        let command = settings.text(.refreshPasswordCommand)
        var line = FeedSourceLookup.Line()
        let (_, signal) = try AsyncBridge.run(
            each: { (found: FeedSourceLookup.Found) in for next in line.take(found) { try end(next) } },
            { tell in await FeedSourceLookup.run(searches, with: asked, command: command, jobs: jobs, tell) }
        )
        try keep(asked.learnedHolds, context)
        if let signal { throw Interrupted(signal: signal) }
        // Offline only where nothing else is known of any of them.
        return codes.count == 1 ? codes.first ?? .done : .failed
    }

    /// What to look for, or why not, for each operand.
    private static func searches(_ context: borrowing Context, _ arguments: Arguments) throws -> [FeedSourceLookup] {
        let store = try context.store(.reading)
        var searches: [FeedSourceLookup] = []
        for text in arguments.operands {
            do {
                let subject = try FeedSource(text, context)
                // Known without asking a server that may be down.
                if let known = try subject.known(in: store) {
                    throw StoreError.feedExists(known.id, title: known.title)
                }
                searches.append(FeedSourceLookup(.success(subject)))
            } catch {
                searches.append(FeedSourceLookup(.failure(error)))
            }
        }
        return searches
    }

    /// The refreshes that follow leave alone the servers that asked for it.
    private static func keep(_ holds: [String: HostBackoff], _ context: borrowing Context) throws {
        guard !holds.isEmpty else { return }
        let store = try context.store(.writing)
        for (host, hold) in holds { try store.hold(host: host, hold) }
    }

    private static func isMissing(_ category: String?, _ context: borrowing Context) throws -> Bool {
        guard let category else { return false }
        let store = try context.store(.reading)
        do {
            _ = try store.category(named: category)
            return false
        } catch StoreError.noSuchCategory {
            return true
        }
    }

    private static func subscribe(
        _ found: FoundFeed, _ context: inout Context, _ arguments: Arguments
    ) throws {
        var new = NewFeed(url: found.url)
        // A secret stays with the server that it was given for.
        if found.url.origin == found.address.url.origin { new.credentials = found.address.credentials }
        new.nickname = try GivenName.title(arguments, mayBeEmpty: false)
        new.category = try arguments.text("category").map { try CategoryName.checked($0, arguments) }
        new.interval = arguments.duration("interval")
        new.isFavorite = arguments.has("favorite")
        let store = try context.store(.writing)
        let (feed, articles) = try store.subscribe(
            new, knownAt: found.urls, serving: found.parsed, in: found.response, asRead: arguments.has("read"),
            settings: context.settings.refreshing(), at: context.now)
        try context.output.record(["\(feed.id.rawValue)", feed.title])
        try context.output.flush()
        context.messages.notice(
            "subscribed to \(feed.url) with \(articles) article\(articles == 1 ? "" : "s")")
        for other in found.alternatives {
            context.messages.notice("the page also advertises \(other.url)" + (other.title.map { " (\($0))" } ?? ""))
        }
    }
}
