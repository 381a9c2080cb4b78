import TestSupport
import Testing

@testable import FeedCore

/// Nextcloud News: its calls and answers, what its versions do differently, and what goes wrong.
@Suite struct NextcloudTests {
    private func bench(_ quirk: NextcloudQuirk? = nil) async throws -> SyncBench {
        try await SyncBench.synced(.nextcloud) { server in
            if let quirk { server.act(as: quirk) }
            server.addFeed("https://b.example/feed", title: "B")
        }
    }

    // MARK: Calls and answers

    @Test func `an item is read with all that rssium keeps`() throws {
        let body = #"""
            {"items":[{"id":3443,"guid":"x","guidHash":"y","url":"https://a.example/1","title":"A &amp; B","author":"Ann",
            "pubDate":1795762800,"body":"<p>Text</p>","enclosureMime":"audio/mpeg","enclosureLink":
            "https://a.example/1.mp3","mediaThumbnail":"https://a.example/1.png","feedId":67,"unread":false,
            "starred":true,"lastModified":"1795762801123456","rtl":false}]}
            """#
        let item = try #require(try APIAnswer.newsItems(Array(body.utf8)).first)
        #expect(item.changed == Timestamp(seconds: 1_795_762_801))
        #expect(item.article.id == RemoteID("3443") && item.article.feed == RemoteID("67"))
        #expect(item.article.isRead && item.article.isStarred)
        let content = item.article.draft.content
        #expect(content.url == "https://a.example/1" && content.image == "https://a.example/1.png")
        #expect(content.published == Timestamp(seconds: 1_795_762_800))
        #expect(content.authors.map(\.name) == ["Ann"])
        #expect(content.enclosures == [Enclosure(url: "https://a.example/1.mp3", type: "audio/mpeg")])
    }

    @Test(arguments: [
        "", "[]", "{}", "<html>", #"{"items":{}}"#, #"{"items":null}"#, #"{"items":[{"id":1,"unread":true}]}"#,
        #"{"items":[{"id":1,"unread":"yes","starred":true}]}"#,
        #"{"items":[{"id":"x","unread":true,"starred":true}]}"#, #"{"items":[{"id":1,"unread":true,"sta"#,
        #"{"feeds":[{"id":1}],"folders":[{"name":"a"}]}"#, #"{"message":"Current user is not logged in"}"#,
    ])
    func `an answer that is not whole is an error`(body: String) {
        #expect(throws: SyncError.self) { try APIAnswer.newsItems(Array(body.utf8)) }
        #expect(throws: SyncError.self) { try APIAnswer.newsFolders(Array(body.utf8)) }
        #expect(throws: SyncError.self) { try APIAnswer.newsFeeds(Array(body.utf8), in: [:]) }
        #expect(throws: SyncError.self) { try APIAnswer.newsCounts(Array(body.utf8)) }
    }

    // MARK: What versions do differently

    @Test(arguments: NextcloudQuirk.allCases)
    func `each version is understood, in both directions`(quirk: NextcloudQuirk) async throws {
        let bench = try await bench(quirk)
        #expect(try bench.articles().map(\.title).sorted() == ["One", "Three", "Two"])
        let feeds = try bench.store().feeds().map { "\($0.title) \($0.category ?? "-")" }
        #expect(feeds.sorted() == ["A News", "B -"])
        try bench.mark("One", .starred)
        try bench.mark("Two", .read)
        let feed = bench.server.feeds[0].id
        bench.server.change(bench.server.articles[2].id) { $0.isRead = true }
        bench.server.addArticle(to: feed, "Four", isRead: true)
        for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
        try bench.expectBothSides(read: ["Two", "Three", "Four"], starred: ["One"])
    }

    @Test func `a folder that is deleted takes its feeds there, and here they stay with their articles`() async throws {
        let bench = try await bench()
        try bench.mark("One", .starred)
        try await bench.sync()
        bench.server.removeFeed(bench.server.feeds[0].id)
        let outcome = try await bench.sync()
        #expect(outcome.result == .synced)
        #expect(outcome.warnings == ["A is gone from the server: it is kept here, paused"])
        #expect(try bench.articles().count == 3 && bench.starredTitles() == ["One"] && bench.readTitles() == [])
        #expect(try await bench.sync().warnings == [])
    }

    // MARK: Faults

    @Test func `however many articles are marked there, no answer has them all`() async throws {
        let bench = SyncBench(.nextcloud)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        for number in 1...1200 { bench.server.addArticle(to: feed, "\(number)", text: "Text") }
        try await bench.link()
        #expect(try await bench.sync().requests <= 14)
        for article in bench.server.articles { bench.server.change(article.id) { $0.isRead = true } }
        #expect(try await bench.sync().requests <= 10)
        #expect(try bench.readTitles().count == 1200)
        let batches = bench.server.requests.compactMap { request in
            request.path.split(separator: "&").first { $0.hasPrefix("batchSize=") }.flatMap { Int($0.dropFirst(10)) }
        }
        #expect(batches.max() == 500 && batches.min() == 50)
    }
}
