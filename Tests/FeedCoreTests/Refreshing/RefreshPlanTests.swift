import Testing

@testable import FeedCore

@Suite struct RefreshPlanTests {
    private static func feed(_ id: Int64, _ host: String = "a.example", _ change: (inout Feed) -> Void = { _ in })
        -> Feed
    {
        var feed = Feed(id: FeedID(rawValue: id), url: Sample.address("https://\(host)/\(id)"))
        change(&feed)
        return feed
    }

    private static let feeds = [
        feed(1), feed(2) { $0.isPaused = true }, feed(3) { $0.isGone = true }, feed(4) { $0.isFavorite = true },
        feed(5) { $0.refresh.heldUntil = Sample.now + 60 }, feed(6) { $0.refresh.heldUntil = Sample.now },
        feed(7, "busy.example") { $0.hostHeldUntil = Sample.now + 60 },
    ]

    private func plan(_ choice: RefreshPlan.Choice, forced: Bool = false) -> (asked: [Int64], held: [Int64]) {
        let plan = RefreshPlan(of: Self.feeds, choice, forced: forced, at: Sample.now)
        return (plan.feeds.map(\.id.rawValue), plan.held.map(\.id.rawValue))
    }

    @Test func `all are asked but paused, ended and held ones, favorites first`() {
        #expect(plan(.all) == (asked: [4, 1, 6], held: [5, 7]))
    }

    @Test func `paused and ended ones are asked when they are named, held ones are not`() {
        let named = Set([2, 3, 5].map { FeedID(rawValue: $0) })
        #expect(plan(.named(named)) == (asked: [2, 3], held: [5]))
    }

    @Test func `force goes through holds`() {
        #expect(plan(.all, forced: true) == (asked: [4, 1, 5, 6, 7], held: []))
    }
}
