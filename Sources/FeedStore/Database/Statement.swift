internal import CSQLite

/// A value that is bound to a statement.
package enum SQLValue {
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
    /// Ids as a JSON array, of which `json_each` makes rows.
    static func list(_ ids: [Int64]) -> SQLValue { .string("[" + ids.map(String.init).joined(separator: ",") + "]") }
    static func list(_ ids: [RemoteID]) -> SQLValue { .bytes(DecisionValue.texts(ids.map(\.text)).json) }
}

/// The prepared statements of one connection that are not in use, by their SQL: so the same SQL is prepared once.
///
/// A class, because each statement returns to it when its scope ends.
final class StatementCache {
    /// Of the database.
    private let path: String
    /// An array: few statements have the same length, and to hash all bytes of one can take as long as to run it.
    private var idle: [(sql: String, handle: OpaquePointer)] = []

    /// A program that asks ever new questions, such as searches, must not keep them all.
    private static let limit = 100

    init(path: String) { self.path = path }

    fileprivate func take(_ sql: String) -> OpaquePointer? {
        let length = sql.utf8.count
        guard let offset = idle.lastIndex(where: { $0.sql.utf8.count == length && $0.sql == sql }) else { return nil }
        idle.swapAt(offset, idle.count - 1)
        return idle.removeLast().handle
    }

    fileprivate func giveBack(_ handle: OpaquePointer, _ sql: String) {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        if idle.count >= StatementCache.limit { empty() }
        idle.append((sql, handle))
    }

    /// Finalizes the statements that are not in use.
    func empty() {
        for (_, handle) in idle { sqlite3_finalize(handle) }
        idle = []
    }

    fileprivate func lastError(of handle: OpaquePointer) -> StoreError {
        StoreError(DatabaseError(of: sqlite3_db_handle(handle)), path: path)
    }
}

/// One prepared statement, which returns to the cache of its connection at the end of its scope.
package struct Statement: ~Copyable {
    private let handle: OpaquePointer
    private let sql: String
    private let cache: StatementCache

    /// Takes the statement from the cache, else the handle that `prepare` makes.
    init(_ sql: String, from cache: StatementCache, prepare: () throws(StoreError) -> OpaquePointer)
        throws(StoreError)
    {
        if let idle = cache.take(sql) {
            handle = idle
        } else {
            handle = try prepare()
        }
        self.sql = sql
        self.cache = cache
    }

    deinit {
        cache.giveBack(handle, sql)
    }

    /// Binds all values, the first to `?1`.
    func bind(_ values: [SQLValue]) throws(StoreError) {
        for (index, value) in values.enumerated() {
            try bind(value, at: Int32(index + 1))
        }
    }

    func bind(_ value: SQLValue, at index: Int32) throws(StoreError) {
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

    /// - Parameter isCopied: false for a text that stays in place until the statement has run.
    private func bind(_ text: UnsafeBufferPointer<UInt8>, at index: Int32, isCopied: Bool = true) -> Int32 {
        guard let length = Int32(exactly: text.count) else { return SQLITE_TOOBIG }
        // To SQLite a null address is NULL; an empty buffer may have none.
        guard let start = text.baseAddress else { return rssium_bind_text(handle, index, "", 0) }
        return start.withMemoryRebound(to: CChar.self, capacity: text.count) {
            isCopied ? rssium_bind_text(handle, index, $0, length) : sqlite3_bind_text(handle, index, $0, length, nil)
        }
    }

    /// Goes to the next row; false at the end.
    package func step() throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw lastError()
        }
    }

    /// Binds all values, runs to the end, and is ready for the next time.
    func run(_ values: [SQLValue]) throws(StoreError) {
        defer { reset() }
        try run(values, from: 0)
    }

    /// Binds the values from an index on, and runs while the texts stay in place, so that SQLite need not copy them.
    private func run(_ values: [SQLValue], from first: Int) throws(StoreError) {
        for index in first..<values.count {
            guard case .string(var text) = values[index] else {
                try bind(values[index], at: Int32(index + 1))
                continue
            }
            let failure = text.withUTF8 { bytes -> StoreError? in
                do throws(StoreError) {
                    guard bind(bytes, at: Int32(index + 1), isCopied: false) == SQLITE_OK else { return lastError() }
                    try run(values, from: index + 1)
                    return nil
                } catch { return error }
            }
            if let failure { throw failure }
            return
        }
        while try step() {}
    }

    /// Makes the statement ready to run again.
    func reset() {
        // The code that it returns is that of the last step, which has been thrown.
        sqlite3_reset(handle)
    }

    /// The columns of the current row, from the first on; until the next step.
    package var row: RowReader { RowReader(handle) }

    private func lastError() -> StoreError { cache.lastError(of: handle) }
}

extension DatabaseError {
    /// The last error of a connection.
    init(of connection: OpaquePointer?) {
        self.init(
            code: sqlite3_errcode(connection), message: String(cString: sqlite3_errmsg(connection)),
            systemCode: sqlite3_system_errno(connection))
    }
}

/// Reads the columns of one row from left to right: each call reads the next one.
package struct RowReader: ~Copyable {
    private let handle: OpaquePointer
    private var next: Int32 = 0

    fileprivate init(_ handle: OpaquePointer) { self.handle = handle }

    package mutating func number() -> Int64 {
        defer { next += 1 }
        return sqlite3_column_int64(handle, next)
    }

    mutating func count() -> Int { Int(number()) }
    package mutating func flag() -> Bool { number() != 0 }
    mutating func time() -> Timestamp { Timestamp(seconds: number()) }

    /// The text of the column; empty if it is null.
    package mutating func text() -> String { optionalText() ?? "" }

    mutating func optionalText() -> String? {
        defer { next += 1 }
        guard let bytes = sqlite3_column_text(handle, next) else { return nil }
        let length = Int(sqlite3_column_bytes(handle, next))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
    }

    /// The address of the column, which is `known` in most rows: then nothing is copied.
    mutating func optionalAddress(like known: WebAddress) -> WebAddress? {
        if known.isRemote, let bytes = sqlite3_column_text(handle, next) {
            let length = Int(sqlite3_column_bytes(handle, next))
            var text = known.text
            let isKnown = text.withUTF8 { $0.count == length && memcmp($0.baseAddress ?? bytes, bytes, length) == 0 }
            if isKnown {
                next += 1
                return known
            }
        }
        return optionalText().flatMap(WebAddress.init)
    }

    mutating func optionalNumber() -> Int64? { skipNull() ? nil : number() }
    mutating func optionalTime() -> Timestamp? { skipNull() ? nil : time() }

    /// That of the columns `guid`, `url`, `title`, `text_hash` and `published`.
    mutating func fingerprint() -> ArticleFingerprint {
        ArticleFingerprint(
            guid: optionalText(), url: optionalText(), title: text(), textHash: number(), published: optionalTime())
    }

    /// Goes past the next column if it is null, and tells whether it was.
    private mutating func skipNull() -> Bool {
        guard sqlite3_column_type(handle, next) == SQLITE_NULL else { return false }
        next += 1
        return true
    }
}
