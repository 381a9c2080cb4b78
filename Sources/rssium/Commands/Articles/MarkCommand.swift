internal import FeedCore

/// `rssium mark`: marks articles read, starred or deleted, or takes these marks back.
enum MarkCommand {
    static let command = Command(
        name: "mark", group: .everyday, summary: "mark articles read, unread, starred, unstarred or deleted",
        operands: [Operand(.choice(Mark.allCases.map(\.rawValue))), ArticleSelection.operand],
        options: ArticleSelection.filters + [ArticleSelection.before], exclusive: ArticleSelection.exclusive,
        run: run)

    private static func run(_ context: inout Context) throws -> ExitCode {
        // The parser accepts no other words.
        guard let mark = Mark(rawValue: context.arguments.operands[0]) else { throw context.wrong("unknown mark") }
        var selection = try ArticleSelection(context.arguments, context)
        selection.joinFeedsIfUnique()
        return selection.words.isEmpty
            ? try markAll(selection, as: mark, &context) : try markNamed(selection, as: mark, &context)
    }

    private static func markNamed(
        _ selection: ArticleSelection, as mark: Mark, _ context: inout Context
    ) throws -> ExitCode {
        let given = try ArticleArguments(selection, context)
        for problem in given.problems { context.fail(problem) }
        let (changed, unknown) = try context.existingStore().mark(
            given.ids, as: mark, before: given.hasIDs ? selection.query.until : nil, isUndoable: true,
            at: context.now)
        for id in unknown { context.fail(StoreError.noSuchArticle("\(id.rawValue)").message) }
        try printCount(changed, mark, &context)
        return .done
    }

    private static func markAll(
        _ selection: ArticleSelection, as mark: Mark, _ context: inout Context
    ) throws -> ExitCode {
        var query = try context.query(selection, in: context.store(.reading), for: .changing)
        let store = try context.existingStore()
        if query.limit != nil { query.articles = try store.articleIDs(of: query) }
        try printCount(store.mark(query, as: mark, isUndoable: true, at: context.now), mark, &context)
        return .done
    }

    private static func printCount(_ changed: Int, _ mark: Mark, _ context: inout Context) throws {
        let articles = count(changed, "article")
        try context.printChanged(
            changed, mark == .deleted ? "deleted \(articles)" : "marked \(articles) \(mark.rawValue)")
    }
}
