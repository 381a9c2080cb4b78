internal import FeedCore

/// `rssium discover`: finds the feeds of a site, or feeds in the built-in list.
enum DiscoverCommand {
    static let command = Command(
        name: "discover", group: .feeds, summary: "find the feeds of a site, or well-known feeds by topic",
        operands: [Operand(.text, "WORD|URL", count: .any)],
        options: [check, limit]
            + ListLayout<DiscoveredFeed>.options(),
        run: run)

    private static let check = Flag("check", "fetch each feed, and list only those that work")
    private static let limit = Flag.limit("list at most this many feeds")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let layout = try context.listLayout(of: DiscoveredFeed.self)
        let words = context.arguments.operands
        guard !words.contains(where: { $0.trimmed.isEmpty }) else { throw context.wrong("a word or URL is empty") }
        let known = WellKnownFeeds.all.filter { feed in words.allSatisfy { WellKnownFeeds.matches(feed, $0) } }
        if let site = site(words, isKnown: !known.isEmpty, context) {
            guard words.count == 1 else { throw context.wrong("discover takes one URL, or words") }
            return try search(site, layout, &context)
        }
        if context[check] { return try check(known, layout, &context) }
        try list(
            known, layout, &context, ifEmpty: "no feed of the built-in list matches; `rssium discover` lists all feeds")
        return .done
    }

    private static func list(
        _ feeds: [DiscoveredFeed], _ layout: ListLayout<DiscoveredFeed>, _ context: inout Context,
        ifEmpty hint: String? = nil
    ) throws {
        try context.printList(feeds.prefix(context[limit] ?? .max), layout, ifEmpty: hint)
    }

    /// The URL or path among the words, or nil. Words that the built-in list has, such as `node.js`, are not URLs.
    private static func site(_ words: [String], isKnown: Bool, _ context: borrowing Context) -> String? {
        words.first { word in
            if word.contains("://") || word.lowercased().hasPrefix("feed:") { return true }
            guard !isKnown, !word.contains(" "), !word.isEmpty else { return false }
            if FeedSource.path(word, home: context.environment["HOME"]) != nil { return true }
            return URLList.beginsWithHost(word) || (word.contains("@") && word.contains("/"))
        }
    }

    // MARK: A site

    private static func search(
        _ site: String, _ layout: ListLayout<DiscoveredFeed>, _ context: inout Context
    ) throws -> ExitCode {
        let (found, silent, untried): FeedSearch.Findings
        do {
            (found, silent, untried) = try feeds(of: site, context)
        } catch let error where error is Interrupted {
            throw error
        } catch {
            let url = SecretMask.word(ArgumentText.shown(site))
            context.messages.error("cannot find feeds at \(url): \(ErrorMessage.reason(of: error))")
            return ExitCode(for: error)
        }
        if found.isEmpty, let first = silent.first, silent.allSatisfy(\.error.meansOffline) {
            context.messages.error("offline: \(first.error.message)")
            return .offline
        }
        for feed in silent {
            let name = feed.title.map { "\($0) (\(SecretMask.word(feed.url)))" } ?? SecretMask.word(feed.url)
            context.messages.error("cannot fetch \(name): \(feed.error.message)")
        }
        let feeds = found.map { feed in
            DiscoveredFeed(
                title: feed.title ?? "", url: feed.url, description: feed.description ?? "",
                topic: WellKnownFeeds.all.first { $0.url == feed.url }?.topic ?? "")
        }
        try list(feeds, layout, &context)
        let rest = "not checked: \(count(untried, "more link")) of the page, which may be feeds"
        if untried > 0 { context.messages.notice(rest) }
        return silent.isEmpty ? .done : .failed
    }

    private static func feeds(of site: String, _ context: borrowing Context) throws -> FeedSearch.Findings {
        let addresses = try FeedSource(site, context).addresses
        var search = FeedSearch(fetcher: context.fetcher(), settings: context.settings.refreshing(), at: context.now)
        search.isStrict = context[check]
        let asked = search
        var progress = ProgressLine(context.messages)
        defer { progress.clear() }
        let (result, signal) = try AsyncBridge.run(
            each: { (state: (done: Int, all: Int)) in
                progress.show("checked \(state.done) of \(state.all) URLs")
            },
            { tell in
                await Result<FeedSearch.Findings, any Error>.catching {
                    try await asked.feeds(of: addresses) { tell((done: $0, all: $1)) }
                }
            })
        if let signal { throw Interrupted(signal: signal) }
        return try result.get()
    }

    // MARK: The built-in list

    /// Lists the feeds that work, in the order of the list, and reports the others.
    private static func check(
        _ feeds: [DiscoveredFeed], _ layout: ListLayout<DiscoveredFeed>, _ context: inout Context
    ) throws -> ExitCode {
        let search = FeedSearch(fetcher: context.fetcher(), settings: context.settings.refreshing(), at: context.now)
        var progress = ProgressLine(context.messages)
        var answers: [Int: FeedSearch.Answer] = [:]
        let (_, signal) = try AsyncBridge.run(
            each: { (event: (index: Int, answer: FeedSearch.Answer)) in
                answers[event.index] = event.answer
                progress.show("checked \(answers.count) of \(feeds.count) feeds")
            },
            { tell in await search.check(feeds.map(\.url)) { tell((index: $0, answer: $1)) } })
        progress.clear()
        if let signal { throw Interrupted(signal: signal) }
        let failures = answers.values.compactMap { if case .failure(let error) = $0 { error } else { nil } }
        // One error for all feeds.
        if let first = failures.first, failures.count == feeds.count, failures.allSatisfy(\.meansOffline) {
            context.messages.error("offline: \(first.message)")
            return .offline
        }
        var working: [DiscoveredFeed] = []
        for (index, feed) in feeds.enumerated() {
            switch answers[index] {
            case .success: working.append(feed)
            case .failure(let error):
                context.messages.error("cannot fetch \(feed.title) (\(feed.url)): \(error.message)")
            case nil: break
            }
        }
        try list(working, layout, &context)
        return failures.isEmpty ? .done : .failed
    }
}
