internal import FeedCore

/// `rssium run`: runs a program for each new article.
enum RunCommand {
    static let command = Command(
        name: "run", group: .articles, summary: "run a program for each new article",
        operands: [Operand(.program), Operand(.text, "ARG", count: .any)],
        options: ArticleSelection.filters + [CursorDelivery.limit, cursor, ListCursor.peek, jobs, skipFailed],
        exclusive: ArticleSelection.exclusive,
        run: run)

    private static let defaultCursor = "run"
    private static let cursor = Flag.text("cursor", placeholder: "NAME", "the cursor (\(defaultCursor))")
    private static let jobs = Flag.number("jobs", 1...64, "run the program for N articles together (1)")
    private static let skipFailed = Flag("skip-failed", "pass over an article for which the program fails")
    private static let unaskedLimit = 100

    private static func run(_ context: inout Context) throws -> ExitCode {
        try CursorDelivery.check(context.arguments)
        let selection = try ArticleSelection(context.arguments, context)
        let store = try context.store(.reading)
        let delivery = try CursorDelivery(of: selection, cursor: defaultCursor, in: store, context)
        guard delivery.hasArticles else { return .done }
        let ids = try store.articleIDs(of: delivery.query)
        if delivery.isNew, ids.count > unaskedLimit, !context.has(CursorDelivery.limit) {
            throw DeliveryError.newCursor(
                context[ListCursor.cursor] ?? defaultCursor, ids.count, limit: unaskedLimit)
        }
        let writer = try context.store(context[ListCursor.peek] ? .reading : .writing)
        let program = ArticleProgram(context, sharedGuids: try store.repeatedGuids(in: delivery.query))
        var failures = 0
        for start in stride(from: 0, to: ids.count, by: context[jobs] ?? 1) {
            let articles = try ids[start...].prefix(context[jobs] ?? 1).compactMap {
                try store.article(withID: $0)
            }
            failures += try run(program, for: articles, delivery, writer, context)
        }
        try delivery.passAll(after: ids.count, in: writer)
        context.messages.detail("ran \(program.name) for \(count(ids.count, "article"))")
        return failures == 0 ? .done : .feedsFailed
    }

    /// Runs the program for these articles together, and moves the cursor past them. Returns for how many it failed.
    private static func run(
        _ program: ArticleProgram, for articles: [Article], _ delivery: borrowing CursorDelivery,
        _ writer: borrowing Store, _ context: borrowing Context
    ) throws -> Int {
        try delivery.checkWritable(writer)
        let calls = articles.map { program.call(for: $0, at: context.now) }
        let (endings, signal) = try AsyncBridge.run(each: { (_: Never) in }, { _ in await program.run(calls) })
        var failures = 0
        for (article, ending) in zip(articles, endings) {
            // Ctrl-C also ends the program.
            if ending != .success(0), let signal { throw Interrupted(signal: signal) }
            let status = try ending.get()
            if status != 0 {
                let reason = Programs.failure(of: program.name, status)
                let error = DeliveryError.program(article.id, title: article.title, reason: reason)
                guard context[skipFailed] else { throw error }
                context.messages.error(error.message)
                failures += 1
            }
            try delivery.pass(article.id, in: writer)
        }
        if let signal { throw Interrupted(signal: signal) }
        return failures
    }
}
