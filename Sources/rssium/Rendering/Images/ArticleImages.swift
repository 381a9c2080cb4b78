internal import FeedCore

/// The images of the articles that one run of `read` shows. The terminal is asked at most once, and where the machine
/// was found offline nothing is fetched any more.
struct ArticleImages {
    private let rule: ImagePlan.Rule
    private var ability: TerminalCapabilities?
    private var fetcher: Fetcher?
    private var isOffline = false

    /// As it is written; `auto` where it is not.
    init(rule: String?) {
        self.rule = rule.flatMap(ImagePlan.Rule.init) ?? .auto
    }

    /// Joins what has fetched. Nothing is fetched after it.
    func stop() { fetcher?.stop() }

    /// Whether any are fetched and drawn, as far as is known before the terminal is asked.
    func areWanted(on terminal: Terminal) -> Bool { rule != .never && !isOffline && terminal.canRedraw }

    /// The article as it stands on the screen, with those of its images that can be shown; nil where there are none,
    /// and its text is all.
    mutating func screen(
        of article: Article, _ text: PageText.Illustrated, width: Int, hasPager: Bool,
        _ store: borrowing Store, _ context: borrowing Context
    ) throws -> [ScreenLine]? {
        let terminal = context.output.terminal
        guard areWanted(on: terminal) else { return nil }
        let addresses = text.images.compactMap(\.image.address)
        let place = ImagePlan.Place(
            textRows: Pager.rows(of: text.lines, width: terminal.width), screenRows: terminal.height,
            images: addresses.count, hasPager: hasPager)
        let symbols = ImageDrawing(
            chafa: Chafa(context.environment), depth: terminal.depth, letters: terminal.letters)
        guard let plan = ImagePlan(rule, for: place, symbols, ability: { ask(terminal, context.environment) }) else {
            return nil
        }
        let files = try fetch(addresses, for: article, store, context)
        var progress = ProgressLine(context.messages)
        defer { progress.clear() }
        return plan.lines(of: text, files, width: min(width, terminal.width)) { done in
            progress.show("drawn \(done) of \(files.count) image\(files.count == 1 ? "" : "s")")
        }
    }

    private mutating func ask(_ terminal: Terminal, _ environment: Environment) -> TerminalCapabilities {
        let known = ability ?? TerminalQuery.capabilities(of: terminal, environment)
        ability = known
        return known
    }

    private mutating func fetch(
        _ addresses: [String], for article: Article, _ store: borrowing Store, _ context: borrowing Context
    ) throws -> [String: ImageFile] {
        var wanted: [String] = []
        for address in addresses where !wanted.contains(address) { wanted.append(address) }
        wanted = Array(wanted.prefix(ImageFetching.countLimit))
        let fetching = try fetching(for: article.feedID, store, context)
        var progress = ProgressLine(context.messages)
        defer { progress.clear() }
        let (all, count) = (wanted, wanted.count)
        let (harvest, signal) = try AsyncBridge.run(
            each: { (done: Int) in progress.show("fetched \(done) of \(count) image\(count == 1 ? "" : "s")") },
            { tell in
                tell(0)
                return await fetching.files(at: all) { tell($0) }
            })
        if let signal { throw Interrupted(signal: signal) }
        isOffline = harvest.isOffline
        progress.clear()
        for problem in harvest.problems {
            context.messages.detail("no image from \(problem.address): \(problem.reason)")
        }
        return harvest.files
    }

    private mutating func fetching(
        for id: FeedID, _ store: borrowing Store, _ context: borrowing Context
    ) throws -> ImageFetching {
        let settings = RefreshSettings(context.settings, try store.settingsOfFeeds())
        let feed = try store.feed(id)
        let fetcher =
            fetcher
            ?? Fetcher(
                loop: FetchLoop(hostJobs: settings.common.hostJobs, folders: context.paths.temporaryFolders))
        self.fetcher = fetcher
        return ImageFetching(
            fetcher: fetcher, settings: settings.of(feed), feed: feed.url,
            credentials: context.netrc.completed(try store.credentialsOfFeeds()[id], for: feed.url.host))
    }
}
