internal import CSQLite

/// One connection to an SQLite database, closed at the end of its scope. One task at a time may use it.
package struct Database: ~Copyable {
    package enum Access {
        case readWrite
        case readOnly
        /// A file that no process can write to: SQLite takes no lock and needs no `-shm` file.
        case immutable
        case memory
    }

    private let handle: OpaquePointer
    private let path: String
    let access: Access
    private let cache: StatementCache
    package let matchers: SQLMatchers

    /// SQLite refuses the setting once another library has opened a database; then it goes on counting.
    private static let memoryIsUncounted = rssium_leave_memory_uncounted() == SQLITE_OK

    /// Opens a database, whose file must exist.
    ///
    /// - Parameter busyTimeout: how long to wait for another connection that writes.
    package init(path: String, access: Access, busyTimeout: Duration = .seconds(5)) throws(StoreError) {
        _ = Database.memoryIsUncounted
        var handle: OpaquePointer?
        let flags: Int32
        let name: String
        switch access {
        case .readWrite: (name, flags) = (Database.fileName(of: path), SQLITE_OPEN_READWRITE)
        case .readOnly: (name, flags) = (Database.fileName(of: path), SQLITE_OPEN_READONLY)
        case .immutable: (name, flags) = (Database.immutableURI(of: path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        case .memory: (name, flags) = (":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY)
        }
        let opened = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else { throw .failed("out of memory") }
        let added = [Database.addTitleOrder, Database.addArticleKey, Database.addFoldedName, Database.addIsHome]
        let matchers = SQLMatchers()
        var code = added.reduce(opened) { $0 == SQLITE_OK ? $1(handle) : $0 }
        if code == SQLITE_OK { code = Database.addMatches(of: matchers, to: handle) }
        guard code == SQLITE_OK else {
            let error = DatabaseError(
                code: code, message: String(cString: sqlite3_errmsg(handle)), systemCode: sqlite3_system_errno(handle))
            sqlite3_close_v2(handle)
            throw StoreError(error, path: path)
        }
        self.handle = handle
        self.path = path
        self.access = access
        self.matchers = matchers
        cache = StatementCache(path: path)
        // A trigger or a view that another program has added runs no function with side effects.
        _ = rssium_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        sqlite3_busy_timeout(handle, Int32(busyTimeout / .milliseconds(1)))
    }

    /// Opens a database to read it, and prepares it for that.
    static func openForReading(
        _ path: String, busyTimeout: Duration = .seconds(5), prepare: (borrowing Database) throws(StoreError) -> Void
    ) throws(StoreError) -> Database {
        do throws(StoreError) {
            // Opened for writing if that is allowed: only then SQLite can clean up after a killed writer.
            let access = DatabaseFile.isWritable(path) ? Access.readWrite : .readOnly
            let database = try Database(path: path, access: access, busyTimeout: busyTimeout)
            try prepare(database)
            return database
        } catch {
            // Changes that are still in a log would not be read.
            guard error.isOfWriting(path) else { throw error }
            // If nothing can be written, SQLite opens a database with a write-ahead log only as immutable.
            return try Database(path: path, access: .immutable)
        }
    }

    /// The path as SQLite takes it for that of a file: it means something else by `:memory:`, and by what begins with
    /// `file:`.
    package static func fileName(of path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

    /// The version of SQLite.
    static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    /// The collation of titles: by letters without their marks, case aside. No index uses it, so that other programs
    /// can read and change the file.
    static let titleOrder = "rssium_titles"

    private static func addTitleOrder(to handle: OpaquePointer) -> Int32 {
        sqlite3_create_collation_v2(
            handle, titleOrder, SQLITE_UTF8, nil,
            { _, leftCount, left, rightCount, right in
                let order = CaseFolding.order(
                    UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
                    UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
                return Int32(order.signum())
            }, nil)
    }

    deinit {
        cache.empty()
        // v2 waits for statements that are not finalized yet.
        sqlite3_close_v2(handle)
    }

    /// Runs one or several statements without values and rows.
    func execute(_ sql: String) throws(StoreError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw lastError() }
    }

    /// Runs the first statement of a text alone, and does not keep it for another time.
    func runFirst(of sql: String) throws(StoreError) {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, sqlite3_step(statement) == SQLITE_DONE
        else { throw lastError() }
    }

    /// Whether a text ends with the end of a statement.
    static func isComplete(_ sql: String) -> Bool { sqlite3_complete(sql) == 1 }

    /// Prepares one statement, or takes it from the cache.
    package func prepare(_ sql: String) throws(StoreError) -> Statement {
        try Statement(sql, from: cache) { () throws(StoreError) in
            var statement: OpaquePointer?
            guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
                let statement
            else { throw lastError() }
            return statement
        }
    }

    static func text(_ value: OpaquePointer?) -> String? {
        guard let bytes = sqlite3_value_text(value) else { return nil }
        let length = Int(sqlite3_value_bytes(value))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
    }

    /// Rows that the last statement inserted, updated or deleted, without those of triggers.
    var changes: Int { Int(sqlite3_changes(handle)) }
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs `body` as one transaction that may write; its failure leaves nothing behind.
    func transaction<Result: ~Copyable>(_ body: () throws -> Result) throws(StoreError) -> Result {
        // Immediate: SQLite refuses a deferred transaction that turns to writing, without waiting for the other writer.
        try run("BEGIN IMMEDIATE")
        do {
            // After a repair replaced the file, a write to this one would be lost.
            guard !hasMoved else { throw StoreError.busy }
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            rollBack("ROLLBACK")
            throw StoreError(of: error)
        }
    }

    /// Runs `body` while SQLite waits no longer for another connection that writes.
    func withBusyTimeout<Result>(
        atMost milliseconds: Int64, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let patience = try number("PRAGMA busy_timeout") ?? 0
        try execute("PRAGMA busy_timeout = \(min(patience, milliseconds))")
        // If it fails, later writes only wait for a shorter time.
        defer { try? execute("PRAGMA busy_timeout = \(patience)") }
        return try body()
    }

    /// Whether the file that is open is no longer the one at its path.
    private var hasMoved: Bool {
        var moved: Int32 = 0
        // A database without a file leaves the answer as it is: it has not moved.
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return moved != 0
    }

    /// Runs `body` within a transaction so that its failure undoes what it did, and nothing else.
    func savepoint<Result: ~Copyable>(_ body: () throws -> Result) throws(StoreError) -> Result {
        try run("SAVEPOINT part")
        do {
            let result = try body()
            try run("RELEASE part")
            return result
        } catch {
            rollBack("ROLLBACK TO part; RELEASE part")
            throw StoreError(of: error)
        }
    }

    /// Undoes an open transaction or savepoint.
    func rollBack(_ sql: String = "ROLLBACK") {
        // It fails where SQLite has rolled back already, as it does when the disk is full.
        sqlite3_exec(handle, sql, nil, nil, nil)
    }

    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    private func lastError() -> StoreError { StoreError(DatabaseError(of: handle), path: path) }

    private static func immutableURI(of path: String) -> String {
        let escaped = path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "%"): "%25"
            case UInt8(ascii: "?"): "%3f"
            case UInt8(ascii: "#"): "%23"
            default: String(decoding: [byte], as: UTF8.self)
            }
        }
        return "file:" + escaped.joined() + "?immutable=1"
    }
}
