/// Records changes of feeds, categories, rules and views.
extension Store {
    /// The tables that commands change, with the columns that name a row, and those that no command sets.
    private static let recorded: [(table: String, id: String, part: String, kept: Set<String>)] = [
        ("category", "id", "''", []),
        ("feed", "id", "''", ["unread", "articles", "last_article", "last_read", "is_shared"]),
        ("feed_setting", "feed_id", "key", []), ("rule", "id", "''", []), ("view", "id", "''", []),
    ]

    /// The SQL of a row of one of these tables as a JSON object.
    func recordedCells(of table: String) throws(StoreError) -> String {
        try cells(of: table, without: Store.recorded.first { $0.table == table }?.kept ?? [])
    }

    /// Runs `body` in a transaction, and records what it changes in feeds, categories, rules, views and settings, and the
    /// steps with labels that it says: `undo` can take it back.
    ///
    /// - Parameter removed: feeds that are removed after it, as a part of the same command.
    @discardableResult
    func recordingRows<Result>(
        removing removed: [Feed] = [],
        _ body: () throws -> Result,
        labels: (Result) -> [UndoStep] = { _ in [] },
        what: (Result) throws -> String
    ) throws(StoreError) -> Result {
        try sharingTransaction {
            try rememberRows()
            let result = try body()
            var recording = try UndoRecording(in: self)
            for step in labels(result) { try recording.add(step, in: self) }
            for change in try changedRows() { try recording.add(.row(change), in: self) }
            if !removed.isEmpty {
                let moment = try beginDeciding()
                for feed in removed { try remove(feed.id, moment, &recording) }
            }
            try recording.finish(try what(result), in: self)
            return result
        }
    }

    /// All rows of these tables as `name`, `row_id`, `part` and `cells`.
    private func recordedRows() throws(StoreError) -> String {
        try Store.recorded.map { recorded throws(StoreError) in
            """
            SELECT '\(recorded.table)' AS name, \(recorded.id) AS row_id, \(recorded.part) AS part,
                \(try recordedCells(of: recorded.table)) AS cells
            FROM main.\(recorded.table)
            """
        }.joined(separator: " UNION ALL ")
    }

    /// For `changedRows`.
    func rememberRows() throws(StoreError) { try database.execute("CREATE TEMP TABLE row_before AS \(recordedRows())") }

    /// The rows that have changed since `rememberRows`, by their tables: a category before its feeds and rules.
    ///
    /// - Parameters:
    ///   - condition: SQL of `name`, `old` and `new`.
    ///   - earlier: SQL of the cells that `undo` restores.
    func changedRows(where condition: String = "true", earlier: String = "old") throws(StoreError) -> [RowChange] {
        let changes = try database.rows(
            """
            SELECT name, row_id, \(earlier), new FROM (
                SELECT name, row_id, max(iif(is_old, cells, NULL)) AS old, max(iif(is_old, NULL, cells)) AS new
                FROM (SELECT 1 AS is_old, * FROM temp.row_before UNION ALL SELECT 0, * FROM (\(recordedRows())))
                GROUP BY name, row_id, part HAVING old IS NOT new)
            WHERE \(condition) ORDER BY name, row_id
            """
        ) { RowChange(table: $0.text(), id: $0.number(), old: $0.optionalText(), new: $0.optionalText()) }
        try database.execute("DROP TABLE temp.row_before")
        return changes
    }
}
