internal import FeedCore

/// `rssium category`: the groups of feeds.
enum CategoryCommand {
    static let command = Command(
        name: "category", group: .feeds, summary: "list the categories, add one or remove one",
        details: [
            "A category is also made by naming it in add and edit. The feeds of one that is removed stay, without "
                + "a category."
        ],
        examples: [
            Command.Example("rssium category --format jsonl", "the categories, for a program"),
            Command.Example("rssium edit heise --category News", "put a feed into a category"),
        ],
        options: layoutOptions,
        subcommands: [
            Command(
                name: "list", group: .feeds, summary: "list the categories", options: layoutOptions, run: list),
            Command(
                name: "add", group: .feeds, summary: "make a category", operands: [Operand(.text, "NAME")], run: add),
            Command(
                name: "rm", group: .feeds, summary: "remove a category; its feeds stay",
                operands: [Operand(.category, "NAME")],
                options: [Option("yes", short: "y", "do not ask when it still has feeds")], run: remove),
        ],
        run: list)

    private static let layoutOptions = Layout<CategoryField>.options(fields: CategoryField.allCases.map(\.rawValue))

    // MARK: Commands

    private static func list(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let terminal = context.output.terminal
        let layout = try Layout<CategoryField>(
            arguments, usual: CategoryField.usual, isTerminal: terminal.isTerminal)
        let categories = try context.store(.reading).categories()
        var writer = CategoryWriter(layout, on: terminal)
        for category in categories { try writer.write(category, to: &context.output) }
        try writer.finish(to: &context.output)
        try context.output.flush()
        if categories.isEmpty, terminal.isTerminal {
            context.messages.notice("no categories yet; `rssium category add NAME` makes one")
        }
        return .done
    }

    private static func add(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let name = try CategoryName.checked(arguments.operands[0], arguments)
        try context.store(.writing).addCategory(named: name)
        context.messages.notice("made the category \(name)")
        return .done
    }

    private static func remove(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let category = try context.store(.reading).category(named: arguments.operands[0])
        if category.feeds > 0, !arguments.has("yes") {
            let feeds = count(category.feeds, "feed")
            guard Question.canBeAsked(context.messages) else {
                throw arguments.wrong("\(category.name) still has \(feeds): category rm wants --yes")
            }
            let question = "remove the category \(category.name)? Its \(feeds) will have none"
            guard Question.isConfirmed(question, context.messages) else {
                context.messages.notice("nothing was removed")
                return .failed
            }
        }
        try context.store(.writing).removeCategory(category.id)
        let rest = category.feeds == 0 ? "" : "; \(count(category.feeds, "feed")) without a category now"
        context.messages.notice("removed the category \(category.name)\(rest)")
        return .done
    }
}

/// A name that a category can have.
enum CategoryName {
    /// One line that is not empty; `none` is what a feed without a category has.
    static func checked(_ name: String, _ arguments: Arguments) throws(UsageError) -> String {
        let line = CleanText.string(name, as: .line)
        guard line == name, name.contains(where: { $0 != " " }) else {
            throw arguments.wrong("a category wants a name of one line, not \"\(line)\"")
        }
        guard name.lowercased() != "none" else {
            throw arguments.wrong("none is no name for a category: it means a feed without one")
        }
        return name
    }
}
