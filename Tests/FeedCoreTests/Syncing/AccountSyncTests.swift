import TestSupport
import Testing

@testable import FeedCore

/// Accounts against a scripted server: linking, syncing, and what waits.
@Suite struct AccountSyncTests {
    @Test(arguments: GoogleReaderDialect.allCases)
    func `the first sync brings what is unread, starred or recent, and an idle one asks four times`(
        dialect: GoogleReaderDialect
    ) async throws {
        let bench = SyncBench(dialect)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A & B", folder: "News")
        bench.server.addArticle(to: feed, "Unread")
        bench.server.addArticle(to: feed, "Starred", isRead: true, isStarred: true)
        bench.server.addArticle(to: feed, "Read", age: 86_400, isRead: true)
        bench.server.addArticle(to: feed, "Old", age: 90 * 86_400, isRead: true)
        try await bench.link()
        let first = try await bench.sync()
        #expect(first.result == .synced && first.newArticles.count == 3 && first.feeds == 1)
        #expect(Set(try bench.articles().map(\.title)) == ["Unread", "Starred", "Read"])
        #expect(try bench.readTitles() == ["Starred", "Read"] && bench.starredTitles() == ["Starred"])
        let stored = try bench.store().feeds()
        #expect(stored.map(\.title) == ["A & B"] && stored.map(\.category) == ["News"])
        #expect(stored.map(\.account) == ["reader"] && stored.map { $0.state(at: Sample.now) } == [.ok])
        let idle = try await bench.sync()
        #expect(idle.result == .synced && idle.requests == 4 && idle.newArticles == [])
        #expect(try bench.account.state(at: Sample.now) == .ok)
    }

    @Test(arguments: GoogleReaderDialect.allCases)
    func `marks go both ways`(dialect: GoogleReaderDialect) async throws {
        let bench = SyncBench(dialect)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        let ids = ["One", "Two", "Three", "Four"].map { bench.server.addArticle(to: feed, $0, isStarred: $0 == "Four") }
        try await bench.link()
        try await bench.sync()
        try bench.mark("One", .read)
        try bench.mark("Two", .starred)
        bench.server.change(ids[2]) { $0.isRead = true }
        bench.server.change(ids[3]) { $0.isStarred = false }
        #expect(try bench.account.pending == 2)
        let outcome = try await bench.sync()
        #expect(outcome.result == .synced && outcome.marksSent == 2)
        #expect(bench.server.readTitles == ["One", "Three"] && bench.server.starredTitles == ["Two"])
        #expect(try bench.readTitles() == ["One", "Three"] && bench.starredTitles() == ["Two"])
        #expect(try bench.account.pending == 0)
    }

    @Test func `a mark that the server pretends to keep waits, and comes at the next sync`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: feed, "One")
        try await bench.link()
        try await bench.sync()
        try bench.mark("One", .read)
        bench.server.fail(.editTag, .pretend, times: 1)
        try await bench.sync()
        #expect(try bench.readTitles() == ["One"] && bench.account.pending == 1)
        #expect(bench.server.readTitles == [])
        try await bench.sync()
        #expect(bench.server.readTitles == ["One"])
        #expect(try bench.account.pending == 0)
    }

    @Test func `a mark that five syncs cannot place is named once, stays here and is no longer sent`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: feed, "One")
        try await bench.link()
        try await bench.sync()
        try bench.mark("One", .read)
        bench.server.fail(.editTag, .pretend)
        var messages: [String] = []
        for _ in 1...6 { messages += try await bench.sync().marksNotKept.map(\.message) }
        #expect(messages == ["the server did not keep \"read\" for 1 article"])
        #expect(try bench.account.pending == 0 && bench.readTitles() == ["One"])
        #expect(try await bench.sync().marksSent == 0)
    }

    @Test func `marks that are made while the run asks win, even over what it sent`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: feed, "One")
        try await bench.link()
        try await bench.sync()
        try bench.mark("One", .read)
        bench.server.fail(.unread, .after { _ in try? bench.mark("One", .unread) }, times: 1)
        try await bench.sync()
        #expect(try bench.readTitles() == [])
        try await bench.sync()
        #expect(try bench.readTitles() == [] && bench.account.pending == 0)
        #expect(bench.server.readTitles == [])
    }

    @Test func `a mark waits through failures, and the run says why`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: feed, "One")
        try await bench.link()
        try await bench.sync()
        try bench.mark("One", .starred)
        let page = Answer.document("<!doctype html><p>Welcome", type: "text/html")
        for (call, answer) in [
            (GoogleReaderCall.unread, page), (.starred, .document("[]")), (.subscriptions, .document("{}")),
            (.recent, .document(#"{"itemRefs":[{"id":"1"}"#)), (.editTag, .redirect(302, to: "/elsewhere")),
            (.editTag, .status(500)), (.unread, .status(500)),
        ] {
            bench.server.fail(call, .answer(answer))
            let outcome = try await bench.sync()
            guard case .failed = outcome.result else {
                Issue.record("\(call): \(outcome.result)")
                continue
            }
            bench.server.heal()
            #expect(try bench.starredTitles() == ["One"] && bench.readTitles() == [])
        }
        #expect(try bench.account.failures == 7)
        #expect(try await bench.sync().result == .synced)
        #expect(bench.server.starredTitles == ["One"])
        #expect(try bench.account.pending == 0 && bench.account.error == nil)
    }

    @Test func `first contact unites both sides, and doubles nothing`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://www.a.example/feed/", title: "A")
        bench.server.addArticle(to: feed, "Read there", link: "https://a.example/1", isRead: true)
        bench.server.addArticle(to: feed, "Read here", link: "https://a.example/2")
        bench.server.addArticle(to: feed, "Starred here", link: "https://a.example/3?utm_source=x")
        bench.server.addArticle(to: feed, "Only there", link: "https://a.example/4")
        let local = try bench.store().addSample("https://a.example/feed")
        let other = try bench.store().addSample("https://b.example/feed")
        for (number, title) in ["Read there", "Read here", "Starred here", "Only here"].enumerated() {
            let link = "http://a.example/\(number == 3 ? 9 : number + 1)"
            try bench.store().insertSample(Sample.draft(title, guid: "\(number)", url: link), into: local)
        }
        try bench.mark("Read here", .read)
        try bench.mark("Starred here", .starred)
        let account = try await bench.link()
        #expect(account.feeds == 1)
        try await bench.sync()
        #expect(try bench.articles().count == 5)
        #expect(try bench.readTitles() == ["Read there", "Read here"] && bench.starredTitles() == ["Starred here"])
        #expect(try bench.article("Read here").guid == "1")
        #expect(bench.server.readTitles == ["Read there", "Read here"])
        #expect(bench.server.starredTitles == ["Starred here"])
        #expect(try bench.store().feed(other).account == nil && bench.store().feed(local).account == "reader")
        try await bench.sync()
        #expect(try bench.account.pending == 0)
    }

    @Test func `an account that is removed gives its feeds back with all articles and marks`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: feed, "One")
        let account = try await bench.link()
        try await bench.sync()
        try bench.mark("One", .read)
        try bench.store().removeAccount(account.id)
        #expect(try bench.store().feeds().map(\.accountID) == [nil])
        #expect(try bench.readTitles() == ["One"] && bench.store().accounts() == [])
        try await bench.link()
        try await bench.sync()
        #expect(try bench.articles().count == 1)
        #expect(bench.server.readTitles == ["One"])
    }

    @Test func `two databases on one account agree`() async throws {
        let one = SyncBench()
        let other = SyncBench(beside: one)
        let feed = one.server.addFeed("https://a.example/feed", title: "A")
        for title in ["One", "Two", "Three"] { one.server.addArticle(to: feed, title) }
        for bench in [one, other] {
            try await bench.link()
            try await bench.sync()
        }
        try one.mark("One", .read)
        try other.mark("Two", .starred)
        for bench in [one, other, one] { try await bench.sync() }
        for bench in [one, other] {
            #expect(try bench.readTitles() == ["One"] && bench.starredTitles() == ["Two"])
            #expect(try bench.account.pending == 0)
        }
    }

    @Test func `thousands of marks are sent in batches that PHP reads whole`() async throws {
        let bench = SyncBench()
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        for number in 1...600 { bench.server.addArticle(to: feed, "\(number)") }
        try await bench.link()
        try await bench.sync()
        try bench.store().mark(ArticleQuery(state: .unread), as: .read, at: Sample.now)
        #expect(try bench.account.pending == 600)
        #expect(try await bench.sync().marksSent == 600)
        #expect(bench.server.readTitles.count == 600)
        #expect(bench.server.calls.count { $0 == .editTag } == 3)
        #expect(try bench.account.pending == 0)
    }

    @Test func `an article that the server refuses holds up no other, and is dropped at the third time`() async throws {
        let bench = SyncBench(.miniflux)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        for title in ["One", "Two", "Three"] { bench.server.addArticle(to: feed, title) }
        try await bench.link()
        try await bench.sync()
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
