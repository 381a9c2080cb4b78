internal import FeedCore

/// The filters of `list`, for every command that chooses articles by them; FEEDs come beside them.
struct ArticleFilters {
    static let options = [
        Option("all", "read and unread articles"),
        Option("read", "only read articles"),
        Option("unread", "only unread articles"),
        Option("starred", "only starred articles"),
        Option("modified", "only articles that have changed since they were read"),
        Option("category", .category, "only articles of the feeds in this category"),
        Option("label", .label, "only articles with this label"),
        Option("search", .query, "only articles that match this query"),
        Option("since", .time, "only articles from this time on"),
        Option("until", .time, "only articles before this time; includes a day without a time of day"),
        Option(
            "by", .choice(ArticleQuery.Dating.allCases.map(\.rawValue)),
            "the date that --since, --until and the order use (published)"),
    ]
    static let exclusive = [["all", "read", "unread"]]

    /// The options that choose a part of what is stored, beside FEED.
    static let parts = ["category", "label", "search"]

    /// What was said of read and unread; nil where nothing was. `list` then has the unread articles.
    var state: ArticleQuery.State?
    /// The name of a category, which is looked up when articles are chosen.
    var category: String?
    /// The other filters.
    var query = ArticleQuery(state: .all)
    /// Whether `--by` was given.
    private(set) var isDatingGiven = false

    /// No filters.
    init(state: ArticleQuery.State? = nil) { self.state = state }

    /// Throws for a QUERY that does not parse.
    init(_ arguments: Arguments, _ context: borrowing Context) throws(UsageError) {
        query.isStarredOnly = arguments.has("starred")
        query.isModifiedOnly = arguments.has("modified")
        let isAll = ["all", "starred", "label", "modified"].contains { arguments.has($0) }
        state = arguments.has("read") ? .read : arguments.has("unread") ? .unread : isAll ? .all : nil
        category = arguments.text("category")
        query.search = try ArticleFilters.search(arguments, context)
        query.since = arguments.time("since")?.since
        query.until = arguments.time("until")?.until
        query.dating = arguments.text("by").flatMap(ArticleQuery.Dating.init) ?? .published
        isDatingGiven = arguments.has("by")
    }

    /// What `--search` and `--label` choose; nil without them.
    static func search(_ arguments: Arguments, _ context: borrowing Context) throws(UsageError) -> Query? {
        let search = try arguments.query("search", context)
        guard let label = arguments.text("label") else { return search }
        let labelled = Query(label: try NameArgument.label(label, arguments))
        return search.map(labelled.and) ?? labelled
    }
}

extension ArticleQuery {
    /// Takes over `--limit`, `--sort` and `--reverse`, as far as they were given.
    mutating func setOrder(_ arguments: Arguments) {
        if arguments.has("limit") { limit = arguments.number("limit") }
        sort = arguments.text("sort").flatMap(Sort.init) ?? sort
        if arguments.has("reverse") { isReversed.toggle() }
    }
}

extension Context {
    /// The articles of these feeds and views that pass the filters, newest first; of all feeds without names. A view that
    /// says nothing of read and unread has what the filters say, else the unread articles. A single view also says the
    /// order and the limit.
    func query(
        _ filters: ArticleFilters, of names: [String] = [], in store: borrowing Store,
        for purpose: FeedPurpose = .looking
    ) throws -> ArticleQuery {
        var query = filters.query
        query.state = filters.state ?? .all
        query.category = try filters.category.map { try store.category(named: $0).id }
        var chosen = try choice(of: names, state: filters.state, in: store, for: purpose)
        // A query has only one date.
        if chosen.hasTimes, chosen.dating != query.dating, query.hasTimes || filters.isDatingGiven {
            var all = ArticleQuery(state: .all)
            all.articles = try store.articleIDs(of: chosen)
            chosen = all
        }
        if !query.hasTimes, !filters.isDatingGiven { query.dating = chosen.dating }
        query.narrow(to: chosen)
        (query.sort, query.isReversed, query.limit) = (chosen.sort, chosen.isReversed, chosen.limit)
        return query
    }

    /// - Parameter state: nil for what `list` does where nothing is said.
    private func choice(
        of names: [String], state: ArticleQuery.State?, in store: borrowing Store, for purpose: FeedPurpose
    ) throws -> ArticleQuery {
        var feeds = ArticleQuery(state: state ?? .unread)
        var views: [ArticleQuery] = []
        for name in names {
            if let view = try view(name, in: store) {
                views.append(try query(of: view, state: state, in: store))
            } else {
                let found =
                    purpose == .looking
                    ? try feedsToShow(name, in: store) : [try feed(name, in: store, for: purpose)]
                feeds.feeds = (feeds.feeds ?? []) + found.map(\.id)
            }
        }
        guard let first = views.first else { return feeds }
        if views.count == 1, feeds.feeds == nil { return first }
        var ids: [ArticleID] = []
        for query in views + (feeds.feeds == nil ? [] : [feeds]) { ids += try store.articleIDs(of: query) }
        var all = ArticleQuery(state: .all)
        all.articles = Array(Set(ids))
        return all
    }
}
