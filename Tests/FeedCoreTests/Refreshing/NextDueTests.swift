import Testing

@testable import FeedCore

@Suite struct NextDueTests {
    private static let day: Int64 = 86_400

    private static func feed(interval: Int64? = nil, lastArticle: Timestamp? = nil) -> Feed {
        var feed = Feed(id: FeedID(rawValue: 1), url: Sample.address("https://a.example/"))
        feed.interval = interval
        feed.lastArticle = lastArticle
        return feed
    }

    /// Up to a tenth more than the least.
    private func expect(_ due: Timestamp, in least: Int64, _ line: SourceLocation = #_sourceLocation) {
        let wait = due - Sample.now
        #expect(wait >= least && wait <= least + least / 10, sourceLocation: line)
    }

    @Test func `the interval counts, or what the server asked for if that is longer`() {
        let settings = FeedSettings(userAgent: "test")
        let due = NextDue(of: Self.feed(), settings: settings)
        expect(due.afterSuccess(asked: nil, hints: RefreshHints(), at: Sample.now), in: 3600)
        expect(due.afterSuccess(asked: 60, hints: RefreshHints(), at: Sample.now), in: 3600)
        expect(due.afterSuccess(asked: 7200, hints: RefreshHints(), at: Sample.now), in: 7200)
        expect(due.afterSuccess(asked: nil, hints: RefreshHints(interval: 9000), at: Sample.now), in: 9000)
        expect(due.afterSuccess(asked: .max, hints: RefreshHints(), at: Sample.now), in: settings.maxHold)
        let own = NextDue(of: Self.feed(interval: 600), settings: settings)
        expect(own.afterSuccess(asked: nil, hints: RefreshHints(), at: Sample.now), in: 600)
    }

    @Test func `a feed without news for a month is asked daily, unless it has an interval of its own`() {
        let (old, settings) = (Sample.now - 31 * Self.day, FeedSettings(userAgent: "test"))
        let quiet = NextDue(of: Self.feed(lastArticle: old), settings: settings)
        expect(quiet.afterSuccess(asked: nil, hints: RefreshHints(), at: Sample.now), in: Self.day)
        let own = NextDue(of: Self.feed(interval: 900, lastArticle: old), settings: settings)
        expect(own.afterSuccess(asked: nil, hints: RefreshHints(), at: Sample.now), in: 900)
    }

    @Test(arguments: [(1, 7200), (2, 14_400), (4, 57_600), (5, 86_400), (1000, 86_400)] as [(Int, Int64)])
    func `each failure doubles the wait, up to a day`(failures: Int, least: Int64) {
        let due = NextDue(of: Self.feed(), settings: FeedSettings(userAgent: "test"))
        expect(due.afterFailures(failures, at: Sample.now), in: least)
    }

    @Test func `an interval beyond a day stays, and the longest one overflows nothing`() {
        for interval in [3 * Self.day, 31_622_400_000] {
            let due = NextDue(of: Self.feed(interval: interval), settings: FeedSettings(userAgent: "test"))
            expect(due.afterFailures(1000, at: Sample.now), in: interval)
        }
    }
}
