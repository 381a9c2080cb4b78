import TestSupport
import Testing

@testable import FeedStore

@Suite struct SearchCheckTests {
    @Test(.timeLimit(.minutes(10))) func `readers do not wait for writers`() throws {
        let folder = TemporaryFolder()
        let path = folder.file("rssium.db")
        _ = try Store(path: path, access: .writing)
        let writer = try Database(path: path, access: .readWrite)
        try writer.execute("BEGIN IMMEDIATE")
        let reader = try Database(path: path, access: .readWrite, busyTimeout: .seconds(1200))
        #expect(try SearchCheck.findings(in: reader, canWait: false) == [])
        #expect(try reader.number("PRAGMA busy_timeout") == 1_200_000)
        try writer.execute("ROLLBACK")
        #expect(try SearchCheck.findings(in: reader, canWait: true) == [])
    }
}
