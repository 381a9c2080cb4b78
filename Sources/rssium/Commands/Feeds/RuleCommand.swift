internal import FeedCore

/// `rssium rule`: lists, adds, removes and tests rules for new articles.
enum RuleCommand {
    static let command = Command(
        name: "rule", group: .feeds, summary: "list the rules for new articles; add, remove or test one",
        options: list.options,
        subcommands: [
            list,
            Command(
                name: "add", group: .feeds, summary: "add a rule for new articles",
                operands: [Operand(.query)],
                options: [feed, ArticleSelection.category, markRead, star, label, drop],
                exclusive: [[feed.name, ArticleSelection.category.name], actions.map(\.name)], run: add),
            Command(
                name: "rm", group: .feeds, summary: "remove a rule",
                operands: [Operand(.text, "N")], run: remove),
            Command(
                name: "test", group: .feeds, summary: "list the stored articles that match a QUERY",
                operands: [Operand(.query)],
                options: [ArticleOrder.limit]
                    + ListLayout<Article>.options(),
                run: test),
        ],
        run: list.run)

    private static let feed = Flag.text("feed", .feed, "only articles of this feed")
    private static let markRead = Flag("mark-read", "mark matching articles read")
    private static let star = Flag("star", "star matching articles")
    private static let label = Flag.text("label", .label, "put this label on matching articles")
    private static let drop = Flag("drop", "do not store matching articles")
    private static let actions: [any OptionRow] = [markRead, star, label, drop]

    private static let list = Command.list(
        "list the rules", .feeds, ifEmpty: "no rules yet; `rssium rule add QUERY --mark-read` adds one"
    ) { store, _ in try store.rules() }

    private static func add(_ context: inout Context) throws -> ExitCode {
        let label = try context[Self.label].map { try NameArgument.label($0, context.arguments) }
        let given = actions.first { context.arguments.has($0) }
        guard let action = label.map(Rule.Action.label) ?? given.flatMap({ Rule.Action(rawValue: $0.name) }) else {
            throw context.wrong("rule add needs --mark-read, --star, --label or --drop")
        }
        let query = try context.arguments.query(from: context.arguments.operands[0], context)
        let store = try context.store(.writing)
        let feed = try context[Self.feed].map { try context.feed($0, in: store, for: .changing).id }
        let category = try context[ArticleSelection.category].map { try store.category(named: $0).id }
        let id = try store.addRule(query, feed: feed, category: category, action)
        let rest = "it applies to articles stored from now on"
        let isTerminal = context.output.terminal.isTerminal
        try context.output.line(isTerminal ? "added rule \(id.rawValue); \(rest)" : "\(id.rawValue)")
        try context.output.flush()
        if !isTerminal { context.messages.notice("added the rule; \(rest)") }
        return .done
    }

    private static func remove(_ context: inout Context) throws -> ExitCode {
        let word = context.arguments.operands[0].trimmed
        guard let number = ArgumentText.id(word) else {
            throw StoreError.noSuchRule(word.isEmpty ? "''" : ArgumentText.shown(word))
        }
        try context.store(.writing).removeRule(RuleID(rawValue: number))
        context.messages.notice("removed rule \(number)")
        return .done
    }

    private static func test(_ context: inout Context) throws -> ExitCode {
        var query = ArticleQuery(state: .all)
        query.search = try context.arguments.query(from: context.arguments.operands[0], context)
        query.limit =
            context.has(ArticleOrder.limit) ? context[ArticleOrder.limit] : context.settings.number(.listLimit)
        let layout = try context.listLayout(of: Article.self)
        let store = try context.store(.reading)
        try context.catchUpIndex(of: store, for: query)
        return try ListCommand.show(query, layout, store, &context)
    }
}
