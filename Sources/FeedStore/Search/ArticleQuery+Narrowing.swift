extension ArticleQuery {
    /// Whether the query has `since` or `until`.
    public var hasTimes: Bool { since != nil || until != nil }

    /// Whether it may leave out articles of the other query.
    public func isNarrowing(_ other: ArticleQuery) -> Bool {
        hasTimes || isStarredOnly || isModifiedOnly || isUnique || search != nil || category != nil || articles != nil
            || limitPerFeed != nil || state != .all && state != other.state
    }

    /// Leaves the articles that the other query has, too; the order, limit and parts of the other one do not count. Where
    /// both have times, both have to mean the same date by them.
    public mutating func narrow(to other: ArticleQuery) {
        if other.hasTimes { dating = other.dating }
        since = [since, other.since].compactMap(\.self).max()
        until = [until, other.until].compactMap(\.self).min()
        isStarredOnly = isStarredOnly || other.isStarredOnly
        isModifiedOnly = isModifiedOnly || other.isModifiedOnly
        isUnique = isUnique || other.isUnique
        search = search.map { own in other.search.map(own.and) ?? own } ?? other.search
        feeds = ArticleQuery.common(feeds, other.feeds)
        articles = ArticleQuery.common(articles, other.articles)
        if state == .all { state = other.state }
        category = category ?? other.category
        // No article is both read and unread, and no feed in two categories.
        let isStateOther = other.state != .all && other.state != state
        if isStateOther || other.category != nil && other.category != category { feeds = [] }
    }

    private static func common<ID: Hashable>(_ some: [ID]?, _ others: [ID]?) -> [ID]? {
        guard let some, let others else { return some ?? others }
        let wanted = Set(others)
        return some.filter(wanted.contains)
    }
}

extension Query {
    /// Articles with this label, in any case.
    public init(label: String) {
        self.init(text: "label:\"\(label)\"", root: .part(of: .label, label.foldedName))
    }

    /// The articles that fit both.
    public func and(_ other: Query) -> Query {
        Query(text: "(\(text)) (\(other.text))", root: .all([root, other.root]))
    }
}
