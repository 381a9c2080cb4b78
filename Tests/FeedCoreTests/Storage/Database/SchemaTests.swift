import TestSupport
import Testing

@testable import FeedCore

/// What becomes of databases that older versions have made.
@Suite struct SchemaTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("rssium.db") }
    private var copy: String { path + ".v1.bak" }
    private static let now = Sample.now.seconds

    /// A database as version 1 left it: four feeds, four articles, a host that wants to be left alone.
    private func makeVersion1() throws {
        folder.write("", to: "rssium.db")
        let database = try Database(path: path, access: .readWrite)
        try database.execute("PRAGMA journal_mode = WAL")
        try database.execute(Schema.migrations[0])
        try database.execute("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1")
        try database.execute(
            """
            INSERT INTO category(id, name, position) VALUES (1, 'News', 1);
            INSERT INTO feed(id, url, host, nickname, category_id, interval) VALUES
                (1, 'https://a.example/feed', 'a.example:443', 'A', 1, NULL),
                (2, 'https://b.example/feed', 'b.example:443', NULL, NULL, 7200),
                (3, 'https://c.example/feed', 'c.example:443', NULL, NULL, NULL),
                (4, 'https://d.example/feed', 'd.example:443', NULL, NULL, NULL);
            INSERT INTO feed_refresh(feed_id, last_refreshed, last_attempted, next_due, held_until, error,
                failing_since, failures, etag, validators_url, body_hash)
            VALUES
                (1, \(Self.now - 600), \(Self.now - 600), \(Self.now + 6600), NULL, NULL, NULL, 0, '"e"',
                    'https://a.example/feed', 77),
                (2, \(Self.now - 9000), \(Self.now - 300), \(Self.now + 900), NULL, 'it failed', \(Self.now - 300), 1,
                    NULL, NULL, NULL),
                (3, \(Self.now - 9000), \(Self.now - 60), \(Self.now + 3000), \(Self.now + 3000), NULL, NULL, 0, NULL,
                    NULL, NULL),
                (4, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL);
            INSERT INTO host_hold(host, until) VALUES ('cdn.example:443', \(Self.now + 3000));
            INSERT INTO feed_setting(feed_id, key, value) VALUES (1, 'refresh.timeout', '5s');
            INSERT INTO article(id, feed_id, date, fetched, text_hash, draft_hash, title, guid, excerpt, read_at,
                starred)
            VALUES
                (1, 1, \(Self.now - 900), \(Self.now - 900), 11, 12, 'One', 'g1', 'Text', NULL, 1),
                (2, 1, \(Self.now - 800), \(Self.now - 800), 21, 22, 'Two', 'g2', 'Text', NULL, 0),
                (3, 2, \(Self.now - 9000), \(Self.now - 9000), 31, 32, 'Three', 'g3', 'Text', \(Self.now - 9000), 0),
                (4, 2, \(Self.now - 9000), \(Self.now - 9000), 41, 42, 'Four', 'g4', 'Text', NULL, 0);
            INSERT INTO article_content(article_id, content) VALUES (1, '<p>Text</p>'), (2, '<p>Text</p>');
            UPDATE article SET read_at = \(Self.now - 100) WHERE id = 2;
            """)
    }

    @Test func `nothing is lost of a database of version 1`() throws {
        try makeVersion1()
        let store = try Store(path: path, access: .writing)
        #expect(try store.database.number("PRAGMA user_version") == Schema.version)
        let feeds = try store.feeds().sorted { $0.id < $1.id }
        #expect(
            feeds.map(\.title) == ["A", "https://b.example/feed", "https://c.example/feed", "https://d.example/feed"])
        #expect(feeds.map(\.unread) == [1, 1, 0, 0])
        #expect(feeds.map(\.articles) == [2, 2, 0, 0])
        #expect(feeds.map(\.interval) == [nil, 7200, nil, nil])
        #expect(feeds[0].category == "News" && feeds[0].lastArticle == Sample.now - 800)
        #expect(feeds[0].refresh.validators?.etag == #""e""# && feeds[0].refresh.bodyHash == 77)
        #expect(feeds[1].refresh.failures == 1 && feeds[1].refresh.error == "it failed")
        #expect(feeds.map { $0.state(at: Sample.now) } == [.ok, .retrying, .held, .never])
        let articles = try store.list().sorted { $0.id < $1.id }
        #expect(articles.map(\.title) == ["One", "Two", "Three", "Four"])
        #expect(articles.map(\.isRead) == [false, true, true, false])
        #expect(articles.map(\.isStarred) == [true, false, false, false])
        #expect(try store.article(articles[0].id).content == .html("<p>Text</p>"))
        #expect(try store.database.number("SELECT count(*) FROM feed_setting") == 1)
        #expect(try store.database.number("SELECT sum(draft_hash) FROM article") == ArticleDraft.outdatedHash)
    }

    @Test func `what version 1 did not keep is taken from what it did`() throws {
        try makeVersion1()
        let feeds = try Store(path: path, access: .writing).feeds().sorted { $0.id < $1.id }
        // Article 3 was stored as read; nobody has read it.
        #expect(feeds.map(\.lastRead) == [Sample.now - 100, nil, nil, nil])
        #expect(feeds.map(\.refresh.firstRefreshed) == [Sample.now - 900, Sample.now - 9000, Sample.now - 9000, nil])
        #expect(feeds.map(\.refresh.lastNews) == [Sample.now - 800, Sample.now - 9000, nil, nil])
        #expect(feeds.map(\.refresh.freshness) == [7200, nil, nil, nil])
        #expect(feeds.map(\.refresh.answeredHost) == [nil, nil, "cdn.example:443", nil])
        let hold = HostBackoff(since: Sample.now - 60, until: Sample.now + 3000)
        #expect(feeds.map(\.hold) == [nil, nil, hold, nil])
    }

    @Test func `counts go on from where version 1 left them`() throws {
        try makeVersion1()
        let store = try Store(path: path, access: .writing)
        let feed = FeedID(rawValue: 1)
        let id = try store.insertSample(Sample.draft("Five", guid: "g5"), into: feed)
        #expect(id == ArticleID(rawValue: 5))
        #expect(try store.feed(feed).articles == 3)
        #expect(try store.feed(feed).unread == 2)
        try store.mark([id], as: .read, at: Sample.now)
        #expect(try store.feed(feed).unread == 1)
        #expect(try store.feed(feed).lastRead == Sample.now)
        try store.mark([id], as: .deleted, at: Sample.now)
        #expect(try store.feed(feed).articles == 2)
    }

    @Test func `a copy is put beside it first, for its owner only`() throws {
        try makeVersion1()
        folder.write("a copy that was begun and never finished", to: "rssium.db.v1.bak")
        chmod(copy, 0o644)
        _ = try Store(path: path, access: .reading)
        var status = stat()
        #expect(stat(copy, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(access(copy + "-wal", F_OK) != 0 && access(copy + "-journal", F_OK) != 0)
        let database = try Database(path: copy, access: .readOnly)
        #expect(try database.number("PRAGMA user_version") == 1)
        #expect(try database.number("PRAGMA application_id") == Schema.applicationID)
        #expect(try database.number("SELECT sum(articles) + 10 * sum(unread) FROM feed") == 24)
        #expect(try database.number("SELECT count(*) FROM article JOIN article_content ON article_id = id") == 2)
        #expect(try Schema.shape(of: database) == Schema.shape(ofVersion: 1))
    }

    @Test func `a link to it is followed: the copy is put beside the file itself`() throws {
        try makeVersion1()
        mkdir(folder.file("far"), 0o700)
        symlink(path, folder.file("far/link.db"))
        _ = try Store(path: folder.file("far/link.db"), access: .writing)
        #expect(access(copy, F_OK) == 0)
        #expect(access(folder.file("far/link.db.v1.bak"), F_OK) != 0)
        var status = stat()
        #expect(lstat(folder.file("far/link.db"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func `the copy can be used in its place`() throws {
        try makeVersion1()
        _ = try Store(path: path, access: .writing)
        #expect(try Store(path: copy, access: .writing).list().count == 4)
        #expect(access(copy + ".v1.bak", F_OK) == 0)
    }

    @Test func `a new database and one of this version get no copy`() throws {
        _ = try Store(path: path, access: .writing)
        _ = try Store(path: path, access: .writing)
        #expect(access(path + ".v0.bak", F_OK) != 0)
        #expect(access(path + ".v\(Schema.version).bak", F_OK) != 0)
    }

    @Test func `where no copy can be made, it stays of version 1`() throws {
        try makeVersion1()
        mkdir(copy, 0o700)
        #expect(throws: StoreError.self) { _ = try Store(path: path, access: .writing) }
        let database = try Database(path: path, access: .readOnly)
        #expect(try database.number("PRAGMA user_version") == 1)
        #expect(try Schema.shape(of: database) == Schema.shape(ofVersion: 1))
    }

    @Test func `a new database and one that was brought up to date have the same schema`() throws {
        try makeVersion1()
        let old = try Store(path: path, access: .writing)
        let new = try Store(path: folder.file("new.db"), access: .writing)
        #expect(try Schema.shape(of: old.database) == Schema.shape(of: new.database))
        #expect(try old.database.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }

    @Test func `who has no database reads tables with the same columns`() throws {
        let none = try Store(path: folder.file("none.db"), access: .reading)
        let new = try Store(path: folder.file("new.db"), access: .writing)
        #expect(try Schema.columns(of: none.database) == Schema.columns(of: new.database))
        #expect(try none.feeds().isEmpty)
        #expect(try none.listedFeeds([.state, .description]).isEmpty)
        var query = ArticleQuery(state: .all)
        query.search = try Query("swift OR title:/a/")
        #expect(try none.list().isEmpty)
        #expect(try none.list(query).isEmpty)
    }

    @Test func `what an older version has indexed is indexed anew`() throws {
        do {
            let store = try Store(path: path, access: .writing)
            try store.insertSample(Sample.draft("Ελλάδα", guid: "1"), into: store.addSample("https://a.example/feed"))
            try store.catchUpIndex { _, _ in }
            try store.database.execute("PRAGMA user_version = \(Schema.version - 1)")
        }
        let store = try Store(path: path, access: .writing)
        #expect(try store.indexSome(.idle) == 1)
        #expect(try store.indexSome(.idle) == 0)
        var query = ArticleQuery(state: .all)
        query.search = try Query("ελλαδα")
        #expect(try store.list(query).count == 1)
    }

    /// Whoever has to change one of these numbers has edited a migration that there are databases of: append another.
    @Test func `no migration that was released is edited`() {
        let hashes: [Int64] = [
            6_213_960_535_877_258_036, 4_062_044_327_133_798_872, -8_701_475_642_280_914_843,
            -2_760_268_084_786_297_626, -2_525_923_742_363_402_141, 7_585_513_341_942_373_536,
            -9_221_204_135_049_880_031, -2_332_981_744_270_740_325, 7_609_616_738_771_425_287,
        ]
        #expect(Schema.migrations.map(StableHash.of) == hashes)
    }
}

extension Schema {
    /// Every table, index, trigger and view as it was written.
    static func shape(of database: borrowing Database) throws -> [String] {
        let statement = try database.prepare(
            "SELECT type || ' ' || name || ': ' || ifnull(sql, '') FROM sqlite_master ORDER BY type, name")
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(0)) }
        return lines
    }

    /// The columns of every table but those that SQLite makes for itself.
    static func columns(of database: borrowing Database) throws -> [String] {
        let statement = try database.prepare(
            """
            SELECT tables.name || '(' || (SELECT group_concat(name, ', ') FROM pragma_table_info(tables.name)) || ')'
            FROM sqlite_master AS tables
            WHERE type = 'table' AND name NOT LIKE 'sqlite%'
                AND name NOT IN ('search_data', 'search_idx', 'search_config', 'search_docsize', 'search_content')
            ORDER BY tables.name
            """)
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(0)) }
        return lines
    }

    static func shape(ofVersion version: Int) throws -> [String] {
        let database = try Database(path: "", access: .memory)
        for migration in migrations[..<version] { try database.execute(migration) }
        return try shape(of: database)
    }
}
