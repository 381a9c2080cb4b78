/// The filters and the order as SQL.
extension ArticleQuery {
    /// `WHERE …`, or nothing without filters, and the values in the order of their `?`. The store adds the search.
    var condition: (sql: String, values: [SQLValue]) {
        let scope = scope(of: "article.feed_id")
        let rest = termsBesideScope
        var sql = ""
        // The first `joined` of a program looks up a type, which takes longer than all else here.
        for term in scope.terms + rest.terms { sql += (sql.isEmpty ? " WHERE " : " AND ") + term }
        return (sql, scope.values + rest.values)
    }

    /// The terms about the articles themselves.
    private var termsBesideScope: (terms: [String], values: [SQLValue]) {
        var terms: [String] = []
        var values: [SQLValue] = []
        switch state {
        case .unread: terms.append("article.read_at IS NULL")
        case .read: terms.append("article.read_at IS NOT NULL")
        case .all: break
        }
        if isStarredOnly { terms.append("article.starred = 1") }
        if isModifiedOnly { terms.append("article.modified = 1") }
        if let articles {
            terms.append("article.id IN (SELECT value FROM json_each(?))")
            values.append(.list(articles.map(\.rawValue)))
        }
        if let arrival {
            terms.append("article.id > ? AND article.id <= ? AND article.backfilled = 0")
            values += [.integer(arrival.after?.rawValue ?? 0), .id(arrival.through)]
        }
        if let since {
            terms.append("\(dateColumn) >= ?")
            values.append(.time(since))
        }
        if let until {
            terms.append("\(dateColumn) < ?")
            values.append(.time(until))
        }
        if isUnique {
            let term = isFirst
            terms.append(term.sql)
            values += term.values
        }
        return (terms, values)
    }

    /// That no duplicate was stored before.
    private var isFirst: (sql: String, values: [SQLValue]) {
        var scope = scope(of: "other.feed_id")
        if let articles {
            let isRead =
                "EXISTS (SELECT 1 FROM article AS known WHERE known.id = other.id AND known.read_at IS NOT NULL)"
            let isAmong = "other.id IN (SELECT value FROM json_each(?))"
            scope.terms.append(state == .unread ? "(\(isAmong) OR \(isRead))" : isAmong)
            scope.values.append(.list(articles.map(\.rawValue)))
        }
        let feeds = (["other.feed_id <> article.feed_id"] + scope.terms).joined(separator: " AND ")
        let earlier = Duplicates.kinds.map { kind in
            """
            EXISTS (
                SELECT 1
                FROM (SELECT other.id, other.feed_id FROM twin AS other
                    WHERE \(kind.isSame) AND other.id < article.id LIMIT \(Duplicates.limit)) AS other
                WHERE \(feeds) AND \(kind.countsThere)) AND \(kind.counts)
            """
        }
        return ("NOT (\(earlier.joined(separator: " OR ")))", scope.values + scope.values)
    }

    /// The terms about the feed alone, whose id is in `column`.
    func scope(of column: String) -> (terms: [String], values: [SQLValue]) {
        var terms: [String] = []
        var values: [SQLValue] = []
        if let feeds, feeds.count == 1 {
            terms.append("\(column) = ?")
            values.append(.id(feeds[0]))
        } else if let feeds {
            terms.append("\(column) IN (SELECT value FROM json_each(?))")
            values.append(.list(feeds.map(\.rawValue)))
        }
        if let category {
            terms.append("\(column) IN (SELECT id FROM feed WHERE category_id = ?)")
            values.append(.id(category))
        }
        return (terms, values)
    }

    /// The condition with the limit inside it, where the limit does not go by the order, or SQLite finds the articles
    /// faster so.
    func narrowed(_ condition: (sql: String, values: [SQLValue])) -> (sql: String, values: [SQLValue]) {
        guard let limit else { return condition }
        if arrival != nil {
            let chosen = "SELECT article.id FROM article\(condition.sql) ORDER BY article.id LIMIT ?"
            return (" WHERE article.id IN (\(chosen))", condition.values + [.number(limit)])
        }
        let isFaster = isOfSeveralFeeds && limit <= ArticleQuery.maxLimitByFeed
        return isFaster && limitPerFeed == nil ? firstOfEachFeed(limit) : condition
    }

    /// Beyond this many articles, the index of each feed costs more than it saves.
    private static let maxLimitByFeed = 100

    /// The query is about several feeds, in an order for which each feed has an index.
    private var isOfSeveralFeeds: Bool {
        (category != nil || (feeds?.count ?? 1) > 1) && isByDate && hasIndexOfEachFeed
    }

    /// An index of each feed by date leads to the articles, and little is left out of it.
    private var hasIndexOfEachFeed: Bool {
        search == nil && articles == nil && arrival == nil && !isStarredOnly && !isModifiedOnly && dating == .published
    }

    /// The condition that leaves the newest articles of each feed among those of another one, if there is a limit per feed.
    func newestOfEachFeed(_ condition: (sql: String, values: [SQLValue])) -> (sql: String, values: [SQLValue]) {
        guard let limitPerFeed else { return condition }
        guard hasIndexOfEachFeed else {
            // `+`: the index of all articles by feed would give the order, but SQLite would read every article with it.
            return (
                """
                 WHERE article.id IN (
                    SELECT id
                    FROM (SELECT article.id AS id,
                            row_number() OVER (
                                PARTITION BY +article.feed_id ORDER BY \(dateColumn) DESC, article.id DESC) AS number
                        FROM article\(condition.sql))
                    WHERE number <= ?)
                """, condition.values + [.number(limitPerFeed)]
            )
        }
        let scope = scope(of: "feed.id")
        return (
            """
             WHERE article.id IN (
                SELECT part.id
                FROM feed CROSS JOIN article AS part
                    ON part.id IN \(first("?", of: "feed.id", " ORDER BY article.date DESC, article.id DESC"))
                \(scope.terms.isEmpty ? "" : "WHERE " + scope.terms.joined(separator: " AND ")))
            """, termsBesideScope.values + [.number(limitPerFeed)] + scope.values
        )
    }

    /// `(SELECT …)`: the ids of the first articles of a feed.
    private func first(_ limit: String, of feed: String, _ order: String) -> String {
        let terms = (["article.feed_id = \(feed)"] + termsBesideScope.terms).joined(separator: " AND ")
        return "(SELECT article.id FROM article WHERE \(terms)\(order) LIMIT \(limit))"
    }

    /// Chooses the feeds whose first articles come first, up to the limit, and of each feed as many articles as the limit
    /// allows: an index finds both. Else SQLite would go through the articles of all feeds, however rare these are.
    private func firstOfEachFeed(_ limit: Int) -> (sql: String, values: [SQLValue]) {
        let scope = scope(of: "feed.id")
        let rest = termsBesideScope.values
        return (
            """
             WHERE article.id IN (
                SELECT part.id
                FROM (SELECT article.feed_id AS feed_id
                    FROM feed CROSS JOIN article ON article.id = \(first("1", of: "feed.id", order))
                    WHERE \(scope.terms.joined(separator: " AND "))\(order) LIMIT ?) AS chosen
                CROSS JOIN article AS part ON part.id IN \(first("?", of: "chosen.feed_id", order)))
            """, rest + scope.values + [.number(limit)] + rest + [.number(limit)]
        )
    }

    /// `ORDER BY …`: ties are broken by id, newest first.
    var order: String {
        let down = isReversed ? "ASC" : "DESC"
        let up = isReversed ? "DESC" : "ASC"
        if isBook {
            return """
                 ORDER BY ifnull((SELECT position FROM category WHERE id = feed.category_id), 9223372036854775807),
                    coalesce(feed.nickname, feed.own_title, feed.url) COLLATE \(Database.titleOrder), feed.id, article.date,
                    article.id
                """
        }
        if arrival != nil, sort == nil { return " ORDER BY article.id \(up)" }
        let titles = Database.titleOrder
        let key =
            switch sort {
            case nil: "\(dateColumn) \(down)"
            case .published: "article.date \(down)"
            case .fetched: "article.fetched \(down)"
            case .read: "article.read_at \(down)"
            case .feed:
                "coalesce(feed.nickname, feed.own_title, feed.url) COLLATE \(titles) \(up), article.date \(down)"
            case .title: "article.title COLLATE \(titles) \(up)"
            }
        return " ORDER BY \(key), article.id \(down)"
    }

    /// The order is that of `article.date`.
    var isByDate: Bool { sort == .published || sort == nil && dating == .published }

    private var dateColumn: String {
        dating == .published ? "article.date" : "article.fetched"
    }

    /// The counts that are kept for each feed answer how many articles there are.
    var isAnsweredByKeptCounts: Bool {
        !isStarredOnly && !isModifiedOnly && search == nil && articles == nil && arrival == nil && since == nil
            && until == nil && limitPerFeed == nil && !isUnique
    }
}
