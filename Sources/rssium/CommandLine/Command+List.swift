internal import FeedCore

extension Command {
    /// The subcommand `list` of a command that does the same without a subcommand.
    static func list<Item: Listed>(
        _ summary: String, _ group: Group, ifEmpty hint: String,
        _ items: @escaping @Sendable (borrowing Store, Timestamp) throws -> [Item]
    ) -> Command {
        Command(name: "list", group: group, summary: summary, options: ListLayout<Item>.options()) { context in
            let layout = try context.listLayout(of: Item.self)
            let items = try items(context.store(.reading), context.now)
            try context.printList(items, layout, ifEmpty: hint)
            return .done
        }
    }
}
