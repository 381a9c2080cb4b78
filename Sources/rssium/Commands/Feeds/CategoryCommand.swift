internal import FeedCore

/// `rssium category`: lists, adds, edits and removes categories.
enum CategoryCommand {
    static let command = Command(
        name: "category", group: .feeds, summary: "list the categories; add, edit or remove one",
        options: list.options,
        subcommands: [
            list,
            Command(
                name: "add", group: .feeds, summary: "create a category", operands: [Operand(.text, "NAME")],
                options: [color],
                run: add),
            Command(
                name: "edit", group: .feeds, summary: "change a category's name, color or position",
                operands: [Operand(.category, "NAME")],
                options: [name, colorOrNone, position],
                run: edit),
            Command(
                name: "rm", group: .feeds, summary: "remove a category; its feeds stay",
                operands: [Operand(.category, "NAME")],
                options: [yes], run: remove),
        ],
        run: list.run)

    private static let color = Flag.text("color", placeholder: "COLOR", "the color, such as green or #cc3300")
    private static let name = Flag.text("name", placeholder: "N", "the new name")
    private static let colorOrNone = Flag.text(
        "color", placeholder: "COLOR|none", "the color, such as green or #cc3300")
    private static let position = Flag.number("position", 1...Int.max, "the new position, from 1")
    private static let yes = Flag("yes", short: "y", "do not ask, even if the category has feeds")

    private static let list = Command.list(
        "list the categories", .feeds, ifEmpty: "no categories yet; `rssium category add NAME` creates one"
    ) { store, _ in try store.categories() }

    // MARK: Commands

    private static func add(_ context: inout Context) throws -> ExitCode {
        let name = try NameArgument.category(context.arguments.operands[0], context.arguments)
        let color = try context[Self.color].map { try checkedColor($0, context.arguments) }
        try context.store(.writing).addCategory(named: name, color: color)
        context.messages.notice("created the category \(name)")
        return .done
    }

    private static func edit(_ context: inout Context) throws -> ExitCode {
        var edit = CategoryEdit()
        edit.name = try context[name].map { try NameArgument.category($0, context.arguments) }
        edit.color = try context[colorOrNone].map { text in
            text == "none" ? CategoryEdit.ColorChoice.none : .named(try checkedColor(text, context.arguments))
        }
        edit.position = context[position]
        guard edit != CategoryEdit() else { throw context.wrong("category edit needs --name, --color or --position") }
        // Looked up for reading first, so that no database is created if none exists.
        let category = try context.store(.reading).category(named: context.arguments.operands[0])
        let store = try context.store(.writing)
        let accounts = edit.name == nil ? [] : try accounts(in: category, store)
        try store.edit(category.id, edit)
        guard let after = try store.categories().first(where: { $0.id == category.id }) else {
            throw StoreError.noSuchCategory(context.arguments.operands[0])
        }
        context.messages.notice("category \(after.name): " + changes(from: category, to: after))
        return try FeedChangeSending.send(to: accounts, context)
    }

    /// The accounts of the feeds in the category.
    private static func accounts(
        in category: FeedCore.Category, _ store: borrowing Store
    ) throws(StoreError) -> Set<AccountID> {
        Set(try store.feeds().filter { $0.category == category.name }.compactMap(\.accountID))
    }

    /// The changes, for the user.
    private static func changes(from before: FeedCore.Category, to after: FeedCore.Category) -> String {
        var changes: [String] = []
        if before.name != after.name { changes.append("name was \(before.name)") }
        if before.color != after.color { changes.append(after.color.map { "color \($0)" } ?? "no color") }
        if before.position != after.position { changes.append("position \(after.position)") }
        return changes.isEmpty ? "nothing changed" : changes.joined(separator: ", ")
    }

    /// The color as it is stored: in lower case.
    private static func checkedColor(_ text: String, _ arguments: Arguments) throws(UsageError) -> String {
        guard FeedCore.Category.isColor(text) else {
            let names = FeedCore.Category.colorNames.joined(separator: ", ")
            throw arguments.wrong("--color expects #rrggbb or one of \(names), not \"\(ArgumentText.shown(text))\"")
        }
        return text.lowercased()
    }

    private static func remove(_ context: inout Context) throws -> ExitCode {
        let reading = try context.store(.reading)
        let category = try reading.category(named: context.arguments.operands[0])
        let rules = try reading.rules().count { $0.scope == .category(category.id, name: category.name) }
        let removed = "the category \(category.name)" + (rules == 0 ? "" : " and \(count(rules, "rule")) for it")
        if category.feeds > 0 {
            let feeds = count(category.feeds, "feed")
            try context.checkCanConfirm("the category \(category.name) still has \(feeds): category rm needs --yes")
            let question = "remove \(removed)? Its \(feeds) will have no category"
            guard context.isConfirmed(question, else: "nothing was removed") else { return .failed }
        }
        let accounts = try accounts(in: category, reading)
        try context.store(.writing).removeCategory(category.id)
        let rest = category.feeds == 0 ? "" : "; \(count(category.feeds, "feed")) without a category now"
        context.messages.notice("removed \(removed)\(rest)")
        return try FeedChangeSending.send(to: accounts, context)
    }
}
