import TestSupport

@testable import FeedCore

/// A small database with trees of several levels, overflow pages, free pages and rows in every table, and what becomes
/// of it when a part is overwritten.
struct DamagedDatabase {
    static let pageSize = 1024
    let sound: [UInt8]
    /// Every row of every table that holds what people would miss, by table and key.
    let rows: [String: [String: String]]
    /// The ids of the rows of each leaf of a table.
    let leaves: [UInt32: (table: String, ids: Set<Int64>)]
    /// The table, or index, of each page of a tree without row ids.
    let indexes: [UInt32: String]
    /// The highest ids that were given.
    let sequences: [String: Int64]

    var pageCount: Int { sound.count / Self.pageSize }

    init() throws {
        let folder = TemporaryFolder()
        let path = folder.file("rssium.db")
        try Self.fill(path)
        sound = try Self.bytes(of: path)
        let database = try Database(path: path, access: .readOnly)
        rows = try Self.rows(of: database)
        sequences = try Self.sequences(of: database)
        let file = try PageFile.ours(at: path)
        let schema = SchemaRows(of: file)
        var leaves: [UInt32: (table: String, ids: Set<Int64>)] = [:]
        var indexes: [UInt32: String] = [:]
        for shape in try TableShape.all(of: database) {
            var marks = PageMarks([], of: file)
            let root = schema.root(of: shape.name) ?? 0
            if shape.hasRowid {
                _ = file.forEachRow(ofTable: root, shape, &marks) { _, _ in }
            } else {
                _ = file.forEachRecord(ofIndex: root, &marks) { _ in }
            }
            for number in 2...UInt32(file.pageCount) where marks[number] {
                guard let page = file.treePage(number) else { continue }
                if page.kind == .tableLeaf {
                    var ids: Set<Int64> = []
                    _ = file.forEachRow(of: page, shape) { rowid, _ in ids.insert(rowid) }
                    leaves[number] = (shape.name, ids)
                } else if !page.kind.isTable {
                    indexes[number] = shape.name
                }
            }
        }
        self.leaves = leaves
        self.indexes = indexes
    }

    private static func fill(_ path: String) throws {
        try DatabaseFile.create(path)
        do {
            let empty = try Database(path: path, access: .readWrite)
            // Only what is written has a size.
            try empty.execute("PRAGMA page_size = \(pageSize); CREATE TABLE none(id); DROP TABLE none")
        }
        let store = try Store(path: path, access: .writing)
        var random = Random(state: 5)
        for feed in 1...6 {
            let id = try store.addSample(
                "https://host\(feed).example/feed", nickname: feed == 3 ? "Third" : nil, category: "C\(feed % 3)")
            try store.transaction {
                let statements = try store.articleStatements()
                let drafts = (0..<14).map { number in
                    var draft = Sample.draft(
                        "Article \(number) of \(feed)", guid: "g\(number)",
                        url: "https://host\(feed).example/\(number)",
                        text: String(repeating: "wörd \(number) ", count: number % 8 == 7 ? 300 : 8 + random.next(10)))
                    draft.content.enclosures =
                        number % 3 == 0 ? [Enclosure(url: "https://host.example/\(number).mp3")] : []
                    return draft
                }
                _ = try store.insert(drafts, into: id, at: Sample.now, with: statements)
            }
        }
        try store.database.execute(
            """
            INSERT OR REPLACE INTO feed_refresh(feed_id, last_refreshed, etag) SELECT id, 1, 'e' FROM feed;
            INSERT INTO feed_document(feed_id, articles) SELECT id, '[1,2]' FROM feed;
            INSERT INTO feed_setting(feed_id, key, value) SELECT id, 'keep.days', '3' FROM feed;
            INSERT INTO rule(query, feed_id, action) SELECT 'word' || id, id, 'star' FROM feed;
            INSERT INTO refresh(started) SELECT id FROM article LIMIT 60;
            INSERT INTO host_hold(host, until, since) SELECT host, 1795253500, 1795253400 FROM feed;
            INSERT INTO cursor(name, article_id, moved) SELECT 'reader' || id, id, 1795253400 FROM feed;
            INSERT INTO tombstone(feed_id, title, text) SELECT feed_id, id, id FROM article;
            UPDATE article SET read_at = 1795253400 WHERE id % 2 = 0;
            UPDATE article SET starred = 1 WHERE id % 9 = 0;
            -- What is deleted leaves free pages with what was in them, and an id that is never given again.
            DELETE FROM article WHERE id BETWEEN 40 AND 52 OR id = 84;
            DELETE FROM rule WHERE id = 6;
            PRAGMA wal_checkpoint(TRUNCATE);
            """)
    }

    /// The sound bytes with a part overwritten.
    func damaged(_ range: Range<Int>, with byte: () -> UInt8) -> [UInt8] {
        var bytes = sound
        for place in range where place < bytes.count { bytes[place] = byte() }
        return bytes
    }

    static func bytes(of path: String) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        return readBytes(descriptor, at: 0, count: Int(lseek(descriptor, 0, SEEK_END))) ?? []
    }

    static func rows(of database: borrowing Database) throws -> [String: [String: String]] {
        var all: [String: [String: String]] = [:]
        for shape in try TableShape.all(of: database) {
            let key = shape.hasRowid ? "rowid" : "quote(\(shape.columns[0].name)) || quote(\(shape.columns[1].name))"
            let row = shape.columns.map { "quote(\($0.name))" }.joined(separator: " || ',' || ")
            let statement = try database.prepare("SELECT \(key), \(row) FROM \(shape.name)")
            var rows: [String: String] = [:]
            while try statement.step() { rows[statement.text(0)] = statement.text(1) }
            all[shape.name] = rows
        }
        return all
    }

    static func sequences(of database: borrowing Database) throws -> [String: Int64] {
        let statement = try database.prepare("SELECT name, seq FROM sqlite_sequence")
        var sequences: [String: Int64] = [:]
        while try statement.step() { sequences[statement.text(0)] = statement.number(1) }
        return sequences
    }
}
