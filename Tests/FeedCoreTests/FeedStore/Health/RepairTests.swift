import TestSupport
import Testing

@testable import FeedStore

/// How a damaged database is repaired with what the `sqlite3` program prints, which these tests write themselves.
@Suite struct RepairTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("rssium.db") }

    /// Two feeds with three articles each, of which `damage` is zeroed: a table or an index. Returns its bytes.
    @discardableResult
    private func makeDatabase(damaging damage: String = "article") throws -> [UInt8] {
        var page: Int64 = 0
        do {
            let store = try Store(path: path, access: .writing)
            for feed in ["a", "b"] {
                let id = try store.addSample("https://\(feed).example/feed", category: "News")
                for number in 1...3 {
                    try store.insertSample(Sample.draft("\(feed) \(number)", guid: "\(number)", text: "text"), into: id)
                }
            }
            try store.database.execute(
                """
                UPDATE article SET starred = 1 WHERE id = 2;
                DELETE FROM article WHERE id = 6;
                INSERT INTO cursor(name, article_id, moved) VALUES ('me', 40, 1);
                """)
            page = try store.database.number("SELECT rootpage FROM sqlite_master WHERE name = ?1", .string(damage)) ?? 0
        }
        folder.write(try bytes(of: path), to: "sound.db")
        var bytes = try bytes(of: path)
        for place in Int(page - 1) * 4096..<Int(page) * 4096 { bytes[place] = 0 }
        folder.write(bytes, to: "rssium.db")
        chmod(path, 0o600)
        chmod(folder.path, 0o700)
        return bytes
    }

    private func bytes(of path: String) throws -> [UInt8] { try File.read(path) }

    /// The rows of the sound database as sqlite3 prints them: by table, or as those of pages that no table leads to.
    private func sql(strays: Set<String> = [], left: Set<String> = []) throws -> [String] {
        let sound = try Database(path: folder.file("sound.db"), access: .readOnly)
        var text = ["BEGIN;", "PRAGMA writable_schema = on;"]
        text.append(
            "CREATE TABLE lost_and_found(rootpgno, pgno, nfield, id, "
                + (0..<40).map { "c\($0)" }.joined(separator: ", ") + ");")
        for (name, sql) in try Schema.parts().sorted(by: { $0.key < $1.key }) where name.hasPrefix("table ") {
            let table = String(name.dropFirst("table ".count))
            guard !table.hasPrefix("search"), !left.contains(table) else { continue }
            if !strays.contains(table) { text.append(sql + ";") }
            let columns = try sound.rows("SELECT name FROM pragma_table_info(?1)", [.string(table)]) { $0.text() }
            let values = columns.map { strays.contains(table) && $0 == "id" ? "'NULL'" : "quote(\($0))" }
            let key = columns.contains("id") ? "id || ', '" : "'NULL, '"
            let start =
                strays.contains(table)
                ? "'INSERT INTO lost_and_found VALUES(9, 9, \(columns.count), ' || \(key)"
                : "'INSERT OR IGNORE INTO ''\(table)''(\(columns.joined(separator: ", "))) VALUES('"
            let rest = strays.contains(table) ? ", NULL".repeated(40 - columns.count) : ""
            text += try sound.rows(
                "SELECT \(start) || \(values.joined(separator: " || ', ' || ")) || '\(rest));' FROM \(table)"
            ) { $0.text() }
        }
        return text
    }

    private func repair(_ lines: [String], fromState: Bool = false) throws -> Repair.Report {
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        let report = try Repair(database: path, fromState: fromState).run(
            at: Sample.now,
            recover: { _, put in
                // In pieces, as from a pipe.
                for start in stride(from: 0, to: text.count, by: 1000) {
                    try put(Array(text[start..<min(start + 1000, text.count)]))
                }
            }, restore: { _ in })
        #expect(try IntegrityCheck(database: path).findings == [])
        #expect(access(path + ".repair-damaged", F_OK) != 0 && access(path + ".repair-recovered", F_OK) != 0)
        return report
    }

    private func texts(_ sql: String) throws -> [String] {
        try Database(path: path, access: .readOnly).rows(sql) { $0.text() }
    }

    private static let articles = """
        SELECT json_array(article.id, feed_id, date, read_at, starred, title, guid, text_hash, content)
        FROM article JOIN article_content ON article_id = article.id ORDER BY article.id
        """

    @Test func `what sqlite3 prints comes back whole, and the damaged file is kept`() throws {
        let bytes = try makeDatabase()
        let report = try repair(try sql())
        let saved = try #require(report.saved)
        #expect(saved.isComplete && saved.articles == 5 && saved.feeds == 2, "\(saved)")
        let sound = try Database(path: folder.file("sound.db"), access: .readOnly)
        #expect(try texts(Self.articles) == sound.rows(Self.articles) { $0.text() })
        #expect(try texts("SELECT code FROM own_machine") == sound.rows("SELECT code FROM own_machine") { $0.text() })
        #expect(try texts("SELECT unread || ' of ' || articles FROM feed") == ["3 of 3", "2 of 2"])
        #expect(try self.bytes(of: #require(report.damagedFile)) == bytes)
        // The id of a deleted article is not given again.
        let store = try Store(path: path, access: .writing)
        #expect(try store.insertSample(Sample.draft("New"), into: FeedID(rawValue: 1)).rawValue == 41)
    }

    @Test func `rows that no table leads to are told by their shape`() throws {
        try makeDatabase(damaging: "article")
        let strays = ["INSERT INTO lost_and_found VALUES(9, 9, 21, 70, NULL, 1, 'noise'\(", NULL".repeated(37)));"]
        let saved = try #require(try repair(try sql(strays: ["article", "decision", "rule"]) + strays).saved)
        #expect(saved.isComplete && saved.articles == 5, "\(saved)")
        let sound = try Database(path: folder.file("sound.db"), access: .readOnly)
        #expect(try texts(Self.articles) == sound.rows(Self.articles) { $0.text() })
    }

    @Test func `nothing but rows comes from the damaged file`() throws {
        try makeDatabase()
        folder.write("", to: "other.db")
        let foreign = [
            "CREATE TABLE foreign_table(a); ATTACH '\(folder.file("other.db"))' AS other;",
            "INSERT INTO foreign_table VALUES(1); CREATE TABLE other.t(a);",
            "CREATE TRIGGER spy AFTER INSERT ON article BEGIN", "DELETE FROM article;", "END;",
            "INSERT INTO sqlite_schema VALUES('trigger','spy2','article',0,'CREATE TRIGGER spy2');",
            ".shell touch \(folder.file("touched"))", "CREATE TABLE half(a TEXT DEFAULT 'it;",
            "DELETE FROM feed;", "DROP TABLE feed;",
        ]
        let saved = try #require(try repair(try sql() + foreign + sql(left: ["feed"])).saved)
        #expect(saved.isComplete, "\(saved)")
        #expect(
            try Set(texts("SELECT type || ' ' || name FROM sqlite_master WHERE sql NOT NULL"))
                == Set(Schema.parts().keys))
        #expect(access(folder.file("touched"), F_OK) != 0 && DatabaseFile.isEmpty(folder.file("other.db")))
    }

    @Test func `the ids of what undo can bring back are not given again`() throws {
        try makeDatabase()
        for name in ["rssium.db", "sound.db"] {
            try Database(path: folder.file(name), access: .readWrite).execute(
                """
                INSERT INTO removal(id, removed, feed_id, articles, indexed_to) VALUES(1, 1, 7, 1, 0);
                INSERT INTO removed_row(removal_id, name, article_id, cells) VALUES(1, 'article', 50, '{}');
                INSERT INTO undo(id, done, what) VALUES(1, 1, 'rule rm');
                INSERT INTO undo_step(undo_id, position, kind, name, row_id, old_row) VALUES(1, 1, 'row', 'rule', 9, '{}');
                INSERT INTO undo_step(undo_id, position, kind, row_id) VALUES(1, 2, 'removed', 3);
                """)
        }
        _ = try #require(try repair(sql(left: ["sqlite_sequence"])).saved)
        let given = try texts(
            "SELECT name || ' ' || seq FROM sqlite_sequence WHERE name IN ('article', 'feed', 'removal', 'rule')")
        #expect(given.sorted() == ["article 50", "feed 7", "removal 3", "rule 9"])
    }

    @Test func `what fits no table is left out, and what is missing is counted`() throws {
        try makeDatabase()
        var lines = try sql().filter { !$0.hasPrefix("INSERT OR IGNORE INTO 'article'") }
        lines += [
            "INSERT INTO article(id, feed_id, date, fetched, text_hash, draft_hash, title, excerpt) VALUES(1, 1, 1, 1, 1, 1, 'One', '');",
            "INSERT INTO article(id, feed_id, date, fetched, text_hash, draft_hash, title, excerpt) VALUES(2, 1, 'x', 1, 1, 1, 'Two', '');",
            "INSERT INTO article(id, feed_id, date, fetched, text_hash, draft_hash, title, excerpt) VALUES(99999999999, 1, 1, 1, 1, 1, 'Big', '');",
            "INSERT INTO rule VALUES(1, NULL, NULL, NULL, NULL);",
        ]
        let saved = try #require(try repair(lines).saved)
        #expect(saved.articles == 1 && saved.missing == ["4 articles"] && saved.uncertain == [], "\(saved)")
        #expect(saved.tables.contains("article: 1 row saved, 4 missing") && saved.tables.contains("feed: 2 rows saved"))
        #expect(try texts("SELECT seq FROM sqlite_sequence WHERE name = 'article'") == ["40"])
        // So the next refresh fetches the documents again.
        #expect(try texts("SELECT 1 FROM feed_refresh WHERE body_hash NOT NULL OR etag NOT NULL") == [])
    }

    @Test func `a feed whose row is lost keeps its articles, and its URL where that answered`() throws {
        try makeDatabase(damaging: "feed")
        let lines =
            try sql(left: ["feed"]) + [
                "INSERT OR REPLACE INTO feed_refresh(feed_id, answered_url) VALUES(1, 'https://a.example/feed');"
            ]
        let saved = try #require(try repair(lines).saved)
        #expect(saved.feeds == 1 && saved.articles == 5)
        #expect(saved.missing == ["1 feed", "2 titles"], "\(saved)")
        #expect(
            try texts("SELECT url || ' ' || paused || ' ' || articles FROM feed") == [
                "https://a.example/feed 0 3", "https://recovered.invalid/2 1 2",
            ])
    }

    @Test func `a URL that is lost is named as missing, and the damaged file is kept`() throws {
        try makeDatabase()
        folder.write(try bytes(of: folder.file("sound.db")), to: "rssium.db")
        do {
            let store = try Store(path: path, access: .writing)
            try store.database.execute("UPDATE feed SET url = 'h%tps://b' WHERE id = 2")
        }
        let report = try repair(
            try sql().map { $0.replacing("'https://b.example/feed'", with: "'h%tps://b'") })
        let saved = try #require(report.saved)
        #expect(saved.missing == ["1 feed"] && report.damagedFile != nil, "\(report)")
        #expect(try texts("SELECT url FROM feed WHERE id = 2") == ["https://recovered.invalid/2"])
    }

    @Test func `without a row the database stays as it is`() throws {
        let bytes = try makeDatabase()
        let why = "sqlite3 finds no feed and no article in it"
        #expect(throws: StoreError.cannotRecover(path: path, why: why)) { try repair(["BEGIN;", "ROLLBACK;"]) }
        #expect(try self.bytes(of: path) == bytes)
        #expect(access(path + ".repair", F_OK) != 0)
    }

    @Test func `from the state alone an empty or unreadable file is replaced, and a sound one is not`() throws {
        for content in ["", String(repeating: "noise", count: 1000)] {
            folder.write(content, to: "rssium.db")
            chmod(path, 0o600)
            chmod(folder.path, 0o700)
            #expect(throws: StoreError.self) { try Repair(database: path) }
            let report = try repair([], fromState: true)
            #expect(report.isFromState && (report.damagedFile == nil) == content.isEmpty)
        }
        unlink(path)
        #expect(try repair([], fromState: true).isFromState)
        #expect(try !repair([], fromState: true).isFromState)
        let other = try Database(path: folder.write("", to: "rssium.db"), access: .readWrite)
        try other.execute("CREATE TABLE mail(id)")
        #expect(throws: StoreError.self) { try Repair(database: path, fromState: true) }
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
