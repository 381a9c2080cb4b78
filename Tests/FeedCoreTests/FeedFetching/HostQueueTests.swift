import Testing

@testable import FeedCore

@Suite struct HostQueueTests {
    private static func feed(_ id: Int64, _ url: String) -> Feed {
        Feed(id: FeedID(rawValue: id), url: Sample.address(url))
    }

    private static let feeds = [
        feed(1, "http://a.example/1"), feed(2, "http://a.example/2"), feed(3, "http://a.example/3"),
        feed(4, "http://b.example/4"), feed(5, "http://a.example:8080/5"),
    ]

    private func queue(_ feeds: [Feed], limit: Int = .max, share: (Feed) -> Int = { _ in 1 }) -> HostQueue<Feed> {
        var queue = HostQueue(feedLimit: limit)
        for feed in feeds { queue.append(feed, share: share(feed)) }
        return queue
    }

    /// The ids of the feeds whose turn it is now.
    private func given(by turns: inout HostQueue<Feed>) -> [Int64] {
        var given: [Int64] = []
        while let feed = turns.next() { given.append(feed.id.rawValue) }
        return given
    }

    @Test func `hosts take turns within their limits`() {
        var turns = queue(Self.feeds, share: { _ in 2 })
        #expect(given(by: &turns) == [1, 4, 5, 2])
        turns.finish(Self.feeds[3])
        #expect(turns.next() == nil)
        turns.finish(Self.feeds[0])
        #expect(given(by: &turns) == [3])
    }

    @Test func `a host that has just answered goes on, while no favorite waits`() {
        var feeds = Self.feeds
        var turns = queue(feeds)
        #expect(turns.next()?.id.rawValue == 1)
        turns.finish(feeds[0])
        #expect(given(by: &turns) == [2, 4, 5])

        feeds[3].isFavorite = true
        turns = queue(feeds)
        #expect(turns.next()?.id.rawValue == 1)
        turns.finish(feeds[0])
        #expect(turns.next()?.id.rawValue == 4)
        turns.finish(feeds[3])
        #expect(turns.next()?.id.rawValue == 5 && turns.next()?.id.rawValue == 2)
    }

    @Test func `the smallest limit of its feeds counts for a host`() {
        var turns = queue(Self.feeds, share: { $0.id.rawValue == 2 ? 1 : 3 })
        #expect(given(by: &turns) == [1, 4, 5])
    }

    @Test func `a host that was not reached comes after the others`() {
        var turns = queue(Self.feeds)
        #expect(turns.next()?.id.rawValue == 1)
        turns.finish(Self.feeds[0], isWarm: false)
        #expect(given(by: &turns) == [4, 5, 2])
    }

    @Test func `hosts that answered most recently can be put first`() {
        var feeds = Self.feeds
        feeds[3].refresh.lastRefreshed = Sample.now
        feeds[1].refresh.lastRefreshed = Sample.now - 60
        var turns = queue(feeds)
        turns.preferReached()
        #expect(given(by: &turns) == [4, 1, 5])
    }
}
