import FeedCore
import TestSupport
import Testing

@testable import FeedStore

/// Archives of each kind on a local server, and the ways in which they go wrong.
@Suite struct BackfillTests {
    private let server = FeedServer()
    private let folder = TemporaryFolder()
    private let now = Timestamp(seconds: 1_790_000_000)

    private func open() throws -> Store { try Store(path: folder.file("a.db"), access: .writing) }

    private func subscribe(_ path: String = "/feed") throws -> Feed {
        let store = try open()
        let url = try #require(WebAddress(server.url(path)))
        return try store.feed(store.add(NewFeed(url: url)))
    }

    /// Runs as far as the archive goes.
    private func backfill(_ feed: Feed, _ wish: Backfill.Wish = Backfill.Wish()) async throws -> Backfill.Outcome {
        try await backfill(feed, wish, in: open())
    }

    private func backfill(
        _ feed: Feed, _ wish: Backfill.Wish, in store: borrowing Store
    ) async throws -> Backfill.Outcome {
        let fetcher = Fetcher(loop: FetchLoop(hostJobs: 1)) { .zero }
        defer { fetcher.stop() }
        let settings = FeedSettings(userAgent: "t")
        let work = Backfill(
            wish, fetcher: fetcher, settings: settings, credentials: nil, backoffs: HostBackoffs(at: now), pause: .zero)
        return try await work.run(of: feed, in: store) { _, _ in }
    }

    private func titles() throws -> [String] {
        let store = try open()
        return try store.articleIDs(of: ArticleQuery(state: .all)).map { try store.article($0).title }
    }

    private func link(_ relation: String, _ path: String) -> String {
        "<atom:link rel=\"\(relation)\" href=\"\(path)\"/>"
    }

    private static let wordPress = "<generator>https://wordpress.org/?v=6.4</generator>"

    @Test(arguments: ["prev-archive", "next", "previous"])
    func `links lead to the older documents`(relation: String) async throws {
        server.serve("/feed", rss([9, 8], link(relation, "/2")))
        server.serve("/2", rss([8, 7, 6], link(relation, "/3")))
        server.serve("/3", rss([5]))
        let outcome = try await backfill(subscribe())
        #expect(outcome.articles == 4 && outcome.pages == 2 && outcome.end == .complete)
        #expect(try titles() == ["8", "7", "6", "5"])
    }

    @Test func `a rule that takes too long is reported with the articles that it was not applied to`() async throws {
        server.serve("/feed", rss([9], link("next", "/2")))
        server.serve("/2", rss([8, 7], link("next", "/3")))
        server.serve("/3", rss([6]))
        let feed = try subscribe()
        let store = try open()
        let rule = try store.addRule(try Query("title:/8/"), .drop)
        store.database.matchers.setBudget(PatternBudget(.zero), of: rule)
        #expect(try await backfill(feed, Backfill.Wish(), in: store).undecidedRules == [rule: 3])
        #expect(try titles() == ["8", "7", "6"])
    }

    @Test func `the pages of WordPress and Blogger have numbers, and end with 404 or without articles`() async throws {
        server.serve("/feed?a=1", rss([9], Self.wordPress))
        server.serve("/feed?a=1&paged=2", rss([8], Self.wordPress))
        server.serve("/feed?a=1&paged=3", rss([7], Self.wordPress))
        #expect(try await backfill(subscribe("/feed?a=1")).articles == 2)
        let blogger = "<generator>Blogger</generator>"
        server.serve("/b", rss([9, 8], blogger))
        server.serve("/b?start-index=3", rss([7, 6], blogger))
        server.serve("/b?start-index=5", rss([], blogger))
        #expect(try await backfill(subscribe("/b")).articles == 2)
    }

    @Test func `JSON Feed names the next document`() async throws {
        func json(_ id: Int, _ next: String) -> Answer {
            .document(
                """
                {"version":"https://jsonfeed.org/version/1.1","title":"t","next_url":"\(server.url(next))",
                "items":[{"id":"\(id)","content_text":"\(id)"}]}
                """)
        }
        server.serve("/feed", json(3, "/2"))
        server.serve("/2", json(2, "/3"))
        server.serve("/3", json(1, "/2"))
        // The last one leads back, and brings nothing that was not seen.
        let outcome = try await backfill(subscribe())
        #expect(outcome.articles == 2 && outcome.pages == 3 && outcome.end == .complete)
    }

    @Test func `an endless archive ends for this run after its limit, and the next run goes on`() async throws {
        server.answer { request in
            let page = request.path.split(separator: "=").last.flatMap { Int($0) } ?? 1
            return rss([page], Self.wordPress)
        }
        let feed = try subscribe()
        #expect(try await backfill(feed).end == .enough)
        #expect(server.requests.count == 1 + Backfill.pageLimit)
        let again = try await backfill(feed)
        #expect(again.continuedAt == 202 && again.articles == Backfill.pageLimit)
        // The same document for every number.
        server.answer { _ in rss([1], Self.wordPress) }
        let other = try subscribe("/other")
        let outcome = try await backfill(other)
        #expect(outcome.articles == 0 && outcome.pages == 1 && outcome.end == .complete)
    }

    @Test func `a page that fails is tried again by the next run, and a server can ask to wait`() async throws {
        server.serve("/feed", rss([9], link("next", "/2")))
        server.serve("/2", rss([8], link("next", "/3")))
        server.serve("/3", .status(429, headers: [("Retry-After", "60")]), rss([7]))
        let feed = try subscribe()
        let outcome = try await backfill(feed)
        guard case .failed(page: 3, let why) = outcome.end else { throw StoreError.failed("\(outcome)") }
        #expect(why.contains("429"))
        let next = try await backfill(feed)
        #expect(next.continuedAt == 3 && next.articles == 1 && next.end == .complete)
        #expect(try titles() == ["8", "7"])
        #expect(try open().backfillPosition(of: feed.id) == nil)
    }

    @Test func `it stops at a date, or after so many articles, and stores nothing in a trial`() async throws {
        server.serve("/feed", rss([9], link("next", "/2")))
        server.serve("/2", rss([8, 7], link("next", "/3")))
        server.serve("/3", rss([6, 5], link("next", "/4")))
        server.serve("/4", rss([4]))
        let feed = try subscribe()
        var wish = Backfill.Wish()
        wish.isTrial = true
        #expect(try await backfill(feed, wish).articles == 5)
        #expect(try titles() == [])
        wish.isTrial = false
        wish.since = Timestamp(seconds: 1_136_073_600)  // 2006
        #expect(try await backfill(feed, wish).articles == 3)
        #expect(server.requests(for: "/4").count == 1)
        wish.since = nil
        wish.limit = 1
        #expect(try await backfill(feed, wish).articles == 1)
        #expect(try titles() == ["8", "7", "6", "5"])
    }

    @Test func `articles of an archive are read, no news, and kept; deleted ones stay away`() async throws {
        server.serve("/feed", rss([9], link("next", "/2")))
        server.serve("/2", rss([8, 7]))
        let feed = try subscribe()
        _ = try await backfill(feed)
        let store = try open()
        #expect(try store.feed(feed.id).unread == 0 && store.feed(feed.id).articles == 2)
        var news = ArticleQuery(state: .all)
        news.arrival = ArticleQuery.Arrival(after: nil, through: ArticleID(rawValue: 99))
        #expect(try store.articleIDs(of: news) == [])
        try store.mark([ArticleID(rawValue: 1)], as: .deleted, at: now)
        try store.database.run("INSERT INTO feed_document(feed_id, articles) VALUES (?1, '[]')", .id(feed.id))
        _ = try store.prune(at: now) { _ in Retention(articles: 0, days: 1, unread: 0) }
        #expect(try titles() == ["8"])
        _ = try await backfill(feed)
        #expect(try titles() == ["8"])
        // What was pruned comes back.
        try store.database.run("UPDATE article SET backfilled = 0")
        #expect(try store.prune(at: now) { _ in Retention(articles: 0, days: 1, unread: 0) }.articles == 1)
        #expect(try await backfill(feed).articles == 1 && titles() == ["8"])
    }

    @Test func `a page may not lead into a private network, and secrets stay with their server`() async throws {
        let other = FeedServer()
        other.serve("/2", rss([1]))
        server.serve("/feed", rss([9], link("next", other.url("/2"))))
        // Both are on this machine, so the other one may be asked.
        #expect(try await backfill(subscribe()).articles == 1)
        #expect(other.requests.first?["Authorization"] == nil)
    }

    @Test func `a feed without an archive says so`() async throws {
        server.serve("/feed", rss([9]))
        #expect(try await backfill(subscribe()).end == .noOlderPages)
    }
}

/// A document with these articles; the number of each is the year after 2000 in which it was published.
private func rss(_ articles: [Int], _ head: String = "") -> Answer {
    let items = articles.map {
        """
        <item><guid isPermaLink="false">\($0)</guid><title>\($0)</title>
        <pubDate>1 Jan \(2000 + $0) 00:00:00 GMT</pubDate></item>
        """
    }
    return .document(
        "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\"><channel><title>t</title>\(head)"
            + "\(items.joined())</channel></rss>")
}
