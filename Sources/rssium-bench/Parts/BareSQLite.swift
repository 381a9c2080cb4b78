internal import CSQLite
internal import FeedCore

/// The limit of storing: the rows of a database that is there, inserted into an empty one of the same schema.
enum BareSQLite {
    static func copyArticles(of original: String, into path: String) throws -> Part.Result {
        let source = try Connection(original)
        let articles = try source.rows("SELECT * FROM article ORDER BY id")
        let contents = try source.rows("SELECT * FROM article_content ORDER BY article_id")
        let enclosures = try source.rows("SELECT * FROM enclosure ORDER BY article_id, position")
        let copy = try Connection(path)
        try prepare(copy, like: source, original)
        let insertArticle = try copy.insertion(into: "article", columns: articles.first?.count ?? 0)
        let insertContent = try copy.insertion(into: "article_content", columns: contents.first?.count ?? 0)
        let insertEnclosure = try copy.insertion(into: "enclosure", columns: enclosures.first?.count ?? 1)
        let start = ContinuousClock.now
        var (enclosure, feeds) = (0, 0)
        try copy.execute("BEGIN IMMEDIATE")
        for (place, article) in articles.enumerated() {
            if place > 0, article[1] != articles[place - 1][1] {
                feeds += 1
                if feeds % Storing.batch == 0 { try copy.execute("COMMIT; BEGIN IMMEDIATE") }
            }
            try insertArticle.run(article)
            try insertContent.run(contents[place])
            while enclosure < enclosures.count, enclosures[enclosure][0] == article[0] {
                try insertEnclosure.run(enclosures[enclosure])
                enclosure += 1
            }
        }
        try copy.execute("COMMIT")
        return Part.Result(seconds: (ContinuousClock.now - start) / .seconds(1), articles: articles.count)
    }

    /// The same tables, indexes and triggers, the same feeds, and not one article.
    private static func prepare(_ copy: borrowing Connection, like source: borrowing Connection, _ path: String) throws
    {
        try copy.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000")
        // The tables of the full-text index come with it.
        let schema = """
            SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
                AND name NOT IN ('search_data', 'search_idx', 'search_content', 'search_docsize', 'search_config')
            """
        for row in try source.rows(schema) {
            guard case .text(let sql) = row[0] else { continue }
            try copy.execute(String(decoding: sql, as: UTF8.self))
        }
        try copy.execute(
            """
            ATTACH '\(path)' AS original;
            INSERT INTO feed SELECT * FROM original.feed;
            INSERT INTO feed_refresh SELECT * FROM original.feed_refresh;
            UPDATE feed SET unread = 0, articles = 0, last_article = NULL;
            DETACH original;
            PRAGMA foreign_keys = ON
            """)
    }
}

/// A value of a row.
private enum Value: Equatable {
    case null
    case integer(Int64)
    case text([UInt8])
}

/// A connection that does no more than SQLite does.
private struct Connection: ~Copyable {
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
        return Insertion(try prepare(empty ? "SELECT ?" : "INSERT INTO \(table) VALUES (\(marks))"))
    }

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
private struct Insertion: ~Copyable {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) { self.statement = statement }

    deinit { sqlite3_finalize(statement) }

    func run(_ row: [Value]) throws {
        for (index, value) in zip(Int32(1)..., row) {
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .text(let bytes):
                // Static: the row outlives the step.
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
