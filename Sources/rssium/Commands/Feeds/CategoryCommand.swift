internal import FeedCore

/// `rssium category`: the groups of feeds.
enum CategoryCommand {
    static let command = Command(
        name: "category", group: .feeds, summary: "list the categories; add, edit or remove one",
        details: [
            "A category is also made by naming it in add and edit. The feeds of one that is removed stay, without "
                + "a category.",
            "A color is #rrggbb or one of \(Color.names.joined(separator: ", ")); the feeds of the category have it in "
                + "the lists on a terminal. Categories are listed by their positions, which count from 1.",
        ],
        examples: [
            Command.Example("rssium category --format jsonl", "the categories, for a program"),
            Command.Example("rssium category edit News --color '#cc3300' --position 1", "first, and red"),
            Command.Example("rssium edit heise --category News", "put a feed into a category"),
        ],
        options: layoutOptions,
        subcommands: [
            Command(
                name: "list", group: .feeds, summary: "list the categories", options: layoutOptions, run: list),
            Command(
                name: "add", group: .feeds, summary: "make a category", operands: [Operand(.text, "NAME")],
                options: [Option("color", .text, placeholder: "COLOR", "its color, such as green or #cc3300")],
                run: add),
            Command(
                name: "edit", group: .feeds, summary: "change a category's name, color or position",
                operands: [Operand(.category, "NAME")],
                options: [
                    Option("name", .text, placeholder: "N", "what it is called from now on"),
                    Option("color", .text, placeholder: "COLOR|none", "its color, such as green or #cc3300"),
                    Option("position", .number(1...Int.max), "its place among the categories, from 1"),
                ],
                run: edit),
            Command(
                name: "rm", group: .feeds, summary: "remove a category; its feeds stay",
                operands: [Operand(.category, "NAME")],
                options: [Option("yes", short: "y", "do not ask when it still has feeds")], run: remove),
        ],
        run: list)

    private static let layoutOptions = ListOptions<CategoryField>.options(
        fields: CategoryField.allCases.map(\.rawValue))

    // MARK: Commands

    private static func list(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let terminal = context.output.terminal
        let layout = try ListOptions<CategoryField>(
            arguments, defaults: CategoryField.defaults, isTerminal: terminal.isTerminal)
        let categories = try context.store(.reading).categories()
        var writer = ItemWriter(layout, on: terminal)
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
        let color = try arguments.text("color").map { try checkedColor($0, arguments) }
        try context.store(.writing).addCategory(named: name, color: color)
        context.messages.notice("made the category \(name)")
        return .done
    }

    private static func edit(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        var edit = CategoryEdit()
        edit.name = try arguments.text("name").map { try CategoryName.checked($0, arguments) }
        edit.color = try arguments.text("color").map { text in
            text == "none" ? CategoryEdit.ColorChoice.none : .named(try checkedColor(text, arguments))
        }
        edit.position = arguments.number("position")
        guard edit != CategoryEdit() else {
            throw arguments.wrong("category edit wants to know what to change: --name, --color or --position")
        }
        // Looked up first without creating a database where there is none.
        let category = try context.store(.reading).category(named: arguments.operands[0])
        let store = try context.store(.writing)
        try store.edit(category.id, edit)
        guard let after = try store.categories().first(where: { $0.id == category.id }) else {
            throw StoreError.noSuchCategory(arguments.operands[0])
        }
        context.messages.notice("category \(after.name): " + changes(from: category, to: after))
        return .done
    }

    /// What has changed, in words for the user.
    private static func changes(from before: FeedCore.Category, to after: FeedCore.Category) -> String {
        var changes: [String] = []
        if before.name != after.name { changes.append("name was \(before.name)") }
        if before.color != after.color { changes.append(after.color.map { "color \($0)" } ?? "no color") }
        if before.position != after.position { changes.append("position \(after.position)") }
        return changes.isEmpty ? "it is so already" : changes.joined(separator: ", ")
    }

    /// The color in lower case, as it is stored.
    private static func checkedColor(_ text: String, _ arguments: Arguments) throws(UsageError) -> String {
        guard Color(text) != nil else {
            let names = Color.names.joined(separator: ", ")
            throw arguments.wrong("--color wants #rrggbb or one of \(names), not \"\(PlainArgument.shown(text))\"")
        }
        return text.lowercased()
    }

    private static func remove(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let reading = try context.store(.reading)
        let category = try reading.category(named: arguments.operands[0])
        let rules = try reading.rules().count { $0.scope == .category(category.id, name: category.name) }
        let removed = "the category \(category.name)" + (rules == 0 ? "" : " and \(count(rules, "rule")) for it")
        if category.feeds > 0, !arguments.has("yes") {
            let feeds = count(category.feeds, "feed")
            guard Confirmation.canBeAsked(context.messages) else {
                throw arguments.wrong("\(category.name) still has \(feeds): category rm wants --yes")
            }
            let question = "remove \(removed)? Its \(feeds) will have none"
            guard Confirmation.isConfirmed(question, context.messages) else {
                context.messages.notice("nothing was removed")
                return .failed
            }
        }
        try context.store(.writing).removeCategory(category.id)
        let rest = category.feeds == 0 ? "" : "; \(count(category.feeds, "feed")) without a category now"
        context.messages.notice("removed \(removed)\(rest)")
        return .done
    }
}

/// A name that a category can have.
enum CategoryName {
    static let longest = 200

    /// The name as it is stored.
    static func checked(_ text: String, _ arguments: Arguments) throws(UsageError) -> String {
        if let problem = problem(with: text) { throw arguments.wrong(problem) }
        return GivenName.folded(text) ?? text
    }

    /// Why it is none; nil where it is one. `none` is what a feed without a category has.
    static func problem(with text: String) -> String? {
        guard let name = GivenName.folded(text) else {
            let shown = PlainArgument.shown(ControlCharacterFilter.string(text, as: .line))
            return "a category wants a name of one line, not \"\(shown)\""
        }
        guard name.count <= longest else { return "a category wants a name of at most \(longest) characters" }
        return name.lowercased() == "none" ? "none is no name for a category: it means a feed without one" : nil
    }
}

/// What was typed, as it may stand in an error of one line.
enum PlainArgument {
    static func shown(_ text: String) -> String {
        text.count > 60 ? text.prefix(60) + "…" : text
    }
}
