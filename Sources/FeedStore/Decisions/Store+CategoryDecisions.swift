/// Decisions about categories and rules.
extension Store {
    /// Notes that a category exists, and its color and position if they were chosen.
    ///
    /// - Parameter yields: the color and position that another machine has decided stay.
    func noteCategory(
        _ id: CategoryID, _ moment: DecisionMoment, choosing chosen: Set<DecisionProperty> = [], yields: Bool = false
    ) throws(StoreError) {
        let found = try database.firstRow(
            "SELECT name, color, position FROM category WHERE id = ?1", [.id(id)]
        ) { (name: $0.text(), color: $0.optionalText(), position: $0.number()) }
        guard let category = found else { return }
        let key = DecisionKey.category(ExactText(category.name))
        try decide(.on, of: key, to: .bool(true), moment)
        let color = category.color.map(DecisionValue.text) ?? .null
        if chosen.contains(.color) { try decide(.color, of: key, to: color, initial: .null, moment, yields: yields) }
        let position = DecisionValue.integer(category.position)
        if chosen.contains(.position) { try decide(.position, of: key, to: position, moment, yields: yields) }
    }

    /// Before a category is removed or renamed: notes that, and that its rules end.
    func noteRemoval(of category: CategoryID, _ moment: DecisionMoment) throws(StoreError) {
        let names = try database.rows("SELECT name FROM category WHERE id = ?1", [.id(category)]) { $0.text() }
        for name in names { try decide(.on, of: .category(ExactText(name)), to: .bool(false), moment) }
        try noteRules(where: "rule.category_id = ?1", .id(category), exist: false, moment)
    }

    /// Notes that the chosen rules exist, or that they are about to be removed.
    func noteRules(
        where condition: String, _ value: SQLValue, exist: Bool = true, _ moment: DecisionMoment, yields: Bool = false
    ) throws(StoreError) {
        for (rule, feed) in try ruleKeys(where: condition, value) {
            let key = DecisionKey.rule(rule)
            var (others, isEnded): ([DecisionKey], Bool) = ([], false)
            if let feed, case .feed(let own) = rule.scope {
                let (on, end) = (try decisions(about: key)[.on], try decisions(about: .feed(own)).removal)
                isEnded = end != nil && on?.time == end
                others = try laterKeys(of: rule, under: otherKeys(of: feed, known: own))
            }
            // The removal of the feed elsewhere does not count for a rule that has stayed here with it.
            try decide(.on, of: key, others, to: .bool(exist), moment, yields: yields && !isEnded)
            for other in others where !exist { try decide(.on, of: other, to: .bool(false), moment) }
        }
    }

    /// The keys of a rule under other keys of its feed, but for those that ended with the removal of a feed.
    private func laterKeys(of rule: RuleKey, under feeds: [FeedKey]) throws(StoreError) -> [DecisionKey] {
        var keys: [DecisionKey] = []
        for feed in feeds {
            let key = DecisionKey.rule(RuleKey(action: rule.action, query: rule.query, scope: .feed(feed)))
            guard let on = try decisions(about: key)[.on] else { continue }
            if try decisions(about: .feed(feed)).removal.map({ on.time > $0 }) ?? true { keys.append(key) }
        }
        return keys
    }

    /// Rules of a feed that was never shared stay here.
    private func ruleKeys(
        where condition: String, _ value: SQLValue
    ) throws(StoreError) -> [(key: RuleKey, feed: FeedID?)] {
        try database.rows(
            """
            SELECT rule.action, rule.query, rule.feed_id, rule.category_id, feed.key, category.name
            FROM rule
            LEFT JOIN feed ON feed.id = rule.feed_id
            LEFT JOIN category ON category.id = rule.category_id
            WHERE \(condition)
            """, [value]
        ) { row in
            let (name, query, feed, category) = (row.text(), row.text(), row.optionalNumber(), row.optionalNumber())
            let (key, categoryName) = (row.optionalText(), row.text())
            let scope: RuleKey.Scope
            if feed != nil {
                guard let key = key.flatMap(FeedKey.init(written:)) else { return nil }
                scope = .feed(key)
            } else {
                scope = category == nil ? .all : .category(ExactText(categoryName))
            }
            let rule = RuleKey(action: ExactText(name), query: ExactText(query), scope: scope)
            return (key: rule, feed: feed.map(FeedID.init))
        }
    }
}
