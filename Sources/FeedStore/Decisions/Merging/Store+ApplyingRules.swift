/// Applies decisions to rules.
extension Store {
    /// Adds the rules that are decided and whose feed or category is here, and removes those that were removed.
    func applyRules(_ named: [DecisionKey: Decisions], _ feeds: SharedFeeds) throws(StoreError) {
        var wanted: [(subject: String, rule: RuleKey, isOn: Bool)] = []
        for (key, properties) in named {
            if case .rule(let rule) = key, let isOn = properties[.on]?.value.bool {
                wanted.append((key.subject, rule, isOn))
            }
        }
        for (_, rule, isOn) in wanted.sorted(by: { $0.subject < $1.subject }) {
            var (feed, category): (FeedID?, CategoryID?) = (nil, nil)
            switch rule.scope {
            case .all: break
            case .feed(let key):
                feed = feeds.id(of: key)
                if feed == nil { feed = try feedKeys(at: key).lazy.compactMap { feeds.id(of: $0) }.first }
                if feed == nil { continue }
            case .category(let name):
                category = try categoryID(named: name.text)
                if category == nil { continue }
            }
            try setRule(rule, feed, category, isOn: isOn)
        }
    }

    private func setRule(_ rule: RuleKey, _ feed: FeedID?, _ category: CategoryID?, isOn: Bool) throws(StoreError) {
        let values: [SQLValue] = [
            .string(rule.query.text), .number(feed?.rawValue), .id(category), .string(rule.action.text),
        ]
        let condition = "query = ?1 AND feed_id IS ?2 AND category_id IS ?3 AND action = ?4"
        if isOn {
            try database.run(
                """
                INSERT INTO rule(query, feed_id, category_id, action) SELECT ?1, ?2, ?3, ?4
                WHERE NOT EXISTS (SELECT 1 FROM rule WHERE \(condition))
                """, values)
        } else {
            try database.run("DELETE FROM rule WHERE \(condition)", values)
        }
    }
}
