import TestSupport
import Testing

@testable import FeedCore

/// How a database is repaired: in place, or by a new one.
@Suite struct RepairTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("rssium.db") }

    private func write(_ bytes: [UInt8]) {
        folder.write(bytes, to: "rssium.db")
        chmod(path, 0o600)
        chmod(folder.path, 0o700)
    }

    private func repair() throws -> Repair.Report {
        var said: [String] = []
        let report = try Repair(database: path).run(at: Sample.now, progress: { said.append($0) })
        #expect(said.first == "checking every page")
        #expect(try IntegrityCheck(database: path).findings == [])
        return report
    }

    @Test func `a damaged database is kept beside a new one with every row of the sound pages`() throws {
        let database = try DamagedDatabase()
        let leaf = try #require(database.leaf(of: "tombstone", with: 1))
        let bytes = database.damaged(DamagedDatabase.range(of: leaf)) { 0 }
        write(bytes)
        let report = try repair()
        #expect(!report.isComplete && report.mended.isEmpty && report.left.isEmpty)
        let kept = try #require(report.damagedFile)
        #expect(kept.hasPrefix(path + ".damaged-"))
        #expect(try DamagedDatabase.bytes(of: kept) == bytes)
        let articles = database.rows["article"]?.count ?? 0
        #expect(report.saved.contains("article: \(articles) rows saved"))
        let tombstones = try #require(report.saved.first { $0.hasPrefix("tombstone: ") })
        #expect(tombstones.contains(" missing: "), "\(tombstones)")
        let rows = try DamagedDatabase.rows(of: Database(path: path, access: .readOnly))
        #expect(rows["article"] == database.rows["article"])
        #expect(access(path + ".repair", F_OK) != 0)
    }

    @Test func `another program that is writing is not disturbed`() throws {
        let database = try DamagedDatabase()
        write(database.damaged(2 * DamagedDatabase.pageSize..<3 * DamagedDatabase.pageSize) { 0 })
        let before = try DamagedDatabase.bytes(of: path)
        let writer = try Database(path: path, access: .readWrite)
        try writer.execute("PRAGMA writable_schema = ON; BEGIN IMMEDIATE")
        #expect(throws: StoreError.busy) { try Repair(database: path).run(at: Sample.now) }
        try writer.execute("ROLLBACK")
        #expect(try DamagedDatabase.bytes(of: path) == before)
    }
}
