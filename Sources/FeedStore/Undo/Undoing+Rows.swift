/// Takes changes of feeds, categories, rules and views back.
extension Undoing {
    /// Takes the changes of rows back: each column, and each row, that is still as the command left it.
    ///
    /// - Parameter rows: by the names of their tables: a category before its feeds and rules, a feed before its settings.
    mutating func undoRows(_ rows: [RowChange], in store: borrowing Store) throws(StoreError) {
        var restored: [(row: RowChange, columns: Set<String>)] = []
        for row in rows where row.old != nil {
            let row = try inPresentCategory(row, in: store)
            if row.table == "feed_setting" {
                // Secrets belong to a URL: without it they do not come back.
                let isMoved = restored.contains {
                    $0.row.table == "feed" && $0.row.id == row.id && $0.columns.contains("url")
                }
                if isMoved { try store.insertRows(into: "feed_setting", "SELECT ?1 AS cells", [.text(row.old)]) }
                continue
            }
            let columns = if row.new == nil { try insertAgain(row, in: store) } else { try restore(row, in: store) }
            if let columns { restored.append((row, columns)) }
        }
        // The other way round: a feed before its category.
        for row in rows.reversed() where row.old == nil { try removeAgain(row, in: store) }
        try note(restored, in: store)
    }

    /// A row that the command deleted. A rule whose feed or category is gone, or that was added anew, is left out.
    private mutating func insertAgain(_ row: RowChange, in store: borrowing Store) throws(StoreError) -> Set<String>? {
        let table = row.table
        let isPossible = if table == "rule" { try canInsertRule(row, in: store) } else { true }
        if isPossible {
            let name = try store.database.firstRow("SELECT ?1 ->> 'name'", [.text(row.old)]) { $0.optionalText() }
            let other = try name.flatMap { name throws(StoreError) in try store.row(named: name, in: table) }
            if let other, table == "category" {
                madeAnew[row.id] = other
                return nil
            }
            if other == nil, try store.insertRows(into: table, "SELECT ?1 AS cells", [.text(row.old)]) > 0 { return [] }
            undone.problems.append("another \(table) has its name now")
        } else {
            undone.problems.append("the rule was added anew, or its feed or category is gone")
        }
        return nil
    }

    /// The row with the category of today in place of a removed one of the same name.
    private func inPresentCategory(_ row: RowChange, in store: borrowing Store) throws(StoreError) -> RowChange {
        var row = row
        for (removed, present) in madeAnew {
            let old = try store.database.rows(
                "SELECT json_set(?1, '$.category_id', ?3) WHERE ?1 ->> 'category_id' = ?2",
                [.text(row.old), .integer(removed), .integer(present)]
            ) { $0.text() }
            row.old = old.first ?? row.old
        }
        return row
    }

    private func canInsertRule(_ row: RowChange, in store: borrowing Store) throws(StoreError) -> Bool {
        try store.database.holds(
            """
            SELECT 1
            WHERE (?1 ->> 'feed_id' IS NULL OR ?1 ->> 'feed_id' IN (SELECT id FROM feed))
                AND (?1 ->> 'category_id' IS NULL OR ?1 ->> 'category_id' IN (SELECT id FROM category))
                AND NOT EXISTS (
                    SELECT 1 FROM rule
                    WHERE query = ?1 ->> 'query' AND action = ?1 ->> 'action'
                        AND feed_id IS ?1 ->> 'feed_id' AND category_id IS ?1 ->> 'category_id')
            """, .text(row.old))
    }

    /// Gives a row its earlier values. Returns the columns that have them; nil if none has, or the row is gone.
    private mutating func restore(_ row: RowChange, in store: borrowing Store) throws(StoreError) -> Set<String>? {
        let table = row.table
        let changes = try store.database.rows(
            """
            SELECT was.key, now.key IS NOT NULL AND now.value IS after.value OR was.key = 'nickname' AND EXISTS (
                SELECT 1 FROM feed WHERE id = ?3 AND account_id IS NOT NULL AND nickname IS NULL
                        AND own_title = after.value)
            FROM json_each(?1) AS was JOIN json_each(?2) AS after ON after.key = was.key
            LEFT JOIN json_each((SELECT \(store.recordedCells(of: table)) FROM \(table) WHERE id = ?3)) AS now
                ON now.key = was.key
            WHERE was.value IS NOT after.value
            """, [.text(row.old), .text(row.new), .integer(row.id)]
        ) { (column: $0.text(), isUnchanged: $0.flag()) }
        if changes.contains(where: { !$0.isUnchanged }) {
            let note = "what has changed since stays as it is"
            if !undone.notes.contains(note) { undone.notes.append(note) }
        }
        var columns: Set<String> = []
        for change in changes where change.isUnchanged {
            if try canRestore(change.column, row, in: store) { columns.insert(change.column) }
        }
        if !columns.contains("url"), changes.contains(where: { $0.column == "url" }) {
            columns.subtract(["host", "program", "user", "password"])
        }
        if columns.isEmpty { return nil }
        try noteEarlierName(of: row, columns, in: store)
        let parts = columns.sorted().map { column in
            let value = "?2 ->> '\(column)'"
            // A server that has taken over the user's title has the earlier one no more.
            let isOfServer = "nickname IS NULL AND account_id IS NOT NULL"
            return column == "nickname"
                ? "nickname = coalesce(\(value), iif(\(isOfServer), ?2 ->> 'own_title', NULL))"
                : "\"\(column)\" = \(value)"
        }
        try store.database.run(
            "UPDATE \(table) SET \(parts.joined(separator: ", ")) WHERE id = ?1", .integer(row.id), .text(row.old))
        // The answers of the other URL say nothing about this one.
        if columns.contains("url") { try store.forgetAnswers(of: store.feed(FeedID(rawValue: row.id))) }
        if columns.contains("filter") || columns.contains("xpaths") {
            try store.forgetDocument(of: FeedID(rawValue: row.id))
        }
        return columns
    }

    /// Whether the old value of the column is still possible.
    private mutating func canRestore(
        _ column: String, _ row: RowChange, in store: borrowing Store
    ) throws(StoreError) -> Bool {
        switch column {
        case "category_id":
            let isThere = """
                SELECT ?1 ->> 'category_id' IS NULL OR ?1 ->> 'category_id' IN (SELECT id FROM category)
                """
            if try store.database.holds(isThere, .text(row.old)) { return true }
            undone.problems.append("the category that it was in is gone")
            return false
        case "url", "name":
            let value = try store.database.rows("SELECT ?1 ->> ?2", [.text(row.old), .string(column)]) { $0.text() }[0]
            let other =
                column == "name"
                ? try store.row(named: value, in: row.table)
                : try store.database.number("SELECT id FROM \(row.table) WHERE url = ?1", .string(value))
            guard let other, other != row.id else { return true }
            let what = column == "url" ? "URL" : "name"
            undone.problems.append("\(row.table) \(other) has the \(what) now that \(row.table) \(row.id) had")
            return false
        default: return true
        }
    }

    /// Before a row gets its earlier values: a category or a view is known elsewhere by its name, a rule by all of it.
    private func noteEarlierName(of row: RowChange, _ columns: Set<String>, in store: borrowing Store)
        throws(StoreError)
    {
        switch row.table {
        case "category" where columns.contains("name"): try store.noteRemoval(of: CategoryID(rawValue: row.id), moment)
        case "view" where columns.contains("name"): try noteRemoval(ofView: row.id, in: store)
        case "rule": try store.noteRules(where: "rule.id = ?1", .integer(row.id), exist: false, moment)
        default: break
        }
    }

    private func noteRemoval(ofView row: Int64, in store: borrowing Store) throws(StoreError) {
        for view in try store.views(where: "view.id = ?", [.integer(row)]) {
            try store.noteRemoval(ofView: view.name, moment)
        }
    }

    /// A row that the command added; a category only if nothing uses it, a feed only if no article of it was chosen to be
    /// kept.
    private mutating func removeAgain(_ row: RowChange, in store: borrowing Store) throws(StoreError) {
        switch row.table {
        case "category":
            let isUsed = "SELECT 1 WHERE ?1 IN (SELECT category_id FROM feed UNION ALL SELECT category_id FROM rule)"
            if try store.database.holds(isUsed, .integer(row.id)) {
                return undone.problems.append("the category has feeds or rules now, and stays")
            }
            try store.noteRemoval(of: CategoryID(rawValue: row.id), moment)
        case "rule": try store.noteRules(where: "rule.id = ?1", .integer(row.id), exist: false, moment)
        case "view": try noteRemoval(ofView: row.id, in: store)
        case "feed": return try removeFeedAgain(FeedID(rawValue: row.id), in: store)
        default: return
        }
        try store.database.run("DELETE FROM \(row.table) WHERE id = ?1", .integer(row.id))
    }

    private mutating func removeFeedAgain(_ id: FeedID, in store: borrowing Store) throws(StoreError) {
        guard let feed = try store.feed(withID: id) else { return }
        if try store.hasKeptArticles(id) {
            return undone.problems.append(
                "feed \(id.rawValue), \(feed.title), has starred or labeled articles, and stays")
        }
        try store.delete(id, moment)
    }

    /// Notes that the restored values are decisions, and that the servers of feeds are to be told.
    private mutating func note(_ restored: [(row: RowChange, columns: Set<String>)], in store: borrowing Store)
        throws(StoreError)
    {
        var feeds: [FeedID: Set<String>] = [:]
        for (row, columns) in restored {
            switch row.table {
            case "category":
                let id = CategoryID(rawValue: row.id)
                let isWhole = columns.isEmpty || columns.contains("name")
                // Another machine may have changed one that was removed here, and the user may have added another one.
                try store.noteCategory(
                    id, moment, choosing: isWhole ? [.color, .position] : decided(columns), yields: columns.isEmpty)
                try store.noteRules(where: "rule.category_id = ?1", .id(id), moment)
                let isRenamed: Set<String> = columns.contains("name") ? ["category_id"] : []
                for feed in try store.feeds(in: id) { feeds[feed] = isRenamed.union(feeds[feed] ?? []) }
            case "feed":
                let feed = FeedID(rawValue: row.id)
                feeds[feed] = columns.union(feeds[feed] ?? [])
            case "view":
                // Another machine may have changed a view that was removed here.
                let kept: Set<DecisionProperty> = columns.isEmpty ? [.filters] : []
                try store.noteViews(where: "view.id = ?", [.integer(row.id)], moment, keeping: kept)
            case "rule": try store.noteRules(where: "rule.id = ?1", .integer(row.id), moment)
            default: break
            }
        }
        undone.feeds.formUnion(feeds.keys)
        for (id, columns) in feeds.sorted(by: { $0.key < $1.key }) {
            guard let feed = try store.feed(withID: id) else { continue }
            try store.noteFeed(id, moment, .chosen(decided(columns)))
            guard let account = feed.accountID else { continue }
            if columns.contains("nickname") { try store.noteChange(.rename(to: feed.nickname ?? ""), of: id) }
            if columns.contains("category_id") { try store.noteChange(.move(to: feed.category), of: id) }
            undone.accounts.insert(account)
        }
    }

    /// What these columns of a feed or a category are in decisions.
    private func decided(_ columns: Set<String>) -> Set<DecisionProperty> {
        let names = ["nickname": "title", "category_id": "category"]
        return Set(columns.map { DecisionProperty(name: ExactText(names[$0] ?? $0)) })
    }
}
