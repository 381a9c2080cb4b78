/// Rows as JSON objects, from the names of their columns to their values: so a row can be inserted again after its table
/// has got other columns.
extension Store {
    /// The SQL of a row of a table as a JSON object.
    func cells(of table: String, without left: Set<String> = []) throws(StoreError) -> String {
        let columns = try database.rows("SELECT name FROM pragma_table_info(?1)", [.string(table)]) { $0.text() }
        let cells = columns.filter { !left.contains($0) }.map { "'\($0)', \"\($0)\"" }
        return "json_object(\(cells.joined(separator: ", ")))"
    }

    /// Keeps rows of a table that are about to be removed.
    ///
    /// - Parameter article: the column with the id of the article that the rows belong to.
    func keepRows(
        of table: String, where condition: String, _ values: [SQLValue], article: String = "NULL", in removal: Int64
    ) throws(StoreError) {
        try database.run(
            """
            INSERT INTO removed_row(removal_id, name, article_id, cells)
            SELECT ?, ?, \(article), \(cells(of: table)) FROM \(table) WHERE \(condition)
            """, [.integer(removal), .string(table)] + values)
    }

    /// Inserts rows again, except those whose keys are in use. Columns that the rows lack get their defaults.
    ///
    /// - Parameters:
    ///   - select: selects the rows as `cells`.
    ///   - left: columns that get their defaults, too.
    /// - Returns: how many rows were inserted.
    @discardableResult
    func insertRows(
        into table: String, _ select: String, _ values: [SQLValue], without left: Set<String> = []
    ) throws(StoreError) -> Int {
        let columns = try database.rows(
            """
            SELECT name FROM pragma_table_info('\(table)')
            WHERE name IN (SELECT key FROM json_each((\(select) LIMIT 1)))
            """, values
        ) { $0.text() }.filter { !left.contains($0) }
        if columns.isEmpty { return 0 }
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let parts = columns.map { "cells ->> '\($0)'" }.joined(separator: ", ")
        do throws(StoreError) {
            return try database.run(
                "INSERT INTO \(table)(\(names)) SELECT \(parts) FROM (\(select)) WHERE 1 ON CONFLICT DO NOTHING", values
            )
        } catch {
            guard case .failed(let why) = error else { throw error }
            throw .failed("cannot bring back a row of \(table): \(why)")
        }
    }

    /// The tables whose rows go with an article or a feed.
    func childTables(of table: String) throws(StoreError) -> [String] {
        try database.rows(
            """
            SELECT DISTINCT owned.name FROM pragma_table_list AS owned, pragma_foreign_key_list(owned.name) AS key
            WHERE owned.schema = 'main' AND key."table" = ?1 AND key.on_delete = 'CASCADE' ORDER BY owned.name
            """, [.string(table)]
        ) { $0.text() }
    }
}
