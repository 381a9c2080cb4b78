/// Applies decisions to rules.
extension Store {
    /// Adds the rules that are decided and whose feed or category is here, and removes those that were removed.
    func applyRules(_ named: [DecisionKey: Decisions], _ feeds: SharedFeeds) throws(StoreError) {
        var decided: [(subject: String, rule: RuleKey, on: Decision)] = []
        for (key, properties) in named {
            if case .rule(let rule) = key, let on = properties[.on] { decided.append((key.subject, rule, on)) }
        }
        decided.sort { $0.subject < $1.subject }
        // A rule of a feed with several keys may be decided under each.
        var winners: [RuleRow: Decision] = [:]
        var rows: [RuleRow] = []
        for (_, rule, on) in decided {
            guard try !hasEnded(rule, on), let row = try row(of: rule, feeds) else { continue }
            if winners[row] == nil { rows.append(row) }
            winners[row] = winners[row].map { max($0, on) } ?? on
        }
        for row in rows { if let isOn = winners[row]?.value.bool { try setRule(row, isOn: isOn) } }
    }

    /// Whether the rule ended with its feed: another feed, with the same rule, may have that one's URL or key now.
    private func hasEnded(_ rule: RuleKey, _ on: Decision) throws(StoreError) -> Bool {
        guard case .feed(let key) = rule.scope, let feed = try decisions(about: .feed(key))[.on] else { return false }
        return feed.value.bool == false && on.time <= feed.time
    }

    /// What a rule has here; nil if its feed or category is not here.
    private func row(of rule: RuleKey, _ feeds: SharedFeeds) throws(StoreError) -> RuleRow? {
        var row = RuleRow(query: rule.query, action: rule.action)
        switch rule.scope {
        case .all: return row
        case .feed(let key):
            row.feed = feeds.id(of: key)
            if row.feed == nil { row.feed = try feedKeys(at: key).lazy.compactMap { feeds.id(of: $0) }.first }
            return row.feed == nil ? nil : row
        case .category(let name):
            row.category = try categoryID(named: name.text)
            return row.category == nil ? nil : row
        }
    }

    private func setRule(_ rule: RuleRow, isOn: Bool) throws(StoreError) {
        let values: [SQLValue] = [
            .string(rule.query.text), .number(rule.feed?.rawValue), .id(rule.category), .string(rule.action.text),
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

/// A rule as the database has it.
private struct RuleRow: Hashable {
    let query: ExactText
    let action: ExactText
    var feed: FeedID?
    var category: CategoryID?
}
