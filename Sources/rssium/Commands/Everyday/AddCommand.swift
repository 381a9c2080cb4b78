internal import FeedCore

/// `rssium add`: subscribes to feeds.
enum AddCommand {
    static let command = Command(
        name: "add", group: .everyday, summary: "subscribe to feeds and store their articles at once",
        details: [
            "Fetches each URL and subscribes to the feed that it serves. For a web page this is the feed that the page "
                + "advertises. Without a scheme it tries https://, then http:// if the connection fails. A path or a "
                + "file:// URL is a local feed.",
            "Fetches several URLs in parallel, and prints the id and the title of each new feed. If a URL cannot be "
                + "added, the others still are, and the exit code is 1.",
            "With --exec the feed is what a program prints; with --filter and --items the URL itself is taken, and no feed "
                + "that it advertises. " + DocumentOptions.details,
            "With --full-text each refresh also fetches the pages of new articles, without their navigation and "
                + "advertisements. `rssium read`, search and the excerpts use that text where it is longer than the feed's.",
        ],
        examples: [
            Command.Example("rssium add example.org/blog", "add the feed that the page advertises"),
            Command.Example(
                "rssium add --category News --read https://example.org/feed.xml", "add it with all articles read"),
            Command.Example("rssium add --exec '~/bin/commits --days 7'", "add what a program prints"),
            Command.Example("rssium add example.org/news --items '//li[@class=\"news\"]'", "add a page without a feed"),
        ],
        operands: [Operand(.url, count: .any)],
        options: [
            Option("title", .text, "the title to show instead of the feed's own"),
            Option("category", .category, "the category of the feed; created if it does not exist"),
            Option("interval", .duration, "how often to refresh the feed (refresh.interval)"),
            Option("favorite", "make it a favorite; favorites are refreshed first"),
            Option("read", "mark the articles as read"),
            Option("full-text", "fetch the page of each article too, and read and search its text where it is longer"),
            Option("account", .account, "subscribe on the server of this account, which then refreshes the feed"),
            DocumentOptions.exec, DocumentOptions.filter,
        ] + DocumentOptions.xpaths,
        needsDatabase: false, run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        if arguments.operands.count > 1, arguments.has("title") {
            throw arguments.wrong("--title works with only one URL")
        }
        guard !arguments.operands.contains(where: { $0.trimmed.isEmpty }) else {
            throw arguments.wrong("a URL is empty")
        }
        let program = try DocumentOptions.program(arguments)
        guard (program == nil) != arguments.operands.isEmpty else {
            throw arguments.wrong(program == nil ? "add needs a URL" : "--exec takes the place of a URL")
        }
        let filter = try DocumentOptions.filter(arguments)
        let xpaths = try DocumentOptions.xpaths(arguments)
        let names = program.map { [$0.url.text] } ?? arguments.operands
        _ = try NameArgument.title(arguments, allowsEmpty: false)
        let category = try arguments.text("category").map { try NameArgument.category($0, arguments) }
        var subscription = try AccountSubscription(context, arguments)
        var newCategory = try isMissing(category, context) ? category : nil
        let searches = try searches(program, context, arguments)
        var codes: Set<ExitCode> = []
        func end(_ found: FeedSourceLookup.Found) throws {
            do {
                if subscription != nil {
                    let source = try FeedSource(arguments.operands[found.place], context)
                    try subscription?.append(
                        feedOfAccount(found, at: source.address.url, arguments),
                        hasPassword: source.address.credentials != nil, context)
                } else {
                    try subscribe(found.result.get(), &context, arguments)
                }
                if let name = newCategory { context.messages.notice("created the category \(name)") }
                newCategory = nil
                codes.insert(.done)
            } catch let error where error is OutputError {
                throw error
            } catch FeedFinderError.fetch(.cancelled) {
                return
            } catch {
                let url = SecretMask.word(names[found.place])
                context.messages.error("cannot add \(url): \(ErrorMessage.reason(of: error))")
                codes.insert(ExitCode(for: error))
            }
        }
        let settings = context.settings
        let fetcher = context.fetcher()
        defer { fetcher.stop() }
        var finder = FeedFinder(fetcher: fetcher, settings: settings.refreshing(), at: context.now)
        finder.looksForIcon = true
        finder.filter = filter
        finder.xpaths = xpaths
        let asked = finder
        let jobs = min(settings.number(.refreshJobs) ?? 64, Fetcher.transferLimit)
        let command = settings.text(.refreshPasswordCommand)
        var results = FeedSourceLookup.OrderedResults()
        let passwords = PasswordCommands(in: context.surroundings, limit: asked.settings.timeout)
        let (_, signal) = try AsyncBridge.run(
            each: { (found: FeedSourceLookup.Found) in for next in results.append(found) { try end(next) } },
            { tell in
                await FeedSourceLookup.run(searches, with: asked, passwords, command: command, jobs: jobs, tell)
            }
        )
        try saveBackoffs(asked.learnedBackoffs, context)
        if let signal { throw Interrupted(signal: signal) }
        if let code = try subscription?.finish(&context) {
            context.noteFinal("add --account")
            codes.remove(.done)
            codes.insert(code)
        }
        // The exit code is 5 only if every URL failed because the machine is offline.
        return codes.count == 1 ? codes.first ?? .done : .failed
    }

    /// For each argument what to search for, or why it cannot be added.
    private static func searches(
        _ program: FetchAddress?, _ context: borrowing Context, _ arguments: Arguments
    ) throws -> [FeedSourceLookup] {
        let store = try context.store(.reading)
        var searches: [FeedSourceLookup] = []
        for text in program.map({ [$0.url.text] }) ?? arguments.operands {
            do {
                let source = try program.map(FeedSource.init) ?? FeedSource(text, context)
                // Known feeds need no request: their server may be down.
                if let known = try source.known(in: store) {
                    throw StoreError.feedExists(known.id, title: known.title)
                }
                searches.append(FeedSourceLookup(.success(source)))
            } catch {
                searches.append(FeedSourceLookup(.failure(error)))
            }
        }
        return searches
    }

    /// Stores the back-off times that servers have asked for, so that the next refreshes observe them.
    private static func saveBackoffs(_ backoffs: [String: HostBackoff], _ context: borrowing Context) throws {
        guard !backoffs.isEmpty else { return }
        let store = try context.store(.writing)
        for (host, backoff) in backoffs { try store.saveBackoff(backoff, of: host) }
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

    /// The feed at the address that was found. What this machine cannot fetch has the address that was given: the server
    /// may reach it.
    private static func feedOfAccount(
        _ found: FeedSourceLookup.Found, at given: WebAddress, _ arguments: Arguments
    ) throws -> NewFeed {
        do {
            return try newFeed(at: found.result.get().url, arguments)
        } catch let error as FeedFinderError where error.isOfFetching {
            return try newFeed(at: given, arguments)
        }
    }

    private static func newFeed(at url: WebAddress, _ arguments: Arguments) throws(UsageError) -> NewFeed {
        var new = NewFeed(url: url)
        new.nickname = try NameArgument.title(arguments, allowsEmpty: false)
        if let category = arguments.text("category") { new.category = try NameArgument.category(category, arguments) }
        new.interval = arguments.duration("interval")
        new.isFavorite = arguments.has("favorite")
        new.filter = try DocumentOptions.filter(arguments)
        new.xpaths = try DocumentOptions.xpaths(arguments)
        new.fetchesPages = arguments.has("full-text")
        return new
    }

    private static func subscribe(
        _ found: FoundFeed, _ context: inout Context, _ arguments: Arguments
    ) throws {
        var new = try newFeed(at: found.url, arguments)
        // Credentials are only for the server that the user gave them for.
        if found.url.origin == found.address.url.origin { new.credentials = found.address.credentials }
        let store = try context.store(.writing)
        let (feed, articles) = try store.subscribe(
            to: new, knownAt: found.urls, serving: found.parsed, in: found.response, bodyHash: found.bodyHash,
            asRead: arguments.has("read"), settings: context.settings.refreshing(), at: context.now)
        try context.output.record(["\(feed.id.rawValue)", feed.title])
        try context.output.flush()
        context.noteFinal("add: \(feed.title)")
        context.messages.notice("subscribed to \(feed.url) with \(count(articles, "article"))")
        for alternative in Wording.alternatives(of: found) { context.messages.notice(alternative) }
    }
}
