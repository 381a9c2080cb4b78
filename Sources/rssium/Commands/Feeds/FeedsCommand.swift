internal import FeedCore

/// `rssium feeds`: the subscriptions.
enum FeedsCommand {
    static let command = Command(
        name: "feeds", group: .feeds, summary: "list the subscriptions and how they are doing",
        details: [
            "A FEED is an id, a URL, a title or a part of one. Without one all are listed.",
            "The state of a feed is ok, retrying, failing (three failures in a row), held (its server asked to be left "
                + "alone), paused, gone or never (it was never refreshed). --fields error says why one is failing.",
        ],
        examples: [
            Command.Example("rssium feeds --failing --fields id,title,error", "which ones do not work, and why"),
            Command.Example("rssium feeds --stale 26w", "which ones have been silent for half a year"),
        ],
        operands: [Operand(.feed, count: .any)],
        options: [
            Option("category", .category, "only those of this category"),
            Option("failing", "only those that have failed three times in a row"),
            Option("unread", "only those with unread articles"),
            Option("stale", .duration, "only those without a new article for that long"),
            Option(
                "sort", .choice(Order.allCases.map(\.rawValue)), placeholder: "ORDER",
                "title, unread, updated (newest article first) or category"),
        ] + ListOptions<FeedField>.options(fields: FeedField.names),
        run: run)

    private enum Order: String, CaseIterable {
        case title, unread, updated, category
    }

    private static func run(_ context: inout Context, _ arguments: Arguments) throws -> ExitCode {
        let terminal = context.output.terminal
        let layout = try ListOptions<FeedField>(
            arguments, defaults: FeedField.defaults, isTerminal: terminal.isTerminal)
        let store = try context.store(.reading)
        let settings = RefreshSettings(context.settings, try store.settingsOfFeeds())
        let now = context.now
        // Kept in their places: feeds are large, and may be thousands.
        var feeds: [Feed]
        if FeedWriter.isTable(layout), !layout.fields.contains(.nextDue) {
            feeds = try store.listedFeeds(parts(layout, arguments))
            for index in feeds.indices where feeds[index].hold != nil {
                feeds[index].limitHold(by: settings.of(feeds[index]), at: now)
            }
        } else {
            feeds = try store.feeds().map { $0.timed(by: settings.of($0), at: now) }
        }
        let chosen = try chosen(feeds, store, context, arguments)
        let order = arguments.text("sort").flatMap(Order.init) ?? .title
        let showsErrors = chosen.contains { feeds[$0].refresh.error != nil }
        var writer = FeedWriter(layout, showsErrors: showsErrors, on: terminal, at: context.now)
        let categories = order == .category ? try store.categories() : []
        for index in sorted(chosen, of: feeds, by: order, categories) {
            try writer.write(feeds[index], to: &context.output)
        }
        try writer.finish(to: &context.output)
        try context.output.flush()
        if chosen.isEmpty, terminal.isTerminal {
            context.messages.notice(
                feeds.isEmpty
                    ? "no feeds yet; `rssium add URL` subscribes to one"
                    : "no feed fits; `rssium feeds` lists all")
        }
        return .done
    }

    /// What is shown of feeds, and what some are chosen by. People are shown how they fare, and by color, in any case.
    private static func parts(_ layout: ListOptions<FeedField>, _ arguments: Arguments) -> ListedFeedParts {
        func shows(_ fields: Set<FeedField>) -> Bool { !fields.isDisjoint(with: layout.fields) }
        var parts: ListedFeedParts = []
        let isForPeople = layout.format != .tsv
        if isForPeople || shows([.state, .error, .failingSince, .lastRefreshed]) || arguments.has("failing")
            || arguments.has("stale")
        {
            parts.insert(.state)
        }
        if isForPeople || shows([.category]) || arguments.has("category") || arguments.text("sort") == "category" {
            parts.insert(.category)
        }
        if shows([.site, .icon]) { parts.insert(.site) }
        return parts
    }

    private static func chosen(
        _ feeds: [Feed], _ store: borrowing Store, _ context: borrowing Context, _ arguments: Arguments
    ) throws -> [Int] {
        let now = context.now
        let named = try Set(arguments.operands.map { try context.feed($0, in: store, for: .looking).id })
        let category = try arguments.text("category").map { try store.category(named: $0).name }
        let stale = arguments.duration("stale")
        let isAnyAsked = !named.isEmpty || ["category", "failing", "unread", "stale"].contains { arguments.has($0) }
        guard isAnyAsked else { return Array(feeds.indices) }
        return feeds.indices.filter { index in
            let feed = feeds[index]
            if !named.isEmpty, !named.contains(feed.id) { return false }
            if let category, feed.category != category { return false }
            if arguments.has("failing"), feed.state(at: now) != .failing { return false }
            if arguments.has("unread"), feed.unread == 0 { return false }
            if let stale, !isStale(feed, for: stale, at: now) { return false }
            return true
        }
    }

    /// Nothing can be said of a feed that was never refreshed.
    private static func isStale(_ feed: Feed, for seconds: Int64, at now: Timestamp) -> Bool {
        guard let newest = feed.lastArticle else { return feed.refresh.lastRefreshed != nil }
        return newest < now - seconds
    }

    /// Ties go by id, newest first.
    private static func sorted(
        _ chosen: [Int], of feeds: [Feed], by order: Order, _ categories: [FeedCore.Category]
    ) -> [Int] {
        let places = Dictionary(
            categories.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let key: (Feed) -> (Int64, TitleSortKey) = { feed in
            switch order {
            case .title: (0, TitleSortKey(feed.title))
            case .unread: (-Int64(feed.unread), TitleSortKey(""))
            case .updated: (-(feed.lastArticle?.seconds ?? .min + 1), TitleSortKey(""))
            case .category: (Int64(feed.category.flatMap { places[$0] } ?? places.count), TitleSortKey(""))
            }
        }
        let keyed = chosen.map { (key: key(feeds[$0]), index: $0) }
        let ordered = keyed.sorted { left, right in
            if left.key.0 != right.key.0 { return left.key.0 < right.key.0 }
            if left.key.1 != right.key.1 { return left.key.1 < right.key.1 }
            return feeds[left.index].id > feeds[right.index].id
        }
        return ordered.map(\.index)
    }
}
