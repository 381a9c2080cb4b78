/// Applies decisions to rules.
extension Store {
    /// Adds the rules that are decided and whose feed or category is here, and removes those that were removed.
    func applyRules(
        _ named: [DecisionKey: Decisions], of state: DecidedState, _ feeds: SharedFeeds
    ) throws(StoreError) {
        var decided: [(subject: String, rule: RuleKey, on: Decision)] = []
        for (key, properties) in named {
            if case .rule(let rule) = key, let on = properties[.on] { decided.append((key.subject, rule, on)) }
        }
        decided.sort { $0.subject < $1.subject }
        // A rule of a feed with several keys may be decided under each.
        var winners: [RuleRow: Decision] = [:]
        var rows: [RuleRow] = []
        for (_, rule, on) in decided {
            var end: DecisionTime?
            if case .feed(let key) = rule.scope { end = state.things[.feed(key)]?.removal }
            guard end.map({ on.time > $0 }) ?? true, let row = try row(of: rule, feeds) else { continue }
            if winners[row] == nil { rows.append(row) }
            winners[row] = winners[row].map { max($0, on) } ?? on
        }
        let known = try knownRules()
        for row in rows {
            let isOn = winners[row]?.value.bool
            if isOn == true, known[row] == nil { try insert(row) }
            if isOn == false { for id in known[row] ?? [] { try database.run("DELETE FROM rule WHERE id = ?1", id) } }
        }
    }

    /// What a rule has here; nil if its feed or category is not here.
    private func row(of rule: RuleKey, _ feeds: SharedFeeds) throws(StoreError) -> RuleRow? {
        var row = RuleRow(query: rule.query, action: rule.action)
        switch rule.scope {
        case .all: return row
        case .feed(let key):
            row.feed = try id(of: key, among: feeds)
            return row.feed == nil ? nil : row
        case .category(let name):
            row.category = try categoryID(named: name.text)
            return row.category == nil ? nil : row
        }
    }

    /// The feed with this key or at this address, else the one at the address where a user has moved the feed with the key.
    func id(of key: FeedKey, among feeds: SharedFeeds) throws(StoreError) -> FeedID? {
        if let id = feeds.id(of: key) { return id }
        if let id = try feedKeys(at: key).lazy.compactMap({ feeds.id(of: $0) }).first { return id }
        guard let url = try decisions(about: .feed(key))[.url], !url.isAutomatic else { return nil }
        return url.value.text.flatMap(key.address).flatMap(feeds.id(at:))
    }

    private func knownRules() throws(StoreError) -> [RuleRow: [SQLValue]] {
        let rules = try database.rows("SELECT id, query, action, feed_id, category_id FROM rule") {
            let (id, query, action) = (SQLValue.integer($0.number()), ExactText($0.text()), ExactText($0.text()))
            let (feed, category) = ($0.optionalNumber().map(FeedID.init), $0.optionalNumber().map(CategoryID.init))
            return (id: id, row: RuleRow(query: query, action: action, feed: feed, category: category))
        }
        return Dictionary(grouping: rules, by: \.row).mapValues { $0.map(\.id) }
    }

    private func insert(_ rule: RuleRow) throws(StoreError) {
        try database.run(
            "INSERT INTO rule(query, feed_id, category_id, action) VALUES (?1, ?2, ?3, ?4)", .string(rule.query.text),
            .number(rule.feed?.rawValue), .id(rule.category), .string(rule.action.text))
    }
}

/// A rule as the database has it.
private struct RuleRow: Hashable {
    let query: ExactText
    let action: ExactText
    var feed: FeedID?
    var category: CategoryID?
}
