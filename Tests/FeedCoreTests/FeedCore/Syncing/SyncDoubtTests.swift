import TestSupport
import Testing

@testable import FeedCore

/// What a sync believes, and what it does not.
@Suite struct SyncDoubtTests {
    @Test func `the star of an article that the server has purged stays, and is asked for once`() async throws {
        let bench = try await SyncBench.synced(.freshRSS, ["Purged", "Taken"]) { server in
            for article in server.articles { server.change(article.id) { $0.isStarred = true } }
        }
        bench.server.purge(try bench.remoteID("Purged"))
        bench.server.change(try bench.remoteID("Taken")) { $0.isStarred = false }
        try await bench.sync()
        #expect(try bench.starredTitles() == ["Purged"] && bench.readTitles() == ["Purged"])
        #expect(try await bench.sync().requests == 4)
    }

    @Test func `a hidden feed is kept with its articles and marks, and is linked again`() async throws {
        let bench = try await SyncBench.synced(.freshRSS, ["One"]) { server in
            server.change(server.articles[0].id) { $0.isStarred = true }
            server.addFeed("https://b.example/feed", title: "B")
        }
        let feed = bench.server.feeds[0].id
        bench.server.changeFeed(feed) { $0.isHidden = true }
        #expect(try await bench.sync().warnings == ["A is gone from the server: it is kept here, paused"])
        let here = try #require(try bench.store().feeds().first { $0.title == "A" })
        #expect(here.isPaused && here.account == nil)
        #expect(try bench.readTitles() == [] && bench.starredTitles() == ["One"])
        #expect(try await bench.sync().warnings == [])
        try bench.mark("One", .read)
        bench.server.changeFeed(feed) { $0.isHidden = false }
        try await bench.sync()
        #expect(try bench.store().feed(here.id).account == "reader" && !bench.store().feed(here.id).isPaused)
        try await bench.sync()
        #expect(try bench.articles().count == 1)
        try bench.expectBothSides(read: ["One"], starred: ["One"])
    }

    @Test func `a feed that was added again on the server doubles nothing and turns nothing unread`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: feed, "One", link: "https://a.example/1")
        try await bench.link()
        try await bench.sync()
        try bench.mark("One", .read)
        try await bench.sync()
        bench.server.removeFeed(feed)
        let again = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: again, "One", link: "https://a.example/1")
        try await bench.sync()
        try await bench.sync()
        #expect(try bench.articles().count == 1 && bench.readTitles() == ["One"])
        #expect(bench.server.readTitles == ["One"])
    }

    @Test(arguments: [StandInDialect.miniflux, .minifluxAPI, .fever, .nextcloud])
    func `old articles of a feed that was added again, and were read there before a sync, are known`(
        dialect: StandInDialect
    ) async throws {
        let old: Int64 = 3 * 86_400
        let bench = SyncBench(dialect)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: feed, "One", link: "https://a.example/1", age: old)
        bench.server.addArticle(to: bench.server.addFeed("https://b.example/feed", title: "B"), "Two")
        try await bench.link()
        try await bench.sync()
        bench.server.removeFeed(feed)
        try await bench.sync()
        let again = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: again, "One", link: "https://a.example/1", age: old, isRead: true)
        for _ in 1...2 { try await bench.sync() }
        #expect(try bench.articles().count == 2 && bench.readTitles() == ["One"])
        try bench.mark("One", .starred)
        for _ in 1...2 { try await bench.sync() }
        try bench.expectBothSides(read: ["One"], starred: ["One"])
    }

    @Test func `what is gone or back is so for the sync that follows the change of a feed, too`() async throws {
        let bench = try await SyncBench.synced(.freshRSS, ["One"]) { $0.addFeed("https://b.example/feed", title: "B") }
        let feed = bench.server.feeds[0].id
        let other = try #require(try bench.store().feeds().first { $0.title == "B" }).id
        func rename(to title: String) async throws {
            try bench.store().edit(other) { $0.nickname = title }
            #expect(try await bench.sendFeedChanges().done.count == 1)
        }
        bench.server.changeFeed(feed) { $0.isHidden = true }
        bench.server.endSignIns()
        try await rename(to: "Mine")
        #expect(try await bench.sync().warnings == ["A is gone from the server: it is kept here, paused"])
        // Signed in once to link, and once more.
        #expect(bench.server.calls.count { $0 == .login } == 2)
        bench.server.addArticle(to: feed, "Two", age: 3 * 86_400, isRead: true)
        try await bench.sync()
        bench.server.changeFeed(feed) { $0.isHidden = false }
        try await rename(to: "Again")
        try await bench.sync()
        #expect(try Set(bench.articles().map(\.title)) == ["One", "Two"])
    }

    @Test func `a second subscription of one URL is left out, and named`() async throws {
        let bench = SyncBench()
        for title in ["A", "B"] { bench.server.addFeed("https://a.example/feed", title: title) }
        try await bench.link()
        let warning = "https://a.example/feed is left out: another feed here has its URL"
        #expect(try await bench.sync().warnings == [warning])
    }

    @Test func `a list without an end is an error`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        for number in 1...101 { bench.server.addArticle(to: feed, "\(number)") }
        try await bench.link()
        bench.server.limitPages(to: 1)
        #expect(try await bench.sync().result == .failed("the server's list of articles has no end"))
    }

    @Test func `a list in the order of its ids may have any number of pages`() async throws {
        let bench = try await SyncBench.synced(.nextcloud, [])
        let access = APIAccess(.nextcloud, user: "alice")
        let calls = ServerCalls(
            base: Sample.address(bench.server.base), access: access, fetcher: bench.fetcher, settings: bench.settings
        ) { .success("") }
        let run = SyncRun(of: try bench.account, with: NextcloudClient(calls), at: Sample.now)
        func fetch(_ id: @escaping (Int) -> Int) async throws -> Int {
            try await run.fetch { continuation throws(SyncError) in
                let page = continuation.flatMap { Int($0) } ?? 1
                return ArticleList.Page(
                    ids: [RemoteID("\(id(page))")], continuation: page == 300 ? nil : "\(page + 1)", isGapless: true)
            }.ids.count
        }
        #expect(try await fetch { $0 } == 300)
        await #expect(throws: SyncError.self) { try await fetch { _ in 1 } }
    }

    @Test func `a clock that was wrong once does not stop an account`() async throws {
        let bench = try await SyncBench.synced()
        let later = Sample.now + 3 * 365 * 86_400
        try bench.store().saveEnd(.held(until: later + 3600), of: bench.account.id, at: later)
        #expect(try !bench.account.isHeld(at: Sample.now))
        #expect(try bench.account.nextDue(interval: 900, at: Sample.now) == nil)
        #expect(try await bench.sync().result == .synced)
    }
}
