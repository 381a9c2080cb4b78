internal import FeedCore

/// The articles that a command line chooses: by its operands, which are IDs or FEEDs, by `--feed` and by the other filters.
struct ArticleSelection {
    static let feed = Flag.texts("feed", .feed, "only articles of this feed, or of a view: @NAME")
    static let category = Flag.text("category", .category, "only articles of the feeds in this category")
    static let label = Flag.text("label", .label, "only articles with this label")
    private static let search = Flag.text("search", .query, "only articles that match this query")
    static let all = Flag("all", "read and unread articles")
    static let since = Flag.time("since", "only articles from this time on")
    static let before = Flag.time("before", "only articles before this time")
    private static let read = Flag("read", "only read articles")
    private static let unread = Flag("unread", "only unread articles")
    private static let starred = Flag("starred", "only starred articles")
    private static let modified = Flag("modified", "only articles that have changed since they were read")
    static let unique = Flag("unique", "leave out duplicates from other feeds")
    private static let until = Flag.time("until", "only articles before this time; a date includes that day")
    private static let by = Flag<ArticleQuery.Dating>.choice(
        "by", of: ArticleQuery.Dating.allCases, "the date for --since, --until and the order (published)")

    /// For a command that chooses articles.
    static let filters: [any OptionRow] = [
        feed, all, read, unread, starred, modified, category, label, search, since, until, by, unique,
    ]
    static let exclusive = [[all.name, read.name, unread.name]]
    /// What filters say of read and unread; the first one counts.
    private static let states: [(filter: any OptionRow, state: ArticleQuery.State)] = [
        (read, .read), (unread, .unread), (all, .all), (starred, .all), (modified, .all), (label, .all),
    ]

    /// The IDs or FEEDs of a command that never takes all articles by itself, such as `mark`: without them, it needs a filter.
    static let operand = Operand(
        .article, count: .oneOrMore, unless: filters.filter { ![by.name, unique.name].contains($0.name) })

    /// The options that choose a part of what is stored.
    private static let parts: [any OptionRow] = [feed, category, label, search]

    /// The operands that name articles or feeds.
    private(set) var words: [String]
    /// The FEEDs of `--feed`, and in a command that takes no IDs those among the operands.
    var feeds: [String]
    /// The state that the user asked for. Nil if the user gave none; `list` then shows the unread articles.
    private(set) var state: ArticleQuery.State?
    /// The name of a category, which is looked up when articles are chosen.
    private(set) var category: String?
    /// The other filters.
    var query = ArticleQuery(state: .all)
    /// Whether `--by` was given.
    private(set) var isDatingGiven = false
    /// The filter that does not go with IDs. An ID names an article, which needs no filter.
    private(set) var filterForFeeds: String?

    /// Whether `--all` is the only filter, without any operand.
    private(set) var isEverything = false

    /// Whether an operand names articles, and not a feed.
    var hasIDs: Bool { words.contains(where: ArticleArguments.areArticles) }

    /// Takes the operands as feeds where only all feeds together say which of two duplicates is left out.
    mutating func joinFeedsIfUnique() {
        if query.isUnique, !hasIDs { (words, feeds) = ([], feeds + words) }
    }

    /// The same choice in one feed or view.
    func of(_ feed: String) -> ArticleSelection {
        var selection = self
        (selection.words, selection.feeds) = ([], [feed])
        return selection
    }

    /// Throws for filters beside IDs, and for a QUERY that does not parse.
    ///
    /// - Parameter narrowing: a filter that goes with IDs, too.
    init(_ arguments: Arguments, _ context: borrowing Context, narrowing: (any OptionRow)? = nil) throws(UsageError) {
        words = ArticleSelection.words(arguments)
        let takesIDs = arguments.command.operands.contains { $0.kind == .article }
        filterForFeeds = Self.filters.first { $0.name != narrowing?.name && arguments.has($0) }?.name
        isEverything = words.isEmpty && Self.filters.filter { arguments.has($0) }.map(\.name) == [Self.all.name]
        feeds = (takesIDs ? [] : words) + arguments[Self.feed]
        query.isStarredOnly = arguments[Self.starred]
        query.isModifiedOnly = arguments[Self.modified]
        query.isUnique = arguments[Self.unique]
        state = Self.states.first { arguments.has($0.filter) }?.state
        category = arguments[Self.category]
        if let text = arguments[Self.search] { query.search = try arguments.query(from: text, context) }
        if let label = arguments[Self.label] {
            let labeled = Query(label: try NameArgument.label(label, arguments))
            query.search = query.search.map(labeled.and) ?? labeled
        }
        query.since = arguments[Self.since]?.since
        query.until = [arguments[Self.until]?.until, arguments[Self.before]?.before].compactMap(\.self).min()
        query.dating = arguments[Self.by] ?? .published
        isDatingGiven = arguments.has(Self.by)
        if takesIDs, hasIDs { try refuseFilter(arguments) }
    }

    /// The operands that name articles or feeds; none in a command whose operands name something else.
    private static func words(_ arguments: Arguments) -> [String] {
        let names = arguments.command.operands.contains { $0.kind == .article || $0.kind == .feed }
        return names ? arguments.repeatedOperands : []
    }

    /// How the user has chosen a part of what is stored: `--category`, or `FEED` for an operand. Nil for all of it.
    static func part(_ arguments: Arguments) -> String? {
        parts.first { arguments.has($0) }.map { "--" + $0.name } ?? (words(arguments).isEmpty ? nil : "FEED")
    }

    /// Throws for a filter beside an ID.
    func refuseFilter(_ arguments: Arguments) throws(UsageError) {
        guard let filterForFeeds else { return }
        throw arguments.wrong("--\(filterForFeeds) and ids cannot be used together")
    }
}
