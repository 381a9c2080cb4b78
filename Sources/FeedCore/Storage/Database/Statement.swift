internal import CSQLite

/// A value that is bound to a statement.
enum SQLValue {
    case null
    case integer(Int64)
    case string(String)
    /// Text, as UTF-8.
    case bytes([UInt8])

    static func text(_ value: String?) -> SQLValue { value.map(SQLValue.string) ?? .null }
    static func number(_ value: Int64?) -> SQLValue { value.map(SQLValue.integer) ?? .null }
    static func number(_ value: Int) -> SQLValue { .integer(Int64(value)) }
    static func flag(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
    static func time(_ value: Timestamp?) -> SQLValue { number(value?.seconds) }
    static func id(_ value: FeedID) -> SQLValue { .integer(value.rawValue) }
    static func id(_ value: ArticleID) -> SQLValue { .integer(value.rawValue) }
    static func id(_ value: CategoryID?) -> SQLValue { number(value?.rawValue) }
    /// Ids as a JSON array, which `json_each` makes rows of.
    static func list(_ ids: [Int64]) -> SQLValue { .string("[" + ids.map(String.init).joined(separator: ",") + "]") }
}

/// The prepared statements of one connection that are not in use, by their SQL: none is prepared twice.
///
/// A class, because every statement finds its way back to it when its scope ends.
final class StatementCache {
    private var idle: [String: OpaquePointer] = [:]

    /// A statement that was prepared before and is not in use.
    fileprivate func take(_ sql: String) -> OpaquePointer? {
        idle.removeValue(forKey: sql)
    }

    fileprivate func giveBack(_ handle: OpaquePointer, _ sql: String) {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        if let other = idle.updateValue(handle, forKey: sql) { sqlite3_finalize(other) }
    }

    /// Finalizes what is idle, before the connection is closed.
    func empty() {
        for handle in idle.values { sqlite3_finalize(handle) }
        idle = [:]
    }
}

/// One prepared statement, given back to its connection at the end of its scope. Columns are counted from 0.
struct Statement: ~Copyable {
    private let handle: OpaquePointer
    private let sql: String
    private let cache: StatementCache

    /// Takes a statement from the cache, or else the handle that `prepare` makes.
    init(_ sql: String, from cache: StatementCache, prepare: () throws(DatabaseError) -> OpaquePointer)
        throws(DatabaseError)
    {
        self.sql = sql
        self.cache = cache
        if let idle = cache.take(sql) {
            handle = idle
        } else {
            handle = try prepare()
        }
    }

    deinit {
        cache.giveBack(handle, sql)
    }

    /// Binds all values, the first to `?1`.
    func bind(_ values: [SQLValue]) throws(DatabaseError) {
        for (index, value) in values.enumerated() {
            try bind(value, at: Int32(index + 1))
        }
    }

    func bind(_ value: SQLValue, at index: Int32) throws(DatabaseError) {
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(handle, index)
        case .integer(let number): code = sqlite3_bind_int64(handle, index, number)
        case .string(var text):
            code = text.withUTF8 { bind($0, at: index) }
        case .bytes(let text):
            code = text.withUnsafeBufferPointer { bind($0, at: index) }
        }
        guard code == SQLITE_OK else { throw lastError() }
    }

    private func bind(_ text: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
        guard let length = Int32(exactly: text.count) else { return SQLITE_TOOBIG }
        // SQLite takes no address for null; an empty buffer may have none.
        guard let start = text.baseAddress else { return rssium_bind_text(handle, index, "", 0) }
        return start.withMemoryRebound(to: CChar.self, capacity: text.count) {
            rssium_bind_text(handle, index, $0, length)
        }
    }

    /// Goes to the next row; false at the end.
    func step() throws(DatabaseError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw lastError()
        }
    }

    /// Binds all values, runs to the end, and is ready for the next time.
    func run(_ values: [SQLValue]) throws(DatabaseError) {
        defer { reset() }
        try bind(values)
        while try step() {}
    }

    /// Makes the statement ready to run again.
    func reset() {
        // Gives the error of the last step once more, which was thrown there.
        sqlite3_reset(handle)
    }

    func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    func flag(_ column: Int32) -> Bool { number(column) != 0 }
    func time(_ column: Int32) -> Timestamp { Timestamp(seconds: number(column)) }

    /// The text of a column; empty where it is null.
    func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(handle, column) else { return "" }
        let length = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
    }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    func optionalNumber(_ column: Int32) -> Int64? { isNull(column) ? nil : number(column) }
    func optionalTime(_ column: Int32) -> Timestamp? { isNull(column) ? nil : time(column) }
    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    private func lastError() -> DatabaseError {
        let database = sqlite3_db_handle(handle)
        return DatabaseError(
            code: sqlite3_errcode(database), message: String(cString: sqlite3_errmsg(database)), sql: sql,
            systemCode: sqlite3_system_errno(database))
    }
}
