internal import FeedCore

/// `rssium view`: lists, adds, edits and removes saved choices of articles.
enum ViewCommand {
    static let command = Command(
        name: "view", group: .articles, summary: "list the views (saved filters); add, edit or remove one",
        options: layoutOptions,
        subcommands: [
            Command(name: "list", group: .articles, summary: "list the views", options: layoutOptions, run: list),
            addition,
            Command(
                name: "edit", group: .articles, summary: "replace the filters of a view, or rename it",
                operands: [Operand(.view, "NAME"), Operand(.feed, count: .any)],
                options: savedOptions + [newName],
                exclusive: ArticleSelection.exclusive, run: edit),
            Command(
                name: "rm", group: .articles, summary: "remove a view; its articles stay",
                operands: [Operand(.view, "NAME")], run: remove),
        ],
        run: list)

    private static let addition = Command(
        name: "add", group: .articles, summary: "save filters of list as a view",
        operands: [Operand(.text, "NAME"), Operand(.feed, count: .any)],
        options: savedOptions, exclusive: ArticleSelection.exclusive, run: add)

    private static let newName = Flag.text("name", placeholder: "NEW", "the new name")
    /// A view names feeds and no other views.
    private static let feed = Flag.texts(ArticleSelection.feed.name, .feed, "only articles of this feed")
    private static let savedOptions = [feed] + ArticleSelection.filters.dropFirst() + ArticleOrder.options
    private static let layoutOptions = ListLayout<ViewRow>.options()

    /// The filters of a view, parsed as `view add` takes them.
    static func arguments(of view: SavedView, at now: Timestamp) throws -> Arguments {
        let arguments = try Arguments([view.name] + view.words, of: addition, in: command, now: now)
        // Another machine's file may have any option.
        if let option = Option.global.first(where: { arguments.has($0) }) {
            throw arguments.wrong("--\(option.name) is not for a view")
        }
        return arguments
    }

    // MARK: Commands

    private static func list(_ context: inout Context) throws -> ExitCode {
        let layout = try context.listLayout(of: ViewRow.self)
        let store = try context.store(.reading)
        let titles = Dictionary(
            try store.feedTitles().map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
        var rows: [ViewRow] = []
        for view in try store.views() {
            var row = ViewRow(name: view.name)
            row.filters = view.filters.flatMap { filter in
                guard case .feed(let id) = filter else { return filter.words }
                return [titles[id] ?? "(removed feed \(id.rawValue))"]
            }
            do {
                store.beginSearch()
                var query = try context.query(of: view, state: nil, in: store)
                let isOfUnread = query.state == .unread
                if isOfUnread, !view.filters.contains(.flag("unread")) { query.state = .all }
                row.counts = try store.counts(of: query, limitIsOfUnread: isOfUnread)
            } catch StoreError.slowPattern {
                context.messages.error("the view \(view.name) is not counted: its regular expressions take too long")
            } catch let error as StoreError {
                context.messages.error(error.message)
            } catch let error as UsageError {
                context.messages.error("the view \(view.name) cannot be used: \(error.message)")
            }
            rows.append(row)
        }
        try context.printList(rows, layout, ifEmpty: "no views yet; `rssium view add NAME` saves filters of list")
        return .done
    }

    private static func add(_ context: inout Context) throws -> ExitCode {
        let view = try view(named: name(context.arguments.operands[0], context.arguments), context)
        try context.store(.writing).add(view)
        context.messages.notice("saved the view \(view.name): `rssium list @\(view.name)` shows it")
        return .done
    }

    private static func edit(_ context: inout Context) throws -> ExitCode {
        let word = context.arguments.operands[0]
        guard let known = try context.store(.reading).view(named: word) else {
            throw StoreError.noSuchView(ArgumentText.shown(word))
        }
        let newName = try context[Self.newName].map { try name($0, context.arguments) }
        var view = try view(named: newName ?? known.name, context)
        if view.filters.isEmpty {
            guard newName != nil else { throw context.wrong("view edit needs filters or --name") }
            view = SavedView(name: view.name, filters: known.filters)
        }
        try context.store(.writing).replaceView(named: known.name, by: view)
        let before = view.name == known.name ? "" : ", which was \(known.name)"
        context.messages.notice("changed the view \(view.name)\(before): `rssium list @\(view.name)` shows it")
        return .done
    }

    private static func name(_ text: String, _ arguments: Arguments) throws(UsageError) -> String {
        if let name = ViewName(text) { return name.text }
        let shown = ArgumentText.shown(ControlCharacterFilter.string(text, as: .line))
        throw arguments.wrong("the name of a view has at most 255 letters, digits, - and _, not \"\(shown)\"")
    }

    /// The view that the filters and FEEDs make.
    private static func view(named name: String, _ context: borrowing Context) throws -> SavedView {
        let selection = try ArticleSelection(context.arguments, context)
        let reading = try context.store(.reading)
        let category = try selection.category.map { try reading.category(named: $0).name }
        let feeds = try selection.feeds.map { try context.feed($0, in: reading, for: .changing).id }
        let view = SavedView(
            name: name,
            filters: filters(of: context.arguments, category) + feeds.unique(by: \.self).map(ViewFilter.feed))
        guard !view.isTooLong else {
            throw context.wrong("the filters of a view can have at most \(SavedView.maxBytes) bytes")
        }
        return view
    }

    /// The options that were given, without FEEDs; the category as it is spelled, so that it is found when it is renamed.
    private static func filters(of arguments: Arguments, _ category: String?) -> [ViewFilter] {
        savedOptions.compactMap { option in
            guard arguments.has(option), option.name != ArticleSelection.feed.name else { return nil }
            let value = option.name == ArticleSelection.category.name ? category : arguments.typed(option)
            return value.map { .option(option.name, value: $0) } ?? .flag(option.name)
        }
    }

    private static func remove(_ context: inout Context) throws -> ExitCode {
        let name = context.arguments.operands[0]
        guard try context.store(.reading).view(named: name) != nil else {
            throw StoreError.noSuchView(ArgumentText.shown(name))
        }
        try context.store(.writing).removeView(named: name)
        context.messages.notice("removed the view \(name)")
        return .done
    }
}
