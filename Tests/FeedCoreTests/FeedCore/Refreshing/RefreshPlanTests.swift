import Testing

@testable import FeedCore

@Suite struct RefreshPlanTests {
    private static let settings = FeedSettings(userAgent: "test")

    private static func feed(_ id: Int64, _ change: (inout Feed) -> Void = { _ in }) -> Feed {
        var feed = Feed(id: FeedID(rawValue: id), url: Sample.address("https://a.example/\(id)"))
        change(&feed)
        return feed
    }

    private static func hold(for seconds: Int64) -> HostBackoff {
        HostBackoff(since: Sample.now - 10, until: Sample.now + seconds)
    }

    private static let feeds = [
        feed(1), feed(2) { $0.isPaused = true }, feed(3) { $0.isGone = true }, feed(4) { $0.isFavorite = true },
        feed(5) { $0.hold = hold(for: 60) }, feed(6) { $0.hold = hold(for: 0) },
        // Tried a minute ago.
        feed(7) { $0.refresh.lastAttempted = Sample.now - 60 },
        feed(8) {
            $0.isFavorite = true
            $0.refresh.lastAttempted = Sample.now - 86_400
        },
    ]

    private func plan(
        _ change: (inout RefreshPlan.Wish) -> Void, of feeds: [Feed] = RefreshPlanTests.feeds,
        newArticles: [FeedID: Int] = [:]
    ) -> (asked: [Int64], held: [Int64]) {
        var wish = RefreshPlan.Wish()
        change(&wish)
        let plan = RefreshPlan(of: feeds, wish, newArticles: newArticles, at: Sample.now) { _ in Self.settings }
        return (plan.feeds.map(\.id.rawValue), plan.held.map(\.feed.id.rawValue))
    }

    private static func named(_ ids: Int64...) -> Set<FeedID> { Set(ids.map { FeedID(rawValue: $0) }) }

    @Test func `all feeds are refreshed but paused, gone and held ones`() {
        #expect(plan { _ in } == (asked: [8, 4, 7, 6, 1], held: [5]))
    }

    @Test func `named feeds are refreshed if they are paused or gone, but not if they are held`() {
        #expect(plan { $0.named = Self.named(2, 3, 5) } == (asked: [3, 2], held: [5]))
    }

    @Test func `force ignores back-offs and intervals`() {
        #expect(plan { $0.isForced = true } == (asked: [8, 4, 7, 6, 5, 1], held: []))
        let forced = plan {
            $0.isForced = true
            $0.isDue = true
        }
        #expect(forced == (asked: [8, 4, 7, 6, 5, 1], held: []))
    }

    @Test func `a schedule refreshes the feeds that are due`() {
        #expect(plan { $0.isDue = true } == (asked: [8, 4, 6, 1], held: [5]))
        let named = plan {
            $0.isDue = true
            $0.named = Self.named(1, 2, 7)
        }
        #expect(named == (asked: [2, 1], held: []))
    }

    @Test func `favorites come first, then the feeds read last, those with the most articles, and the newest`() {
        let feeds = [
            Self.feed(1), Self.feed(2), Self.feed(3), Self.feed(4) { $0.lastRead = Sample.now - 100 },
            Self.feed(5) { $0.lastRead = Sample.now - 50 }, Self.feed(6) { $0.isFavorite = true },
            Self.feed(7) {
                $0.isFavorite = true
                $0.lastRead = Sample.now - 9000
            },
        ]
        let counts = [FeedID(rawValue: 2): 9, FeedID(rawValue: 4): 100, FeedID(rawValue: 6): 50]
        #expect(plan({ _ in }, of: feeds, newArticles: counts).asked == [7, 6, 5, 4, 2, 3, 1])
    }
}
