import TestSupport
import Testing

@testable import FeedStore

/// Whose database a file is, sound or damaged.
@Suite struct DatabaseIdentityTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("rssium.db") }

    private func why(_ path: String) -> String? {
        do {
            try DatabaseIdentity.check(path)
            return nil
        } catch {
            guard case .notADatabase(_, let why) = error else { return error.message }
            return why
        }
    }

    @Test func `a database of another program is told from a damaged one of ours`() throws {
        #expect(
            why(folder.write(String(repeating: "A letter. ", count: 100), to: "letter"))
                == "it is not an SQLite database")
        #expect(why(folder.write("", to: "empty")) == "it is empty: there is nothing in it to be saved")
        let other = try Database(path: folder.write("", to: "rssium.db"), access: .readWrite)
        try other.execute("CREATE TABLE mail(id)")
        #expect(why(path) == "it is the database of another program")
        var bytes = try File.read(path)
        for place in 16..<100 { bytes[place] = 0xAA }
        #expect(why(folder.write(bytes, to: "damaged")) == "nothing in it shows that it is one of rssium's")
        unlink(path)
        do { _ = try Store(path: path, access: .writing) }
        for (first, byte) in [(16, UInt8(0xAA)), (0, 0)] {
            bytes = try File.read(path)
            for place in first..<1024 { bytes[place] = byte }
            #expect(why(folder.write(bytes, to: "ours")) == nil)
        }
    }

    @Test func `a new database is known by its log, which has everything`() throws {
        let store = try Store(path: path, access: .writing)
        #expect(!DatabaseFile.hasNoLog(path) && why(path) == nil)
        try store.database.execute("PRAGMA user_version = \(Schema.version + 1)")
        let refusal = StoreError.newerSchema(path: path, version: Schema.version + 1)
        #expect(throws: refusal) {
            try Repair(database: path).run(at: Sample.now, recover: { _, _ in }, restore: { _ in })
        }
    }
}
