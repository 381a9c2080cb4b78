internal import FeedCore

/// The images of the articles that one run of `read` shows. It asks the terminal at most once, and fetches nothing more
/// once the machine is offline.
struct ArticleImages {
    let rule: ImagePlan.Rule
    private var capabilities: TerminalCapabilities?
    private var fetcher: Fetcher?
    private(set) var isOffline = false
    /// The images of the article that was shown last.
    private var last: (article: ArticleID, files: [String: ImageFile])?

    /// - Parameter rule: as the user wrote it; nil is `auto`.
    init(rule: String?) {
        self.rule = rule.flatMap(ImagePlan.Rule.init) ?? .auto
    }

    /// Whether images may be drawn, before the terminal is asked.
    func areWanted(on terminal: Terminal) -> Bool { rule != .never && !isOffline && terminal.canRedraw }

    /// The lines of the article with its images; nil if none can be shown.
    mutating func screen(
        of article: Article, _ text: PageText.Illustrated, width: Int, in surface: ImagePlan.Surface,
        _ store: borrowing Store, _ context: borrowing Context
    ) throws -> [ScreenLine]? {
        let terminal = context.output.terminal
        guard areWanted(on: terminal) else { return nil }
        let addresses = text.images.compactMap(\.image.address)
        let screen = ImagePlan.Screen(
            textRows: Pager.rows(of: text.lines, width: terminal.width), screenRows: terminal.height,
            imageCount: addresses.count, surface: surface)
        let symbols = ImageDrawing(
            chafa: Chafa.isInstalled(in: context.surroundings) ? Chafa(surroundings: context.surroundings) : nil,
            depth: terminal.colorDepth, letters: terminal.letters)
        guard
            let plan = ImagePlan(
                rule, for: screen, symbols, capabilities: { askTerminal(terminal, context.environment) })
        else {
            return nil
        }
        let files = try fetchFiles(at: addresses, for: article, store, context)
        var progress = ProgressLine(context.messages)
        defer { progress.clear() }
        return plan.lines(of: text, files, width: min(width, terminal.width)) { done in
            progress.show("drawn \(done) of \(count(files.count, "image"))")
        }
    }

    private mutating func askTerminal(_ terminal: Terminal, _ environment: Environment) -> TerminalCapabilities {
        let known = capabilities ?? TerminalQuery.capabilities(of: terminal, environment)
        capabilities = known
        return known
    }

    /// The pictures at these addresses, as far as the limits allow.
    mutating func fetchFiles(
        at addresses: [String], for article: Article, _ store: borrowing Store, _ context: borrowing Context
    ) throws -> [String: ImageFile] {
        // A screen is laid out again when its size changes.
        if let last, last.article == article.id { return last.files }
        let fetching = try makeFetching(for: article.feedID, store, context)
        var progress = ProgressLine(context.messages)
        defer { progress.clear() }
        let all = Array(addresses.unique(by: \.self).prefix(ImageFetching.countLimit))
        let (harvest, signal) = try AsyncBridge.run(
            each: { (done: Int) in progress.show("fetched \(done) of \(count(all.count, "image"))") },
            within: ImageFetching.timeLimit,
            { report in
                report(0)
                return await fetching.fetchFiles(at: all) { report($0) }
            })
        if let signal { throw Interrupted(signal: signal) }
        try context.save(fetching.backoffs.learned)
        isOffline = harvest.isOffline
        progress.clear()
        for problem in harvest.problems {
            context.messages.detail("no image from \(problem.address): \(problem.reason)")
        }
        last = (article.id, harvest.files)
        return harvest.files
    }

    private mutating func makeFetching(
        for id: FeedID, _ store: borrowing Store, _ context: borrowing Context
    ) throws -> ImageFetching {
        let settings = RefreshSettings(context.settings, try store.settingsOfFeeds())
        let feed = try store.feed(id)
        let fetcher = fetcher ?? context.fetcher(usesNetrc: false)
        self.fetcher = fetcher
        let passwords = try PagePasswords(of: feed, settings, store, context)
        // Those of the user's netrc file go to the feed's server alone.
        let netrc = context.netrc
        return ImageFetching(
            fetcher: fetcher, backoffs: HostBackoffs(try store.hostBackoffs(), at: context.now),
            settings: settings.of(feed), feed: feed.url,
            credentials: { netrc.completed(await passwords.credentials(of: feed), for: feed.url.host) })
    }
}
