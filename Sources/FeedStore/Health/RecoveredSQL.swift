/// A database made of the SQL that the `sqlite3` program prints of a damaged one, as it arrives.
///
/// Only `CREATE TABLE` and `INSERT` run: triggers and whatever else the damaged file brings do not.
struct RecoveredSQL: ~Copyable {
    private let database: Database
    /// The line whose end is still to come; sqlite3 prints a row in one.
    private var line: [UInt8]
    /// A `CREATE TABLE` whose end is still to come.
    private var table: String

    init(at path: String) throws(StoreError) {
        database = try RecoveredSQL.makeDatabase(path)
        line = []
        table = ""
    }

    private static func makeDatabase(_ path: String) throws(StoreError) -> Database {
        try DatabaseFile.create(path)
        let database = try Database(path: path, access: .readWrite)
        // The table makes `sqlite_sequence`, which is read later. A crash may take all of it.
        try database.execute(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
            CREATE TABLE made(id INTEGER PRIMARY KEY AUTOINCREMENT); DROP TABLE made
            """)
        return database
    }

    mutating func read(_ piece: [UInt8]) throws(StoreError) {
        var rest = piece[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line += rest[..<end]
            try read(line: String(decoding: line, as: UTF8.self))
            line.removeAll(keepingCapacity: true)
            rest = rest[(end + 1)...]
        }
        line += rest
    }

    private mutating func read(line: String) throws(StoreError) {
        let isRow = line.hasPrefix("INSERT ")
        if isRow || line.hasPrefix("CREATE TABLE ") { table = "" } else if table.isEmpty { return }
        table += line + "\n"
        guard isRow || Database.isComplete(table) else { return }
        do throws(StoreError) {
            try database.runFirst(of: table)
        } catch {
            // A table or a row that is damaged itself is left out.
            if case .diskFull = error { throw error }
        }
        table = ""
    }

    consuming func finish() throws { try database.execute("COMMIT") }
}
