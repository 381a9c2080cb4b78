/// Decisions about feeds, categories, rules and views, as the state file has them.
extension Store {
    /// Everything that was decided about one thing.
    func decisions(about key: StateKey, _ machines: Machines) throws(DatabaseError) -> StateProperties {
        let rows = try database.rows(
            "SELECT property, value, entry FROM decision WHERE subject = ?1", [.string(key.subject)]
        ) { row in Store.decision(&row, machines) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Calls `body` with all that was decided about each thing, in the order of their subjects.
    func forEachDecidedThing(_ machines: Machines, _ body: (StateKey, StateProperties) throws -> Void) throws {
        let statement = try database.prepare("SELECT subject, property, value, entry FROM decision ORDER BY subject")
        var current: (subject: String, properties: StateProperties)?
        func finish() throws {
            guard let current, let key = StateKey(subject: current.subject) else { return }
            try body(key, current.properties)
        }
        while try statement.step() {
            var row = statement.row
            let subject = row.text()
            if current?.subject != subject {
                try finish()
                current = (subject, [:])
            }
            if let (property, entry) = Store.decision(&row, machines) { current?.properties[property] = entry }
        }
        try finish()
    }

    private static func decision(
        _ row: inout RowReader, _ machines: Machines
    ) -> (StateProperty, StateEntry<StateValue>)? {
        let (name, json, entry) = (row.text(), row.text(), PackedEntry(rawValue: row.number()))
        // What only a newer version knows is left out.
        guard let property = StateProperty(rawValue: name), let value = StateValue(json: Array(json.utf8)) else {
            return nil
        }
        return (property, StateEntry(value, machines.stamp(of: entry)))
    }

    /// Within a transaction: a person, a rule or a server's move decides. A value that is decided already stays as it is.
    ///
    /// - Parameters:
    ///   - others: other keys of the same feed.
    ///   - usual: what the property is as long as nothing was decided: then that is no decision.
    func decide(
        _ property: StateProperty, of key: StateKey, _ others: [StateKey] = [], to value: StateValue,
        usual: StateValue? = nil, _ moment: DecisionMoment, isAuto: Bool = false
    ) throws(DatabaseError) {
        var known: (StateValue?, PackedEntry)?
        for key in try [key] + others + otherSpellings(of: key) {
            let found = try database.rows(
                "SELECT value, entry FROM decision WHERE subject = ?1 AND property = ?2",
                [.string(key.subject), .string(property.rawValue)]
            ) { (StateValue(json: Array($0.text().utf8)), PackedEntry(rawValue: $0.number())) }.first
            if let found, known.map({ $0.1.rawValue < found.1.rawValue }) ?? true { known = found }
        }
        if let known {
            // What a person decided, no rule changes.
            guard known.0 != value, !isAuto || known.1.isAuto else { return }
            // Another spelling of its category is no other one.
            if property == .category, let name = value.text, name.lowercased() == known.0?.text?.lowercased() { return }
        } else if value == usual {
            return
        }
        let entry = moment.entry(false, replacing: known?.1, isAuto: isAuto)
        try saveDecision(property, of: key, value, entry)
    }

    /// The other spellings under which anything was decided about the same category, rule or view.
    private func otherSpellings(of key: StateKey) throws(DatabaseError) -> [StateKey] {
        guard let folded = key.folded else { return [] }
        return try database.rows(
            "SELECT DISTINCT subject FROM decision WHERE folded = ?1 AND subject <> ?2",
            [.string(key.subject.lowercased()), .string(key.subject)]
        ) { row in
            // Of a rule, the query is not folded.
            guard let other = StateKey(subject: row.text()), other.folded == folded else { return nil }
            return other
        }
    }

    func saveDecision(
        _ property: StateProperty, of key: StateKey, _ value: StateValue, _ entry: PackedEntry
    ) throws(DatabaseError) {
        let isAddress = if case .feed = key, property == .url { true } else { false }
        try database.run(
            """
            INSERT OR REPLACE INTO decision(subject, property, value, entry, address, folded)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """,
            .string(key.subject), .string(property.rawValue), .bytes(value.json), .integer(entry.rawValue),
            .text(isAddress ? value.text.flatMap(FeedKey.init(of:))?.text : nil),
            .text(key.folded == nil ? nil : key.subject.lowercased()))
    }
}
