internal import FeedCore

/// How many articles a command takes, and in which order. A view has both, too; what is given here counts more.
struct ArticleOrder {
    static let limit = Flag.limit("at most this many articles; none for all (list.limit)")
    static let sort = Flag<ArticleQuery.Sort>.choice(
        "sort", of: ArticleQuery.Sort.allCases, placeholder: "ORDER", "published, fetched, read, feed or title")
    static let reverse = Flag("reverse", "reverse the order")
    static let options: [any OptionRow] = [limit, sort, reverse]

    var sort: ArticleQuery.Sort?
    var isReversed = false
    var limit: Int?
    /// The limit where neither the user nor a view has one.
    var standardLimit: Int?
    var besideView = BesideView.nothing

    /// What it means for the articles of a view.
    enum BesideView {
        /// The order and the limit of the view count.
        case nothing
        /// The user gave an order or a limit, for the articles within the limit of the view.
        case given
        /// The same, and the order of the view does not count.
        case own
        /// The caller continues where it stopped the last time: the order of a view does not count, the smallest limit of
        /// the views is that of one run, and the next run takes what it leaves.
        case arrival
    }
}

extension ArticleOrder {
    /// From `--sort`, `--reverse` and `--limit`.
    init(_ arguments: Arguments, standardLimit: Int? = nil) {
        (sort, isReversed, limit) = (arguments[Self.sort], arguments[Self.reverse], arguments[Self.limit])
        self.standardLimit = arguments.has(Self.limit) ? nil : standardLimit
        if Self.options.contains(where: { arguments.has($0) }) { besideView = .given }
    }
}

extension ArticleQuery {
    /// Lowers the limit to another one. A smaller limit stays.
    mutating func lowerLimit(to other: Int?) { limit = [limit, other].compactMap(\.self).min() }
}

extension Context {
    /// The articles of the selection, newest first; without FEEDs, those of all feeds. A single view also says the order
    /// and the limit, and filters beside it choose among its articles.
    ///
    /// | articles of | order | limit | chosen by their ids |
    /// | --- | --- | --- | --- |
    /// | feeds | as given | as given, else the standard one | no |
    /// | one view | the view's | the view's | if it has a limit and filters or another date narrow it |
    /// | one view, with an order or a limit given | as given, else the view's | as given, within the view's | if it has a limit |
    /// | one view, with an own order (`--oldest`) | the own one | as given, within the view's | if it has a limit |
    /// | several views | as given | as given; each view has its own before | yes |
    /// | any of these, by a cursor | of arrival | the smallest one | only several views |
    ///
    /// - Parameter standard: read or unread articles where the filters do not say it. If it is nil, a view says it, else
    ///   has the unread articles, and so have feeds, unless the articles are to be changed.
    func query(
        _ selection: ArticleSelection, in store: borrowing Store, for purpose: FeedPurpose = .looking,
        state standard: ArticleQuery.State? = nil, by order: ArticleOrder = ArticleOrder()
    ) throws -> ArticleQuery {
        let state = selection.state ?? standard
        let isArrival = order.besideView == .arrival
        var query = selection.query
        try catchUpIndex(of: store, for: query)
        query.state = state ?? .all
        query.category = try selection.category.map { try store.category(named: $0).id }
        var chosen = try choice(of: selection.feeds, state: state, in: store, for: purpose, isArrival: isArrival)
        // A query has only one date.
        let hasOtherDate =
            chosen.hasTimes && chosen.dating != query.dating && (query.hasTimes || selection.isDatingGiven)
        let isCut = chosen.limit != nil || chosen.isUnique
        if hasOtherDate || isCut && query.isNarrowing(chosen) && !isArrival {
            chosen = try fixed(chosen, in: store)
        }
        if !query.hasTimes, !selection.isDatingGiven { query.dating = chosen.dating }
        query.narrow(to: chosen)
        (query.sort, query.isReversed, query.limit) = (chosen.sort, chosen.isReversed, chosen.limit)
        let isLimited = query.limit != nil
        if isLimited, [.given, .own].contains(order.besideView) { query = try fixed(query, in: store) }
        if [.own, .arrival].contains(order.besideView) { (query.sort, query.isReversed) = (nil, false) }
        query.sort = order.sort ?? query.sort
        if order.isReversed { query.isReversed.toggle() }
        let hasOwnLimit = try isLimited || haveLimits(selection.feeds, in: store)
        query.lowerLimit(to: order.limit ?? (hasOwnLimit ? nil : order.standardLimit))
        return query
    }

    /// Whether all names are those of views with a limit, which may be `none`.
    private func haveLimits(_ names: [String], in store: borrowing Store) throws -> Bool {
        try !names.isEmpty
            && names.allSatisfy { name in
                try view(name, in: store).map { try ViewCommand.arguments(of: $0, at: now).has(ArticleOrder.limit) }
                    ?? false
            }
    }

    /// The articles of a query by their ids, in its order and without its limit: what is narrowed is not filled up with
    /// others. Feeds and state stay, because they say which duplicates count.
    private func fixed(_ query: ArticleQuery, in store: borrowing Store) throws -> ArticleQuery {
        var fixed = ArticleQuery(state: query.state)
        fixed.articles = try store.articleIDs(of: query)
        (fixed.feeds, fixed.category) = (query.feeds, query.category)
        (fixed.sort, fixed.isReversed, fixed.dating) = (query.sort, query.isReversed, query.dating)
        return fixed
    }

    private func choice(
        of names: [String], state: ArticleQuery.State?, in store: borrowing Store, for purpose: FeedPurpose,
        isArrival: Bool
    ) throws -> ArticleQuery {
        var feeds = ArticleQuery(state: state ?? (purpose == .looking ? .unread : .all))
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
        if feeds.feeds != nil { views.append(feeds) }
        if views.count == 1 { return first }
        var ids: [ArticleID] = []
        var all = ArticleQuery(state: views.allSatisfy { $0.state == first.state } ? first.state : .all)
        let hasOnlyFeeds = views.allSatisfy { $0.feeds != nil && $0.category == nil }
        if hasOnlyFeeds { all.feeds = Array(Set(views.flatMap { $0.feeds ?? [] })) }
        for var query in views {
            if isArrival {
                all.lowerLimit(to: query.limit)
                query.limit = nil
            }
            ids += try store.articleIDs(of: query)
        }
        all.articles = Array(Set(ids))
        return all
    }
}
