/// What is done with articles as they arrive.
extension Store {
    /// The rules, in the order in which they were made.
    public func rules() throws(StoreError) -> [Rule] {
        try translating {
            let statement = try database.prepare(
                """
                SELECT rule.id, rule.query, rule.feed_id, coalesce(feed.nickname, feed.own_title, feed.url),
                    rule.category_id, category.name, rule.action
                FROM rule
                LEFT JOIN feed ON feed.id = rule.feed_id
                LEFT JOIN category ON category.id = rule.category_id
                ORDER BY rule.id
                """)
            var rules: [Rule] = []
            while try statement.step() {
                // An action that a newer program knows is no action here.
                guard let action = Rule.Action(rawValue: statement.text(6)) else { continue }
                let scope: Rule.Scope =
                    if let feed = statement.optionalNumber(2) {
                        .feed(FeedID(rawValue: feed), title: statement.text(3))
                    } else if let category = statement.optionalNumber(4) {
                        .category(CategoryID(rawValue: category), name: statement.text(5))
                    } else {
                        .all
                    }
                rules.append(
                    Rule(
                        id: RuleID(rawValue: statement.number(0)), query: statement.text(1), scope: scope,
                        action: action))
            }
            return rules
        }
    }

    /// Makes a rule for the articles that are yet to come. Throws `ruleExists`.
    public func addRule(
        _ query: Query, feed: FeedID? = nil, category: CategoryID? = nil, _ action: Rule.Action
    ) throws(StoreError) -> RuleID {
        try change {
            let known = try database.number(
                "SELECT id FROM rule WHERE query = ?1 AND feed_id IS ?2 AND category_id IS ?3 AND action = ?4",
                .string(query.text), .number(feed?.rawValue), .id(category), .string(action.rawValue))
            if let known { throw StoreError.ruleExists(RuleID(rawValue: known)) }
            try database.run(
                "INSERT INTO rule(query, feed_id, category_id, action) VALUES (?1, ?2, ?3, ?4)",
                .string(query.text), .number(feed?.rawValue), .id(category), .string(action.rawValue))
            return RuleID(rawValue: database.lastInsertedRow)
        }
    }

    /// Removes a rule; what it has done stays. Throws `noSuchRule`.
    public func removeRule(_ id: RuleID) throws(StoreError) {
        try change {
            guard try database.run("DELETE FROM rule WHERE id = ?1", .integer(id.rawValue)) == 1 else {
                throw StoreError.noSuchRule("\(id.rawValue)")
            }
        }
    }

    /// Within `update`: does with a feed's new articles what the rules say, and gives those that were dropped.
    ///
    /// Every rule sees the articles as they came; of several actions all are done, and dropping goes before the others.
    func applyRules(
        to articles: [ArticleID], of feed: FeedID, at now: Timestamp
    ) throws(StoreError) -> Set<ArticleID> {
        guard let first = articles.min(), let last = articles.max() else { return [] }
        return try translating {
            let rules = try rules(for: feed)
            if rules.isEmpty { return [] }
            if rules.contains(where: \.query.usesIndex) { try indexArriving(first, last, feed) }
            let found = try rules.map { ($0.action, try arriving(first, last, feed, fitting: $0.query)) }
            let dropped = Set(found.filter { $0.0 == .drop }.flatMap(\.1))
            for (action, ids) in found {
                for id in ids where !dropped.contains(id) {
                    switch action {
                    case .markRead:
                        try database.run(
                            "UPDATE article SET read_at = ?2 WHERE id = ?1 AND read_at IS NULL", .id(id), .time(now))
                    case .star: try database.run("UPDATE article SET starred = 1 WHERE id = ?1", .id(id))
                    case .drop: break
                    }
                }
            }
            for id in dropped.sorted() {
                try bury(where: "id = ?", [.id(id)])
                try database.run("DELETE FROM article WHERE id = ?1", .id(id))
            }
            return dropped
        }
    }

    private func rules(for feed: FeedID) throws -> [(query: Query, action: Rule.Action)] {
        let statement = try database.prepare(
            """
            SELECT query, action FROM rule
            WHERE (feed_id IS NULL OR feed_id = ?1)
                AND (category_id IS NULL OR category_id = (SELECT category_id FROM feed WHERE id = ?1))
            ORDER BY id
            """)
        try statement.bind([.id(feed)])
        var rules: [(query: Query, action: Rule.Action)] = []
        while try statement.step() {
            // Only those that can be understood were stored; what a newer program took must not stop a refresh.
            guard let query = try? Query(statement.text(0)), let action = Rule.Action(rawValue: statement.text(1))
            else { continue }
            rules.append((query, action))
        }
        return rules
    }

    private func indexArriving(_ first: ArticleID, _ last: ArticleID, _ feed: FeedID) throws(DatabaseError) {
        var index = try SearchIndex(temporary: "search_arriving", database)
        let rows = try database.prepare(
            """
            SELECT article.id, \(SearchIndex.columns) FROM \(SearchIndex.source)
            WHERE article.id BETWEEN ?1 AND ?2 AND article.feed_id = ?3 ORDER BY article.id
            """)
        try rows.bind([.id(first), .id(last), .id(feed)])
        while try rows.step() { try index.take(rows) }
    }

    private func arriving(
        _ first: ArticleID, _ last: ArticleID, _ feed: FeedID, fitting query: Query
    ) throws -> [ArticleID] {
        let condition = SearchCondition(
            selections: ["SELECT rowid FROM temp.search_arriving WHERE search_arriving MATCH ?"], feed: feed)
        let part = try condition.part(for: query, in: self)
        let rows = try database.prepare(
            """
            SELECT article.id FROM article
            WHERE article.id BETWEEN ? AND ? AND +article.feed_id = ? AND \(part.sql) ORDER BY article.id
            """)
        try rows.bind([.id(first), .id(last), .id(feed)] + part.values)
        var ids: [ArticleID] = []
        while try rows.step() { ids.append(ArticleID(rawValue: rows.number(0))) }
        return ids
    }
}
