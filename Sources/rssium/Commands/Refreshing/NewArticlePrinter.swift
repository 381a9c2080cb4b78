internal import FeedCore

/// Prints new articles for `--print-new`.
struct NewArticlePrinter {
    private var writer: any ArticleWriter
    private let isBook: Bool
    private var isEmpty = true

    /// Nil without `--print-new`.
    init?(_ context: borrowing Context) throws {
        guard context[RefreshCommand.printNew] else {
            try context.arguments.refuse(ListOption.options, "needs --print-new")
            return nil
        }
        let terminal = context.output.terminal
        let layout = try context.listLayout(of: Article.self)
        // Guids that occur twice are not known in advance, so the first article keeps its guid as its id.
        isBook = layout.format == .epub
        writer = layout.writer(head: .init(title: "rssium: new articles"), on: terminal, at: context.now)
    }

    mutating func write(_ articles: [ArticleID], from store: borrowing Store, _ context: inout Context) throws {
        for id in articles {
            // Another process may have removed the feed in the meantime.
            guard let article = try store.article(withID: id) else { continue }
            try writer.write(article, to: &context.output)
            isEmpty = false
        }
        if !articles.isEmpty { try context.output.flush() }
    }

    mutating func finish(_ context: inout Context) throws {
        try writer.finish(to: &context.output)
        try context.output.flush()
        if isBook, isEmpty { context.messages.notice(Wording.noBook) }
    }
}
