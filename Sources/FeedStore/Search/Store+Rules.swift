/// Rules act on articles as they arrive.
extension Store {
    /// The rules, in the order in which they were added.
    public func rules() throws(StoreError) -> [Rule] {
        try database.rows(
            """
            SELECT rule.id, rule.query, rule.action, rule.feed_id, rule.category_id,
                coalesce(feed.nickname, feed.own_title, feed.url), category.name
            FROM rule
            LEFT JOIN feed ON feed.id = rule.feed_id
            LEFT JOIN category ON category.id = rule.category_id
            ORDER BY rule.id
            """
        ) { row in
            let (id, query) = (RuleID(rawValue: row.number()), row.text())
            // An action that only a newer version knows is left out.
            guard let action = Rule.Action(rawValue: row.text()) else { return nil }
            let (feed, category) = (row.optionalNumber(), row.optionalNumber())
            let (title, name) = (row.text(), row.text())
            let scope: Rule.Scope =
                if let feed {
                    .feed(FeedID(rawValue: feed), title: title)
                } else if let category {
                    .category(CategoryID(rawValue: category), name: name)
                } else {
                    .all
                }
            return Rule(id: id, query: query, scope: scope, action: action)
        }
    }

    /// Adds a rule for future articles. Throws `ruleExists`. `undo` can take it back.
    public func addRule(
        _ query: Query, feed: FeedID? = nil, category: CategoryID? = nil, _ action: Rule.Action
    ) throws(StoreError) -> RuleID {
        try recordingRows {
            let known = try database.rows(
                "SELECT id, action FROM rule WHERE query = ?1 AND feed_id IS ?2 AND category_id IS ?3 ORDER BY id",
                [.string(query.text), .number(feed?.rawValue), .id(category)]
            ) { (id: RuleID(rawValue: $0.number()), action: $0.text()) }
            // Labels are the same in any case.
            let same = known.first { $0.action.foldedName == action.rawValue.foldedName }
            if let same { throw StoreError.ruleExists(same.id) }
            try database.run(
                "INSERT INTO rule(query, feed_id, category_id, action) VALUES (?1, ?2, ?3, ?4)",
                .string(query.text), .number(feed?.rawValue), .id(category), .string(action.rawValue))
            let id = database.lastInsertedRow
            try noteRules(where: "rule.id = ?1", .integer(id), beginDeciding())
            return RuleID(rawValue: id)
        } what: {
            "rule add: \($0.rawValue), \(query.text)"
        }
    }

    /// Removes a rule; what it has done to articles stays. Throws `noSuchRule`. `undo` can take it back.
    public func removeRule(_ id: RuleID) throws(StoreError) {
        try recordingRows {
            guard let query = try rules().first(where: { $0.id == id })?.query else {
                throw StoreError.noSuchRule("\(id.rawValue)")
            }
            try noteRules(where: "rule.id = ?1", .integer(id.rawValue), exist: false, beginDeciding())
            try database.run("DELETE FROM rule WHERE id = ?1", .integer(id.rawValue))
            return query
        } what: {
            "rule rm: \(id.rawValue), \($0)"
        }
    }

    /// Within a transaction: rules that put this label on articles, in any case, put another one on them.
    func renameLabelInRules(from old: String, to new: String, _ moment: DecisionMoment) throws(StoreError) {
        let key = old.foldedName
        for rule in try rules() {
            guard case .label(let name) = rule.action, name.foldedName == key else { continue }
            try noteRules(where: "rule.id = ?1", .integer(rule.id.rawValue), exist: false, moment)
            // One that is now the same as another rule goes.
            let isKnown = """
                EXISTS (SELECT 1 FROM rule AS other WHERE other.query = rule.query AND other.action = ?2
                    AND other.feed_id IS rule.feed_id AND other.category_id IS rule.category_id)
                """
            let values: [SQLValue] = [.integer(rule.id.rawValue), .string(Rule.Action.label(new).rawValue)]
            try database.run("DELETE FROM rule WHERE id = ?1 AND \(isKnown)", values[0], values[1])
            try database.run("UPDATE rule SET action = ?2 WHERE id = ?1", values[0], values[1])
            try noteRules(where: "rule.id = ?1", values[0], moment)
        }
    }

    /// The effect of the rules on a feed's new articles.
    package struct RuleEffect {
        package var dropped: Set<ArticleID> = []
        /// Rules that did nothing because their expressions took too long.
        package var undecided: [RuleID] = []
    }

    /// Within a transaction: applies the rules to a feed's new articles.
    ///
    /// Every rule sees the articles as they came. All actions of all matching rules are done, but a dropped article gets no
    /// other action.
    package func applyRules(to articles: [ArticleID], of feed: FeedID, at now: Timestamp) throws(StoreError)
        -> RuleEffect
    {
        var effect = RuleEffect()
        guard let first = articles.min(), let last = articles.max() else { return effect }
        let rules = try rules(for: feed)
        if rules.isEmpty { return effect }
        if rules.contains(where: \.query.usesIndex) { try indexArriving(first, last, feed) }
        var found: [Rule.Action: Set<ArticleID>] = [:]
        for rule in rules {
            do {
                let fitting = try database.matchers.charge(rule.id) { () throws(StoreError) in
                    try arriving(first, last, feed, fitting: rule.query)
                }
                var all = found.removeValue(forKey: rule.action) ?? []
                all.formUnion(fitting)
                found[rule.action] = all
            } catch .slowPattern {
                effect.undecided.append(rule.id)
            }
        }
        effect.dropped = found[.drop] ?? []
        if found.values.allSatisfy(\.isEmpty) { return effect }
        let moment = try beginDeciding()
        let kept = found.mapValues { $0.subtracting(effect.dropped) }
        try markRead(kept[.markRead] ?? [], of: feed, moment, at: now)
        _ = try set(.starred, kept[.star] ?? [], moment, at: now)
        for case (.label(let name), let ids) in kept {
            _ = try putLabel(name, on: ids.sorted(), isAutomatic: true, moment)
        }
        for list in Store.lists(of: effect.dropped.map(\.rawValue)) {
            try addTombstones(where: Store.isInList, [list], dropped: true)
            try database.run("DELETE FROM article WHERE \(Store.isInList)", list)
        }
        return effect
    }

    private func set(
        _ mark: Mark, _ articles: Set<ArticleID>, _ moment: DecisionMoment, at now: Timestamp
    ) throws(StoreError) -> Int {
        var changed = 0
        for list in Store.lists(of: articles.map(\.rawValue)) {
            changed += try set(mark, where: Store.isInList, [list], moment, isAutomatic: true, at: now)
        }
        return changed
    }

    private func markRead(
        _ articles: Set<ArticleID>, of feed: FeedID, _ moment: DecisionMoment, at now: Timestamp
    ) throws(StoreError) {
        guard !articles.isEmpty else { return }
        let lastRead = try database.number("SELECT last_read FROM feed WHERE id = ?1", .id(feed))
        let marked = try set(.read, articles, moment, at: now)
        // The user has not read them: undoes what the trigger does to `last_read` and `feed_day`.
        try database.run("UPDATE feed SET last_read = ?2 WHERE id = ?1", .id(feed), .number(lastRead))
        try database.run(
            "UPDATE feed_day SET read = max(0, read - ?3) WHERE feed_id = ?1 AND day = ?2", .id(feed),
            .number(now.day), .number(marked))
    }

    private func rules(for feed: FeedID) throws(StoreError) -> [(id: RuleID, query: Query, action: Rule.Action)] {
        try database.rows(
            """
            SELECT id, query, action FROM rule
            WHERE (feed_id IS NULL OR feed_id = ?1)
                AND (category_id IS NULL OR category_id = (SELECT category_id FROM feed WHERE id = ?1))
            ORDER BY id
            """, [.id(feed)]
        ) { row in
            let id = RuleID(rawValue: row.number())
            // A rule that only a newer version understands must not stop a refresh.
            guard let query = try? Query(row.text()), let action = Rule.Action(rawValue: row.text()) else { return nil }
            return (id, query, action)
        }
    }

    private func indexArriving(_ first: ArticleID, _ last: ArticleID, _ feed: FeedID) throws(StoreError) {
        var index = try SearchIndex(temporary: "search_arriving", database)
        try database.forEachRow(
            """
            SELECT article.id, \(SearchIndex.columns) FROM \(SearchIndex.source)
            WHERE article.id BETWEEN ?1 AND ?2 AND article.feed_id = ?3 ORDER BY article.id
            """, [.id(first), .id(last), .id(feed)]
        ) { row throws(StoreError) in try index.insert(&row) }
    }

    private func arriving(
        _ first: ArticleID, _ last: ArticleID, _ feed: FeedID, fitting query: Query
    ) throws(StoreError) -> [ArticleID] {
        var condition = SearchCondition(
            selections: ["SELECT rowid FROM temp.search_arriving WHERE search_arriving MATCH ?"], feed: feed)
        let part = try condition.part(for: query, in: self)
        return try database.rows(
            """
            SELECT article.id FROM article
            WHERE article.id BETWEEN ? AND ? AND +article.feed_id = ? AND \(part.sql) ORDER BY article.id
            """, [.id(first), .id(last), .id(feed)] + part.values
        ) { ArticleID(rawValue: $0.number()) }
    }
}
