import TestSupport
import Testing

@testable import FeedCore
@testable import FeedCoreTests

/// What is saved of a database for every page that can be damaged.
@Suite struct DamagedPageTests {
    enum Damage: Int, CaseIterable {
        case zeros, noise, beginning
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
        var random = Random(state: RecoveryTests.seed)
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
            let faults = try RecoveryTests.recover(bytes) {
                try Self.faults(of: database, saved: $0, $1, without: page)
            }
            let tree = database.pages[page]?.tree ?? "no tree"
            #expect(faults.map { $0.prefix(200) } == [], "page \(page) of \(tree), seed \(RecoveryTests.seed)")
        }
    }
}
