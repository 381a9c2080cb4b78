import TestSupport
import Testing

@testable import FeedCore

/// What is saved of a database of which a page, or more, is damaged.
@Suite struct RecoveryTests {
    private static let seed: UInt64 = 20_261_121

    enum Damage: Int, CaseIterable {
        case zeros, noise, beginning
    }

    /// Saves what can be saved of these bytes, and gives what it came to.
    private static func salvage<Result>(
        _ bytes: [UInt8], _ body: (Recovery, borrowing Database) throws -> Result
    ) throws -> Result {
        let folder = TemporaryFolder()
        let path = folder.write(bytes, to: "rssium.db")
        let new = try Database(path: "", access: .memory)
        let file = try PageFile.ours(at: path)
        return try body(Recovery(of: file, path: path, into: new, at: Sample.now), new)
    }

    /// What the new database lacks that it should have, and has that it should not.
    private static func faults(
        of database: DamagedDatabase, saved: Recovery, _ new: borrowing Database, without damaged: Set<UInt32>
    ) throws -> [String] {
        var faults: [String] = []
        let rows = try DamagedDatabase.rows(of: new)
        let lostIndexes = Set(damaged.compactMap { database.indexes[$0] })
        for (table, sound) in database.rows where !lostIndexes.contains(table) {
            var lost: Set<String> = []
            for page in damaged where database.leaves[page]?.table == table {
                lost.formUnion((database.leaves[page]?.ids ?? []).map(String.init))
            }
            // What a text went on in is damaged, or a feed whose row is lost is asked as if for the first time.
            let isOverflow = damaged.contains { database.leaves[$0] == nil && database.indexes[$0] == nil }
            let mayDiffer =
                table == "feed_refresh" || (isOverflow && (table == "article_content" || table == "article"))
            for (key, row) in sound where !lost.contains(key) {
                let found = rows[table]?[key]
                if found == nil || (found != row && !mayDiffer) {
                    faults.append("\(table) \(key): \(found ?? "lost")")
                }
            }
            let isKnown = table == "article" || table == "feed"
            if isKnown || lost.isEmpty {
                let more = Set((rows[table] ?? [:]).keys).subtracting(sound.keys)
                if !more.isEmpty { faults.append("\(table) has \(more)") }
            }
            let losses = saved.tables.first { $0.shape.name == table }?.losses
            let named = Set(losses?.missing.flatMap { $0.map(String.init) } ?? [])
            if isKnown, named != lost { faults.append("\(table) is said to lack \(named), not \(lost)") }
            if !lost.isEmpty, losses?.isNone != false { faults.append("\(table) is said to be whole") }
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
        #expect(database.pageCount > 100 && database.leaves.count > 25 && database.indexes.count > 3)
        for page in 1...UInt32(database.pageCount) {
            // Pages that texts go on in are many, and all alike.
            let isPlain = database.leaves[page] == nil && database.indexes[page] == nil
            if isPlain, Int(page) % 3 != damage.rawValue { continue }
            // Without SQLite's first words nobody knows what the file is.
            let start = Int(page - 1) * DamagedDatabase.pageSize + (page == 1 ? 16 : 0)
            let end = Int(page - 1) * DamagedDatabase.pageSize + (damage == .beginning ? 100 : DamagedDatabase.pageSize)
            let bytes = database.damaged(start..<end) { damage == .zeros ? 0 : UInt8(random.next(256)) }
            let faults = try Self.salvage(bytes) { try Self.faults(of: database, saved: $0, $1, without: [page]) }
            let place = database.leaves[page]?.table ?? database.indexes[page] ?? "no row"
            #expect(faults.map { $0.prefix(200) } == [], "page \(page) of \(place), seed \(Self.seed)")
        }
    }

    @Test func `of a file that was cut off everything before the cut is saved`() throws {
        let database = try DamagedDatabase()
        for kept in stride(from: 1, to: database.pageCount, by: 7) {
            let bytes = Array(database.sound.prefix(kept * DamagedDatabase.pageSize))
            let damaged = Set(UInt32(kept + 1)...UInt32(database.pageCount))
            let faults = try Self.salvage(bytes) { saved, new in
                // Which ids are lost nobody can know: the indexes are cut off too.
                try Self.faults(of: database, saved: saved, new, without: damaged).filter {
                    !$0.contains(" is said to lack ") && !$0.contains("again")
                        && !($0.hasPrefix("feed ") && !$0.hasSuffix(": lost"))
                }
            }
            #expect(faults == [], "\(kept) of \(database.pageCount) pages")
        }
    }

    @Test func `of the page in which a file ends the rows before its end are saved`() throws {
        let database = try DamagedDatabase()
        let folder = TemporaryFolder()
        let sound = try PageFile.ours(at: folder.write(database.sound, to: "rssium.db"))
        let kept = 700
        for (number, leaf) in database.leaves where ["article", "tombstone"].contains(leaf.table) {
            let found = sound.treePage(number)
            let page = try #require(found)
            var known: Set<String> = []
            for index in 0..<page.cellCount {
                guard let cell = page.cell(index), cell.local.upperBound <= kept, cell.overflow == 0 else { continue }
                known.insert("\(cell.rowid)")
            }
            let end = Int(number - 1) * DamagedDatabase.pageSize + kept
            let rows = try Self.salvage(Array(database.sound.prefix(end))) { _, new in
                try DamagedDatabase.rows(of: new)[leaf.table] ?? [:]
            }
            for key in known { #expect(rows[key] == database.rows[leaf.table]?[key], "\(leaf.table) \(key)") }
            #expect(known.count < leaf.ids.count)
        }
    }

    @Test func `of two random bytes in a page nothing comes that is not sound`() throws {
        let database = try DamagedDatabase()
        var random = Random(state: Self.seed)
        for round in 0..<40 {
            let place = DamagedDatabase.pageSize + random.next(database.sound.count - DamagedDatabase.pageSize - 2)
            let bytes = database.damaged(place..<place + 2) { UInt8(random.next(256)) }
            let findings = try Self.salvage(bytes) { _, new in try IntegrityCheck(of: new, path: "").findings }
            #expect(findings == [], "round \(round), place \(place), seed \(Self.seed)")
        }
    }

    @Test func `what was deleted does not come back with the page that lists free pages`() throws {
        let database = try DamagedDatabase()
        let header = try #require(DatabaseHeader(database.sound))
        #expect(header.firstFreePage > 1)
        let start = Int(header.firstFreePage - 1) * DamagedDatabase.pageSize
        let bytes = database.damaged(start..<start + DamagedDatabase.pageSize) { 0xFF }
        let rows = try Self.salvage(bytes) { try ($0.tables.map(\.isWhole), DamagedDatabase.rows(of: $1)) }
        #expect(rows.0.allSatisfy { $0 })
        #expect(rows.1 == database.rows)
    }

    @Test func `a feed whose row is lost keeps its address, its category and its articles`() throws {
        let database = try DamagedDatabase()
        let page = try #require(database.leaves.first { $0.value.table == "feed" && $0.value.ids.contains(3) })
        let start = Int(page.key - 1) * DamagedDatabase.pageSize
        let bytes = database.damaged(start..<start + DamagedDatabase.pageSize) { 0 }
        try Self.salvage(bytes) { saved, new in
            let feed = try new.prepare("SELECT url, host, category_id, articles, paused FROM feed WHERE id = 3")
            #expect(try feed.step())
            #expect(feed.text(0) == "https://host3.example/feed" && feed.text(1) == "host3.example:443")
            #expect(feed.number(2) == 3 && feed.number(3) == 11 && feed.number(4) == 0)
            #expect(try new.number("SELECT count(etag) FROM feed_refresh WHERE feed_id = 3") == 0)
            #expect(saved.tables.first { $0.shape.name == "feed" }?.remade == page.value.ids.count)
        }
    }

    @Test func `an article whose row is lost keeps its text, its date and whether it was read`() throws {
        let database = try DamagedDatabase()
        let page = try #require(database.leaves.first { $0.value.table == "article" && $0.value.ids.contains(10) })
        let start = Int(page.key - 1) * DamagedDatabase.pageSize
        let bytes = database.damaged(start..<start + DamagedDatabase.pageSize) { 0 }
        try Self.salvage(bytes) { _, new in
            let article = try new.prepare("SELECT feed_id, date, read_at, title, untitled FROM article WHERE id = 10")
            #expect(try article.step())
            #expect(article.number(0) == 1 && article.number(1) == Sample.now.seconds)
            #expect(!article.isNull(2) && article.flag(4))
            #expect(article.text(3).hasPrefix("wörd 9 wörd 9"))
        }
    }

    @Test func `no two tables can take each other's rows`() throws {
        let database = try DamagedDatabase()
        try Self.salvage(database.sound) { saved, new in
            for table in saved.tables {
                let shape = table.shape
                let columns = shape.columns.enumerated().map {
                    $0.offset == shape.rowidColumn ? "NULL" : $0.element.name
                }
                let statement = try new.prepare("SELECT \(columns.joined(separator: ", ")) FROM \(shape.name)")
                while try statement.step() {
                    var fields: [SQLValue] = []
                    for column in Int32(0)..<Int32(columns.count) {
                        let isText = shape.columns[Int(column)].isText
                        fields.append(
                            statement.isNull(column)
                                ? .null : isText ? .string(statement.text(column)) : .integer(statement.number(column)))
                    }
                    let record = Record(values: fields)
                    let takers = saved.tables.filter {
                        $0.shape.hasRowid == shape.hasRowid && fields.count <= $0.shape.columns.count
                            && $0.shape.row(record) != nil
                    }
                    #expect(takers.map(\.shape.name) == [shape.name])
                }
            }
        }
    }
}
