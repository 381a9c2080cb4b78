/// A saved choice of articles.
public struct SavedView: Hashable, Sendable {
    public let name: String
    /// The arguments of `list`; each FEED is the id of a feed.
    public let filters: [String]

    public init(name: String, filters: [String]) {
        self.name = name
        self.filters = filters
    }

    /// Of all filters together, in bytes: a line of the state file has at most 16 KiB.
    public static let maxBytes = 12_000
}

extension Store {
    /// The views, in the order of their names.
    public func views() throws(StoreError) -> [SavedView] {
        try views(where: "1", [])
    }

    /// The view of this name, case-insensitive; nil if it does not exist.
    public func view(named name: String) throws(StoreError) -> SavedView? {
        try views(where: "view.name = ?", [.string(name)]).first
    }

    /// Saves a view. Throws `viewExists`.
    public func add(_ view: SavedView) throws(StoreError) {
        try transaction {
            if let known = try self.view(named: view.name) { throw StoreError.viewExists(known.name) }
            let places = view.filters.map { _ in "?" }.joined(separator: ", ")
            let insert = try database.prepare("INSERT INTO view(name, filters) VALUES (?, json_array(\(places)))")
            try insert.run([.string(view.name)] + view.filters.map(SQLValue.string))
            try noteViews(where: "view.name = ?", [.string(view.name)], beginDeciding())
        }
    }

    /// Removes a view. Throws `noSuchView`.
    public func removeView(named name: String) throws(StoreError) {
        try transaction {
            if let known = try view(named: name) {
                try decide(.on, of: .view(ExactText(known.name)), to: .bool(false), beginDeciding())
            }
            guard try database.run("DELETE FROM view WHERE name = ?1", .string(name)) == 1 else {
                throw StoreError.noSuchView(name)
            }
        }
    }

    /// Within a transaction: views of a category follow it to its new name.
    func renameCategoryInViews(from old: String, to new: String) throws(DatabaseError) {
        try database.run(
            """
            UPDATE view SET filters = (
                SELECT json_group_array(iif(
                    value = ?1 AND json_extract(view.filters, '$[' || (key - 1) || ']') = '--category', ?2, value))
                FROM json_each(view.filters))
            WHERE EXISTS (SELECT 1 FROM json_each(view.filters) WHERE value = '--category')
            """, .string(old), .string(new))
    }

    func views(where condition: String, _ values: [SQLValue]) throws(StoreError) -> [SavedView] {
        let rows = try translating {
            try database.rows(
                """
                SELECT view.name, argument.value FROM view LEFT JOIN json_each(view.filters) AS argument
                WHERE \(condition)
                ORDER BY view.name COLLATE \(Database.titleOrder), view.name, argument.id
                """, values
            ) { (name: $0.text(), argument: $0.optionalText()) }
        }
        var views: [SavedView] = []
        for row in rows {
            var filters: [String] = []
            if let last = views.last, last.name == row.name { filters = views.removeLast().filters }
            if let argument = row.argument { filters.append(argument) }
            views.append(SavedView(name: row.name, filters: filters))
        }
        return views
    }

    // MARK: What a query has

    /// How many articles the query has, whatever its limit, and how many of them are unread.
    public func counts(of query: ArticleQuery) throws(StoreError) -> (articles: Int, unread: Int) {
        if query.isAnsweredByKeptCounts {
            var unread = query
            unread.narrow(to: ArticleQuery(state: .unread))
            return (try count(query), try count(unread))
        }
        let rows = try rows(of: query, "SELECT count(*), ifnull(sum(article.read_at IS NULL), 0) FROM article") {
            (articles: $0.count(), unread: $0.count())
        }
        return rows.first ?? (0, 0)
    }

    /// The ids of the articles of the query, in its order by date, whatever its limit.
    public func articleIDs(of query: ArticleQuery) throws(StoreError) -> [ArticleID] {
        var query = query
        query.sort = .published
        return try rows(of: query, "SELECT article.id FROM article", query.order) { ArticleID(rawValue: $0.number()) }
    }

    /// The feeds that the articles of the query are of, in any order.
    public func feedIDs(of query: ArticleQuery) throws(StoreError) -> [FeedID] {
        try rows(of: query, "SELECT DISTINCT article.feed_id FROM article") { FeedID(rawValue: $0.number()) }
    }

    private func rows<Value>(
        of query: ArticleQuery, _ select: String, _ order: String = "", read: (inout RowReader) -> Value
    ) throws(StoreError) -> [Value] {
        let isSnapshot = try beginSearch(query)
        defer { if isSnapshot { endSearch() } }
        return try translating {
            let (condition, values) = try condition(of: query)
            return try database.rows(select + condition + order, values) { read(&$0) }
        }
    }
}
