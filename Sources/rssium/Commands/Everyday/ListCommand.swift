internal import FeedCore

/// `rssium list`: the stored articles.
enum ListCommand {
    static let command = Command(
        name: "list", group: .everyday, summary: "list articles, newest first: unread ones unless told otherwise",
        details: [
            "A FEED is an id, a URL, a title or a part of one. --starred, --modified, --new and --sort read list read "
                + "and unread articles unless --read or --unread is given.",
            "--new lists what was stored since the last list --new of the same cursor, oldest first; a new cursor has "
                + "seen nothing. It moves when all was written, with --limit to the last article that was, so that "
                + "several scripts can each see every article once.",
            "--format html is one page for a browser; atom and json are feeds that can be subscribed to.",
            "A TIME is 2026-11-20, 2026-11-20T10:00, today, yesterday, or an age such as 90s, 15m, 2h, 3d, 1w.",
            QueryHelp.essentials,
        ],
        examples: [
            Command.Example("rssium list --since yesterday", "what is new since yesterday morning"),
            Command.Example("rssium list --format jsonl | jq -r .url", "the links of everything unread"),
            Command.Example(
                "rssium list --all --search 'title:swift* -taylor'", "everything on that, by words"),
            Command.Example("rssium list --count", "how many are unread"),
            Command.Example("rssium list --new --cursor mail --format html", "what the last such line has not shown"),
        ],
        operands: [Operand(.feed, count: .any)],
        options: [
            Option("all", "read and unread articles"),
            Option("read", "only what was read"),
            Option("unread", "only what is unread"),
            Option("starred", "only what is starred"),
            Option("modified", "only what its feed has changed since it was read"),
            Option("category", .category, "only from the feeds of this category"),
            Option("search", .query, "only what these words fit"),
            Option("since", .time, "only what is as new as that"),
            Option("until", .time, "only what is older than that; a bare day is included"),
            Option(
                "by", .choice(ArticleQuery.Dating.allCases.map(\.rawValue)),
                "the date that counts: when it was published, or when it was fetched"),
            Option("limit", short: "n", .number(1...Int.max), "at most so many"),
            Option(
                "sort", .choice(ArticleQuery.Sort.allCases.map(\.rawValue)), placeholder: "ORDER",
                "published, fetched, read, feed or title"),
            Option("reverse", "the other way round"),
            Option("new", "only what was stored since the last list --new"),
            Option("cursor", .text, placeholder: "NAME", "whose last list --new counts (\(ListCursor.usual))"),
            Option("peek", "leave the cursor where it is"),
            Option("count", "only how many there are"),
        ] + ListOptions<ArticleField>.options(fields: ArticleField.names, documents: ArticleDocument.allCases),
        exclusive: [["all", "read", "unread"]],
        run: run)

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let terminal = context.output.terminal
        let layout = try ListOptions<ArticleField>(
            arguments, defaults: ArticleField.defaults, isTerminal: terminal.isTerminal)
        try ListCursor.check(arguments)
        let search = try arguments.query("search")
        let store = try context.store(.reading)
        var query = try query(store, context, arguments)
        query.search = search
        let limit = query.limit ?? context.settings.number(.maxListCount)
        let cursor = try ListCursor(arguments, &query, limit: limit, in: store)
        if arguments.has("count") {
            try context.catchUpIndex(of: store, for: query)
            try context.output.line("\(try store.count(query))")
            return .done
        }
        let title = layout.document != nil ? try title(of: query, store, context, arguments) : "rssium"
        return try show(query, layout, title: title, cursor: cursor, store, &context)
    }

    /// Lists the articles of a query, `list.limit` of them where it has no limit of its own.
    static func show(
        _ query: ArticleQuery, _ layout: ListOptions<ArticleField>, title: String = "rssium", cursor: ListCursor? = nil,
        _ store: borrowing Store, _ context: inout Context
    ) throws -> ExitCode {
        let terminal = context.output.terminal
        var query = query
        var cursor = cursor
        try context.catchUpIndex(of: store, for: query)
        query.limit = query.limit ?? context.settings.number(.maxListCount)
        query.parts = ListCommand.parts(for: layout)
        // Only JSON Feed items have ids that are guids.
        var shared: Set<Int64> = []
        if ArticleWriter.needsContent(layout) { shared = try store.repeatedGuids(in: query) }
        var writer = ArticleWriter(layout, title: title, sharedGuids: shared, on: terminal, at: context.now)
        let newest = terminal.isTerminal ? try store.newestArticle() : nil
        writer.lastSeen = try store.cursor(named: Cursor.terminal)
        var count = 0
        try store.forEachArticle(query) { article in
            try writer.write(article, to: &context.output)
            cursor?.note(article.id)
            count += 1
        }
        try writer.finish(to: &context.output)
        try context.output.flush()
        if terminal.isTerminal {
            ListCursor.noteTerminal(newest, seen: writer.lastSeen, context)
            try ListHint.put(beside: query, isEmpty: count == 0, store, context)
        }
        return cursor?.move(context) ?? true ? .done : .failed
    }

    /// What is read of each article for this form of output.
    static func parts(for layout: ListOptions<ArticleField>) -> ArticleQuery.Parts {
        if ArticleWriter.needsContent(layout) { return .all }
        return layout.fields.contains(.enclosures) ? .enclosures : []
    }

    private static func query(
        _ store: borrowing Store, _ context: borrowing Context, _ arguments: Arguments
    ) throws -> ArticleQuery {
        var query = ArticleQuery()
        query.isStarredOnly = arguments.has("starred")
        query.isModifiedOnly = arguments.has("modified")
        query.sort = arguments.text("sort").flatMap(ArticleQuery.Sort.init) ?? .published
        query.dating = arguments.text("by").flatMap(ArticleQuery.Dating.init) ?? .published
        let meansAll = query.isStarredOnly || query.isModifiedOnly || query.sort == .read || arguments.has("new")
        query.state =
            arguments.has("read")
            ? .read
            : arguments.has("unread")
                ? .unread
                : arguments.has("all") || meansAll ? .all : .unread
        if !arguments.operands.isEmpty {
            query.feeds = try arguments.operands.map { try context.feed($0, in: store, for: .looking).id }
        }
        query.category = try arguments.text("category").map { try store.category(named: $0).id }
        query.since = arguments.time("since")?.since
        query.until = arguments.time("until")?.until
        query.limit = arguments.number("limit")
        query.isReversed = arguments.has("reverse")
        return query
    }

    /// What a page or a feed is called: which articles it is of.
    private static func title(
        of query: ArticleQuery, _ store: borrowing Store, _ context: borrowing Context, _ arguments: Arguments
    ) throws -> String {
        let kind =
            if query.arrival != nil {
                "New"
            } else if query.isStarredOnly {
                "Starred"
            } else if query.isModifiedOnly {
                "Changed"
            } else {
                switch query.state {
                case .unread: "Unread"
                case .read: "Read"
                case .all: "All"
                }
            }
        var place = arguments.text("category")
        if let feeds = query.feeds, feeds.count == 1 { place = try store.feed(feeds[0]).title }
        return place.map { "\($0): \(kind.lowercased()) articles" } ?? "\(kind) articles"
    }
}
