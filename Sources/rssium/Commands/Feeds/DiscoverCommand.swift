internal import FeedCore

/// `rssium discover`: the feeds of a site, or those of the built-in list.
enum DiscoverCommand {
    static let command = Command(
        name: "discover", group: .feeds, summary: "find the feeds of a site, or well-known ones by topic",
        details: [
            "Of a URL, the feeds that the page advertises or links to, that are known of the site (YouTube, Reddit, "
                + "GitHub, GitLab, Mastodon, Medium, Substack, WordPress, Blogger and others), or that its host serves "
                + "at the usual places. A path is a page of this machine.",
            "Of words, those feeds of the built-in list that have all of them in their title, description, topic or "
                + "language; without one, the whole list. The topics are "
                + WellKnownFeeds.topics.joined(separator: ", ") + ".",
            "Nothing is stored; rssium add subscribes to a feed. With --check only those are listed that answer with a "
                + "feed just now; the others are named, and the exit code is 1.",
        ],
        examples: [
            Command.Example("rssium discover example.org", "what can be subscribed to there?"),
            Command.Example("rssium discover science --check", "feeds about science that still work"),
            Command.Example(
                "rssium discover comics --fields url | xargs rssium add --category Comics", "take them all"),
        ],
        operands: [Operand(.text, "WORD|URL", count: .any)],
        options: [Option("check", "ask each whether it answers with a feed")]
            + ListOptions<DiscoveredField>.options(fields: DiscoveredField.names),
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let terminal = context.output.terminal
        let layout = try ListOptions<DiscoveredField>(
            arguments, defaults: DiscoveredField.defaults, isTerminal: terminal.isTerminal)
        let words = arguments.operands
        guard !words.contains(where: { $0.trimmed.isEmpty }) else {
            throw arguments.wrong("discover wants words or a URL, not an empty one")
        }
        let listed = WellKnownFeeds.all.filter { feed in words.allSatisfy { WellKnownFeeds.fits(feed, $0) } }
        var writer = ItemWriter(layout, on: terminal)
        if let site = site(words, isListed: !listed.isEmpty, context) {
            guard words.count == 1 else { throw arguments.wrong("discover takes one URL, or words") }
            return try search(site, &writer, &context, arguments)
        }
        if arguments.has("check") { return try check(listed, &writer, &context) }
        for feed in listed { try writer.write(feed, to: &context.output) }
        try end(&writer, &context)
        if listed.isEmpty, terminal.isTerminal {
            context.messages.notice("no feed of the built-in list fits; `rssium discover` lists all")
        }
        return .done
    }

    private static func end(_ writer: inout ItemWriter<DiscoveredField>, _ context: inout Context) throws {
        try writer.finish(to: &context.output)
        try context.output.flush()
    }

    /// The URL or the path among the words; nil where they are words. What the list knows is a word, such as `node.js`.
    private static func site(_ words: [String], isListed: Bool, _ context: borrowing Context) -> String? {
        words.first { word in
            if word.contains("://") || word.lowercased().hasPrefix("feed:") { return true }
            guard !isListed, !word.contains(" "), !word.isEmpty else { return false }
            if FeedSource.path(word, home: context.environment["HOME"]) != nil { return true }
            let host = word.prefix { !"/?#:".contains($0) }
            let isHost = host == "localhost" || host.contains(".") && host.first != "." && host.last != "."
            return isHost || (word.contains("@") && word.contains("/"))
        }
    }

    // MARK: A site

    private static func search(
        _ site: String, _ writer: inout ItemWriter<DiscoveredField>, _ context: inout Context, _ arguments: Arguments
    ) throws -> ExitCode {
        let found: [FeedSearch.Found]
        let silent: [FeedSearch.Silent]
        do {
            (found, silent) = try feeds(of: site, context, isStrict: arguments.has("check"))
        } catch let error where error is Interrupted {
            throw error
        } catch {
            let why = ErrorMessage.text(of: error) ?? "\(error)"
            context.messages.error("cannot find feeds at \(SecretMask.word(PlainArgument.shown(site))): \(why)")
            return ExitCode(for: error)
        }
        for feed in found {
            let known = DiscoveredFeed(
                title: feed.title ?? "", url: feed.url, description: feed.description ?? "",
                topic: WellKnownFeeds.all.first { $0.url == feed.url }?.topic ?? "")
            try writer.write(known, to: &context.output)
        }
        if found.isEmpty, let first = silent.first, silent.allSatisfy(\.error.meansOffline) {
            context.messages.error("offline: \(first.error.message)")
            return .offline
        }
        for feed in silent {
            let name = feed.title.map { "\($0) (\(SecretMask.word(feed.url)))" } ?? SecretMask.word(feed.url)
            context.messages.error("no feed from \(name): \(feed.error.message)")
        }
        try end(&writer, &context)
        return silent.isEmpty ? .done : .failed
    }

    private static func feeds(
        of site: String, _ context: borrowing Context, isStrict: Bool
    ) throws -> (found: [FeedSearch.Found], silent: [FeedSearch.Silent]) {
        let addresses = try FeedSource(site, context).addresses
        let fetcher = context.fetcher()
        defer { fetcher.stop() }
        var search = FeedSearch(fetcher: fetcher, settings: context.settings.refreshing(), at: context.now)
        search.isStrict = isStrict
        let asked = search
        var progress = ProgressLine(context.messages)
        defer { progress.clear() }
        let (result, signal) = try AsyncBridge.run(
            each: { (state: (done: Int, all: Int)) in
                progress.show("asked \(state.done) of \(state.all) places")
            },
            { tell in
                do throws(FeedFinderError) {
                    return Result<([FeedSearch.Found], [FeedSearch.Silent]), FeedFinderError>.success(
                        try await asked.feeds(of: addresses) { tell((done: $0, all: $1)) })
                } catch {
                    return .failure(error)
                }
            })
        if let signal { throw Interrupted(signal: signal) }
        return try result.get()
    }

    // MARK: The built-in list

    /// Lists those that answer with a feed, in the order of the list, and names the others.
    private static func check(
        _ feeds: [DiscoveredFeed], _ writer: inout ItemWriter<DiscoveredField>, _ context: inout Context
    ) throws -> ExitCode {
        let fetcher = context.fetcher()
        defer { fetcher.stop() }
        let search = FeedSearch(fetcher: fetcher, settings: context.settings.refreshing(), at: context.now)
        var progress = ProgressLine(context.messages)
        var answers: [Int: FeedSearch.Answer] = [:]
        let (_, signal) = try AsyncBridge.run(
            each: { (event: (index: Int, answer: FeedSearch.Answer)) in
                answers[event.index] = event.answer
                progress.show("asked \(answers.count) of \(feeds.count) feeds")
            },
            { tell in await search.check(feeds.map(\.url)) { tell((index: $0, answer: $1)) } })
        progress.clear()
        let failures = answers.values.compactMap { if case .failure(let error) = $0 { error } else { nil } }
        // One line says it for all.
        if signal == nil, let first = failures.first, failures.count == feeds.count,
            failures.allSatisfy(\.meansOffline)
        {
            context.messages.error("offline: \(first.message)")
            return .offline
        }
        for (index, feed) in feeds.enumerated() {
            switch answers[index] {
            case .success: try writer.write(feed, to: &context.output)
            case .failure(let error):
                context.messages.error("no feed from \(feed.title) (\(feed.url)): \(error.message)")
            case nil: break
            }
        }
        try end(&writer, &context)
        if let signal { return ExitCode(signal: signal) }
        return failures.isEmpty ? .done : .failed
    }
}
