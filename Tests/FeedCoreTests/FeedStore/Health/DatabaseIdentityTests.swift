import TestSupport
import Testing

@testable import FeedStore

/// Whose database a file is, sound or damaged.
@Suite struct DatabaseIdentityTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("rssium.db") }

    @Test func `a new database is known by its log, which has everything`() throws {
        let store = try Store(path: path, access: .writing)
        #expect(!DatabaseFile.hasNoLog(path))
        try DatabaseIdentity.check(path)
        try store.database.execute("PRAGMA user_version = \(Schema.version + 1)")
        let refusal = StoreError.newerSchema(path: path, version: Schema.version + 1)
        #expect(throws: refusal) {
            try Repair(database: path).run(at: Sample.now, recover: { _, _ in }, restore: { _ in })
        }
    }
}
