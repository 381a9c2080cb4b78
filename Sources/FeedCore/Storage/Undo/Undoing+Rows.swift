/// Changes of feeds and categories, row by row and column by column, and how they are taken back.
extension Store {
    /// The tables that `edit` and `category` change, and what names their rows.
    private static let editable = [
        "category": "id", "feed": "id", "rule": "id", "feed_setting": "feed_id", "view": "id",
    ]

    /// Runs `body` within the transaction, and records what it changes in feeds, categories, rules, views and settings,
    /// and the labels that it says.
    func recordingRows<Result>(
        _ body: () throws -> Result,
        labels: (Result) -> [(kind: UndoStep.Kind, changes: [LabelChange])] = { _ in [] },
        what: (Result) throws -> String
    ) throws -> Result {
        for table in Store.editable.keys.sorted() {
            try database.execute("CREATE TEMP TABLE old_\(table) AS SELECT * FROM main.\(table)")
        }
        let result = try body()
        var recording = try UndoRecording(in: self)
        for (kind, changes) in labels(result) { try recording.add(changes, as: kind, in: self) }
        for table in ["category", "feed", "rule", "feed_setting", "view"] {
            let columns = try columns(of: table)
            let key = Store.editable[table] ?? "id"
            let identity =
                table == "feed_setting" ? "was.feed_id = now.feed_id AND was.key = now.key" : "was.id = now.id"
            let values = "json_array(\(columns.joined(separator: ", ")))"
            try recording.addSteps(
                "kind, name, row_id, old_value",
                """
                SELECT 'deletedRow', '\(table)', \(key), \(values) FROM temp.old_\(table) AS was
                WHERE NOT EXISTS (SELECT 1 FROM main.\(table) AS now WHERE \(identity))
                """, in: self)
            try recording.addSteps(
                "kind, name, row_id",
                """
                SELECT 'insertedRow', '\(table)', \(key) FROM main.\(table) AS now
                WHERE NOT EXISTS (SELECT 1 FROM temp.old_\(table) AS was WHERE \(identity))
                """, in: self)
            for column in columns where column != key {
                try recording.addSteps(
                    "kind, name, column, row_id, old_value, new_value",
                    """
                    SELECT 'changedRow', '\(table)', '\(column)', now.\(key), was.\(column), now.\(column)
                    FROM temp.old_\(table) AS was JOIN main.\(table) AS now ON \(identity)
                    WHERE was.\(column) IS NOT now.\(column)
                    """, in: self)
            }
            try database.execute("DROP TABLE temp.old_\(table)")
        }
        try recording.finish(try what(result), in: self)
        return result
    }
}

extension Undoing {
    /// Takes the changes of rows back: each column, and each row, that is still as the command left it.
    mutating func undoRows(_ steps: [UndoStep], in store: borrowing Store) throws {
        let changed = steps.filter { $0.kind == .changedRow }
        let inserted = steps.filter { $0.kind == .insertedRow }
        let deleted = steps.filter { $0.kind == .deletedRow }
        guard !(changed.isEmpty && inserted.isEmpty && deleted.isEmpty) else { return }
        var categories = Set(deleted.filter { $0.name == "category" }.compactMap(\.row))
        for step in changed where ["category", "view", "rule"].contains(step.name) {
            guard let row = step.row, try isUnchanged(step, in: store) else { continue }
            if step.name == "category" { categories.insert(row) }
            try noteRemoval(by: step, in: store)
        }
        for name in ["category", "rule", "view"] {
            for step in deleted where step.name == name { try insertAgain(step, in: store) }
        }
        // Secrets belong to a URL: without it they do not come back.
        var moves: [Int64: Bool] = [:]
        for step in changed where step.column == "url" {
            if let row = step.row { moves[row] = try canChange(step, in: store) }
        }
        var places: Set<Int64> = []
        for step in changed {
            let isOfURL = ["url", "host", "user", "password"].contains(step.column)
            if isOfURL, let row = step.row, moves[row] == false { continue }
            guard try canChange(step, in: store) else { continue }
            try change(step, in: store)
            if step.column == "position", let row = step.row { places.insert(row) }
            if step.name == "feed", let row = step.row { undone.feeds.insert(FeedID(rawValue: row)) }
        }
        for step in deleted where step.name == "feed_setting" && moves[step.row ?? 0] == true {
            try insertAgain(step, in: store)
        }
        for step in inserted { try removeAgain(step, in: store) }
        for row in categories.union(places).sorted() {
            let id = CategoryID(rawValue: row)
            try store.noteCategory(id, moment, withPosition: places.contains(row))
            try store.noteRules(where: "rule.category_id = ?1", .id(id), moment)
            undone.feeds.formUnion(try store.feeds(in: id))
        }
        for feed in undone.feeds { try note(feed, changed, in: store) }
        for step in changed + deleted { try noteRow(of: step, in: store) }
    }

    /// Before a row gets its earlier values: a category or a view is known elsewhere by its name, a rule by all of it.
    private func noteRemoval(by step: UndoStep, in store: borrowing Store) throws {
        guard let row = step.row else { return }
        switch (step.name, step.column) {
        case ("category", "name"): try store.noteRemoval(of: CategoryID(rawValue: row), moment)
        case ("view", "name"): try noteRemoval(ofView: row, in: store)
        case ("rule", _): try store.noteRules(where: "rule.id = ?1", .integer(row), exist: false, moment)
        default: break
        }
    }

    private func noteRemoval(ofView row: Int64, in store: borrowing Store) throws {
        for view in try store.views(where: "view.id = ?", [.integer(row)]) {
            try store.noteRemoval(ofView: view.name, moment)
        }
    }

    /// A view or a rule that is as it was is a decision.
    private func noteRow(of step: UndoStep, in store: borrowing Store) throws {
        guard let row = step.row else { return }
        if step.name == "view" { try store.noteViews(where: "view.id = ?", [.integer(row)], moment) }
        if step.name == "rule" { try store.noteRules(where: "rule.id = ?1", .integer(row), moment) }
    }

    private func isUnchanged(_ step: UndoStep, in store: borrowing Store) throws(DatabaseError) -> Bool {
        try store.database.number(
            """
            SELECT 1 FROM \(step.name ?? "") AS now, undo_step
            WHERE now.id = ?1 AND undo_id = ?2 AND undo_step.position = ?3 AND now.\(step.column ?? "") IS new_value
            """, .number(step.row), .integer(command.id), .integer(step.position)) == 1
    }

    /// The change is still as the command left it, and what it was is possible still.
    private mutating func canChange(_ step: UndoStep, in store: borrowing Store) throws(DatabaseError) -> Bool {
        guard let table = step.name, let column = step.column, ["feed", "category", "rule", "view"].contains(table),
            try store.columns(of: table).contains(column), try isUnchanged(step, in: store)
        else {
            let note = "what has changed since stays as it is"
            if !undone.notes.contains(note) { undone.notes.append(note) }
            return false
        }
        let old = "(SELECT old_value FROM undo_step WHERE undo_id = ?1 AND position = ?2)"
        let place: [SQLValue] = [.integer(command.id), .integer(step.position)]
        switch column {
        case "category_id":
            let isGone =
                try store.database.number(
                    "SELECT \(old) NOT NULL AND \(old) NOT IN (SELECT id FROM category)", place[0], place[1]) == 1
            if isGone { undone.problems.append("the category that it was in is gone") }
            return !isGone
        case "url", "name":
            let other = try store.database.number(
                "SELECT id FROM \(table) WHERE \(column) = \(old)", place[0], place[1])
            guard let other, other != step.row else { return true }
            undone.problems.append("\(table) \(other) has the \(column == "url" ? "URL" : "name") now that it had")
            return false
        default: return true
        }
    }

    private func change(_ step: UndoStep, in store: borrowing Store) throws {
        guard let table = step.name, let column = step.column, let row = step.row else { return }
        try store.database.run(
            """
            UPDATE \(table) SET \(column) = (SELECT old_value FROM undo_step WHERE undo_id = ?2 AND position = ?3)
            WHERE id = ?1
            """, .integer(row), .integer(command.id), .integer(step.position))
        // What the other URL answered says nothing about this one.
        if column == "url" { try store.forgetAnswers(of: store.feed(FeedID(rawValue: row))) }
    }

    /// A row that the command deleted; a rule whose feed or category is gone, or that was added anew, is left out.
    private mutating func insertAgain(_ step: UndoStep, in store: borrowing Store) throws(DatabaseError) {
        guard let table = step.name, let values = step.values, let row = step.row else { return }
        if table == "rule" {
            guard try canInsertRule(values, in: store) else {
                return undone.problems.append("the rule was added anew, or its feed or category is gone")
            }
        }
        try store.insertRows(table, "[\(values)]")
        if ["category", "view"].contains(table),
            try store.database.number("SELECT 1 FROM \(table) WHERE id = ?1", .integer(row)) == nil
        {
            undone.problems.append("another \(table) has its name now")
        }
    }

    private func canInsertRule(_ values: String, in store: borrowing Store) throws(DatabaseError) -> Bool {
        let columns = try store.columns(of: "rule")
        func value(_ column: String) -> String {
            "json_extract(?1, '$[\(columns.firstIndex(of: column) ?? 0)]')"
        }
        return try store.database.number(
            """
            SELECT 1
            WHERE (\(value("feed_id")) IS NULL OR \(value("feed_id")) IN (SELECT id FROM feed))
                AND (\(value("category_id")) IS NULL OR \(value("category_id")) IN (SELECT id FROM category))
                AND NOT EXISTS (
                    SELECT 1 FROM rule
                    WHERE query = \(value("query")) AND action = \(value("action"))
                        AND feed_id IS \(value("feed_id")) AND category_id IS \(value("category_id")))
            """, .string(values)) == 1
    }

    /// A row that the command added.
    private mutating func removeAgain(_ step: UndoStep, in store: borrowing Store) throws {
        guard let row = step.row else { return }
        switch step.name {
        case "category": try removeAgain(CategoryID(rawValue: row), in: store)
        case "rule":
            try store.noteRules(where: "rule.id = ?1", .integer(row), exist: false, moment)
            try store.database.run("DELETE FROM rule WHERE id = ?1", .integer(row))
        case "view":
            try noteRemoval(ofView: row, in: store)
            try store.database.run("DELETE FROM view WHERE id = ?1", .integer(row))
        default: break
        }
    }

    /// A category that the command added, unless it is used.
    private mutating func removeAgain(_ category: CategoryID, in store: borrowing Store) throws {
        let isUsed =
            try store.database.number(
                """
                SELECT EXISTS (SELECT 1 FROM feed WHERE category_id = ?1) OR EXISTS (SELECT 1 FROM rule WHERE category_id = ?1)
                """, .id(category)) == 1
        if isUsed { return undone.problems.append("the category has feeds or rules now, and stays") }
        try store.noteRemoval(of: category, moment)
        try store.database.run("DELETE FROM category WHERE id = ?1", .id(category))
    }

    /// What a feed is again is a decision, and its server is told.
    private mutating func note(_ id: FeedID, _ changed: [UndoStep], in store: borrowing Store) throws {
        guard let feed = try store.feed(withID: id) else { return }
        try store.noteFeed(id, moment)
        guard let account = feed.accountID else { return }
        let columns = Set(changed.filter { $0.name == "feed" && $0.row == id.rawValue }.compactMap(\.column))
        if columns.contains("nickname") { try store.noteChange(.rename(to: feed.nickname ?? ""), of: id) }
        if columns.contains("category_id") || changed.contains(where: { $0.name == "category" && $0.column == "name" })
        {
            try store.noteChange(.move(to: feed.category), of: id)
        }
        undone.accounts.insert(account)
    }
}
