internal import FeedCore

/// `rssium label`: lists labels, puts one on articles, takes one off, renames one.
enum LabelCommand {
    static let command = Command(
        name: "label", group: .articles, summary: "list the labels; put one on articles, remove or rename it",
        options: list.options,
        subcommands: [
            list,
            Command(
                name: "add", group: .articles, summary: "put a label on articles",
                operands: [Operand(.label), ArticleSelection.operand], options: ArticleSelection.filters,
                exclusive: ArticleSelection.exclusive, run: add),
            Command(
                name: "rm", group: .articles, summary: "take a label off articles",
                operands: [Operand(.label), ArticleSelection.operand], options: ArticleSelection.filters,
                exclusive: ArticleSelection.exclusive, run: remove),
            Command(
                name: "rename", group: .articles, summary: "rename a label; rules and views follow",
                operands: [Operand(.label, "OLD"), Operand(.label, "NEW")], run: rename),
        ],
        run: list.run)

    private static let list = Command.list(
        "list the labels", .articles, ifEmpty: "no labels yet; `rssium label add NAME ID` puts one on an article"
    ) { store, _ in try store.labels() }

    private static func add(_ context: inout Context) throws -> ExitCode {
        let name = try NameArgument.label(context.arguments.operands[0], context.arguments)
        let selection = try ArticleSelection(context.arguments, context)
        return try change(selection, &context, "labeled") { store, ids throws(StoreError) in
            try store.label(ids, name)
        }
    }

    private static func remove(_ context: inout Context) throws -> ExitCode {
        let name = try NameArgument.label(context.arguments.operands[0], context.arguments)
        let selection = try ArticleSelection(context.arguments, context)
        guard selection.isEverything else {
            return try change(selection, &context, "unlabeled") { store, ids throws(StoreError) in
                try store.unlabel(ids, name)
            }
        }
        try printCount(try context.existingStore().removeLabel(name), "unlabeled", &context)
        return .done
    }

    private static func rename(_ context: inout Context) throws -> ExitCode {
        let old = try NameArgument.label(context.arguments.operands[0], context.arguments)
        let new = try NameArgument.label(context.arguments.operands[1], context.arguments)
        try printCount(try context.existingStore().renameLabel(old, to: new), "relabeled", &context)
        return .done
    }

    private static func change(
        _ selection: ArticleSelection, _ context: inout Context, _ verb: String,
        _ body: (borrowing Store, [ArticleID]) throws(StoreError) -> Labeling
    ) throws -> ExitCode {
        var selection = selection
        selection.joinFeedsIfUnique()
        let given = try ArticleArguments(selection, context)
        for problem in given.problems { context.fail(problem) }
        let result = try body(context.existingStore(), given.ids.unique(by: \.self))
        for id in result.unknown { context.fail(StoreError.noSuchArticle("\(id.rawValue)").message) }
        for id in result.full { context.fail(StoreError.labelsTooLong(id).message) }
        try printCount(result.changed, verb, &context)
        return .done
    }

    private static func printCount(_ changed: Int, _ verb: String, _ context: inout Context) throws {
        try context.printChanged(changed, "\(verb) \(count(changed, "article"))")
    }
}
