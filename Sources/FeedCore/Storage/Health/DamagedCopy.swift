/// A copy of a damaged database that SQLite can open: its log is merged, and its schema is written anew, so that each
/// table is found where its rows begin.
struct DamagedCopy: ~Copyable {
    let path: String
    private var pageSize = 0
    /// The tables and indexes whose first page is known.
    private(set) var known: Set<String> = []
    /// Those whose first page is taken from a new database, because the schema of this one is damaged there.
    private(set) var guessed: Set<String> = []
    /// The tables that are not rssium's.
    private(set) var foreignTables: [String] = []

    /// A table or an index, and the first page of its tree.
    private struct Part {
        let type: String
        let name: String
        let table: String
        let sql: String?
        let root: Int64
    }

    /// - Parameter file: the damaged database. It stays open until the repair ends: closing a file gives up every lock
    ///   that this process has on it.
    init(of file: borrowing OpenFile, place: String, at path: String) throws {
        self.path = path
        try DamagedCopy.copy(file, to: path)
        if let log = try? OpenFile(place + "-wal") { try DamagedCopy.copy(log, to: path + "-wal") }
        let found: [Part]
        (pageSize, found) = try DamagedCopy.readSchema(of: path)
        // SQLite would put its first page over the new one.
        unlink(path + "-wal")
        try writeSchema(found)
    }

    deinit { for file in DatabaseFile.withCompanions(path) { unlink(file) } }

    /// Copies a file; what the disk cannot read becomes zeros.
    private static func copy(_ file: borrowing OpenFile, to path: String) throws(StoreError) {
        try DatabaseFile.create(path)
        let step = 1 << 20
        for place in stride(from: 0, to: file.size, by: step) {
            let whole = file.bytes(at: place, count: step)
            try write(whole, to: path, at: place)
            if whole.count == min(step, file.size - place) { continue }
            for block in stride(from: place, to: min(place + step, file.size), by: 512) {
                try write(file.bytes(at: block, count: 512), to: path, at: block)
            }
        }
        if truncate(path, off_t(file.size)) != 0 { throw DatabaseSwap.failure(path) }
    }

    private static func write(_ bytes: [UInt8], to path: String, at place: Int) throws(StoreError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DatabaseSwap.failure(path) }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                pwrite(
                    descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written, off_t(place + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw DatabaseSwap.failure(path) }
            written += count
        }
    }

    // MARK: Reading the schema

    /// Merges the log, and reads of the schema what can be read.
    ///
    /// Where the header is damaged, the size of the pages is the one with which most of the schema can be read.
    private static func readSchema(of path: String) throws -> (pageSize: Int, parts: [Part]) {
        var first: [UInt8] = []
        do {
            let file = try OpenFile(path)
            first = file.bytes(at: 0, count: DatabaseHeader.size)
        }
        let header = DatabaseIdentity.loggedHeader(of: path + "-wal") ?? DatabaseHeader(first)
        if let header, header.isSound { return (header.pageSize, parts(in: path)) }
        var best: (pageSize: Int, parts: [Part]) = (DatabaseHeader.pageSizes[0], [])
        for pageSize in DatabaseHeader.pageSizes {
            let count = Int(DatabaseFile.size(of: path)) / pageSize
            try write(DatabaseHeader.bytes(pageSize: pageSize, pageCount: count), to: path, at: 0)
            let found = parts(in: path)
            if found.count > best.parts.count { best = (pageSize, found) }
        }
        return best
    }

    private static func parts(in path: String) -> [Part] {
        // What cannot be opened has no parts.
        guard let database = try? Database(path: path, access: .readWrite) else { return [] }
        // So SQLite takes the part of the schema that it can read.
        try? database.execute("PRAGMA writable_schema = ON; PRAGMA journal_mode = DELETE")
        var parts: [String: Part] = [:]
        // A damaged page in between stops both ways.
        for order in ["ASC", "DESC"] { try? readParts(&parts, from: database, order) }
        return Array(parts.values)
    }

    private static func readParts(
        _ parts: inout [String: Part], from database: borrowing Database, _ order: String
    ) throws(DatabaseError) {
        let rows = try database.prepare(
            """
            SELECT type, name, tbl_name, sql, rootpage FROM sqlite_schema NOT INDEXED
            WHERE type IN ('table', 'index') AND typeof(rootpage) = 'integer' ORDER BY rowid \(order)
            """)
        while try rows.step() {
            let part = Part(
                type: rows.text(0), name: rows.text(1), table: rows.text(2), sql: rows.optionalText(3),
                root: rows.number(4))
            if parts[part.name] == nil { parts[part.name] = part }
        }
    }

    // MARK: Writing the schema

    /// Replaces the first page, and enters the tables and indexes of this version with the first pages that were found.
    ///
    /// The same statements make every database of this version. So a table whose entry is lost begins where it does in
    /// a new database, unless an entry that was found contradicts that.
    private mutating func writeSchema(_ found: [Part]) throws {
        let new = try Schema.emptyDatabase(pageSize: pageSize)
        var wanted: [String: Part] = [:]
        try DamagedCopy.readParts(&wanted, from: new, "ASC")
        let pageCount = Int(DatabaseFile.size(of: path)) / pageSize
        let roots = Dictionary(found.map { ($0.name, $0.root) }) { root, _ in root }
        let isLikeNew = roots.allSatisfy { wanted[$0.key] == nil || wanted[$0.key]?.root == $0.value }
        foreignTables = found.filter { $0.type == "table" && wanted[$0.name] == nil && !$0.name.hasPrefix("sqlite_") }
            .map(\.name).sorted()
        var page = [UInt8](repeating: 0, count: pageSize)
        page.replaceSubrange(
            0..<DatabaseHeader.size, with: DatabaseHeader.bytes(pageSize: pageSize, pageCount: pageCount))
        // A leaf of a table without rows, whose content begins at the end of the page.
        page.replaceSubrange(
            100..<108, with: [13, 0, 0, 0, 0, UInt8(pageSize >> 8 & 0xFF), UInt8(pageSize & 0xFF), 0])
        try DamagedCopy.write(page, to: path, at: 0)
        do {
            let database = try Database(path: path, access: .readWrite)
            try database.execute("PRAGMA writable_schema = ON; PRAGMA synchronous = OFF; BEGIN")
            // Tables before their indexes, as SQLite reads them.
            for part in wanted.values.sorted(by: { $0.root < $1.root }) where !part.name.hasPrefix("search") {
                guard let root = roots[part.name] ?? (isLikeNew ? part.root : nil), 2...pageCount ~= Int(root) else {
                    continue
                }
                if roots[part.name] == nil { guessed.insert(part.name) }
                known.insert(part.name)
                try database.run(
                    "INSERT INTO sqlite_schema(type, name, tbl_name, rootpage, sql) VALUES (?1, ?2, ?3, ?4, ?5)",
                    .string(part.type), .string(part.name), .string(part.table), .integer(root), .text(part.sql))
            }
            try database.run("COMMIT")
        }
    }

    // MARK: Leaves

    /// The pages that look like leaves of a table.
    func leaves() throws(StoreError) -> [Int] {
        let file = try OpenFile(path)
        return (1..<max(1, file.size / pageSize)).filter { file.bytes(at: $0 * pageSize, count: 1) == [13] }.map {
            $0 + 1
        }
    }

    /// Enters each of these pages as a table of its own, `stray` and its number, in the place of those before.
    func enterLeaves(_ pages: some Sequence<Int>, columns: String) throws(DatabaseError) {
        let database = try Database(path: path, access: .readWrite)
        try database.execute(
            "PRAGMA writable_schema = ON; PRAGMA synchronous = OFF; BEGIN; "
                + "DELETE FROM sqlite_schema WHERE name LIKE 'stray%'")
        for page in pages {
            try database.run(
                "INSERT INTO sqlite_schema(type, name, tbl_name, rootpage, sql) VALUES ('table', ?1, ?1, ?2, ?3)",
                .string("stray\(page)"), .number(page), .string("CREATE TABLE stray\(page)(\(columns))"))
        }
        try database.execute("COMMIT")
    }
}
