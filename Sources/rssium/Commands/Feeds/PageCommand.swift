internal import FeedCore

/// `rssium page`: shows the article of a web page, without opening the database.
enum PageCommand {
    static let command = Command(
        name: "page", group: .feeds, summary: "show the article of a web page",
        details: [
            "A SOURCE is a URL, a path, or - for standard input. Shows title, site, author, date and the text of the page "
                + "without navigation, advertisements and comments, as read shows an article. Of a page without an "
                + "article it shows all the text, and says so. Nothing is stored.",
            "Links and pictures are absolute: by the <base> of the page, else --base-url, else the URL. --format json prints "
                + "one JSON Feed item.",
        ],
        examples: [
            Command.Example("rssium page https://example.org/story.html", "read an article without its page around it"),
            Command.Example("rssium page --format markdown example.org/story >story.md", "save it as a note"),
        ],
        operands: [Operand(.url, "SOURCE")],
        options: [
            format, DocumentOptions.base, width,
        ],
        run: run)

    private static let format = Flag.text(
        "format", .choice(["text", "html", "markdown", "json"]), placeholder: "FORMAT",
        "text, html, markdown or json (text)")
    private static let width = Flag.number(
        "width", 20...1000, "wrap lines to this many columns (the terminal's, at most 80)")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let source = context.arguments.operands[0]
        if source.trimmed.isEmpty { throw context.wrong("page needs a URL, a file or -") }
        let base = try DocumentOptions.base(context.arguments)
        let found: (page: PageArticle, url: WebAddress?)
        do {
            if source == "-" || InputFile.isStream(source) {
                let limit = context.settings.refreshing().byteLimit
                let bytes = try InputFile.bytes(at: source, of: context.surroundings.files, byteLimit: limit)
                found = (try PageArticle(of: bytes, charset: nil, url: base), base)
            } else {
                found = try find(source, context, base: base)
            }
        } catch let error where error is Interrupted {
            throw error
        } catch {
            let name = SecretMask.word(source)
            context.messages.error("cannot show \(name): \(ErrorMessage.reason(of: error))")
            return ExitCode(for: error)
        }
        if found.page.isWholePage { context.messages.notice("no article was found; this is all the text of the page") }
        let article = Article(of: found.page, url: found.url?.text, source: source, at: context.now)
        try show(article, from: found.url?.text, &context)
        try context.output.flush()
        return .done
    }

    private static func find(
        _ source: String, _ context: borrowing Context, base: WebAddress?
    ) throws -> (page: PageArticle, url: WebAddress?) {
        let fetcher = context.fetcher()
        defer { fetcher.stop() }
        var finder = FeedFinder(fetcher: fetcher, settings: context.settings.refreshing(), at: context.now)
        finder.base = base?.text
        let place = try FeedSource(source, context)
        let command = context.settings.text(.refreshPasswordCommand)
        let complete = finder
        let passwords = PasswordCommands(in: context.surroundings, limit: complete.settings.timeout)
        let found = try context.run(showing: "fetching \(SecretMask.word(source))") {
            try await place.findArticle(with: complete, passwords: passwords, command: command)
        }
        return (found.article, base ?? found.url)
    }

    private static func show(_ article: Article, from url: String?, _ context: inout Context) throws {
        switch context[format] {
        case "json":
            var json = JSONFeed(.lines, sharedGuids: [])
            json.isPreview = true
            json.page = url.map { String($0.prefix { $0 != "#" }) }
            try json.write(article, to: &context.output)
        case "markdown": try context.output.write(ArticleMarkdown.text(of: article))
        case "html":
            var page = HTMLPage(title: article.title, isAlone: true, at: context.now)
            page.append(article)
            try page.write(to: &context.output)
        default:
            let terminal = context.output.terminal
            let width =
                context[width] ?? context.settings.number(.readWidth)
                ?? min(terminal.lineWidth ?? 80, 80)
            let layout = PageText.Layout(
                width: width, codeWidth: terminal.isTerminal ? terminal.width : nil, hasStyles: terminal.depth != .none)
            context.page()
            try ArticleLines.write(article, layout, at: context.now) { line throws(OutputError) in
                try context.output.line(line)
            }
        }
    }
}
