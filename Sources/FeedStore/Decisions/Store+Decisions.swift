/// When and where the decisions of one transaction are made.
package struct DecisionMoment {
    let time: DecisionTime
    let machine: MachineID
}

/// The table of decisions: every decision about every thing, stored or not, by any machine.
extension Store {
    /// Begins a transaction's decisions, within it. The file of this machine is then to be written again.
    package func beginDeciding() throws(StoreError) -> DecisionMoment {
        try makeTriggersOfWriters()
        let machine = try database.number(
            "UPDATE own_machine SET changes = changes + 1 WHERE \(OwnMachine.isCurrent) RETURNING code")
        return DecisionMoment(time: try timeOfDecisions(), machine: MachineID(column: machine ?? 0))
    }

    /// Within a transaction that decides something, or adds a feed or gives it to an account: the triggers that a store for
    /// refreshing does not begin with. A refresh decides only by rules, and most have none.
    func makeTriggersOfWriters() throws(StoreError) {
        if try !database.holds("SELECT 1 FROM temp.sqlite_master WHERE name = 'decision_made'") {
            try database.execute(Schema.triggersOfWriters)
        }
    }

    /// Now, as the caller of `init` said, else as the system's clock says.
    func timeOfDecisions() throws(StoreError) -> DecisionTime {
        if let decisionTime { return decisionTime }
        let milliseconds = "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
        return DecisionTime(milliseconds: try database.number(milliseconds) ?? 0)
    }

    // MARK: Deciding

    /// Within a transaction: decides a property of the chosen articles, right before or after it is set.
    ///
    /// The user's decision is later than the one that it replaces, even if a clock is wrong. An automatic one may lose to
    /// what was decided before the article came.
    ///
    /// - Parameter chosen: a condition on articles that begins with their ids or feed.
    func decide(
        _ property: DecisionProperty, _ value: Bool, where chosen: String, _ values: [SQLValue],
        _ moment: DecisionMoment, isAutomatic: Bool = false
    ) throws(StoreError) {
        let replacing =
            isAutomatic
            ? "time = excluded.time, automatic = 1 WHERE \(Decision.wins())"
            : "time = max(excluded.time, decision.time + 1), automatic = 0"
        // An article has other keys with a later time only if it was edited between decisions of two machines.
        let later =
            isAutomatic ? "0" : "(SELECT max(time) + 1 FROM decision WHERE \(Store.isOfArticle) AND property = ?)"
        // In the order of the table.
        let name = SQLValue.string(property.name.text)
        try database.run(
            """
            INSERT INTO decision(property, time, value, machine, automatic, article_id, key)
            SELECT ?, max(?, ifnull(\(later), 0)), ?, ?, ?, id, \(Store.keyOfArticle) AS new_key
            FROM article WHERE \(chosen) ORDER BY new_key
            ON CONFLICT(key, property) DO UPDATE
            SET value = excluded.value, machine = excluded.machine, article_id = excluded.article_id, \(replacing)
            """,
            [name, .integer(moment.time.milliseconds)] + (isAutomatic ? [] : [name]) + [
                .string(value ? "true" : "false"), .integer(Int64(moment.machine.rawValue)), .flag(isAutomatic),
            ] + values)
    }

    /// Within a transaction: these articles were stored as read because the user said so.
    func decideReading(of articles: [ArticleID]) throws(StoreError) {
        try decide(
            .read, true, where: "\(Store.isInList) AND read_at IS NOT NULL", [.list(articles.map(\.rawValue))],
            beginDeciding())
    }

    /// Within a transaction: the user, a rule or a server's move decides about a feed, a category, a rule or a view. A
    /// value that is decided already stays as it is.
    ///
    /// - Parameters:
    ///   - others: other keys of the same feed.
    ///   - initial: the value of the property before any decision. Setting it then is not a decision.
    ///   - yields: what another machine has decided stays, and the first decision is automatic.
    func decide(
        _ property: DecisionProperty, of key: DecisionKey, _ others: [DecisionKey] = [], to value: DecisionValue,
        initial: DecisionValue? = nil, _ moment: DecisionMoment, isAutomatic: Bool = false, yields: Bool = false
    ) throws(StoreError) {
        var known: Decision?
        for key in try [key] + others + otherSpellings(of: key) {
            guard let found = try decisions(about: key)[property] else { continue }
            known = known.map { max($0, found) } ?? found
        }
        if let known {
            // A rule does not change what the user decided.
            guard known.value != value, !isAutomatic || known.isAutomatic else { return }
            if yields, known.machine != moment.machine { return }
            // Another spelling of its category is the same category.
            if property == .category, let name = value.text, name.foldedName == known.value.text?.foldedName { return }
        } else if value == initial {
            return
        }
        let time = known?.time.replaced(at: moment.time) ?? moment.time
        let isAutomatic = isAutomatic || yields && known == nil
        try mergeDecision(Decision(value, at: time, by: moment.machine, isAutomatic: isAutomatic), property, of: key)
    }

    /// Within a transaction: saves a decision, if it wins over the one that is known. Returns whether it does.
    ///
    /// - Parameter arrived: when a file of another machine brought it.
    @discardableResult
    func mergeDecision(
        _ decision: Decision, _ property: DecisionProperty, of key: DecisionKey, arrived: DecisionTime? = nil
    ) throws(StoreError) -> Bool {
        var alias = key.alias
        if case .feed(let feed) = key, property == .url { alias = decision.value.text.flatMap(feed.address)?.text }
        return try database.run(
            """
            INSERT INTO decision(key, property, value, time, machine, automatic, alias, arrived, article_id)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, (SELECT article_id FROM decision WHERE key = ?1 LIMIT 1))
            \(Decision.replacingLoser)
            """,
            .string(key.text), .string(property.name.text), .bytes(decision.value.json),
            .integer(decision.time.milliseconds), .integer(Int64(decision.machine.rawValue)),
            .flag(decision.isAutomatic), .text(alias), .number(arrived?.milliseconds)) > 0
    }

    /// The other spellings under which anything was decided about the same category, rule or view.
    private func otherSpellings(of key: DecisionKey) throws(StoreError) -> [DecisionKey] {
        guard let alias = key.alias else { return [] }
        return try database.rows(
            "SELECT DISTINCT key FROM decision WHERE alias = ?1 AND key <> ?2", [.string(alias), .string(key.text)]
        ) { DecisionKey(text: $0.text()) }
    }

    // MARK: Reading

    /// Everything that was decided about one thing.
    func decisions(about key: DecisionKey) throws(StoreError) -> Decisions {
        let rows = try database.rows(
            "SELECT property, value, time, machine, automatic FROM decision WHERE key = ?1", [.string(key.text)]
        ) { $0.decision() }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Calls `body` with all that was decided about each of the chosen things, in the order of their texts.
    func forEachDecided(where chosen: String, _ body: (StateLine) throws -> Void) throws {
        let statement = try database.prepare(
            """
            SELECT key, property, value, time, machine, automatic FROM decision WHERE \(chosen)
            ORDER BY key, property
            """)
        var text = ""
        var decisions: Decisions = [:]
        while try statement.step() {
            var row = statement.row
            let next = row.text()
            if next != text {
                if let key = DecisionKey(text: text) { try body(StateLine(key, decisions)) }
                (text, decisions) = (next, [:])
            }
            if let (property, decision) = row.decision() { decisions[property] = decision }
        }
        if let key = DecisionKey(text: text) { try body(StateLine(key, decisions)) }
    }

    /// All that was decided about feeds, categories, rules and views.
    func decidedState() throws(StoreError) -> DecidedState {
        var state = DecidedState()
        do { try forEachDecided(where: DecisionKey.isOther) { state.merge($0) } } catch { throw StoreError(of: error) }
        return state
    }

    /// Within a transaction: forgets decisions about articles that are not stored, if they were made more than half a year
    /// ago, and have waited here as long: a machine that joins gets the marks of years with its first file, and `undo` brings
    /// back articles with theirs.
    func forgetOldDecisions() throws(StoreError) {
        try database.run(
            """
            DELETE FROM decision
            WHERE article_id IS NULL AND \(DecisionKey.isArticle) AND time <= ?1 AND NOT EXISTS (
                SELECT 1 FROM decision AS other
                WHERE other.key = decision.key AND max(other.time, ifnull(other.arrived, 0)) > ?1)
            """, .integer(timeOfDecisions().lastForgotten.milliseconds))
    }
}

extension RowReader {
    /// Property, value, time, machine and whether it was automatic; nil for a value that only a newer version knows.
    mutating func decision() -> (DecisionProperty, Decision)? {
        let (name, json, time, machine) = (text(), text(), number(), number())
        let isAutomatic = flag()
        guard let value = DecisionValue(json: json) else { return nil }
        let decision = Decision(
            value, at: DecisionTime(milliseconds: time), by: MachineID(column: machine), isAutomatic: isAutomatic)
        return (DecisionProperty(name: ExactText(name)), decision)
    }
}
