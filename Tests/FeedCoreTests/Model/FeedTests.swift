import Testing

@testable import FeedCore

@Suite struct FeedTests {
    private func feed() throws -> Feed {
        Feed(id: FeedID(rawValue: 1), url: try #require(WebAddress("https://example.org/feed")))
    }

    @Test func `a change of a copy leaves the feed as it is`() throws {
        let feed = try feed()
        var copy = feed
        copy.nickname = "News"
        copy.refresh.failures += 1
        #expect(feed.nickname == nil && feed.refresh.failures == 0)
        #expect(copy.title == "News" && copy.refresh.failures == 1)
        #expect(feed.title == "https://example.org/feed")
    }

    @Test func `feeds with equal fields are equal`() throws {
        var (one, other) = (try feed(), try feed())
        #expect(one == other && Set([one, other]).count == 1)
        one.unread = 1
        #expect(one != other)
        other.unread = 1
        #expect(one == other && Set([one, other]).count == 1)
    }
}
