import TestSupport
import Testing

@testable import FeedCore

/// What is saved of a database of which a page, or more, is damaged.
@Suite struct RecoveryTests {
    private static let seed: UInt64 = 20_261_121

    enum Damage: Int, CaseIterable {
        case zeros, noise, beginning
    }

    /// Saves what can be saved of these bytes.
    private static func recover<Result>(
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

    /// What the new database lacks that it should have, and has that it should not.
    private static func faults(
        of database: DamagedDatabase, saved: Recovery, _ new: borrowing Database, without page: UInt32
    ) throws -> [String] {
        var faults: [String] = []
        let rows = try DamagedDatabase.rows(of: new)
        let (damagedTable, unreachable) = database.unreachable(without: page)
        for (table, sound) in database.rows {
            // A table without ids is not divided as finely.
            if table == damagedTable, !database.tablesWithIDs.contains(table) { continue }
            let lost = table == damagedTable ? Set(unreachable.map(String.init)) : []
            for (key, row) in sound where !lost.contains(key) {
                let found = rows[table]?[key]
                // A feed whose row is lost is asked as if for the first time.
                if found == nil || (found != row && table != "feed_refresh") {
                    faults.append("\(table) \(key): \(found ?? "lost")")
                }
            }
            let isKnown = table == "article" || table == "feed"
            if isKnown || lost.isEmpty {
                let more = Set((rows[table] ?? [:]).keys).subtracting(sound.keys)
                if !more.isEmpty { faults.append("\(table) has \(more)") }
            }
            // SQLite cannot tell that the end of a long text was overwritten, and saves it as it is.
            if database.pages[page]?.type == "overflow" { continue }
            let losses = saved.tables.first { $0.name == table }?.losses
            let named = Set(losses?.missing.flatMap { $0.map(String.init) } ?? [])
            if isKnown, named != lost { faults.append("\(table) is said to lack \(named), not \(lost)") }
            if !lost.isEmpty, table != "tombstone", losses?.isNone != false {
                faults.append("\(table) is said to be whole")
            }
        }
        for (table, sequence) in database.sequences {
            let kept = try DamagedDatabase.sequences(of: new)[table] ?? 0
            if kept < sequence { faults.append("\(table) gives id \(kept + 1) again") }
        }
        faults += try IntegrityCheck(of: new, path: "").findings
        return faults
    }

    @Test(arguments: Damage.allCases)
    func `with any one page damaged every row of the others is saved`(damage: Damage) throws {
        let database = try DamagedDatabase()
        var random = Random(state: Self.seed)
        #expect(database.pageCount > 100)
        for page in 1...UInt32(database.pageCount) {
            // Overflow pages are many, and all alike.
            if database.pages[page]?.type == "overflow", Int(page) % 3 != damage.rawValue { continue }
            let range = DamagedDatabase.range(of: page)
            // Without the first page the pages are taken to have SQLite's default size, which these do not have.
            if page == 1, damage != .beginning { continue }
            let start = range.lowerBound + (page == 1 ? 16 : 0)
            let end = damage == .beginning ? range.lowerBound + 100 : range.upperBound
            let bytes = database.damaged(start..<end) { damage == .zeros ? 0 : UInt8(random.next(256)) }
            let faults = try Self.recover(bytes) { try Self.faults(of: database, saved: $0, $1, without: page) }
            let tree = database.pages[page]?.tree ?? "no tree"
            #expect(faults.map { $0.prefix(200) } == [], "page \(page) of \(tree), seed \(Self.seed)")
        }
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
