internal import FeedCore

/// `rssium list`: lists the stored articles.
enum ListCommand {
    static let command = Command(
        name: "list", group: .everyday, summary: "list articles, newest first; by default the unread ones",
        operands: [Operand(.feed, count: .any)],
        options: ArticleSelection.filters + ArticleOrder.options + [
            noUnique, perFeed, ListCursor.new, ListCursor.cursor, ListCursor.peek, count,
        ] + ListLayout<Article>.options(documents: Format.ofDocuments) + [BookPictures.option],
        exclusive: ArticleSelection.exclusive + [[ArticleSelection.unique.name, noUnique.name]]
            + ListOption.options.map { [count.name, $0.name] },
        run: run)

    private static let noUnique = Flag("no-unique", "include duplicates, even if list.unique is yes")
    private static let perFeed = Flag.number(
        "per-feed", 1...Int.max, "at most this many articles of each feed, newest first")
    private static let count = Flag("count", "print only the number of articles")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let layout = try context.listLayout(of: Article.self)
        if context[BookPictures.option], layout.format != .epub { throw context.wrong("--images needs --format epub") }
        try ListCursor.check(context.arguments)
        var selection = try ArticleSelection(context.arguments, context)
        if context.settings.isOn(.listUnique), !context[noUnique] { selection.query.isUnique = true }
        selection.query.limitPerFeed = context[perFeed]
        let store = try context.store(.reading)
        var query = try query(selection, store, context)
        let cursor = try ListCursor(context.arguments, &query, in: store)
        if context[count] {
            try context.output.line("\(try store.count(query))")
            return .done
        }
        let title =
            Format.ofDocuments.contains(layout.format)
            ? try title(of: query, selection.feeds, store, context) : "rssium"
        return try show(query, layout, title: title, cursor: cursor, store, &context)
    }

    /// Prints the articles of a query.
    static func show(
        _ query: ArticleQuery, _ layout: ListLayout<Article>, title: String = "rssium", cursor: ListCursor? = nil,
        _ store: borrowing Store, _ context: inout Context
    ) throws -> ExitCode {
        let terminal = context.output.terminal
        var query = query
        var cursor = cursor
        let needsContent = layout.needsContent
        // Before the order changes: a limit applies to the order of the list.
        if layout.format == .epub { query = ArticleQuery(bookOf: try store.articleIDs(of: query)) }
        query.parts = needsContent ? .all : layout.parts
        // Guids are item ids only in JSON Feed.
        let shared = needsContent ? try store.repeatedGuids(in: query) : []
        let newest = terminal.lineWidth != nil ? try store.newestArticle() : nil
        let seen = try store.cursor(named: Cursor.terminal)
        var writer = layout.writer(
            head: .init(title: title), sharedGuids: shared, upTo: newest, lastSeen: seen,
            isOfOneFeed: query.feeds?.count == 1, isOfUnread: query.state == .unread, on: terminal, at: context.now)
        var count = 0
        var pictures = context[BookPictures.option] ? BookPictures(backoffs: try store.hostBackoffs()) : nil
        context.page()
        do {
            try store.forEachArticle(query) { article in
                let files = try pictures?.files(for: article, store, context)
                try writer.write(article, pictures: files ?? [:], to: &context.output)
                cursor?.recordPrinted(article.id)
                count += 1
            }
            try writer.finish(to: &context.output)
            try context.output.flush()
        } catch OutputError.closedPipe where terminal.isTerminal {
            // The user has left the pager, and has seen enough.
            ListCursor.moveTerminalCursor(to: newest, seen: seen, context)
            return cursor?.move(context, isLeftEarly: true) ?? true ? .done : .failed
        }
        if terminal.isTerminal {
            ListCursor.moveTerminalCursor(to: newest, seen: seen, context)
            try ListHint.show(beside: query, isEmpty: count == 0, store, context)
        }
        if layout.format == .epub, count == 0 { context.messages.notice(Wording.noBook) }
        return cursor?.move(context) ?? true ? .done : .failed
    }

    private static func query(
        _ selection: ArticleSelection, _ store: borrowing Store, _ context: borrowing Context
    ) throws -> ArticleQuery {
        // A count is of all articles, unless the user wants fewer.
        let standardLimit = context[count] ? nil : context.settings.number(.listLimit)
        var order = ArticleOrder(context.arguments, standardLimit: standardLimit)
        if context[ListCursor.new] { order.besideView = .arrival }
        let state: ArticleQuery.State? = context[ListCursor.new] || order.sort == .read ? .all : nil
        do {
            return try context.query(selection, in: store, state: state, by: order)
        } catch StoreError.noSuchFeed(let name) {
            if let wrong = context.arguments.wrong(noFeed: name, at: context.now) { throw wrong }
            throw StoreError.noSuchFeed(name)
        }
    }

    /// The title of an HTML page or a feed.
    private static func title(
        of query: ArticleQuery, _ names: [String], _ store: borrowing Store, _ context: borrowing Context
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
        var subject = context[ArticleSelection.category] ?? context[ArticleSelection.label]
        if let feeds = query.feeds, feeds.count == 1 { subject = try store.feed(feeds[0]).title }
        if names.count == 1, let view = try context.view(names[0], in: store) { subject = view.name }
        return subject.map { "\($0): \(kind.lowercased()) articles" } ?? "\(kind) articles"
    }
}
