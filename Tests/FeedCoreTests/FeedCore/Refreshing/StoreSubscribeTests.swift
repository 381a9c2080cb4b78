import TestSupport
import Testing

@testable import FeedCore
@testable import FeedStore

@Suite final class SubscribingTests {
    private let folder = TemporaryFolder()
    private let store: Store

    init() throws { store = try Store(path: folder.file("a.db"), access: .writing) }

    @Test func `a feed is not subscribed to if its articles cannot be stored`() throws {
        try store.database.execute(
            "CREATE TRIGGER refused BEFORE INSERT ON article BEGIN SELECT raise(ABORT, 'no room'); END")
        #expect(throws: StoreError.failed("no room")) { try subscribe() }
        #expect(try store.feeds().isEmpty)
    }

    @Test func `a rule that takes too long is reported`() throws {
        let rule = try store.addRule(try Query("title:/a/"), .drop)
        store.database.matchers.setBudget(PatternBudget(.zero), of: rule)
        #expect(try subscribe() == [rule])
        #expect(try store.list().count == 1)
    }

    /// Subscribes to a feed with an article, and returns the rules that were not applied.
    @discardableResult
    private func subscribe() throws -> [RuleID] {
        let (url, body) = (
            "https://a.example/feed", Array("<rss><channel><item><title>a</title></item></channel></rss>".utf8)
        )
        let found = FoundFeed(
            address: try FetchAddress(url), response: Response(status: 200, url: Sample.address(url), body: body),
            parsed: try FeedParser.parse(body, base: url))
        return try store.subscribe(
            to: NewFeed(url: found.url), knownAt: found.urls, serving: found.parsed, in: found.response,
            bodyHash: found.bodyHash, asRead: false, settings: FeedSettings(userAgent: "test"), at: Sample.now
        ).undecidedRules
    }
}
