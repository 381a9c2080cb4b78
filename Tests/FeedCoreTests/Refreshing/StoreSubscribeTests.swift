import TestSupport
import Testing

@testable import FeedCore

@Suite final class SubscribingTests {
    private let folder = TemporaryFolder()
    private let store: Store

    init() throws {
        store = try Store(path: folder.file("a.db"), access: .writing)
    }

    private func found(
        _ asked: String, answeredAt place: String? = nil, movedTo: String? = nil
    ) throws -> FoundFeed {
        let body = Array("<rss><channel><title>A</title><item><title>One</title></item></channel></rss>".utf8)
        let response = Response(
            status: 200, url: Sample.address(place ?? asked), movedTo: movedTo.map { Sample.address($0) }, body: body)
        return FoundFeed(
            address: try FetchAddress(asked), response: response, parsed: try FeedParser.parse(body, base: asked))
    }

    @discardableResult
    private func subscribe(to found: FoundFeed, asRead: Bool = false) throws -> (feed: Feed, articles: Int) {
        try store.subscribe(
            to: NewFeed(url: found.url), knownAt: found.urls, serving: found.parsed, in: found.response,
            bodyHash: found.bodyHash, asRead: asRead, settings: FeedSettings(userAgent: "test"),
            at: Sample.now)
    }

    @Test func `a feed comes with its articles, as read if requested`() throws {
        let (feed, articles) = try subscribe(to: found("https://a.example/feed"))
        #expect(articles == 1 && feed.unread == 1 && feed.title == "A")
        #expect(feed.refresh.lastRefreshed == Sample.now)
        #expect(try subscribe(to: found("https://b.example/feed"), asRead: true).feed.unread == 0)
    }

    @Test func `a permanent move is stored, a temporary one is not`() throws {
        let moved = try found(
            "https://a.example/old", answeredAt: "https://a.example/new", movedTo: "https://a.example/new")
        #expect(try subscribe(to: moved).feed.url.text == "https://a.example/new")
        let lent = try found("https://b.example/old", answeredAt: "https://b.example/new")
        #expect(try subscribe(to: lent).feed.url.text == "https://b.example/old")
    }

    @Test(arguments: [
        ("https://a.example/feed", nil), ("https://b.example/", "https://a.example/feed"),
        ("https://c.example/", "https://a.example/real"),
    ])
    func `a feed that is subscribed to at any of its addresses is refused`(
        asked: String, place: String?
    ) throws {
        let (known, _) = try subscribe(to: found("https://a.example/feed", answeredAt: "https://a.example/real"))
        #expect(throws: StoreError.feedExists(known.id, title: "A")) {
            try subscribe(to: found(asked, answeredAt: place))
        }
        #expect(try store.feeds() == [known])
    }

    @Test func `a feed is not subscribed to if its articles cannot be stored`() throws {
        try store.database.execute(
            "CREATE TRIGGER refused BEFORE INSERT ON article BEGIN SELECT raise(ABORT, 'no room'); END")
        #expect(throws: StoreError.failed("no room")) { try subscribe(to: found("https://a.example/feed")) }
        #expect(try store.feeds().isEmpty)
    }
}
