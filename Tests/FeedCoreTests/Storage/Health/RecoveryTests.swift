import TestSupport
import Testing

@testable import FeedCore

/// What is saved of a database of which a page, or more, is damaged.
@Suite struct RecoveryTests {
    static let seed: UInt64 = 20_261_121

    /// Saves what can be saved of these bytes.
    static func recover<Result>(
        _ bytes: [UInt8], _ body: (Recovery, borrowing Database) throws -> Result
    ) throws -> Result {
        let folder = TemporaryFolder()
        let path = folder.write(bytes, to: "rssium.db")
        let new = try Store(path: path + ".new", access: .refreshing)
        try new.database.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        let copy = try DamagedCopy(of: try OpenFile(path), place: path, at: path + ".copy")
        let recovery = try Recovery(
            from: copy, into: new.database, at: Sample.now, runRecover: { _, _ in false }, progress: { _ in })
        return try body(recovery, new.database)
    }

    @Test func `subscriptions survive wherever a file is cut off behind them`() throws {
        let database = try DamagedDatabase()
        let last = database.pages.filter { ["feed", "category"].contains($0.value.tree) }.keys.max() ?? 0
        for kept in stride(from: Int(last), to: database.pageCount, by: 7) {
            let bytes = Array(database.sound.prefix(kept * DamagedDatabase.pageSize))
            try Self.recover(bytes) { _, new in
                #expect(try IntegrityCheck(of: new, path: "").findings == [], "\(kept) pages")
                let rows = try DamagedDatabase.rows(of: new)
                #expect(rows["category"] == database.rows["category"], "\(kept) pages")
                let feeds = try new.number("SELECT count(*) FROM feed WHERE url LIKE 'https://host%.example/feed'")
                #expect(feeds == 6, "\(kept) pages")
            }
        }
    }

    @Test func `of two random bytes in a page nothing comes that is not sound`() throws {
        let database = try DamagedDatabase()
        var random = Random(state: Self.seed)
        for round in 0..<40 {
            let place = DamagedDatabase.pageSize + random.next(database.sound.count - DamagedDatabase.pageSize - 2)
            let bytes = database.damaged(place..<place + 2) { UInt8(random.next(256)) }
            let findings = try Self.recover(bytes) { _, new in try IntegrityCheck(of: new, path: "").findings }
            #expect(findings == [], "round \(round), place \(place), seed \(Self.seed)")
        }
    }

    @Test func `a feed whose row is lost keeps its URL, its category and its articles`() throws {
        let database = try DamagedDatabase()
        let page = try #require(database.leaf(of: "feed", with: 3))
        let bytes = database.damaged(DamagedDatabase.range(of: page)) { 0 }
        try Self.recover(bytes) { saved, new in
            let feed = try new.prepare("SELECT url, host, category_id, articles, paused FROM feed WHERE id = 3")
            #expect(try feed.step())
            #expect(feed.text(0) == "https://host3.example/feed" && feed.text(1) == "host3.example:443")
            #expect(feed.number(2) == 3 && feed.number(3) == 11 && feed.number(4) == 0)
            #expect(try new.number("SELECT count(etag) FROM feed_refresh WHERE feed_id = 3") == 0)
            #expect(saved.tables.first { $0.name == "feed" }?.remade == database.pages[page]?.ids.count)
        }
    }

    @Test func `an article whose row is lost keeps its text, its date and whether it was read`() throws {
        let database = try DamagedDatabase()
        let page = try #require(database.leaf(of: "article", with: 10))
        let bytes = database.damaged(DamagedDatabase.range(of: page)) { 0 }
        try Self.recover(bytes) { _, new in
            let article = try new.prepare("SELECT feed_id, date, read_at, title, untitled FROM article WHERE id = 10")
            #expect(try article.step())
            #expect(article.number(0) == 1 && article.number(1) == Sample.now.seconds)
            #expect(!article.isNull(2) && article.flag(4))
            #expect(article.text(3).hasPrefix("wörd 9 wörd 9"))
        }
    }
}
