import TestSupport

@testable import FeedCore

/// A small database with trees of several levels, overflow pages, free pages and rows in every table, and what becomes
/// of it when a part is overwritten.
struct DamagedDatabase {
    static let pageSize = 1024

    /// A page that belongs to a tree, as SQLite's `dbstat` tells it.
    struct Page {
        let tree: String
        /// Where it is in the tree: the page above it begins with the same.
        let path: String
        let type: String
        /// The ids of its rows, where it is a leaf of a table.
        var ids: [Int64] = []
    }

    let sound: [UInt8]
    /// Every row of every table that a repair saves, by table and key.
    let rows: [String: [String: String]]
    let pages: [UInt32: Page]
    /// The highest ids that were given.
    let sequences: [String: Int64]
    /// Tables whose rows have ids.
    let tablesWithIDs: Set<String>

    var pageCount: Int { sound.count / Self.pageSize }

    init() throws {
        let folder = TemporaryFolder()
        let path = folder.file("rssium.db")
        try Self.fill(path)
        sound = try Self.bytes(of: path)
        let database = try Database(path: path, access: .readOnly)
        rows = try Self.rows(of: database)
        sequences = try Self.sequences(of: database)
        let tables = try Recovery.Table.all(of: database).filter(\.isByRowid)
        tablesWithIDs = Set(tables.map(\.name))
        var pages: [UInt32: Page] = [:]
        let statement = try database.prepare(
            "SELECT pageno, name, path, pagetype, ncell FROM dbstat ORDER BY name, path")
        var ids: [String: [Int64]] = [:]
        for table in tables {
            let rows = try database.prepare("SELECT rowid FROM \(table.name) ORDER BY rowid")
            while try rows.step() { ids[table.name, default: []].append(rows.number(0)) }
        }
        while try statement.step() {
            var page = Page(tree: statement.text(1), path: statement.text(2), type: statement.text(3))
            if page.type == "leaf", let rest = ids[page.tree] {
                page.ids = Array(rest.prefix(Int(statement.number(4))))
                ids[page.tree] = Array(rest.dropFirst(page.ids.count))
            }
            pages[UInt32(statement.number(0))] = page
        }
        self.pages = pages
    }

    /// The ids of the rows that cannot be saved when this page cannot be read.
    func unreachable(without number: UInt32) -> (table: String, ids: Set<Int64>) {
        guard let page = pages[number] else { return ("", []) }
        guard page.type == "overflow" else { return (page.tree, Set(page.ids)) }
        // "/000/001+000003": of the cell 1, counted in hexadecimal, of the page above.
        let cellPath = page.path.prefix { $0 != "+" }
        let cell = cellPath.split(separator: "/").last.flatMap { Int($0, radix: 16) } ?? 0
        let leafPath = cellPath.dropLast(cellPath.split(separator: "/").last?.count ?? 0)
        let leaf = pages.values.first { $0.tree == page.tree && $0.path == leafPath }
        return (page.tree, leaf.map { $0.ids.indices.contains(cell) ? [$0.ids[cell]] : [] } ?? [])
    }

    /// A leaf of the table with a row of this id.
    func leaf(of table: String, with id: Int64) -> UInt32? {
        pages.first { $0.value.tree == table && $0.value.ids.contains(id) }?.key
    }

    /// The bytes of a page.
    static func range(of page: UInt32) -> Range<Int> { Int(page - 1) * pageSize..<Int(page) * pageSize }

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
        let file = try OpenFile(path)
        return file.bytes(at: 0, count: file.size)
    }

    static func rows(of database: borrowing Database) throws -> [String: [String: String]] {
        var all: [String: [String: String]] = [:]
        for table in try Recovery.Table.all(of: database) {
            let key =
                table.isByRowid ? "rowid" : table.columns.prefix(2).map { "quote(\($0))" }.joined(separator: " || ")
            let row = table.columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
            let statement = try database.prepare("SELECT \(key), \(row) FROM \(table.name)")
            var rows: [String: String] = [:]
            while try statement.step() { rows[statement.text(0)] = statement.text(1) }
            all[table.name] = rows
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
