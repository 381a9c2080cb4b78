import FeedCore
import TestSupport
import Testing

@testable import FeedStore

/// Subscriptions of an account that are changed here.
@Suite struct AccountFeedTests {
    private let bench: SyncBench
    private let id: FeedID

    init() async throws {
        bench = try await SyncBench.synced(.freshRSS, [])
        id = try #require(try bench.store().feeds().first).id
    }

    @Test func `a removed feed is unsubscribed, and does not come back meanwhile`() async throws {
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

    @Test func `what waits for one user is not sent for another one`() async throws {
        try bench.store().remove([id])
        var edit = AccountEdit()
        edit.user = "bob"
        try bench.store().edit(bench.account.id, edit)
        #expect(try bench.account.pendingFeeds == 0)
    }

    @Test func `a feed that was hidden on the server, and removed here, comes back with its articles`() async throws {
        let feed = bench.server.feeds[0].id
        bench.server.addArticle(to: feed, "One")
        try await bench.sync()
        bench.server.changeFeed(feed) { $0.isHidden = true }
        try await bench.sync()
        try bench.store().remove([id])
        bench.server.changeFeed(feed) { $0.isHidden = false }
        #expect(try await bench.sync().newArticles.count == 1)
    }

    @Test func `a feed leaves its category as on the server, but not one that only this side has`() async throws {
        let feed = bench.server.feeds[0].id
        for (folder, category) in [(nil, nil), (nil, "Mine"), ("News", "News"), (nil, nil)] as [(String?, String?)] {
            var change = RemoteFeedChange(id)
            change.category = folder == nil ? category : nil
            try bench.store().save(change)
            bench.server.changeFeed(feed) { $0.folder = folder }
            try await bench.sync()
            #expect(try bench.store().feed(id).category == category)
        }
    }

    @Test func `marks of a feed that is hidden on the server wait for it, and make no sync due`() async throws {
        let feed = bench.server.feeds[0].id
        bench.server.addArticle(to: feed, "One")
        try await bench.sync()
        bench.server.changeFeed(feed) { $0.isHidden = true }
        try await bench.sync()
        try bench.mark("One", .read)
        #expect(try bench.account.pending == 1 && bench.account.sendable == 0)
        bench.server.changeFeed(feed) { $0.isHidden = false }
        try await bench.sync()
        try await bench.sync()
        #expect(bench.server.readTitles == ["One"])
    }

    @Test func `a feed that its server takes over is not shared, and its deletions count for the next`() async throws {
        let url = "https://b.example/feed"
        let own = try bench.store().addSample(url)
        try bench.store().insertSample(Sample.draft("Own", guid: "1", url: "https://b.example/1"), into: own)
        let feed = bench.server.addFeed(url, title: "B")
        try await bench.sync()
        #expect(try bench.store().feed(own).account == "reader")
        try bench.mark("Own", .starred)
        #expect(try !bench.store().stateLines().contains { if case .article = $0.key { true } else { false } })
        bench.server.addArticle(to: feed, "Deleted", link: "https://b.example/2")
        try await bench.sync()
        try bench.mark("Deleted", .deleted)
        try await bench.sync()
        try bench.store().remove([own])
        try await bench.sync()
        let again = bench.server.addFeed(url, title: "B")
        bench.server.addArticle(to: again, "Deleted", link: "https://b.example/2")
        try await bench.sync()
        #expect(try bench.store().feeds().count == 2 && bench.articles().isEmpty)
    }

    @Test func `a feed that the server refuses is shared again, with what was marked`() async throws {
        let url = "https://b.example/feed"
        let own = try bench.store().addSample(url, nickname: "Mine")
        #expect(try bench.store().handOver([own], to: bench.account.id).isEmpty)
        bench.server.fail(.subscriptionEdit, .answer(.status(400)))
        let refused = try #require(try await bench.sendFeedChanges().refused.first)
        try bench.store().takeBack(refused)
        // One without articles was not made by `add`, either.
        #expect(try bench.store().feed(own).title == "Mine" && bench.store().feed(own).account == nil)
        try bench.store().insertSample(Sample.draft("One", guid: "1", url: "https://b.example/1"), into: own)
        #expect(try bench.store().handOver([own], to: bench.account.id).isEmpty)
        try bench.mark("One", .starred)
        for _ in 1...3 { try await bench.sync() }
        #expect(try bench.store().stateLines().contains { if case .article = $0.key { true } else { false } })
    }

    @Test func `the feed of saved pages is not handed over`() async throws {
        let saved = try bench.store().add(NewFeed(url: .saved))
        let refused = try bench.store().handOver([saved], to: bench.account.id)
        #expect(refused.map(\.why) == ["it has the pages that you saved"])
    }

    @Test func `articles of a feed that has left an account are free for the next one`() async throws {
        bench.server.addArticle(to: bench.server.feeds[0].id, "One")
        try await bench.sync()
        let store = try bench.store()
        try store.transaction {
            try store.unlink(id)
            let other = try store.insert(
                NewAccount(
                    name: "other", kind: .freshRSS, url: Sample.address("https://b.example"), user: "ann",
                    password: .netrc))
            let remote = RemoteFeed(id: RemoteID("feed/1"), url: Sample.address("https://a.example/feed"))
            try store.link(id, to: remote, other)
        }
        #expect(try store.unsyncedArticles(of: id).count == 1)
    }

    @Test func `what is deleted here is read there, and what is pruned stays known`() async throws {
        let feed = bench.server.feeds[0].id
        for title in ["Deleted", "Unread"] { bench.server.addArticle(to: feed, title) }
        for number in 1...3 { bench.server.addArticle(to: feed, "Read \(number)", isRead: true) }
        try await bench.sync()
        try bench.mark("Deleted", .deleted)
        try await bench.sync()
        #expect(bench.server.readTitles.contains("Deleted"))
        let retention = Retention(articles: 0, days: 0, unread: 0)
        #expect(try bench.store().prune(at: Sample.now) { _ in retention }.articles == 3)
        #expect(try await bench.sync().newArticles == [])
        #expect(try bench.articles().map(\.title) == ["Unread"])
        // What is marked elsewhere comes back, but not what the user has deleted.
        for article in bench.server.articles {
            switch article.title {
            case "Read 1": bench.server.change(article.id) { $0.isStarred = true }
            case "Read 2", "Deleted": bench.server.change(article.id) { $0.isRead = false }
            default: break
            }
        }
        #expect(try await bench.sync().newArticles.count == 2)
        #expect(try bench.articles().map(\.title).sorted() == ["Read 1", "Read 2", "Unread"])
        #expect(try bench.starredTitles() == ["Read 1"])
        #expect(try await bench.sync().newArticles == [])
    }
}
