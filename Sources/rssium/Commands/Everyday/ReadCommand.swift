internal import FeedCore

/// `rssium read`: shows articles in full.
enum ReadCommand {
    static let command = Command(
        name: "read", group: .everyday, summary: "show articles in full and mark them read",
        details: [
            "Without an ID the newest unread article is shown; where there is none, rssium exits with 1. An article "
                + "is marked read once it was written out. On a terminal what does not fit goes through $PAGER "
                + "(read.pager, default less -R); Ctrl-C in it ends rssium with 130.",
            "Images are shown on terminals that know the graphics protocol of kitty, the inline images of iTerm2 or sixel "
                + "graphics, if the article then fits on the screen or goes through no pager; elsewhere chafa, where it "
                + "is installed, draws them in symbols, which a pager shows too. For sixel, and for what the terminal "
                + "cannot decode itself, it is needed in any case. Where an image is not shown, [image: its text] and "
                + "the number of its link are. They are fetched within 10 seconds, and never when the machine is offline "
                + "or standard output is no terminal.",
            "--format html prints one page of all the articles for a browser, --format markdown CommonMark with GitHub's "
                + "tables and with a rule between articles. --format json prints one JSON Feed item a line and leaves "
                + "the articles unread.",
        ],
        examples: [
            Command.Example("while rssium read; do :; done", "read through everything"),
            Command.Example("rssium list | fzf | rssium read -", "choose one and read it"),
            Command.Example("rssium read --format markdown 42 >article.md", "keep one as a note"),
        ],
        operands: [Operand(.article, count: .any)],
        options: [
            Option("keep-unread", "leave them unread"),
            Option(
                "format", .choice(["text", "html", "markdown", "json"]),
                "text, a page of HTML, Markdown, or a JSON Feed item a line"),
            Option("width", .number(20...1000), "wrap to so many columns (the terminal's, at most 80)"),
            Option(
                "images", .choice(ImagePlan.Rule.allCases.map(\.rawValue)), placeholder: "WHEN",
                "show images: auto, never, or always: rather than a pager (read.images)"),
            Option("no-pager", "never use a pager"),
        ],
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let given = try ArticleArguments(arguments.operands)
        for problem in given.problems { context.messages.error(problem) }
        let store = try context.store(.reading)
        var ids = given.ids
        if arguments.operands.isEmpty {
            ids = try newestUnread(store)
            guard !ids.isEmpty else {
                context.messages.notice(
                    try store.feeds().isEmpty
                        ? "no feeds yet; `rssium add URL` subscribes to one"
                        : "no unread articles; `rssium refresh` fetches new ones")
                return .failed
            }
        }
        var code = given.problems.isEmpty ? ExitCode.done : .failed
        if arguments.text("format") == "html" {
            return try writePage(of: ids, code, store, &context, arguments)
        }
        let isJSON = arguments.text("format") == "json"
        let isMarkdown = arguments.text("format") == "markdown"
        var shared: Set<Int64> = []
        if isJSON { shared = try store.repeatedGuids(of: ids) }
        var json = JSONFeed(.lines, sharedGuids: shared)
        var images = ArticleImages(rule: arguments.text("images") ?? context.settings.text(.readImages))
        defer { images.stop() }
        var isFirst = true
        for id in ids {
            let article: Article
            do {
                article = try store.article(id)
            } catch {
                context.messages.error(error.message)
                code = .failed
                continue
            }
            if isJSON {
                try json.write(article, to: &context.output)
                continue
            }
            if !isFirst { try context.output.write(isMarkdown ? "\n---\n\n" : "\n") }
            isFirst = false
            var showing = Pager.Showing()
            do {
                if isMarkdown {
                    try context.output.write(ArticleMarkdown.text(of: article))
                } else {
                    showing = try show(article, &images, store, &context, arguments)
                }
            } catch let error as PagerError {
                context.messages.error("\(error.message); article \(id.rawValue) is not marked read")
                code = .failed
                continue
            }
            // Only what has left the program is read.
            try context.output.flush()
            if !arguments.has("keep-unread"), !mark(id, context) { code = .failed }
            if let problem = showing.problem { context.messages.error(problem) }
            if let signal = showing.signal { throw Interrupted(signal: signal) }
        }
        return code
    }

    private static func show(
        _ article: Article, _ images: inout ArticleImages, _ store: borrowing Store, _ context: inout Context,
        _ arguments: Arguments
    ) throws -> Pager.Showing {
        let terminal = context.output.terminal
        // Longer lines than that are hard to read.
        let usual = terminal.isTerminal ? min(terminal.width, 80) : 80
        let width = arguments.number("width") ?? context.settings.number(.readWidth) ?? usual
        // On a terminal code uses all of it; anywhere else it stands as it is.
        let layout = PageText.Layout(
            width: width, codeWidth: terminal.isTerminal ? terminal.width : nil, hasStyles: terminal.depth != .none)
        guard terminal.isTerminal else {
            try ArticleLines.write(article, layout, at: context.now) { line throws(OutputError) in
                try context.output.line(line)
            }
            return Pager.Showing()
        }
        let text = ArticleLines.text(
            of: article, layout, drawsImages: images.areWanted(on: terminal), at: context.now)
        let pager = arguments.has("no-pager") ? nil : Pager(context.pager, on: terminal)
        let screen = try images.screen(of: article, text, width: width, hasPager: pager != nil, store, context)
        // A picture would not come through.
        let lines = screen.map(\.text) ?? text.lines
        if let pager, let lines, Pager.rows(of: lines, width: terminal.width) >= terminal.height {
            return try pager.show(lines, to: &context.output, context.environment)
        }
        if let screen {
            for line in screen { try context.output.line(line) }
        } else {
            for line in text.lines { try context.output.line(line) }
        }
        return Pager.Showing()
    }

    /// One page of all articles. They are marked read when the whole of it was written.
    private static func writePage(
        of ids: [ArticleID], _ before: ExitCode, _ store: borrowing Store, _ context: inout Context,
        _ arguments: Arguments
    ) throws -> ExitCode {
        var code = before
        var articles: [Article] = []
        for id in ids {
            do {
                articles.append(try store.article(id))
            } catch {
                context.messages.error(error.message)
                code = .failed
            }
        }
        guard !articles.isEmpty else { return code }
        let title = articles.count == 1 ? articles[0].title : count(articles.count, "article")
        var page = HTMLPage(title: title, isAlone: articles.count == 1, at: context.now)
        for article in articles { page.append(article) }
        try page.write(to: &context.output)
        try context.output.flush()
        if !arguments.has("keep-unread") {
            for article in articles where !mark(article.id, context) { code = .failed }
        }
        return code
    }

    private static func newestUnread(_ store: borrowing Store) throws -> [ArticleID] {
        var query = ArticleQuery()
        query.limit = 1
        var ids: [ArticleID] = []
        try store.forEachArticle(query) { ids.append($0.id) }
        return ids
    }

    private static func mark(_ id: ArticleID, _ context: borrowing Context) -> Bool {
        do {
            try context.store(.writing).mark([id], as: .read, at: context.now)
            return true
        } catch {
            context.messages.error("not marked read: \(ErrorMessage.text(of: error) ?? "\(error)")")
            return false
        }
    }
}
