import Testing

@testable import FeedStore

@Suite struct MirrorPlanTests {
    @Test func `the first entry of a feed counts, and feeds of accounts and saved pages stay as they are`() {
        let urls = ["a", "b", "c", "d"].map { Sample.address("https://\($0).example/") }
        var here = (urls.prefix(3) + [.saved]).enumerated().map { Feed(id: FeedID(rawValue: Int64($0)), url: $1) }
        for index in 1...2 { here[index].accountID = AccountID(rawValue: 1) }
        let list = [0, 0, 1, 3, 3].enumerated().map { index, place in
            var feed = NewFeed(url: urls[place])
            feed.nickname = "\(index)"
            return feed
        }
        let ids = ([0, 0, 1, nil, nil] as [Int64?]).map { $0.map(FeedID.init) }
        let plan = MirrorPlan(list, ids: ids, stored: here, isComplete: true, takesPrograms: true, removes: true)
        #expect(plan.edits.map(\.edit.nickname) == ["0"] && plan.additions.map(\.nickname) == ["3"])
        #expect(plan.removals.isEmpty && plan.unchanged == 1)
    }
}
