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

    @Test func `no more than the limit run at once`() {
        var turns = queue(Self.feeds, limit: 2, share: { _ in 2 })
        #expect(given(by: &turns) == [1, 4])
        turns.finish(Self.feeds[3])
        #expect(given(by: &turns) == [5])
        turns.limit = 0
        turns.finish(Self.feeds[0])
        #expect(turns.next() == nil)
        turns.limit = 2
        #expect(given(by: &turns) == [2])
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
        #expect(turns.next()?.id.rawValue == 5)
        #expect(turns.next()?.id.rawValue == 2)
    }

    @Test func `a removed host has no more turns`() {
        var turns = queue(Self.feeds)
        #expect(turns.next()?.id.rawValue == 1)
        #expect(turns.removeFeeds(of: "a.example:80").map(\.id.rawValue) == [2, 3])
        turns.finish(Self.feeds[0])
        #expect(given(by: &turns) == [4, 5])
    }

    @Test func `local files do not wait`() {
        var turns = queue((1...5).map { Self.feed($0, "file:///\($0).xml") })
        #expect(given(by: &turns) == [1, 2, 3, 4, 5])
    }

    @Test func `a removed host takes along the feeds that were redirected to it`() {
        var feeds = Self.feeds
        feeds[3].refresh.answeredHost = "a.example:80"
        var turns = queue(feeds)
        #expect(turns.next()?.id.rawValue == 1)
        #expect(turns.removeFeeds(of: "a.example:80").map(\.id.rawValue) == [2, 3, 4])
        #expect(given(by: &turns) == [5])
    }

    @Test func `the smallest limit of its feeds counts for a host`() {
        var turns = queue(Self.feeds, share: { $0.id.rawValue == 2 ? 1 : 3 })
        #expect(given(by: &turns) == [1, 4, 5])
    }

    @Test func `feeds that are added later come last, and within the limit of their host`() {
        var turns = queue(Array(Self.feeds[..<2]), share: { _ in 2 })
        #expect(turns.next()?.id.rawValue == 1)
        for feed in Self.feeds[2...] { turns.append(feed, share: 2) }
        #expect(given(by: &turns) == [2, 4, 5])
        turns.finish(Self.feeds[0])
        #expect(turns.next()?.id.rawValue == 3)
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

    @Test func `waiting elements can be removed`() {
        var queue = HostQueue<Int>(host: { $0 < 4 ? "a" : "b" })
        for number in 1...5 { queue.append(number) }
        let begun = (1...3).map { _ in queue.next() }
        #expect(begun == [1, 4, nil])
        #expect(queue.removeWaiting(where: { $0 == 2 }) == [2])
        #expect(queue.removeWaiting(where: { $0 == 2 }) == [])
        queue.finish(1)
        #expect(queue.next() == 3)
        #expect(queue.removeWaiting(where: { _ in true }) == [5])
        queue.finish(4)
        #expect(queue.next() == nil)
        #expect(queue.running == 1)
    }

    @Test func `work runs side by side until it is told to stop`() async {
        var queue = HostQueue<Int>(limit: 3)
        for number in 1...100 { queue.append(number) }
        let running = Locked((now: 0, most: 0))
        var done = 0
        await queue.run { number in
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            await Task.yield()
            running.withLock { $0.now -= 1 }
            return number
        } each: { _, number, output in
            #expect(number == output)
            done += 1
            return done < 50
        }
        #expect(done == 50)
        #expect(running.withLock { $0.most } <= 3)
    }
}
