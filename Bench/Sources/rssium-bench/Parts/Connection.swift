internal import CSQLite

/// A value of a row.
enum Value: Equatable {
    case null
    case integer(Int64)
    case text([UInt8])
}

/// A thin wrapper of a connection of SQLite.
struct Connection: ~Copyable {
    private let handle: OpaquePointer

    init(_ path: String) throws {
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(
            path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else { throw BenchError("SQLite cannot open \(path)") }
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw BenchError(String(cString: sqlite3_errmsg(handle)))
        }
    }

    func rows(_ sql: String) throws -> [[Value]] {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        var rows: [[Value]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append((0..<sqlite3_column_count(statement)).map { Connection.value(statement, $0) })
        }
        return rows
    }

    func insertion(into table: String, columns: Int) throws -> Insertion {
        let marks = Array(repeating: "?", count: columns).joined(separator: ", ")
        let empty = table == "enclosure" && columns == 1
        return try insertion(of: empty ? "SELECT ?" : "INSERT INTO \(table) VALUES (\(marks))")
    }

    func insertion(of sql: String) throws -> Insertion { Insertion(try prepare(sql)) }

    private func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw BenchError(String(cString: sqlite3_errmsg(handle)))
        }
        return statement
    }

    private static func value(_ statement: OpaquePointer, _ column: Int32) -> Value {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        default:
            let bytes = sqlite3_column_text(statement, column)
            let length = Int(sqlite3_column_bytes(statement, column))
            return .text(Array(UnsafeBufferPointer(start: bytes, count: length)))
        }
    }
}

/// A statement that inserts row after row.
struct Insertion: ~Copyable {
    private let statement: OpaquePointer

    fileprivate init(_ statement: OpaquePointer) { self.statement = statement }

    deinit { sqlite3_finalize(statement) }

    func run(_ row: [Value]) throws {
        for (index, value) in zip(Int32(1)..., row) {
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .text(let bytes):
                // SQLITE_STATIC: the row outlives the step.
                _ = bytes.withUnsafeBytes { buffer in
                    sqlite3_bind_text(
                        statement, index, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count),
                        nil)
                }
            }
        }
        guard sqlite3_step(statement) == SQLITE_DONE else {
            throw BenchError(String(cString: sqlite3_errmsg(sqlite3_db_handle(statement))))
        }
        sqlite3_reset(statement)
    }
}
