internal import FeedCore

/// The articles that a command line chooses: by its operands, which are IDs or FEEDs, by `--feed` and by the other filters.
struct ArticleSelection {
    static let feed = Option("feed", .feed, "only articles of this feed, or of a view: @NAME", isRepeatable: true)
    static let category = Option("category", .category, "only articles of the feeds in this category")
    static let label = Option("label", .label, "only articles with this label")
    static let search = Option("search", .query, "only articles that match this query")
    static let all = Option("all", "read and unread articles")
    static let since = Option("since", .time, "only articles from this time on")
    static let before = Option("before", .time, "only articles before this time")

    /// For a command that takes every filter: `list`, `read`, `mail`, `view`.
    static let filters = [
        feed, all, Option("read", "only read articles"), Option("unread", "only unread articles"),
        Option("starred", "only starred articles"),
        Option("modified", "only articles that have changed since they were read"),
        category, label, search, since,
        Option("until", .time, "only articles before this time; includes a day without a time of day"),
        Option(
            "by", .choice(ArticleQuery.Dating.allCases.map(\.rawValue)),
            "the date that --since, --until and the order use (published)"),
    ]
    static let exclusive = [["all", "read", "unread"]]

    /// For a command that takes IDs or one of these: `mark`, `download`.
    static let scopes = [feed, category, label, search, Option("all", "all articles")]
    static let exclusiveScopes = [scopes.map(\.name)]

    /// The options that choose a part of what is stored.
    private static let parts = [feed, category, label, search].map(\.name)

    /// The operands that name articles or feeds.
    let words: [String]
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

    /// The articles of these feeds and views, without filters.
    init(of feeds: [String], state: ArticleQuery.State? = nil) {
        words = []
        self.feeds = feeds
        self.state = state
    }

    /// Throws if a command that needs articles has none, for filters beside IDs, and for a QUERY that does not parse.
    init(_ arguments: Arguments, _ context: borrowing Context) throws(UsageError) {
        let given = Given(arguments: arguments)
        words = arguments.repeatedOperands
        let takesIDs = arguments.command.operands.contains { $0.kind == .article }
        feeds = (takesIDs ? [] : words) + (given.has("feed") ? arguments.texts("feed") : [])
        if takesIDs { try given.check(words) }
        query.isStarredOnly = given.has("starred")
        query.isModifiedOnly = given.has("modified")
        let isAll = ["all", "starred", "label", "modified"].contains(where: given.has)
        state = given.has("read") ? .read : given.has("unread") ? .unread : isAll ? .all : nil
        if given.has("category") { category = arguments.text("category") }
        if given.has("search") { query.search = try arguments.query("search", context) }
        if given.has("label"), let label = arguments.text("label") {
            let labelled = Query(label: try NameArgument.label(label, arguments))
            query.search = query.search.map(labelled.and) ?? labelled
        }
        if given.has("since") { query.since = arguments.time("since")?.since }
        if given.has("until") { query.until = arguments.time("until")?.until }
        if given.has("before") { query.until = arguments.time("before")?.before }
        isDatingGiven = given.has("by")
        if isDatingGiven { query.dating = arguments.text("by").flatMap(ArticleQuery.Dating.init) ?? .published }
    }

    /// How the user has chosen a part of what is stored: `--category`, or `FEED` for an operand. Nil for all of it.
    static func part(_ arguments: Arguments) -> String? {
        parts.first(where: arguments.has).map { "--" + $0 } ?? (arguments.repeatedOperands.isEmpty ? nil : "FEED")
    }
}

/// The filters that were given to a command, which need not take all of them.
private struct Given {
    let arguments: Arguments

    func has(_ option: String) -> Bool {
        arguments.command.options.contains { $0.name == option } && arguments.has(option)
    }

    /// The options of which a command needs one if it has no operands; empty for a command that takes any filters.
    var scopes: [String] { arguments.command.exclusive.first { $0.contains("feed") } ?? [] }

    /// Throws for a filter that does not go with the operands. An ID names an article, which needs no filter. FEEDs and
    /// `--feed` add up.
    func check(_ words: [String]) throws(UsageError) {
        if words.isEmpty, !scopes.isEmpty, !scopes.contains(where: has) {
            let options = scopes.dropLast().map { "--" + $0 }.joined(separator: ", ")
            throw arguments.wrong("\(arguments.fullName) needs articles: ids, -, \(options) or --all")
        }
        let refused =
            if words.contains(where: ArticleArguments.areArticles) {
                scopes.isEmpty ? ArticleSelection.filters.map(\.name) : scopes
            } else {
                words.isEmpty ? [] : scopes.filter { $0 != "feed" }
            }
        guard let option = refused.first(where: has) else { return }
        throw arguments.wrong("--\(option) and ids cannot be used together")
    }
}
