/// Runs statements and reads their rows.
extension Database {
    /// Prepares a statement, binds its values and runs it to its end. Returns the number of rows it changed.
    @discardableResult
    func run(_ sql: String, _ values: SQLValue...) throws(StoreError) -> Int { try run(sql, values) }

    @discardableResult
    func run(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> Int {
        let statement = try prepare(sql)
        try statement.run(values)
        return changes
    }

    /// The first column of the first row as a number; nil without a row or for null.
    func number(_ sql: String, _ values: SQLValue...) throws(StoreError) -> Int64? {
        let statement = try prepare(sql)
        try statement.bind(values)
        guard try statement.step() else { return nil }
        var row = statement.row
        return row.optionalNumber()
    }

    /// Whether the first column of the first row is 1, as in `SELECT 1 FROM feed WHERE id = ?1`.
    func holds(_ sql: String, _ values: SQLValue...) throws(StoreError) -> Bool {
        let statement = try prepare(sql)
        try statement.bind(values)
        guard try statement.step() else { return false }
        var row = statement.row
        return row.number() == 1
    }

    /// The value that `read` makes of the first row; nil without one.
    func firstRow<Value>(
        _ sql: String, _ values: [SQLValue] = [], read: (inout RowReader) throws(StoreError) -> Value?
    ) throws(StoreError) -> Value? {
        let statement = try prepare(sql)
        try statement.bind(values)
        guard try statement.step() else { return nil }
        var row = statement.row
        return try read(&row)
    }

    /// Calls `body` with each row.
    func forEachRow(
        _ sql: String, _ values: [SQLValue] = [], _ body: (inout RowReader) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try prepare(sql)
        try statement.bind(values)
        while try statement.step() {
            var row = statement.row
            try body(&row)
        }
    }

    /// The values that `read` makes of the rows, without nil.
    package func rows<Value>(
        _ sql: String, _ values: [SQLValue] = [], read: (inout RowReader) throws(StoreError) -> Value?
    ) throws(StoreError) -> [Value] {
        var found: [Value] = []
        try forEachRow(sql, values) { row throws(StoreError) in
            guard let value = try read(&row) else { return }
            found.makeRoom()
            found.append(value)
        }
        return found
    }
}

extension Array {
    /// Makes room for another row. Doubled each time, a long array would be copied once for each of its elements.
    mutating func makeRoom() {
        if count == capacity { reserveCapacity(4 * count) }
    }
}
