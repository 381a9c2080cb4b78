import TestSupport
import Testing

@testable import FeedCore

/// Miniflux's own API: its calls and answers, and what goes wrong with them.
@Suite struct MinifluxTests {
    @Test(
        arguments: [
            ("2.3.2", true), ("2.3.4", true), ("2.10.0", true), ("3.0.0", true), ("2.3.1", false), ("2.2.19", false),
            ("2", false), ("dev", false), ("", false),
        ])
    func `a version tells whether there are lists of ids`(text: String, hasIDs: Bool) {
        #expect(MinifluxVersion(text).hasIDs == hasIDs)
    }

    @Test func `marks are explicit states, and strings are escaped`() throws {
        #expect(
            APICall.mark(.unread, [1, 9_007_199_254_740_993]).json?.text
                == #"{"entry_ids":[1,9007199254740993],"status":"unread"}"#)
        #expect(APICall.mark(.unstarred, [7]).json?.text == #"{"entry_ids":[7],"starred":false}"#)
        let title = APICall.rename(RemoteID("3"), title: "a \"b\" \\ \u{1}\u{1F} é").json
        #expect(title?.method == "PUT")
        #expect(title?.text == #"{"title":"a \"b\" \\ \u0001\u001f é"}"#)
    }

    @Test func `the key and the kind of the body are in the header`() throws {
        var request = try APICall.mark(.read, [1]).request(
            to: Sample.address("https://a.example/flux"), FeedSettings(userAgent: "rssium/test"))
        request.authorize(withKey: "k/=")
        #expect(request.url.text == "https://a.example/flux/v1/entries")
        #expect(request.headers.map(\.value) == ["application/json", "k/="])
        #expect(request.call?.form == nil && request.call?.json?.method == "PUT")
    }

    @Test func `an entry is read with all that rssium keeps`() throws {
        let body = """
            {"total":1,"entries":[{"id":17,"feed_id":3,"status":"read","starred":true,"title":"A &amp; B","url":
            "https://a.example/1","comments_url":"https://a.example/1#c","published_at":"2026-11-27T08:00:00+01:00",
            "content":"<p>Text</p>","author":"Ann","enclosures":[{"url":"https://a.example/1.mp3","mime_type":
            "audio/mpeg","size":42}],"tags":["News"],"feed":{"id":3}}]}
            """
        let page = try APIAnswer.entries(Array(body.utf8))
        let article = try #require(page.articles.first)
        #expect(page.isLast && article.id == RemoteID("17") && article.feed == RemoteID("3"))
        #expect(article.isRead && article.isStarred)
        let content = article.draft.content
        #expect(content.url == "https://a.example/1" && content.comments == "https://a.example/1#c")
        #expect(content.published == Timestamp(seconds: 1_795_762_800))
        #expect(content.authors.map(\.name) == ["Ann"] && content.tags == ["News"])
        #expect(content.enclosures == [Enclosure(url: "https://a.example/1.mp3", type: "audio/mpeg", size: 42)])
    }

    @Test(arguments: [
        "", "[]", "{}", "<html>", #"{"total":1,"entries":[{"id":1,"status":"read"#,
        #"{"total":1,"entries":[{"id":1}]}"#,
        #"{"entries":[]}"#, #"{"total":0,"entries":null}"#,
    ])
    func `an answer that is not whole is an error`(body: String) {
        #expect(throws: SyncError.self) { try APIAnswer.entries(Array(body.utf8)) }
        #expect(throws: SyncError.self) { try APIAnswer.idPage(Array(body.utf8), from: 0) }
        if body != "[]" { #expect(throws: SyncError.self) { try APIAnswer.feeds(Array(body.utf8)) } }
        #expect(throws: SyncError.self) { try APIAnswer.counters(Array(body.utf8)) }
    }

    private static let dialects: [StandInDialect] = [.minifluxAPI, .oldMinifluxAPI]
    private static let calls: [StandInCall] = [.version, .unread, .starred, .recent, .subscriptions, .editTag]

    @Test(arguments: dialects, calls)
    func `a fault of any call changes nothing, and the next sync makes up for it`(
        dialect: StandInDialect, call: StandInCall
    ) async throws {
        let bench = SyncBench(dialect)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        for title in ["One", "Two", "Three"] { bench.server.addArticle(to: feed, title) }
        try await bench.link()
        try await bench.sync()
        try bench.mark("One", .starred)
        try bench.mark("Two", .read)
        let whole = #"{"total":3,"entry_ids":[1,2],"entries":[{"id":1,"feed_id":3,"status":"unread","starred":fal"#
        for answer in [Answer.status(500), .document(whole), .document("<!doctype html>"), .hangUp, .status(401)] {
            bench.server.fail(call, .answer(answer))
            let outcome = try await bench.sync()
            #expect(outcome.result != .synced || call == .editTag, "\(answer)")
            bench.server.heal()
            #expect(try bench.starredTitles() == ["One"] && bench.readTitles() == ["Two"])
        }
        guard case .refused(let why) = try await bench.sync().result else {
            Issue.record("the key was not refused")
            return
        }
        #expect(why.contains("API key"))
        #expect(try await bench.sync(isForced: true).result == .synced)
        #expect(bench.server.starredTitles == ["One"] && bench.server.readTitles == ["Two"])
        #expect(try bench.account.pending == 0)
    }

    @Test(arguments: dialects, [PendingMark.Value.starred, .unstarred])
    func `a star whose answer was lost is not toggled back`(
        dialect: StandInDialect, value: PendingMark.Value
    ) async throws {
        let bench = SyncBench(dialect)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        bench.server.addArticle(to: feed, "One", isStarred: value == .unstarred)
        try await bench.link()
        try await bench.sync()
        try bench.mark("One", value == .starred ? .starred : .unstarred)
        bench.server.fail(.editTag, .done(.hangUp))
        try await bench.sync()
        bench.server.heal()
        for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
        #expect(bench.server.starredTitles == (value == .starred ? ["One"] : []))
        #expect(try bench.starredTitles() == bench.server.starredTitles && bench.account.pending == 0)
    }

    @Test(arguments: dialects) func `a list that grows between two pages loses nothing`(
        dialect: StandInDialect
    ) async throws {
        let bench = SyncBench(dialect)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        for number in 1...130 { bench.server.addArticle(to: feed, "\(number)", isStarred: number.isMultiple(of: 2)) }
        bench.server.limitPages(to: 50)
        try await bench.link()
        for list in [StandInCall.unread, .starred, .recent] {
            let grow = StandInFault.after { server in
                for _ in 1...7 { server.addArticle(to: feed, "new", isStarred: true) }
            }
            bench.server.fail(list, grow, times: 1, skipping: 1)
        }
        try await bench.sync()
        bench.server.heal()
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.articles().count == bench.server.articles.count)
        #expect(try bench.articles().count { $0.isStarred } == bench.server.articles.count { $0.isStarred })
        #expect(try bench.readTitles() == [])
    }

    @Test func `articles far apart are asked for by short ranges, and unknown ones are missing`() async throws {
        let bench = SyncBench(.minifluxAPI)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        let ids = (1...1200).map { bench.server.addArticle(to: feed, "\($0)") }
        bench.server.purge(ids[0], ids[600])
        let key = bench.server.password
        let calls = ServerCalls(
            base: Sample.address(bench.server.base), fetcher: bench.fetcher, settings: bench.settings)
        let client = MinifluxClient(calls) { .success(key) }
        let wanted = [0, 1, 2, 3, 500, 600, 601, 1100, 1199].map { ids[$0] }
        let articles = try await client.contents(of: wanted.map { RemoteID($0) } + [RemoteID("9999"), RemoteID("x")])
        #expect(articles.map(\.id.text) == wanted.filter { $0 != ids[0] && $0 != ids[600] })
        #expect(await client.requests < wanted.count)
        let many = try await client.contents(of: ids.suffix(100).map { RemoteID($0) })
        #expect(many.count == 100)
        #expect(try await client.contents(of: []) == [])
    }
}
