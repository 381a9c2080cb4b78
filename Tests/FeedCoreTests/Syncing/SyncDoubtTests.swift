import TestSupport
import Testing

@testable import FeedCore

/// What a sync believes, and what it does not.
@Suite struct SyncDoubtTests {
    @Test func `an article that a page lost is not read here, and one that was read is so two runs later`() async throws
    {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        let ids = (1...9).map { bench.server.addArticle(to: feed, "\($0)") }
        try await bench.link()
        try await bench.sync()
        bench.server.limitPages(to: 3)
        // Between two pages: the last article of the first page is read elsewhere.
        bench.server.fail(.unread, .after { $0.change(ids[6]) { $0.isRead = true } }, times: 1, skipping: 1)
        for _ in 1...2 {
            try await bench.sync()
            #expect(try bench.readTitles() == [])
        }
        try await bench.sync()
        #expect(try bench.readTitles() == ["7"])
    }

    @Test func `the star of an article that the server has purged stays, and is asked for once`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        let purged = bench.server.addArticle(to: feed, "Purged", isStarred: true)
        let taken = bench.server.addArticle(to: feed, "Taken", isStarred: true)
        try await bench.link()
        try await bench.sync()
        bench.server.purge(purged)
        bench.server.change(taken) { $0.isStarred = false }
        try await bench.sync()
        #expect(try bench.starredTitles() == ["Purged"] && bench.readTitles() == ["Purged"])
        #expect(try await bench.sync().requests == 4)
    }

    @Test func `a hidden feed is kept with its articles and marks, and is linked again`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: feed, "One", isStarred: true)
        bench.server.addFeed("https://b.example/feed", title: "B")
        try await bench.link()
        try await bench.sync()
        bench.server.changeFeed(feed) { $0.isHidden = true }
        let outcome = try await bench.sync()
        #expect(outcome.warnings == ["A is gone from the server: it is kept here, paused"])
        let here = try #require(try bench.store().feeds().first { $0.title == "A" })
        #expect(here.isPaused && here.account == nil)
        #expect(try bench.readTitles() == [] && bench.starredTitles() == ["One"])
        #expect(try await bench.sync().warnings == [])
        try bench.mark("One", .read)
        bench.server.changeFeed(feed) { $0.isHidden = false }
        try await bench.sync()
        #expect(try bench.store().feed(here.id).account == "reader" && !bench.store().feed(here.id).isPaused)
        try await bench.sync()
        #expect(try bench.articles().count == 1 && bench.starredTitles() == ["One"] && bench.readTitles() == ["One"])
        #expect(bench.server.readTitles == ["One"])
        #expect(try bench.account.pending == 0)
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

    @Test func `an empty list of feeds is an error once, and believed at the second time`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: feed, "One")
        try await bench.link()
        try await bench.sync()
        bench.server.fail(.subscriptions, .answer(.document(#"{"subscriptions":[]}"#)))
        let first = try await bench.sync()
        #expect(first.result == .failed("the server lists no feeds at all: the next sync believes it"))
        #expect(try bench.store().feeds().map(\.account) == ["reader"] && bench.readTitles() == [])
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.store().feeds().map(\.isPaused) == [true] && bench.readTitles() == [])
    }

    @Test func `nothing unread where much was is believed when the count agrees, else at the second time`() async throws
    {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        let ids = (1...101).map { bench.server.addArticle(to: feed, "\($0)") }
        try await bench.link()
        try await bench.sync()
        bench.server.fail(.unread, .answer(.document(#"{"itemRefs":[]}"#)), times: 1)
        guard case .failed = try await bench.sync().result else { return #expect(Bool(false), "it was believed") }
        #expect(try bench.readTitles() == [])
        #expect(try await bench.sync().result == .synced)
        for id in ids { bench.server.change(id) { $0.isRead = true } }
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.readTitles().count == 101)
    }

    @Test func `a list without an end is an error`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        for number in 1...101 { bench.server.addArticle(to: feed, "\(number)") }
        try await bench.link()
        bench.server.limitPages(to: 1)
        #expect(try await bench.sync().result == .failed("the server's list of articles has no end"))
    }

    @Test func `an ended sign-in is renewed once, and a changed password makes the account wait`() async throws {
        let bench = SyncBench()
        bench.server.addFeed("https://a.example/feed", title: "A")
        try await bench.link()
        bench.server.endSignIns()
        #expect(try await bench.sync().result == .synced)
        bench.server.changePassword(to: "another")
        guard case .refused = try await bench.sync().result else { return #expect(Bool(false)) }
        #expect(try bench.account.state(at: Sample.now) == .refused)
        let calls = bench.server.calls.count
        guard case .refused = try await bench.sync().result else { return #expect(Bool(false)) }
        #expect(bench.server.calls.count == calls)
        var edit = AccountEdit()
        edit.set(try await bench.signIn(), password: .stored("another"))
        try bench.store().edit(try bench.account.id, edit)
        #expect(try await bench.sync().result == .synced)
    }

    @Test func `an ended write token is fetched again`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: feed, "One")
        bench.server.addArticle(to: feed, "Two")
        try await bench.link()
        try await bench.sync()
        try bench.mark("One", .read)
        try bench.mark("Two", .starred)
        bench.server.fail(.editTag, .after { $0.endWriteTokens() }, times: 1)
        #expect(try await bench.sync().result == .synced)
        #expect(bench.server.readTitles == ["One"] && bench.server.starredTitles == ["Two"])
    }

    @Test func `a server that asks for a pause is left alone until then`() async throws {
        let bench = SyncBench()
        bench.server.addFeed("https://a.example/feed", title: "A")
        try await bench.link()
        bench.server.fail(.unread, .answer(.status(429, headers: [("Retry-After", "120")])), times: 1)
        // From the moment on when it says so.
        guard case .held(let until) = try await bench.sync().result else { return #expect(Bool(false)) }
        #expect(until >= Sample.now + 120)
        let calls = bench.server.calls.count
        #expect(try await bench.sync(after: 60).result == .held(until: until))
        #expect(bench.server.calls.count == calls)
        #expect(try await bench.sync(after: until - Sample.now + 1).result == .synced)
    }

    @Test func `bad input gets its own words`() async throws {
        let bench = SyncBench()
        func why(_ address: String? = nil, password: String? = nil) async -> SyncError? {
            do { _ = try await bench.signIn(at: address, password: password) } catch { return error as? SyncError }
            return nil
        }
        #expect(await why() == nil)
        #expect(await why(bench.server.base) == nil)
        #expect(await why(password: "wrong") == .refused(nil))
        guard case .wrongAddress? = await why(bench.server.url + "/elsewhere") else { return #expect(Bool(false)) }
        bench.server.switchOff()
        #expect(await why() == .apiIsOff)
    }
}
