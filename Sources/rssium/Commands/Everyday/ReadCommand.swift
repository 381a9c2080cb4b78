internal import FeedCore

/// `rssium read`: shows articles in full.
enum ReadCommand {
    static let command = Command(
        name: "read", group: .everyday, summary: "show articles in full and mark them read",
        operands: [Operand(.article, count: .any)],
        options: [
            each, byFeed, limit, ArticleOrder.sort, ArticleOrder.reverse, oldest, keepUnread,
        ] + ArticleSelection.filters + ReadTexts.options + [format, frontMatter, width, images],
        exclusive: ArticleSelection.exclusive + [
            ReadTexts.options.map(\.name), [oldest.name, ArticleOrder.sort.name],
            [oldest.name, ArticleOrder.reverse.name],
        ],
        run: run)

    private static let each = Flag("each", "show articles one by one, and wait for a key after each")
    static let byFeed = Flag("by-feed", "with --each: feed by feed, the articles of each from the oldest")
    private static let limit = Flag.limit("at most this many articles; none for all (default: 1; with --each: all)")
    private static let oldest = Flag("oldest", "show the oldest unread article first instead of the newest")
    /// The options that limit and sort the chosen articles.
    private static let orders: [any OptionRow] = [limit, ArticleOrder.sort, ArticleOrder.reverse, oldest]
    static let keepUnread = Flag("keep-unread", "do not mark the articles read")
    static let format = Flag<Format>.choice(
        "format", of: [.text, .html, .markdown, .json], placeholder: "FORMAT", "text, html, markdown or json (text)")
    static let frontMatter = Flag("front-matter", "with --format markdown: begin with the article's facts as YAML")
    static let width = Flag.number("width", 1...1000, "wrap lines to this many columns (the terminal's, at most 80)")
    static let images = Flag.text(
        "images", .choice(ImagePlan.Rule.allCases.map(\.rawValue)), placeholder: "WHEN",
        "show images: auto, never, or always, which also turns off the pager (read.images)")

    private static func run(_ context: inout Context) throws -> ExitCode {
        let selection = try ArticleSelection(context.arguments, context)
        if context[frontMatter], context[format] != .markdown || context[each] {
            throw context.wrong("--front-matter is only for --format markdown, without --each")
        }
        if context[byFeed], !context[each] { throw context.wrong("--by-feed needs --each") }
        if context[each] { try EachReading.check(context) }
        let ids = try chosen(by: selection, context)
        let store = try context.store(.reading)
        // Standard input may be empty.
        if ids.isEmpty, !context.hasFailed, !selection.words.contains("-") {
            context.fail(try whyNone(selection, store, context))
            return .failed
        }
        let texts = ReadTexts(context.arguments)
        if context[each] { return try EachReading(ids, texts: texts, context).run(&context) }
        let sharedGuids = context[format] == .json ? try store.repeatedGuids(of: ids) : []
        var run = ReadRun(sharedGuids, texts: texts, context)
        try run.show(ids, of: store, &context)
        return .done
    }

    // MARK: Choosing

    /// The articles that IDs and FEEDs name, else those that the filters choose.
    private static func chosen(by selection: ArticleSelection, _ context: borrowing Context) throws -> [ArticleID] {
        if selection.words.isEmpty { return try articles(of: selection, context) }
        let given = try ArticleArguments(selection, context, of: articles)
        if given.hasIDs, let order = orders.first(where: { context.has($0) }) {
            throw context.wrong("--\(order.name) and ids cannot be used together")
        }
        for problem in given.problems { context.fail(problem) }
        return context[each] ? given.ids.unique(by: \.self) : given.ids
    }

    private static func whyNone(
        _ selection: ArticleSelection, _ store: borrowing Store, _ context: borrowing Context
    ) throws -> String {
        if try store.feeds().isEmpty { return Wording.noFeeds }
        if selection.hasIDs { return "no article has such an id" }
        let isOfAll =
            selection.words.isEmpty && !context[oldest]
            && !ArticleSelection.filters.contains { context.arguments.has($0) }
        if isOfAll { return Wording.noUnreadArticles }
        let isUnread = selection.state == nil && !(selection.words + selection.feeds).contains { $0.hasPrefix("@") }
        return isUnread ? "no unread article matches; --all includes read ones" : "no article matches"
    }

    /// The articles that the filters and FEEDs choose, in the order in which they are read.
    private static func articles(of selection: ArticleSelection, _ context: borrowing Context) throws -> [ArticleID] {
        let store = try context.store(.reading)
        var order = ArticleOrder(context.arguments)
        if !context.has(limit), !context[each] { order.limit = 1 }
        // The first article of a view may be another one than the oldest.
        if context[oldest] { (order.besideView, order.isReversed) = (.own, true) }
        let isView = try selection.feeds.count == 1 && context.view(selection.feeds[0], in: store) != nil
        return try store.articleIDs(
            of: context.query(selection, in: store, state: isView ? nil : .unread, by: order))
    }
}
