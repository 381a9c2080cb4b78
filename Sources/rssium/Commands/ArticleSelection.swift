internal import FeedCore

/// The articles that a command line chooses: by its operands, which are IDs or FEEDs, by `--feed` and by the other filters.
struct ArticleSelection {
    static let feed = Flag.texts("feed", .feed, "only articles of this feed, or of a view: @NAME")
    static let category = Flag.text("category", .category, "only articles of the feeds in this category")
    static let label = Flag.text("label", .label, "only articles with this label")
    private static let search = Flag.text("search", .query, "only articles that match this query")
    private static let all = Flag("all", "read and unread articles")
    static let since = Flag.time("since", "only articles from this time on")
    static let before = Flag.time("before", "only articles before this time")
    private static let read = Flag("read", "only read articles")
    private static let unread = Flag("unread", "only unread articles")
    private static let starred = Flag("starred", "only starred articles")
    private static let modified = Flag("modified", "only articles that have changed since they were read")
    static let unique = Flag("unique", "leave out duplicates from other feeds (list.unique)")
    private static let until = Flag.time(
        "until", "only articles before this time; a date includes that day")
    private static let by = Flag<ArticleQuery.Dating>.choice(
        "by", "the date for --since, --until and the order (published)")

    /// For a command that takes every filter: `list`, `read`, `mail`, `view`.
    static let filters: [any OptionRow] = [
        feed, all, read, unread, starred, modified, category, label, search, since, until, by, unique,
    ]
    static let exclusive = [[all.name, read.name, unread.name]]

    /// For a command that takes IDs or one of these: `mark`, `download`.
    static let scopes: [any OptionRow] = [feed, category, label, search, Flag(all.name, "all articles")]
    static let exclusiveScopes = [scopes.map(\.name)]

    /// The options that choose a part of what is stored.
    private static let parts: [any OptionRow] = [feed, category, label, search]

    /// The operands that name articles or feeds.
    private(set) var words: [String]
    /// The FEEDs of `--feed`, and in a command that takes no IDs those among the operands.
    var feeds: [String]
    /// What was said of read and unread; nil where nothing was. `list` then has the unread articles.
    var state: ArticleQuery.State?
    /// The name of a category, which is looked up when articles are chosen.
    private(set) var category: String?
    /// The other filters.
    private(set) var query = ArticleQuery(state: .all)
    /// Whether `--by` was given.
    private(set) var isDatingGiven = false

    /// The operands are only feeds.
    mutating func takeWordsAsFeeds() { (words, feeds) = ([], feeds + words) }

    /// The articles of these feeds and views, without filters.
    init(of feeds: [String], state: ArticleQuery.State? = nil) {
        words = []
        self.feeds = feeds
        self.state = state
    }

    /// Throws if a command that needs articles has none, for filters beside IDs, and for a QUERY that does not parse.
    init(_ arguments: Arguments, _ context: borrowing Context) throws(UsageError) {
        words = ArticleSelection.words(arguments)
        let takesIDs = arguments.command.operands.contains { $0.kind == .article }
        if takesIDs { try ArticleSelection.check(arguments, words) }
        feeds = (takesIDs ? [] : words) + arguments[Self.feed]
        query.isStarredOnly = arguments[Self.starred]
        query.isModifiedOnly = arguments[Self.modified]
        query.isUnique = arguments[Self.unique]
        let isAll = arguments[Self.all] || query.isStarredOnly || query.isModifiedOnly || arguments.has(Self.label)
        state = arguments[Self.read] ? .read : arguments[Self.unread] ? .unread : isAll ? .all : nil
        category = arguments[Self.category]
        if let text = arguments[Self.search] { query.search = try arguments.query(from: text, context) }
        if let label = arguments[Self.label] {
            let labeled = Query(label: try NameArgument.label(label, arguments))
            query.search = query.search.map(labeled.and) ?? labeled
        }
        query.since = arguments[Self.since]?.since
        query.until = arguments[Self.until]?.until ?? arguments[Self.before]?.before
        query.dating = arguments[Self.by] ?? .published
        isDatingGiven = arguments.has(Self.by)
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

    /// Throws for a filter that does not go with the operands. An ID names an article, which needs no filter. FEEDs and
    /// `--feed` add up.
    private static func check(_ arguments: Arguments, _ words: [String]) throws(UsageError) {
        // Empty for a command that takes all filters or only --feed. Others need one of these if they have no operands.
        let scopes = arguments.command.exclusive.first { $0.contains(feed.name) } ?? []
        if words.isEmpty, !scopes.isEmpty, !scopes.contains(where: arguments.has(named:)) {
            let options = scopes.dropLast().map { "--" + $0 }.joined(separator: ", ")
            throw arguments.wrong("\(arguments.fullName) needs articles: ids, -, \(options) or --all")
        }
        let refused: String?
        let areIDs = words.contains(where: ArticleArguments.areArticles)
        if areIDs {
            refused =
                scopes.isEmpty
                ? filters.first { arguments.has($0) }?.name
                : (scopes + [unique.name]).first(where: arguments.has(named:))
        } else {
            refused = words.isEmpty ? nil : scopes.first { $0 != feed.name && arguments.has(named: $0) }
        }
        if let refused {
            throw arguments.wrong("--\(refused) and \(areIDs ? "ids" : "a FEED") cannot be used together")
        }
    }
}
