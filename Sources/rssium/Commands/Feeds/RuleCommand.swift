internal import FeedCore

/// `rssium rule`: what to do with articles as they arrive.
enum RuleCommand {
    static let command = Command(
        name: "rule", group: .feeds, summary: "list, make and remove rules for articles as they arrive",
        details: [
            "A rule is decided once for each article, when it is stored: what is stored already stays as it is, and "
                + "removing a rule undoes nothing. What --drop drops is not counted as new and does not come back. "
                + "A rule goes with the feed or the category that it is for.",
            "test lists the stored articles that a QUERY fits, the same ones as list --all --search QUERY.",
            QueryHelp.essentials,
        ],
        examples: [
            Command.Example("rssium rule add 'title:/^sponsored/' --drop", "never see them"),
            Command.Example("rssium rule add 'swift -taylor' --category News --star", "only in that category"),
            Command.Example("rssium rule test 'tag:rust OR title:rust*'", "what such a rule would fit"),
        ],
        options: layoutOptions,
        subcommands: [
            Command(name: "list", group: .feeds, summary: "list the rules", options: layoutOptions, run: list),
            Command(
                name: "add", group: .feeds, summary: "make a rule for the articles to come",
                operands: [Operand(.query)],
                options: [
                    Option("feed", .feed, "only for articles of this feed"),
                    Option("category", .category, "only for articles of the feeds of this category"),
                    Option("mark-read", "store them as read"),
                    Option("star", "star them"),
                    Option("drop", "do not keep them"),
                ],
                exclusive: [["feed", "category"], Rule.Action.allCases.map(\.rawValue)], run: add),
            Command(
                name: "rm", group: .feeds, summary: "remove a rule; what it has done stays",
                operands: [Operand(.text, "N")], run: remove),
            Command(
                name: "test", group: .feeds, summary: "list the stored articles that a QUERY fits",
                operands: [Operand(.query)],
                options: ListOptions<ArticleField>.options(fields: ArticleField.allCases.map(\.rawValue)), run: test),
        ],
        run: list)

    private static let layoutOptions = ListOptions<RuleField>.options(fields: RuleField.allCases.map(\.rawValue))

    private static func list(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let terminal = context.output.terminal
        let layout = try ListOptions<RuleField>(
            arguments, defaults: RuleField.defaults, isTerminal: terminal.isTerminal)
        let rules = try context.store(.reading).rules()
        var writer = ItemWriter(layout, on: terminal)
        for rule in rules { try writer.write(rule, to: &context.output) }
        try writer.finish(to: &context.output)
        try context.output.flush()
        if rules.isEmpty, terminal.isTerminal {
            context.messages.notice("no rules yet; `rssium rule add QUERY --mark-read` makes one")
        }
        return .done
    }

    private static func add(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        guard let action = Rule.Action.allCases.first(where: { arguments.has($0.rawValue) }) else {
            throw arguments.wrong("rule add wants to know what to do: --mark-read, --star or --drop")
        }
        let query = try arguments.query(from: arguments.operands[0])
        let store = try context.store(.writing)
        let feed = try arguments.text("feed").map { try context.feed($0, in: store, for: .changing).id }
        let category = try arguments.text("category").map { try store.category(named: $0).id }
        let id = try store.addRule(query, feed: feed, category: category, action)
        try context.output.line("\(id.rawValue)")
        try context.output.flush()
        context.messages.notice("made the rule; it is for articles that are yet to come")
        return .done
    }

    private static func remove(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let word = arguments.operands[0].trimmed
        guard let number = Int64(word), number > 0, word.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw StoreError.noSuchRule(word.isEmpty ? "''" : PlainArgument.shown(word))
        }
        try context.store(.writing).removeRule(RuleID(rawValue: number))
        context.messages.notice("removed the rule \(number)")
        return .done
    }

    private static func test(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        var query = ArticleQuery(state: .all)
        query.search = try arguments.query(from: arguments.operands[0])
        let terminal = context.output.terminal
        let layout = try ListOptions<ArticleField>(
            arguments, defaults: ArticleField.defaults, isTerminal: terminal.isTerminal)
        let store = try context.store(.reading)
        return try ListCommand.show(query, layout, store, &context)
    }
}
