import TestSupport
import Testing

@testable import FeedCore
@testable import FeedStore

@Suite struct SubscribingTests {
    @Test func `a feed is not subscribed to if its articles cannot be stored`() throws {
        let folder = TemporaryFolder()
        let store = try Store(path: folder.file("a.db"), access: .writing)
        try store.database.execute(
            "CREATE TRIGGER refused BEFORE INSERT ON article BEGIN SELECT raise(ABORT, 'no room'); END")
        let (url, body) = (
            "https://a.example/feed", Array("<rss><channel><item><title>a</title></item></channel></rss>".utf8)
        )
        let found = FoundFeed(
            address: try FetchAddress(url), response: Response(status: 200, url: Sample.address(url), body: body),
            parsed: try FeedParser.parse(body, base: url))
        #expect(throws: StoreError.failed("no room")) {
            try store.subscribe(
                to: NewFeed(url: found.url), knownAt: found.urls, serving: found.parsed, in: found.response,
                bodyHash: found.bodyHash, asRead: false, settings: FeedSettings(userAgent: "test"), at: Sample.now)
        }
        #expect(try store.feeds().isEmpty)
    }
}
