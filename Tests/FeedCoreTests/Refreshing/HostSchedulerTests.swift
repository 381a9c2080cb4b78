import Testing

@testable import FeedCore

@Suite struct HostSchedulerTests {
    private static func feed(_ id: Int64, _ url: String) -> Feed {
        Feed(id: FeedID(rawValue: id), url: Sample.address(url))
    }

    private static let feeds = [
        feed(1, "http://a.example/1"), feed(2, "http://a.example/2"), feed(3, "http://a.example/3"),
        feed(4, "http://b.example/4"), feed(5, "http://a.example:8080/5"),
    ]

    /// The ids of the feeds whose turn it is now.
    private func given(by turns: inout HostScheduler) -> [Int64] {
        var given: [Int64] = []
        while let feed = turns.next() { given.append(feed.id.rawValue) }
        return given
    }

    @Test func `hosts take turns within their limits`() {
        var turns = HostScheduler(Self.feeds, perHost: { _ in 2 })
        #expect(given(by: &turns) == [1, 4, 5, 2])
        turns.finish(Self.feeds[3])
        #expect(turns.next() == nil)
        turns.finish(Self.feeds[0])
        #expect(given(by: &turns) == [3])
    }

    @Test func `a host that has just answered goes on, while no favorite waits`() {
        var feeds = Self.feeds
        var turns = HostScheduler(feeds, perHost: { _ in 1 })
        #expect(turns.next()?.id.rawValue == 1)
        turns.finish(feeds[0])
        #expect(given(by: &turns) == [2, 4, 5])

        feeds[3].isFavorite = true
        turns = HostScheduler(feeds, perHost: { _ in 1 })
        #expect(turns.next()?.id.rawValue == 1)
        turns.finish(feeds[0])
        #expect(turns.next()?.id.rawValue == 4)
        turns.finish(feeds[3])
        #expect(turns.next()?.id.rawValue == 5)
        #expect(turns.next()?.id.rawValue == 2)
    }

    @Test func `a removed host has no more turns`() {
        var turns = HostScheduler(Self.feeds, perHost: { _ in 1 })
        #expect(turns.next()?.id.rawValue == 1)
        #expect(turns.remove(host: "a.example:80").map(\.id.rawValue) == [2, 3])
        turns.finish(Self.feeds[0])
        #expect(given(by: &turns) == [4, 5])
    }

    @Test func `local files do not wait`() {
        var turns = HostScheduler((1...5).map { Self.feed($0, "file:///\($0).xml") }, perHost: { _ in 1 })
        #expect(given(by: &turns) == [1, 2, 3, 4, 5])
    }

    @Test func `a removed host takes along the feeds that were redirected to it`() {
        var feeds = Self.feeds
        feeds[3].refresh.answeredHost = "a.example:80"
        var turns = HostScheduler(feeds, perHost: { _ in 1 })
        #expect(turns.next()?.id.rawValue == 1)
        #expect(turns.remove(host: "a.example:80").map(\.id.rawValue) == [2, 3, 4])
        #expect(given(by: &turns) == [5])
    }

    @Test func `the smallest limit of its feeds counts for a host`() {
        var turns = HostScheduler(Self.feeds, perHost: { $0.id.rawValue == 2 ? 1 : 3 })
        #expect(given(by: &turns) == [1, 4, 5])
    }

    @Test func `feeds that are added later come last, and within the limit of their host`() {
        var turns = HostScheduler(Array(Self.feeds[..<2]), perHost: { _ in 2 })
        #expect(turns.next()?.id.rawValue == 1)
        turns.append(Array(Self.feeds[2...]), perHost: { _ in 2 })
        #expect(given(by: &turns) == [2, 4, 5])
        turns.finish(Self.feeds[0])
        #expect(turns.next()?.id.rawValue == 3)
    }

    @Test func `a host that was not reached comes after the others`() {
        var turns = HostScheduler(Self.feeds, perHost: { _ in 1 })
        #expect(turns.next()?.id.rawValue == 1)
        turns.finish(Self.feeds[0], isReached: false)
        #expect(given(by: &turns) == [4, 5, 2])
    }

    @Test func `hosts that answered most recently can be put first`() {
        var feeds = Self.feeds
        feeds[3].refresh.lastRefreshed = Sample.now
        feeds[1].refresh.lastRefreshed = Sample.now - 60
        var turns = HostScheduler(feeds, perHost: { _ in 1 })
        turns.preferReached()
        #expect(given(by: &turns) == [4, 1, 5])
    }
}
