import TestSupport
import Testing

@testable import FeedCore

/// Pages, records and the log as SQLite writes them, read without it.
@Suite struct PageFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("rssium.db") }

    private static let shape = TableShape(
        name: "t",
        columns: [
            TableShape.Column(name: "id", isText: false, isRequired: false),
            TableShape.Column(name: "number", isText: false, isRequired: false),
            TableShape.Column(name: "text", isText: true, isRequired: false),
        ], rowidColumn: 0, hasRowid: true)

    private func make(_ sql: String) throws -> Database {
        folder.write("", to: "rssium.db")
        let database = try Database(path: path, access: .readWrite)
        try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY, number, text)")
        try database.execute(sql)
        return database
    }

    /// The rows of the table, as `number text`.
    private func rows() throws -> [String] {
        let file = try PageFile(path: path)
        var rows: [String] = []
        var marks = PageMarks([], of: file)
        let root = try #require(SchemaRows(of: file).root(of: "t"))
        let gaps = file.forEachRow(ofTable: root, Self.shape, &marks) { rowid, values in
            let row = values.dropFirst().map { value in
                switch value {
                case .null: "null"
                case .integer(let number): "\(number)"
                case .string(let text): text
                case .bytes(let text): String(decoding: text, as: UTF8.self)
                }
            }
            rows.append("\(rowid): " + row.joined(separator: " "))
        }
        #expect(gaps == [])
        return rows
    }

    @Test func `numbers of every length are read`() throws {
        let numbers: [Int64] = [
            0, 1, -1, 127, -128, 128, 32767, -32768, 32768, 8_388_607, -8_388_608, 8_388_608, .init(Int32.max),
            .init(Int32.min), 1 << 31, (1 << 47) - 1, -(1 << 47), 1 << 47, .max, .min,
        ]
        _ = try make("INSERT INTO t(number) VALUES " + numbers.map { "(\($0))" }.joined(separator: ","))
        #expect(try rows() == numbers.enumerated().map { "\($0.offset + 1): \($0.element) null" })
    }

    @Test func `keys may be negative, and texts empty`() throws {
        _ = try make("INSERT INTO t(id, number, text) VALUES (-9223372036854775808, 1, ''), (-5, 2, 'é')")
        #expect(try rows() == ["-9223372036854775808: 1 ", "-5: 2 é"])
    }

    @Test func `texts of every length are read, wherever they lie`() throws {
        let lengths = Array(0..<3).map { $0 * 40 } + [4030, 4054, 4055, 4056, 4061, 4062, 8100, 8150, 9000, 50_000]
        let database = try make("")
        for length in lengths {
            try database.run(
                "INSERT INTO t(number, text) VALUES (7, ?1)", .string(String(repeating: "x", count: length)))
        }
        #expect(try rows().map(\.utf8.count) == lengths.enumerated().map { $0.element + "\($0.offset + 1): 7 ".count })
    }

    @Test func `what was committed to the log is read, and nothing else`() throws {
        let database = try make("INSERT INTO t(number) VALUES (1)")
        try database.execute("PRAGMA wal_checkpoint; INSERT INTO t(number) VALUES (2)")
        // Pages go to the log before they are committed where there are more than the cache takes.
        try database.execute("PRAGMA cache_size = 1; BEGIN; UPDATE t SET number = 9 WHERE id = 1")
        for _ in 0..<50 { try database.execute("INSERT INTO t(text) VALUES (hex(zeroblob(3000)))") }
        #expect(try rows() == ["1: 1 null", "2: 2 null"])
        try database.execute("ROLLBACK")
    }

    @Test func `a log that is damaged is read as far as it is sound`() throws {
        let database = try make("INSERT INTO t(number) VALUES (1)")
        try database.execute("INSERT INTO t(number) VALUES (2)")
        try database.execute("INSERT INTO t(number) VALUES (3)")
        var log = try DamagedDatabase.bytes(of: path + "-wal")
        log[log.count - 1] ^= 1
        folder.write(log, to: "rssium.db-wal")
        #expect(try rows() == ["1: 1 null", "2: 2 null"])
    }

    @Test func `a text whose way is broken is cut there`() throws {
        do {
            let database = try make("")
            let long = String(repeating: "x", count: 20_000)
            try database.run("INSERT INTO t(number, text) VALUES (5, ?1)", .string(long))
        }
        var bytes = try DamagedDatabase.bytes(of: path)
        // The third of the pages that the text goes on in.
        for place in bytes.count - 3 * 4096..<bytes.count - 2 * 4096 { bytes[place] = 0xEE }
        folder.write(bytes, to: "rssium.db")
        let file = try PageFile(path: path)
        var marks = PageMarks([], of: file)
        let root = try #require(SchemaRows(of: file).root(of: "t"))
        var length = 0
        let gaps = file.forEachRow(ofTable: root, Self.shape, &marks) { _, values in
            if case .string(let text) = values[2] { length = text.utf8.count }
        }
        #expect(gaps == [.everywhere])
        #expect(length > 4000 && length < 20_000)
    }

    @Test func `a cell with a key that is not its own does not hide the others`() {
        func kept(_ keys: [Int64]) -> [Int64] {
            TreePage.ascending(keys.map { TreePage.Cell(rowid: $0) }).map(\.rowid)
        }
        #expect(kept([1, 2, 3]) == [1, 2, 3])
        #expect(kept([1, 900, 3, 4]) == [1, 3, 4])
        #expect(kept([1, 2, -7, 4]) == [1, 2, 4])
        #expect(kept([]) == [])
    }

    @Test func `what is no database of ours is told from one that is damaged`() throws {
        #expect(throws: StoreError.self) { _ = try PageFile.ours(at: folder.path) }
        let letter = folder.write(String(repeating: "A letter. ", count: 100), to: "letter")
        #expect(throws: StoreError.notADatabase(path: letter, why: "it is not an SQLite database")) {
            _ = try PageFile.ours(at: letter)
        }
        _ = try make("")
        #expect(throws: StoreError.notADatabase(path: path, why: "it is the database of another program")) {
            _ = try PageFile.ours(at: path)
        }
        var bytes = try DamagedDatabase.bytes(of: path)
        for place in 16..<100 { bytes[place] = 0xAA }
        folder.write(bytes, to: "rssium.db")
        unlink(path + "-wal")
        #expect(throws: StoreError.self) { _ = try PageFile.ours(at: path) }
        let ours = try DamagedDatabase()
        let damaged = folder.write(ours.damaged(16..<1024) { 0xAA }, to: "damaged.db")
        #expect(try PageFile.ours(at: damaged).header.pageSize == DamagedDatabase.pageSize)
    }
}
