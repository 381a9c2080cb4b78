/// What the rows of a table look like: so rows are known whose page nothing points to any more.
struct TableShape {
    struct Column {
        let name: String
        /// Else it holds integers.
        let isText: Bool
        /// It is never null.
        let isRequired: Bool
    }

    let name: String
    let columns: [Column]
    /// The column that the tree keeps as the key of the row, and the row itself as null.
    let rowidColumn: Int?
    let hasRowid: Bool

    /// So many columns at the end may be missing of a row: it was written before a migration added them.
    private static let mostAdded = 8

    /// The values as they belong into the columns, without those that the table knows nothing of; nil for what cannot be
    /// a row of this table.
    func row(_ record: Record) -> [SQLValue]? {
        var values = record.values
        guard values.count >= max(required, columns.count - TableShape.mostAdded) else { return nil }
        values.removeLast(max(0, values.count - columns.count))
        for (place, column) in columns.prefix(values.count).enumerated() {
            switch values[place] {
            case .null where place == rowidColumn: break
            case _ where place == rowidColumn: return nil
            case .null where !column.isRequired: break
            // What was lost of its end is filled up.
            case .null where record.isCut: values[place] = column.isText ? .string("") : .integer(0)
            case .string where column.isText: break
            case .integer where !column.isText: break
            default: return nil
            }
        }
        return isLikely(values) ? values : nil
    }

    /// Columns up to the last one that every row has.
    private var required: Int { (columns.lastIndex(where: \.isRequired) ?? 0) + 1 }

    /// Two tables hold a text and two numbers: one is of hosts with their ports and of times.
    private func isLikely(_ values: [SQLValue]) -> Bool {
        guard name == "host_hold" || name == "cursor", case .string(let text) = values[0] else { return true }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isHost = parts.count > 1 && parts.last.map { UInt16($0) != nil } == true
        return isHost == (name == "host_hold")
    }

    /// Those of a database that hold what people would miss: not those that SQLite and the search keep.
    static func all(of database: borrowing Database) throws(DatabaseError) -> [TableShape] {
        let tables = try database.prepare(
            """
            SELECT name, wr FROM pragma_table_list
            WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'search%'
            ORDER BY name
            """)
        var shapes: [TableShape] = []
        while try tables.step() {
            shapes.append(try TableShape(named: tables.text(0), hasRowid: !tables.flag(1), database))
        }
        return shapes
    }

    private init(named name: String, hasRowid: Bool, _ database: borrowing Database) throws(DatabaseError) {
        let statement = try database.prepare(
            """
            SELECT name, type, "notnull", pk, (SELECT max(pk) FROM pragma_table_info(?1)) FROM pragma_table_info(?1)
            ORDER BY cid
            """)
        try statement.bind([.string(name)])
        var columns: [Column] = []
        var rowidColumn: Int?
        while try statement.step() {
            let isText = statement.text(1) == "TEXT"
            if hasRowid, !isText, statement.number(3) == 1, statement.number(4) == 1 { rowidColumn = columns.count }
            columns.append(Column(name: statement.text(0), isText: isText, isRequired: statement.flag(2)))
        }
        self.init(name: name, columns: columns, rowidColumn: rowidColumn, hasRowid: hasRowid)
    }

    init(name: String, columns: [Column], rowidColumn: Int?, hasRowid: Bool) {
        self.name = name
        self.columns = columns
        self.rowidColumn = rowidColumn
        self.hasRowid = hasRowid
    }
}
