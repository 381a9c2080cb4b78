internal import FeedCore

/// `rssium add`: subscribes to feeds.
enum AddCommand {
    static let command = Command(
        name: "add", group: .everyday, summary: "subscribe to feeds and store their articles at once",
        operands: [Operand(.url, "URL|-", count: .any)],
        options: [
            title, category, interval, favorite, read, fullText, account, NewFeedSettings.option, DocumentOptions.exec,
            DocumentOptions.filter,
        ] + DocumentOptions.xpaths,
        exclusive: [[account.name, NewFeedSettings.option.name]],
        needsDatabase: false, run: run)

    fileprivate static let title = Flag.text("title", .text, "the title to show instead of the feed's own")
    static let category = Flag.text("category", .category, "the category of the feed; created if it does not exist")
    static let interval = Flag.duration("interval", "how often to refresh the feed (refresh.interval)")
    fileprivate static let favorite = Flag("favorite", "make it a favorite; favorites are refreshed first")
    static let read = Flag("read", "mark the articles as read")
    fileprivate static let fullText = Flag(
        "full-text", "also fetch the page of each article, and use its text if it is longer")
    static let account = Flag.text(
        "account", .account, "subscribe on the server of this account, which then refreshes the feed")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let program = try DocumentOptions.program(context.arguments)
        guard (program == nil) != context.arguments.operands.isEmpty else {
            throw context.wrong(program == nil ? "add needs a URL" : "--exec and a URL cannot be used together")
        }
        let filter = try DocumentOptions.filter(context.arguments)
        let xpaths = try DocumentOptions.xpaths(context.arguments)
        let given = try URLArguments(context.arguments.operands, of: context.surroundings.files)
        guard given.texts.count < 2 || !context.has(title) else {
            throw context.wrong("--title works with only one URL")
        }
        guard given.texts.allSatisfy({ !$0.trimmed.isEmpty }) else { throw context.wrong("a URL is empty") }
        let settings = context.settings.with(feed: try NewFeedSettings(context.arguments).values)
        var addition = try Addition(of: program.map { [$0.url.text] } ?? given.texts, context)
        let sources = try sources(addition.names, program, context)
        for problem in given.problems { addition.report("cannot add \(problem)", .failed, context) }
        var finder = FeedFinder(fetcher: context.fetcher(), settings: settings.refreshing(), at: context.now)
        finder.headersElsewhere = context.settings.refreshing().headers
        finder.looksForIcon = true
        finder.filter = filter
        finder.xpaths = xpaths
        let lookup = FeedLookup(finder, settings, in: context.surroundings)
        try find(sources, with: lookup, &addition, &context)
        return try addition.finish(&context)
    }

    /// Looks for all feeds side by side, and adds each in the order of the arguments.
    private static func find(
        _ sources: [Result<FeedSource, any Error>], with lookup: FeedLookup, _ addition: inout Addition,
        _ context: inout Context
    ) throws {
        let jobs = context.settings.parallelTransfers
        var results = OrderedResults<FeedLookup.Found>()
        var progress = ProgressLine(context.messages, after: ProgressLine.delayMilliseconds)
        defer { progress.clear() }
        var added = 0
        let names = addition.names
        let marks = FeedSource.needNetwork(sources) ? MarkSending(context) : nil
        let (_, signal) = try AsyncBridge.run(
            each: { (found: FeedLookup.Found) in
                for next in results.append(found, at: found.index) {
                    progress.clear()
                    try addition.end(next, &context)
                    added += 1
                }
            }, every: progress.isShown ? ProgressLine.pauseMilliseconds : nil,
            idle: {
                let all = names.count == 1 ? SecretMask.word(names[0]) : "\(names.count) URLs, \(added) done"
                progress.show("fetching \(all)")
            },
            { tell in
                await MarkSending.beside(marks) { await lookup.feeds(of: sources, jobs: jobs, tell) }
            }
        )
        try context.save(lookup.finder.backoffs.learned)
        if let signal { throw Interrupted(signal: signal) }
    }

    /// For each name where to look, or why it cannot be added.
    private static func sources(
        _ names: [String], _ program: FetchAddress?, _ context: borrowing Context
    ) throws -> [Result<FeedSource, any Error>] {
        let store = try context.store(.reading)
        return names.map { text in
            Result {
                let source = try program.map(FeedSource.init) ?? FeedSource(text, context)
                // Known feeds need no request: their server may be down.
                if let known = try source.known(in: store) {
                    throw StoreError.feedExists(known.id, title: known.title)
                }
                return source
            }
        }
    }
}

/// The progress of one `add`.
private struct Addition {
    /// The URLs as the user gave them.
    let names: [String]
    private var subscription: AccountSubscription?
    /// The category that the first feed creates.
    private var newCategory: String?
    private var codes: Set<ExitCode> = []

    init(of names: [String], _ context: borrowing Context) throws {
        self.names = names
        _ = try NameArgument.title(context[AddCommand.title], context.arguments, allowsEmpty: false)
        let category = try context[AddCommand.category].map { try NameArgument.category($0, context.arguments) }
        subscription = try AccountSubscription(context)
        newCategory = try category.flatMap { name in
            try context.store(.reading).categoryID(named: name) == nil ? name : nil
        }
    }

    mutating func report(_ problem: String, _ code: ExitCode, _ context: borrowing Context) {
        context.messages.error(problem)
        codes.insert(code)
    }

    /// Subscribes to a feed that was found, or reports why it cannot be added.
    mutating func end(_ found: FeedLookup.Found, _ context: inout Context) throws {
        do {
            if subscription != nil {
                let source = try FeedSource(names[found.index], context)
                try subscription?.append(
                    Addition.feedOfAccount(found, at: source.address.url, context.arguments),
                    hasPassword: source.address.credentials != nil, context)
            } else {
                try Addition.subscribe(found.result.get(), &context)
            }
            if let name = newCategory { context.messages.notice("created the category \(name)") }
            newCategory = nil
            codes.insert(.done)
        } catch let error where error is OutputError {
            throw error
        } catch FeedFinderError.fetch(.cancelled) {
            return
        } catch {
            let url = SecretMask.word(names[found.index])
            var reason = ErrorMessage.reason(of: error)
            // A local page is on no host, and save does not take it.
            let isRemote = (try? FeedSource(names[found.index], context))?.address.url.isRemote == true
            if case FeedFinderError.page = error, isRemote {
                reason +=
                    "; `rssium discover \(url)` also looks elsewhere on its host, and `rssium save \(url)` keeps the page"
            }
            report("cannot add \(url): \(reason)", ExitCode(for: error), context)
        }
    }

    /// Asks the server of the account for its feeds. The exit status is 5 only if every URL failed because the machine is
    /// offline.
    mutating func finish(_ context: inout Context) throws -> ExitCode {
        if let code = try subscription?.finish(&context) {
            context.noteFinal("add --account")
            codes.remove(.done)
            codes.insert(code)
        }
        return codes.count > 1 ? .failed : codes.first ?? .done
    }

    /// The feed at the address that was found. If this machine cannot fetch the feed, it has the given address, because
    /// the server may reach it.
    private static func feedOfAccount(
        _ found: FeedLookup.Found, at given: WebAddress, _ arguments: Arguments
    ) throws -> NewFeed {
        do {
            return try newFeed(at: found.result.get().url, arguments)
        } catch let error as FeedFinderError where error.isOfFetching {
            return try newFeed(at: given, arguments)
        }
    }

    private static func newFeed(at url: WebAddress, _ arguments: Arguments) throws(UsageError) -> NewFeed {
        var new = NewFeed(url: url)
        new.nickname = try NameArgument.title(arguments[AddCommand.title], arguments, allowsEmpty: false)
        if let category = arguments[AddCommand.category] {
            new.category = try NameArgument.category(category, arguments)
        }
        new.interval = arguments[AddCommand.interval]
        new.isFavorite = arguments[AddCommand.favorite]
        new.filter = try DocumentOptions.filter(arguments)
        new.xpaths = try DocumentOptions.xpaths(arguments)
        new.fetchesPages = arguments[AddCommand.fullText]
        try NewFeedSettings(arguments).apply(to: &new)
        return new
    }

    private static func subscribe(_ found: FoundFeed, _ context: inout Context) throws {
        var new = try newFeed(at: found.url, context.arguments)
        // Credentials are only for the server that the user gave them for.
        if found.url.hasOrigin(of: found.address.url) { new.credentials = found.address.credentials }
        if found.address.isElsewhere || !found.url.hasOrigin(of: found.address.url),
            new.settings.removeValue(forKey: Setting.refreshHeader.key) != nil
        {
            context.messages.notice("\(Setting.refreshHeader.key) is not kept: \(found.url) is on another server")
        }
        let store = try context.store(.writing)
        let (feed, articles, undecidedRules) = try store.subscribe(
            to: new, knownAt: found.urls, serving: found.parsed, in: found.response, bodyHash: found.bodyHash,
            asRead: context[AddCommand.read], settings: context.settings.refreshing(new.settings), at: context.now)
        context.noteFinal("add: \(feed.title)")
        try context.output.record(["\(feed.id.rawValue)", feed.title])
        try context.output.flush()
        context.messages.notice("subscribed to \(feed.url) with \(count(articles, "article"))")
        let undecided = Dictionary(uniqueKeysWithValues: undecidedRules.map { ($0, articles) })
        for line in Wording.undecided(undecided) { context.messages.error(line) }
        for alternative in Wording.alternatives(of: found) { context.messages.notice(alternative) }
    }
}
