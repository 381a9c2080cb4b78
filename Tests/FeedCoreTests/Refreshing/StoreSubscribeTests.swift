import TestSupport
import Testing

@testable import FeedCore
@testable import FeedStore

@Suite final class SubscribingTests {
    private let folder = TemporaryFolder()
    private let store: Store

    init() throws {
        store = try Store(path: folder.file("a.db"), access: .writing)
    }

    private func found(_ asked: String, answeredAt place: String? = nil) throws -> FoundFeed {
        let body = Array("<rss><channel><title>A</title><item><title>One</title></item></channel></rss>".utf8)
        let response = Response(status: 200, url: Sample.address(place ?? asked), body: body)
        return FoundFeed(
            address: try FetchAddress(asked), response: response, parsed: try FeedParser.parse(body, base: asked))
    }

    @discardableResult
    private func subscribe(to found: FoundFeed) throws -> (feed: Feed, articles: Int) {
        try store.subscribe(
            to: NewFeed(url: found.url), knownAt: found.urls, serving: found.parsed, in: found.response,
            bodyHash: found.bodyHash, asRead: false, settings: FeedSettings(userAgent: "test"), at: Sample.now)
    }

    @Test func `a feed is not subscribed to if its articles cannot be stored`() throws {
        try store.database.execute(
            "CREATE TRIGGER refused BEFORE INSERT ON article BEGIN SELECT raise(ABORT, 'no room'); END")
        #expect(throws: StoreError.failed("no room")) { try subscribe(to: found("https://a.example/feed")) }
        #expect(try store.feeds().isEmpty)
    }
}
