import FeedCore
import TestSupport
import Testing

@testable import FeedStore

/// Accounts against a scripted server: linking, syncing, and what waits.
@Suite struct AccountSyncTests {
    @Test func `new articles get their ids in the order of their dates, read or not`() async throws {
        let bench = try await SyncBench.synced(.freshRSS, []) { server in
            for (title, age, isRead) in [("1", 8, false), ("2", 7, true), ("3", 6, false), ("4", 5, true)] {
                server.addArticle(to: server.feeds[0].id, title, age: Int64(age) * 86_400, isRead: isRead)
            }
        }
        let articles = try bench.articles().sorted { $0.id < $1.id }
        #expect(articles.map(\.title) == ["1", "2", "3", "4"])
        #expect(articles.map(\.isRead) == [false, true, false, true])
    }

    @Test func `an article that the server refuses holds up no other, and is dropped at the third time`() async throws {
        let bench = try await SyncBench.synced(.miniflux)
        let store = try bench.store()
        try store.database.run(
            "UPDATE remote_item SET remote_id = 'odd' WHERE article_id = ?1", .id(try bench.article("Two").id))
        for title in ["One", "Two", "Three"] { try bench.mark(title, .starred) }
        let first = try await bench.sync()
        #expect(bench.server.starredTitles == ["One", "Three"] && first.marksSent == 2 && first.warnings == [])
        #expect(try bench.account.pending == 1)
        // Another mark goes through each time: the server does not refuse them all.
        try bench.mark("One", .read)
        #expect(try await bench.sync().warnings == [])
        try bench.mark("Three", .read)
        #expect(try await bench.sync().warnings == ["the server refuses 1 mark: it is no longer sent"])
        #expect(try bench.account.pending == 0 && bench.starredTitles().contains("Two"))
    }
}
