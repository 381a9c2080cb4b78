internal import FeedCore

/// `rssium preview`: shows a feed without subscribing to it, and without opening the database.
enum PreviewCommand {
    static let command = Command(
        name: "preview", group: .feeds, summary: "show a feed without subscribing to it",
        operands: [Operand(.url, "SOURCE", count: .optional)],
        options: [limit] + ListLayout<Article>.options()
            + [DocumentOptions.base, contentType, DocumentOptions.exec, DocumentOptions.filter]
            + DocumentOptions.xpaths,
        run: run)

    private static let limit = Flag.limit("at most this many articles, from the first; none for all")
    private static let contentType = Flag.text("content-type", placeholder: "TYPE", "the media type with its charset")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let program = try DocumentOptions.program(context.arguments)
        let source = try source(program, context.arguments)
        let base = try DocumentOptions.base(context.arguments)?.text
        let charset = context[contentType].flatMap { type in
            HTTPHeaders([HTTPHeaders.Field(name: "Content-Type", value: type)]).charset
        }
        let layout = try ListLayout<Article>(context.arguments, isTerminal: context.output.terminal.isTerminal)
        let needsText = PreviewCommand.needsText(layout, context.output.terminal)
        let feed: ParsedFeed
        let url: String?
        do {
            var finder = context.finder(context.fetcher(hasDatabase: false))
            finder.base = base
            finder.charset = charset
            finder.extent = needsText ? .whole : .headings
            finder.filter = try DocumentOptions.filter(context.arguments)
            finder.xpaths = try DocumentOptions.xpaths(context.arguments)
            if program == nil, source == "-" || InputFile.isStream(source) {
                feed = try read(source, finder, context)
                url = base
            } else {
                let given = try program.map(FeedSource.init) ?? FeedSource(source, context)
                let lookup = FeedLookup(finder, context.settings, in: context.surroundings)
                let found = try context.wait(showing: "fetching \(SecretMask.word(source))") {
                    try await lookup.feed(of: given)
                }
                feed = found.parsed
                url = base ?? found.url.text
                for alternative in Wording.alternatives(of: found) { context.messages.notice(alternative) }
            }
        } catch let error where error is Interrupted || error is UsageError {
            throw error
        } catch {
            let name = SecretMask.word(source)
            context.messages.error("cannot preview \(name): \(ErrorMessage.reason(of: error))")
            return ExitCode(for: error)
        }
        try show(feed, at: url, layout, needsText: needsText, &context)
        return .done
    }

    /// The program, or the SOURCE of the arguments.
    private static func source(_ program: FetchAddress?, _ arguments: Arguments) throws(UsageError) -> String {
        let operand = arguments.operands.first
        guard program == nil || operand == nil else {
            throw arguments.wrong("--exec and a SOURCE cannot be used together")
        }
        guard let source = program?.url.text ?? operand else { throw arguments.wrong("preview needs a SOURCE") }
        return source
    }

    /// Whether more than titles, links and dates is printed. Without the texts, a document is parsed in half the time.
    private static func needsText(_ layout: ListLayout<Article>, _ terminal: Terminal) -> Bool {
        layout.isJSON || layout.areFieldsChosen || layout.format == .text && terminal.lineWidth != nil
    }

    // MARK: Reading

    private static func read(_ path: String, _ finder: FeedFinder, _ context: borrowing Context) throws -> ParsedFeed {
        let bytes = try InputFile.bytes(at: path, of: context.surroundings.files, byteLimit: finder.settings.byteLimit)
        return try AsyncBridge.run { try await finder.read(bytes, ofFile: path != "-") }
    }

    // MARK: Printing

    private static func show(
        _ feed: ParsedFeed, at url: String?, _ layout: ListLayout<Article>, needsText: Bool, _ context: inout Context
    ) throws {
        let limit = context[limit] ?? .max
        let title = feed.title ?? url ?? "untitled"
        context.page()
        if layout.format == .text, !layout.areFieldsChosen { try showHead(feed, title, url, &context.output) }
        var writer = layout.writer(
            head: JSONFeed.Head(of: feed, title: title, url: url ?? feed.selfLink),
            sharedGuids: layout.isWholeJSON ? sharedGuids(of: feed) : [],
            upTo: ArticleID(rawValue: Int64(min(limit, feed.articles.count))),
            isPreview: true, on: context.output.terminal, at: context.now)
        var shown = Article(
            id: ArticleID(rawValue: 0), feedID: FeedID(rawValue: 0), feedTitle: title, content: ArticleContent(),
            fetched: context.now)
        for index in feed.articles.indices.prefix(limit) {
            shown.id = ArticleID(rawValue: Int64(index + 1))
            if needsText {
                shown.content = feed.draft(of: feed.articles[index]).content
                shown.content.language = shown.language ?? feed.language
            } else {
                // Field by field: a copy of a whole article costs as much as its row.
                shown.content.title = feed.articles[index].title ?? feed.articles[index].shownTitle
                shown.content.url = feed.articles[index].content.url
                shown.content.published = feed.articles[index].content.published
                shown.content.updated = feed.articles[index].content.updated
            }
            // As it would be stored.
            shown.content.published = shown.content.published ?? shown.content.updated
            try writer.write(shown, to: &context.output)
        }
        try writer.finish(to: &context.output)
        try context.output.flush()
        if feed.articles.isEmpty { context.messages.notice("the feed has no articles") }
    }

    /// Guids that occur more than once in the document, including the articles that are not shown.
    private static func sharedGuids(of feed: ParsedFeed) -> Set<Int64> {
        var seen: Set<Int64> = []
        return Set(feed.articles.compactMap { $0.guid.map(StableHash.of) }.filter { !seen.insert($0).inserted })
    }

    private static func showHead(_ feed: ParsedFeed, _ title: String, _ url: String?, _ output: inout Output) throws {
        var head = [StyledText(title, .bold)]
        if let description = feed.description { head.append(StyledText(description)) }
        if let link = feed.link { head.append(StyledText(link, .dim)) }
        if let url, url != feed.link { head.append(StyledText(url, .dim)) }
        let width = output.terminal.lineWidth ?? .max
        for line in head { try output.line(line.cleaned.cut(to: width)) }
        if !feed.articles.isEmpty { try output.line() }
    }
}
