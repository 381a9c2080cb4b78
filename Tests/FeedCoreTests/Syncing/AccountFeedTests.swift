import TestSupport
import Testing

@testable import FeedCore

/// Subscriptions of an account that are changed here.
@Suite struct AccountFeedTests {
    private let bench = SyncBench()

    private func linked() async throws -> FeedID {
        bench.server.addFeed("https://a.example/feed", title: "A", folder: "News")
        try await bench.link()
        return try #require(try bench.store().feeds().first).id
    }

    private func edit(_ id: FeedID, _ change: (inout FeedEdit) -> Void) throws {
        var edit = FeedEdit()
        change(&edit)
        try bench.store().edit(id, edit)
    }

    @Test func `title and category go to the server, and come back`() async throws {
        let id = try await linked()
        try edit(id) {
            $0.nickname = "A/B & C"
            $0.category = .named("Tech")
        }
        #expect(try bench.account.pendingFeeds == 2)
        let outcome = try await bench.sendFeedChanges()
        #expect(outcome.done.count == 2 && outcome.waiting == [] && outcome.error == nil)
        #expect(bench.server.feeds.map(\.title) == ["A/B & C"] && bench.server.feeds.map(\.folder) == ["Tech"])
        bench.server.changeFeed(bench.server.feeds[0].id) { ($0.title, $0.folder) = ("There", "Other") }
        try await bench.sync()
        let feed = try bench.store().feed(id)
        #expect(feed.title == "There" && feed.category == "Other")
    }

    @Test func `offline, changes wait for the next sync`() async throws {
        let id = try await linked()
        bench.server.fail(.subscriptions, .answer(.hangUp))
        try edit(id) { $0.nickname = "Mine" }
        let outcome = try await bench.sendFeedChanges()
        #expect(outcome.waiting.count == 1 && outcome.error != nil && outcome.done == [])
        bench.server.heal()
        try await bench.sync()
        #expect(bench.server.feeds.map(\.title) == ["Mine"])
        #expect(try bench.store().feed(id).title == "Mine" && bench.account.pendingFeeds == 0)
    }

    @Test func `a category that is renamed moves its feeds, and one that is removed lets them go`() async throws {
        let id = try await linked()
        let store = try bench.store()
        var rename = CategoryEdit()
        rename.name = "Press"
        try store.edit(try store.category(named: "News").id, rename)
        try await bench.sync()
        #expect(bench.server.feeds.map(\.folder) == ["Press"])
        #expect(try store.feed(id).category == "Press")
        try store.removeCategory(try store.category(named: "Press").id)
        try await bench.sync()
        #expect(bench.server.feeds.map(\.folder) == [nil])
        #expect(try bench.account.pendingFeeds == 0)
    }

    @Test func `a removed feed is unsubscribed, and does not come back meanwhile`() async throws {
        let id = try await linked()
        let feed = bench.server.feeds[0].id
        bench.server.addArticle(to: feed, "One")
        try await bench.sync()
        try bench.store().remove([id])
        bench.server.fail(.subscriptionEdit, .pretend, times: 1)
        try await bench.sync()
        #expect(try bench.store().feeds().isEmpty && bench.articles().isEmpty)
        #expect(try bench.account.pendingFeeds == 1)
        bench.server.addFeed("https://b.example/feed", title: "B")
        try await bench.sync()
        #expect(bench.server.feeds.map(\.title) == ["B"])
        #expect(try bench.account.pendingFeeds == 0 && bench.store().feeds().map(\.title) == ["B"])
        // BazQux gives its articles their old ids again.
        try bench.store().database.run("UPDATE remote_item SET remote_id = ?1", .string("1795000002000000"))
        bench.server.addArticle(to: bench.server.addFeed("https://a.example/feed", title: "A"), "Again")
        #expect(try await bench.sync().newArticles.count == 1)
    }

    @Test func `a new feed is subscribed to there, and brings its articles`() async throws {
        _ = try await linked()
        var new = NewFeed(url: Sample.address("https://new.example/feed"))
        new.category = "Tech"
        let id = try bench.store().add(new, to: try bench.account.id)
        let outcome = try await bench.sendFeedChanges()
        #expect(outcome.done.count == 1 && outcome.refused == [])
        let there = try #require(bench.server.feeds.first { $0.url == "https://new.example/feed" })
        #expect(there.folder == "Tech")
        bench.server.addArticle(to: there.id, "One")
        try await bench.sync()
        #expect(try bench.article("One").feedID == id)
    }

    @Test func `a feed that the server refuses is named, and can be taken back`() async throws {
        _ = try await linked()
        let id = try bench.store().add(NewFeed(url: Sample.address("https://new.example/")), to: try bench.account.id)
        bench.server.fail(.subscriptionEdit, .answer(.status(400, body: Array("Bad Request!\n".utf8))))
        let outcome = try await bench.sendFeedChanges()
        #expect(outcome.refused.map(\.error) == ["the server answered 400: Bad Request!"])
        for change in outcome.refused { try bench.store().takeBack(change) }
        #expect(throws: StoreError.self) { try bench.store().feed(id) }
        #expect(try bench.account.pendingFeeds == 0)
    }

    @Test func `local feeds are handed over with their marks, but none with a secret`() async throws {
        _ = try await linked()
        let store = try bench.store()
        let local = try store.addSample("https://local.example/feed")
        let article = try store.insertSample(
            Sample.draft("One", guid: "1", url: "https://local.example/1"), into: local)
        try store.mark([article], as: .starred, at: Sample.now)
        var secret = NewFeed(url: Sample.address("https://secret.example/feed"))
        secret.credentials = Credentials(user: "ann", password: "x")
        let refused = try store.handOver([local, try store.add(secret)], to: try bench.account.id)
        #expect(refused.map(\.why) == ["it has a password"])
        #expect(try await bench.sendFeedChanges().done.count == 1)
        let there = try #require(bench.server.feeds.first { $0.url == "https://local.example/feed" })
        bench.server.addArticle(to: there.id, "One", link: "https://local.example/1")
        try await bench.sync()
        #expect(bench.server.starredTitles == ["One"])
        #expect(try bench.articles().count == 1)
    }

    @Test func `what the server decides cannot be set here`() async throws {
        let id = try await linked()
        for change in [{ $0.isPaused = true }, { $0.interval = .every(seconds: 60) }] as [(inout FeedEdit) -> Void] {
            #expect(throws: StoreError.self) { try edit(id, change) }
        }
        let plan = RefreshPlan(of: try bench.store().feeds(), .init(), at: Sample.now) { _ in bench.settings }
        #expect(plan.feeds == [])
    }

    @Test func `what is deleted here is read there, and what is pruned stays known`() async throws {
        _ = try await linked()
        let feed = bench.server.feeds[0].id
        for title in ["Deleted", "Unread"] { bench.server.addArticle(to: feed, title) }
        for number in 1...3 { bench.server.addArticle(to: feed, "Read \(number)", isRead: true) }
        try await bench.sync()
        try bench.mark("Deleted", .deleted)
        try await bench.sync()
        #expect(bench.server.readTitles.contains("Deleted"))
        let retention = Retention(articles: 0, keepsUnread: false)
        #expect(try bench.store().prune(at: Sample.now) { _ in retention }.articles == 3)
        #expect(try await bench.sync().newArticles == [])
        #expect(try bench.articles().map(\.title) == ["Unread"])
    }

    @Test func `rules act on what arrives, and their marks are sent`() async throws {
        _ = try await linked()
        _ = try bench.store().addRule(try Query("title:noise"), .markRead)
        _ = try bench.store().addRule(try Query("title:trash"), .drop)
        let feed = bench.server.feeds[0].id
        for title in ["Noise", "Trash", "News"] { bench.server.addArticle(to: feed, title) }
        let outcome = try await bench.sync()
        #expect(outcome.newArticles.count == 2)
        #expect(try bench.readTitles() == ["Noise"] && bench.articles().count == 2)
        #expect(bench.server.readTitles == ["Noise"])
        #expect(try await bench.sync().newArticles == [])
    }
}
