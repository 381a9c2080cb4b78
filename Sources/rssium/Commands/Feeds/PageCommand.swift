internal import FeedCore

/// `rssium page`: shows the articles of web pages, without opening the database.
enum PageCommand {
    static let command = Command(
        name: "page", group: .feeds, summary: "show the articles of web pages",
        details: [
            "Shows the title, site, author, date and text of a page, without navigation, advertisements "
                + "and comments. A SOURCE is a URL, a path, or - for standard input. If the page has no "
                + "article, page shows all its text, and says so. Nothing is stored.",
            "Several pages, also those of --urls, are fetched two at once, one per host, and printed in the order given. A "
                + "page that fails is named on standard error (exit status 1).",
            "Links and pictures are absolute. Their base is the page's <base>, else --base-url, else the "
                + "URL. --format json prints one JSON Feed item, or one JSON Feed of several pages. --format jsonl prints "
                + "one item per line.",
        ],
        examples: [
            Command.Example(
                "rssium page https://example.org/story.html", "read an article without the rest of its page"),
            Command.Example("rssium page --format markdown example.org/story >story.md", "save an article as a note"),
            Command.Example("rssium page --urls list.txt --format jsonl", "print the articles of a list, one per line"),
        ],
        operands: [Operand(.url, "SOURCE", count: .oneOrMore, unless: urls)],
        options: [
            urls, format, DocumentOptions.base, width,
        ],
        run: run)

    private static let urls = Flag.text("urls", .path, "also read URLs from a file, or from standard input with -")
    private static let format = Flag.text(
        "format", .choice(["text", "html", "markdown", "json", "jsonl"]), placeholder: "FORMAT",
        "text, html, markdown, json or jsonl (text)")
    private static let width = Flag.number(
        "width", 20...1000, "wrap lines to this many columns (the terminal's, at most 80)")

    private static func run(_ context: inout Context) throws -> ExitCode {
        var sources = context.arguments.operands
        if sources.contains(where: \.trimmed.isEmpty) { throw context.wrong("page needs a URL, a file or -") }
        var code = ExitCode.done
        if let list = context[urls] {
            if list == "-", sources.contains("-") { throw context.wrong("only one of SOURCE and --urls can be -") }
            let list = try URLArguments(listAt: list, of: context.surroundings.files)
            for problem in list.problems { context.messages.error(problem) }
            if !list.problems.isEmpty { code = .failed }
            sources += list.texts
        }
        let base = try DocumentOptions.base(context.arguments)
        let fetcher = context.fetcher(hostJobs: 1)
        defer { fetcher.stop() }
        var printing = PagePrinting(context[format] ?? "text", isAlone: sources.count == 1)
        for start in stride(from: 0, to: sources.count, by: parallelPages) {
            let part = Array(sources[start..<min(start + parallelPages, sources.count)])
            for (source, result) in zip(part, try find(part, context, fetcher, base: base)) {
                do {
                    let found = try result.get()
                    if found.page.isWholePage { noteWholePage(source, isAlone: sources.count == 1, context) }
                    let article = Article(of: found.page, url: found.url?.text, source: source, at: context.now)
                    try printing.write(article, from: found.url?.text, width: context[width], &context)
                } catch let error where error is Interrupted || error is OutputError {
                    throw error
                } catch {
                    context.messages.error("cannot show \(SecretMask.word(source)): \(ErrorMessage.reason(of: error))")
                    let failure = ExitCode(for: error)
                    code = code == .done || code == failure ? failure : .failed
                }
            }
        }
        try printing.finish(&context)
        return code
    }

    private static let parallelPages = 2

    private static func noteWholePage(_ source: String, isAlone: Bool, _ context: borrowing Context) {
        let notice = "no article was found; this is all the text of the page"
        context.messages.notice(isAlone ? notice : "\(SecretMask.word(source)): \(notice)")
    }

    private typealias Found = (page: PageArticle, url: WebAddress?)

    /// Finds the articles of the sources side by side.
    private static func find(
        _ sources: [String], _ context: borrowing Context, _ fetcher: Fetcher, base: WebAddress?
    ) throws -> [Result<Found, any Error>] {
        var finder = FeedFinder(fetcher: fetcher, settings: context.settings.refreshing(), at: context.now)
        finder.base = base?.text
        let complete = finder
        let command = context.settings.text(.refreshPasswordCommand)
        let passwords = PasswordCommands(in: context.surroundings, limit: complete.settings.timeout)
        var results: [Result<Found, any Error>?] = sources.map { source in
            guard source == "-" || InputFile.isStream(source) else { return nil }
            return Result { try read(source, context, base: base) }
        }
        let places = sources.indices.map { index in
            results[index] == nil ? Result { try FeedSource(sources[index], context) } : nil
        }
        let fetched = try context.run(showing: "fetching \(SecretMask.word(sources[0]))") {
            await withTaskGroup(of: (Int, Result<Found, any Error>).self) { group in
                for (index, place) in places.enumerated() {
                    guard let place else { continue }
                    group.addTask {
                        do {
                            let found = try await place.get().findArticle(
                                with: complete, passwords: passwords, command: command)
                            return (index, .success((found.article, base ?? found.url)))
                        } catch {
                            return (index, .failure(error))
                        }
                    }
                }
                return await group.reduce(into: [(Int, Result<Found, any Error>)]()) { $0.append($1) }
            }
        }
        for (index, result) in fetched { results[index] = result }
        return results.compactMap(\.self)
    }

    private static func read(_ source: String, _ context: borrowing Context, base: WebAddress?) throws -> Found {
        let limit = context.settings.refreshing().byteLimit
        let bytes = try InputFile.bytes(at: source, of: context.surroundings.files, byteLimit: limit)
        return (try PageArticle(of: bytes, charset: nil, url: base), base)
    }
}
