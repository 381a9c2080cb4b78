internal import FeedCore

/// `rssium feeds`: lists the subscriptions.
enum FeedsCommand {
    static let command = Command(
        name: "feeds", group: .feeds, summary: "list the subscriptions and their states",
        operands: [Operand(.feed, count: .any)],
        options: [category, failing, unread, stale, sort, limit] + ListLayout<Feed>.options(),
        run: run)

    private static let category = Flag.text("category", .category, "only feeds in this category")
    private static let failing = Flag("failing", "only feeds whose last refresh failed")
    private static let unread = Flag("unread", "only feeds with unread articles")
    private static let stale = Flag.duration("stale", "only feeds without a new article for this long")
    private static let sort = Flag<Order>.choice(
        "sort", of: Order.allCases, placeholder: "ORDER", "title, unread, updated (newest article first) or category")

    private static let limit = Flag.limit("at most this many feeds")

    private static let filters: [any OptionRow] = [category, failing, unread, stale]

    private enum Order: String, CaseIterable, Sendable {
        case title, unread, updated, category
    }

    private static func run(_ context: inout Context) throws -> ExitCode {
        let terminal = context.output.terminal
        var layout = try context.listLayout(of: Feed.self)
        let store = try context.store(.reading)
        let now = context.now
        let isTimed = layout.isWholeJSON || layout.header.contains("next_due")
        let parts = isTimed ? [.all, .activity] : parts(layout, context.arguments)
        var feeds = try store.feeds(parts)
        if parts.contains(.state) {
            let settings = RefreshSettings(context.settings, try store.settingsOfFeeds())
            for index in feeds.indices where isTimed || feeds[index].hold != nil {
                let own = settings.of(feeds[index])
                if isTimed {
                    feeds[index] = feeds[index].timed(by: own, at: now)
                } else {
                    feeds[index].limitHold(by: own, at: now)
                }
            }
        }
        let chosen = try chosen(feeds, store, context)
        let order = context[sort] ?? .title
        let categories = order == .category ? try store.categories() : []
        let shown = sorted(chosen, by: order, categories).prefix(context[limit] ?? .max)
        if layout.format == .text, !layout.areFieldsChosen {
            let showsErrors = shown.contains { $0.refresh.error != nil }
            layout.fields = Feed.fields.table + (showsErrors ? Feed.fields["error"] : [])
        }
        try context.printList(
            shown, layout,
            ifEmpty: feeds.isEmpty ? Wording.noFeeds : "no feed matches; `rssium feeds` lists all feeds")
        let isSeen = layout.format == .text && terminal.isTerminal
        let failing = isSeen ? chosen.filter { $0.state(at: now) == .failing } : []
        if !failing.isEmpty {
            context.messages.notice("\(count(failing.count, "feed")) failing; \(Wording.command(toTry: failing))")
        }
        return .done
    }

    /// The parts of feeds to load: those of the fields and filters. Text also needs the state and the category color.
    private static func parts(_ layout: ListLayout<Feed>, _ arguments: Arguments) -> FeedParts {
        var parts = layout.parts
        let isText = layout.format == .text
        if isText || arguments[failing] || arguments.has(stale) { parts.insert(.state) }
        if isText || arguments.has(category) || arguments[sort] == .category { parts.insert(.category) }
        if arguments[sort] == .updated { parts.insert(.flags) }
        return parts
    }

    private static func chosen(
        _ feeds: [Feed], _ store: borrowing Store, _ context: borrowing Context
    ) throws -> [Feed] {
        let now = context.now
        let named = try FeedsCommand.feeds(named: context.arguments.operands, store, context)
        let category = try context[Self.category].map { try store.category(named: $0).name }
        let stale = context[Self.stale]
        let hasFilter = !context.arguments.operands.isEmpty || filters.contains { context.arguments.has($0) }
        guard hasFilter else { return feeds }
        return feeds.filter { feed in
            if !context.arguments.operands.isEmpty, !named.contains(feed.id) { return false }
            if let category, feed.category != category { return false }
            if context[failing], !feed.hasFailed { return false }
            if context[unread], feed.unread == 0 { return false }
            if let stale, !isStale(feed, for: stale, at: now) { return false }
            return true
        }
    }

    /// A view means the feeds of its articles.
    private static func feeds(
        named names: [String], _ store: borrowing Store, _ context: borrowing Context
    ) throws -> Set<FeedID> {
        var feeds: Set<FeedID> = []
        for name in names {
            if let view = try context.view(name, in: store) {
                feeds.formUnion(try store.feedIDs(of: context.query(of: view, state: .all, in: store)))
            } else {
                feeds.formUnion(try context.feedsToShow(name, in: store).map(\.id))
            }
        }
        return feeds
    }

    /// A feed that was never refreshed is not stale.
    private static func isStale(_ feed: Feed, for seconds: Int64, at now: Timestamp) -> Bool {
        guard let newest = feed.lastArticle else { return feed.refresh.lastRefreshed != nil }
        return newest < now - seconds
    }

    /// Sorts by the order, then by id, newest first. Titles are compared without case and diacritics.
    private static func sorted(
        _ feeds: [Feed], by order: Order, _ categories: [FeedCore.Category]
    ) -> some Collection<Feed> {
        let indices = Dictionary(
            categories.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let ranks = feeds.map { feed in
            switch order {
            case .title: CaseFolding.rank(feed.title)
            case .unread: -Int64(feed.unread)
            case .updated: -(feed.lastArticle?.seconds ?? .min + 1)
            case .category: Int64(feed.category.flatMap { indices[$0] } ?? indices.count)
            }
        }
        let sorted = feeds.indices.sorted { left, right in
            if ranks[left] != ranks[right] { return ranks[left] < ranks[right] }
            let byTitle = order == .title ? CaseFolding.order(feeds[left].title, feeds[right].title) : 0
            return byTitle == 0 ? feeds[left].id > feeds[right].id : byTitle < 0
        }
        return sorted.lazy.map { feeds[$0] }
    }
}
