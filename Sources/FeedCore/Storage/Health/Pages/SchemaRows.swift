/// What a database says that it consists of: the rows of its `sqlite_schema`, as far as they can be read.
struct SchemaRows {
    struct Row {
        let type: String
        let name: String
        /// The first page of its tree; 0 for what has none.
        let root: UInt32
        /// Nil for an index that a table has by itself.
        let sql: String?
    }

    private(set) var rows: [Row] = []
    /// All that there were.
    private(set) var isWhole = true

    /// Where the tree of a table or an index begins; nil where that is not known.
    func root(of name: String) -> UInt32? {
        rows.first { $0.name == name && $0.root > 0 }?.root
    }

    /// Reads them from the tree on the first page; where a part of that is lost, from every page that looks like one.
    init(of file: borrowing PageFile) {
        var marks = PageMarks(file.freePages().numbers, of: file)
        isWhole = file.forEachRow(ofTable: 1, SchemaRows.shape, &marks) { add($1) }.isEmpty
        guard !isWhole, file.pageCount > 1 else { return }
        for number in 2...UInt32(file.pageCount) where !marks[number] {
            guard let page = file.treePage(number), page.kind == .tableLeaf else { continue }
            _ = file.forEachRow(of: page, SchemaRows.shape) { add($1) }
        }
    }

    private mutating func add(_ values: [SQLValue]) {
        guard case .string(let type) = values[0], case .string(let name) = values[1],
            case .integer(let root) = values[3],
            ["table", "index", "trigger", "view"].contains(type), !rows.contains(where: { $0.name == name })
        else { return }
        var sql: String?
        if case .string(let text) = values[4] { sql = text }
        rows.append(Row(type: type, name: name, root: UInt32(exactly: root) ?? 0, sql: sql))
    }

    private static let shape = TableShape(
        name: "sqlite_schema",
        columns: ["type", "name", "tbl_name", "rootpage", "sql"].enumerated().map { place, name in
            TableShape.Column(name: name, isText: place != 3, isRequired: place < 4)
        },
        rowidColumn: nil, hasRowid: true)

    // MARK: Whose it is

    /// How many tables are among them that a version of ours has made.
    func countTables(of versions: [Set<String>]) -> Int {
        rows.count { row in row.type == "table" && versions.contains { $0.contains(row.sql ?? "") } }
    }

    /// The names of the tables that no version of ours has made.
    func foreignTables() throws(DatabaseError) -> [String] {
        let ours = try Schema.tableNames()
        return rows.compactMap { $0.type == "table" && !ours.contains($0.name) ? $0.name : nil }.filter {
            !$0.hasPrefix("sqlite_")
        }
    }

    /// The version that has most of these tables just so; of several the newest.
    func likeliestVersion(of versions: [Set<String>]) -> Int {
        let tables = rows.filter { $0.type == "table" }.compactMap(\.sql)
        let fitting = versions.map { version in tables.count(where: version.contains) }
        return (fitting.lastIndex(of: fitting.max() ?? 0) ?? versions.count - 1) + 1
    }
}

extension Schema {
    /// The names of the tables of all versions.
    fileprivate static func tableNames() throws(DatabaseError) -> Set<String> {
        let database = try Database(path: "", access: .memory)
        var names: Set<String> = []
        for migration in migrations {
            try database.execute(migration)
            let statement = try database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
            while try statement.step() { names.insert(statement.text(0)) }
        }
        return names
    }

    /// The tables of each version as they are written in a database of it, that of version 1 first.
    static func tablesOfVersions() throws(DatabaseError) -> [Set<String>] {
        let database = try Database(path: "", access: .memory)
        var versions: [Set<String>] = []
        for migration in migrations {
            try database.execute(migration)
            let statement = try database.prepare(
                "SELECT sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
            var tables: Set<String> = []
            while try statement.step() { tables.insert(statement.text(0)) }
            versions.append(tables)
        }
        return versions
    }
}
