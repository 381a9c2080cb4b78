import Testing

@testable import FeedCore
@testable import FeedStore

/// What the server's list of subscriptions means for the feeds that are here.
@Suite struct SubscriptionPlanTests {
    private let account = AccountID(rawValue: 1)

    private func remote(_ number: Int, _ url: String, title: String? = nil, folders: [String] = []) -> RemoteFeed {
        RemoteFeed(id: RemoteID("feed/\(number)"), url: Sample.address(url), title: title, folders: folders)
    }

    private func feed(
        _ id: Int64, _ url: String, linkedTo number: Int? = nil, answered: String? = nil, category: String? = nil,
        of owner: Int64? = nil
    ) -> LinkableFeed {
        var feed = LinkableFeed(id: FeedID(rawValue: id), url: Sample.address(url))
        feed.remoteID = number.map { RemoteID("feed/\($0)") }
        feed.account = (owner ?? number.map { _ in 1 }).map(AccountID.init)
        feed.answeredURL = answered.map(Sample.address)
        feed.category = category
        return feed
    }

    private func change(_ kind: FeedChange.Kind, of feed: Int64?, remote: Int? = nil, id: Int64 = 1) -> FeedChange {
        FeedChange(
            id: id, account: account, kind: kind, feed: feed.map(FeedID.init),
            remoteID: remote.map { RemoteID("feed/\($0)") }, title: "A", tries: 0, error: nil)
    }

    private func plan(
        _ list: [RemoteFeed], _ feeds: [LinkableFeed], _ changes: [FeedChange] = [], accepted: Set<Int64> = [],
        before: [RemoteFeed]? = nil, kind: Account.Kind = .freshRSS
    ) -> SubscriptionPlan {
        let listedBefore = before.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.id, $0) }) }
        return SubscriptionPlan(
            list, among: feeds, of: account, kind, changes: changes,
            accepted: SyncRun.Accepted(changes: accepted, listedBefore: listedBefore))
    }

    @Test(arguments: [
        "https://a.example/feed", "http://a.example/feed", "https://www.a.example/feed/", "https://A.example:443/feed",
    ])
    func `a feed is the same under another scheme, with www, a slash or the default port`(url: String) {
        let plan = plan([remote(3, url)], [feed(7, "https://a.example/feed")])
        #expect(plan.linked.map(\.feed) == [FeedID(rawValue: 7)] && plan.added == [])
    }

    @Test func `a feed is the same where its redirects end, and each is taken once`() {
        let here = [feed(7, "https://old.example/feed", answered: "https://new.example/feed")]
        let plan = plan([remote(3, "https://new.example/feed"), remote(4, "https://old.example/feed")], here)
        #expect(plan.linked.map(\.remote.id.text) == ["feed/3"])
        // The other one cannot have a URL that is taken.
        #expect(plan.added == [] && plan.elsewhere.map(\.id.text) == ["feed/4"])
    }

    @Test func `feeds come, stay and go, whatever their order`() {
        let here = [
            feed(1, "https://a.example/", linkedTo: 1), feed(2, "https://b.example/", linkedTo: 2),
            feed(3, "https://local.example/"), feed(4, "https://other.example/", linkedTo: 9, of: 2),
        ]
        let plan = plan(
            [remote(2, "https://b.example/"), remote(5, "https://c.example/"), remote(9, "https://other.example/")],
            here)
        #expect(plan.added.map(\.url.text) == ["https://c.example/"])
        #expect(plan.vanished == [FeedID(rawValue: 1)] && plan.linked == [] && plan.changed == [])
        #expect(plan.elsewhere.map(\.id.text) == ["feed/9"])
    }

    @Test func `a feed that was added again on the server is linked under its new name`() {
        let plan = plan([remote(8, "https://a.example/")], [feed(1, "https://a.example/", linkedTo: 1)])
        #expect(plan.linked.map(\.feed) == [FeedID(rawValue: 1)] && plan.vanished == [])
    }

    @Test func `title and folder are taken over unless a change waits`() {
        let here = [feed(1, "https://a.example/", linkedTo: 1, category: "Old")]
        let list = [remote(1, "https://a.example/", title: "New", folders: ["News"])]
        let taken = plan(list, here).changed
        #expect(taken.map(\.title) == ["New"] && taken.map(\.category) == ["News"])
        let waiting = [change(.rename(to: "Mine"), of: 1), change(.move(to: "Old"), of: 1, id: 2)]
        #expect(plan(list, here, waiting).changed == [] && plan(list, here, waiting).confirmed == [])
        #expect(plan([remote(1, "https://a.example/", folders: ["x", "old"])], here).changed.map(\.category) == [nil])
    }

    @Test func `a feed leaves its category only if its server has listed it there`() {
        var here = [feed(1, "https://a.example/", linkedTo: 1, category: "News")]
        let list = [remote(1, "https://a.example/")]
        #expect(plan(list, here).changed == [])
        #expect(plan([remote(1, "https://a.example/", folders: ["news"])], here).changed.map(\.isFiled) == [true])
        here[0].isFiled = true
        for (kind, leaves) in [(.freshRSS, true), (.miniflux, true), (.fever, false), (.nextcloud, false)]
            as [(Account.Kind, Bool)]
        {
            #expect(plan(list, here, kind: kind).changed.map(\.leavesCategory) == [leaves])
        }
        #expect(plan(list, here, [change(.move(to: "News"), of: 1)]).changed.map(\.leavesCategory) == [false])
    }

    @Test func `a change is confirmed by the list, whatever the server makes of the characters`() {
        let here = [feed(1, "https://a.example/", linkedTo: 1)]
        let changes = [change(.rename(to: "A/B ＆ C"), of: 1), change(.move(to: "news"), of: 1, id: 2)]
        let plan = plan([remote(1, "https://a.example/", title: "A/B & C", folders: ["News"])], here, changes)
        #expect(plan.confirmed.map(\.id) == [1, 2] && plan.changed.first?.dropsNickname == true)
    }

    @Test func `out of every folder is confirmed by the answer, because a server may have a folder for that`() {
        let here = [feed(1, "https://a.example/", linkedTo: 1)]
        let list = [remote(1, "https://a.example/", folders: ["Uncategorized"])]
        let change = change(.move(to: nil), of: 1)
        #expect(plan(list, here, [change]).confirmed == [])
        #expect(plan(list, here, [change], accepted: [1]).confirmed == [change])
        #expect(plan(list, here, [change], accepted: [1], before: [remote(1, "https://a.example/")]).refused == [])
    }

    @Test func `a server that says OK and keeps the folder has refused`() {
        let here = [feed(1, "https://a.example/", linkedTo: 1)]
        let list = [remote(1, "https://a.example/", folders: ["News"])]
        let plan = plan(list, here, [change(.move(to: nil), of: 1)], accepted: [1], before: list)
        #expect(plan.confirmed == [] && plan.refused.map(\.error) == ["it stays in News"])
        #expect(plan.changed.map(\.category) == ["News"])
    }

    @Test func `subscribing and unsubscribing are confirmed by the list`() {
        let here = [feed(1, "https://a.example/", of: 1)]
        let subscribing = change(.subscribe(Sample.address("https://a.example/")), of: 1)
        let missing = plan([], here, [subscribing])
        #expect(missing.confirmed == [] && missing.vanished == [])
        #expect(plan([remote(1, "https://a.example/")], here, [subscribing]).confirmed == [subscribing])
        // The user's title went with it, and is the server's from then on.
        var named = here[0]
        named.nickname = "Mine"
        let titled = [remote(1, "https://a.example/", title: "Mine")]
        let other = plan([remote(1, "https://a.example/", title: "Its")], [named], [subscribing])
        #expect(other.changed.map(\.dropsNickname) == [false])
        #expect(plan(titled, [named], [subscribing]).changed.map(\.dropsNickname) == [true])
        #expect(plan(titled, [named]).changed.map(\.dropsNickname) == [false])
        let leaving = change(.unsubscribe, of: nil, remote: 2)
        let still = plan([remote(2, "https://b.example/")], [], [leaving])
        #expect(still.added == [] && still.confirmed == [])
        #expect(plan([], [], [leaving]).confirmed == [leaving])
    }
}
