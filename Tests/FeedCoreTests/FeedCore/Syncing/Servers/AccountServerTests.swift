import TestSupport
import Testing

@testable import FeedCore

/// What holds for every API: faults, pages and answers that get lost.
@Suite struct AccountServerTests {
    private static let dialects: [StandInDialect] = [.freshRSS, .minifluxAPI, .oldMinifluxAPI, .fever, .nextcloud]
    private static let calls: [StandInCall] = [
        .version, .unread, .starred, .recent, .subscriptions, .categories, .contents, .editTag,
    ]

    /// The calls that the API lacks, answers that are not whole, and the refusal of the key or the password.
    private func faults(
        of dialect: StandInDialect, at call: StandInCall
    ) -> (missing: Set<StandInCall>, answers: [Answer], refusal: Answer, secret: String) {
        switch dialect {
        case .freshRSS:
            let cut = [#"{"itemRefs":[{"id":"1"},{"i"#, "[]", "{}", ""].map { Answer.document($0) }
            let answers = [.redirect(302, to: "/elsewhere")] + (call == .editTag ? [] : cut)
            return ([.version, .categories], answers, .status(401), "password")
        case .fever:
            let cut =
                #"{"api_version":3,"auth":1,"unread_item_ids":"1,2","saved_item_ids":"","items":[],"feeds":[],"gr"#
            return (
                [.version, .contents], [.document(cut), .document("{}")], .document(#"{"api_version":3,"auth":0}"#),
                "password"
            )
        case .nextcloud:
            let cut = #"{"items":[{"id":1,"unread":false,"starred":false},{"id":2],"feeds":[],"folders":[{"#
            let signIn = Answer.redirect(303, to: "/nextcloud/index.php/login")
            return (
                [.version, .contents], [.document(cut), .document("[]"), .status(405), signIn], .status(401),
                "app password"
            )
        default:
            let cut = #"{"total":3,"entry_ids":[1,2],"entries":[{"id":1,"feed_id":3,"status":"unread","starred":fal"#
            return ([.categories, .contents], [.document(cut)], .status(401), "API key")
        }
    }

    @Test(arguments: dialects, calls)
    func `a fault of any call changes nothing, and the next sync makes up for it`(
        dialect: StandInDialect, call: StandInCall
    ) async throws {
        let (missing, answers, refusal, secret) = faults(of: dialect, at: call)
        guard !missing.contains(call) else { return }
        let bench = try await SyncBench.synced(dialect)
        try bench.mark("One", .starred)
        try bench.mark("Two", .read)
        bench.server.addArticle(to: bench.server.feeds[0].id, "Four")
        for answer in [.status(500), .document("<!doctype html>"), .hangUp] + answers + [refusal] {
            bench.server.fail(call, .answer(answer))
            #expect(try await bench.sync().result != .synced || call == .editTag, "\(answer)")
            bench.server.heal()
            #expect(try bench.starredTitles() == ["One"] && bench.readTitles() == ["Two"])
        }
        // FreshRSS refuses a token at some calls, not the password.
        if dialect != .freshRSS {
            guard case .refused(let why) = try await bench.sync().result else {
                Issue.record("the \(secret) was not refused")
                return
            }
            #expect(why.contains(secret))
        }
        #expect(try await bench.sync(isForced: true).result == .synced)
        try bench.expectBothSides(read: ["Two"], starred: ["One"])
    }

    /// As a proxy does that lets its users only read.
    @Test(arguments: [StandInDialect.freshRSS, .miniflux, .minifluxAPI, .fever, .nextcloud], [401, 403])
    func `a server that forbids changes alone does not blame the password`(
        dialect: StandInDialect, status: Int
    ) async throws {
        // Without a sign-in, 401 is about the password.
        if status == 401, ![.freshRSS, .miniflux].contains(dialect) { return }
        let bench = try await SyncBench.synced(dialect, ["One"])
        for call in [StandInCall.editTag, .subscriptionEdit] {
            bench.server.fail(call, .answer(.status(status)))
        }
        try bench.mark("One", .starred)
        if dialect.editsFeeds { try bench.store().edit(bench.articles()[0].feedID) { $0.nickname = "Mine" } }
        bench.server.addArticle(to: bench.server.feeds[0].id, "Two")
        for _ in 1...2 { try await bench.sync() }
        #expect(try bench.articles().count == 2 && bench.account.state(at: Sample.now) != .refused)
        bench.server.heal()
        try await bench.sync()
        #expect(bench.server.starredTitles == ["One"])
        #expect(try !dialect.editsFeeds || bench.server.feeds.map(\.title) == ["Mine"])
    }

    @Test(arguments: [StandInDialect.minifluxAPI, .oldMinifluxAPI, .fever], [PendingMark.Value.starred, .unstarred])
    func `a star whose answer was lost is not toggled back`(
        dialect: StandInDialect, value: PendingMark.Value
    ) async throws {
        let bench = try await SyncBench.synced(dialect, ["One"]) { server in
            if dialect == .fever { server.act(as: .togglesStars) }
            if value == .unstarred { server.change(server.articles[0].id) { $0.isStarred = true } }
        }
        try bench.mark("One", value == .starred ? .starred : .unstarred)
        bench.server.fail(.editTag, .done(.hangUp))
        try await bench.sync()
        bench.server.heal()
        for _ in 1...2 { #expect(try await bench.sync().result == .synced) }
        try bench.expectBothSides(read: [], starred: value == .starred ? ["One"] : [])
    }

    @Test(arguments: [StandInDialect.minifluxAPI, .oldMinifluxAPI, .nextcloud])
    func `lists in several pages lose nothing while they grow`(dialect: StandInDialect) async throws {
        let bench = SyncBench(dialect)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        for number in 1...130 { bench.server.addArticle(to: feed, "\(number)", isStarred: number.isMultiple(of: 2)) }
        bench.server.limitPages(to: 50)
        try await bench.link()
        for list in [StandInCall.unread, .starred, .recent] {
            let grow = StandInFault.after { server in
                if dialect == .nextcloud { server.change(server.articles[0].id) { $0.isRead = true } }
                for _ in 1...7 { server.addArticle(to: feed, "new", isStarred: true) }
            }
            bench.server.fail(list, grow, times: 1, skipping: 1)
        }
        try await bench.sync()
        bench.server.heal()
        // Nextcloud's pages lose no article, so the first list without it is believed.
        if dialect == .nextcloud { bench.server.change(bench.server.articles[1].id) { $0.isRead = true } }
        #expect(try await bench.sync().result == .synced)
        #expect(try bench.articles().count == bench.server.articles.count)
        #expect(try bench.articles().count { $0.isStarred } == bench.server.articles.count { $0.isStarred })
        #expect(try bench.readTitles() == bench.server.readTitles)
    }

    @Test(arguments: [StandInDialect.minifluxAPI, .nextcloud])
    func `articles far apart are asked for in few requests, and unknown ones are missing`(
        dialect: StandInDialect
    ) async throws {
        let bench = SyncBench(dialect)
        let feed = bench.server.addFeed("https://a.example/feed", title: "A")
        let ids = (1...1200).map { bench.server.addArticle(to: feed, "\($0)") }
        bench.server.purge(ids[0], ids[600])
        let secret = bench.server.password
        let calls = ServerCalls(
            base: Sample.address(bench.server.base),
            access: APIAccess(dialect == .nextcloud ? .nextcloud : .miniflux, user: "alice"), fetcher: bench.fetcher,
            settings: bench.settings
        ) { .success(secret) }
        let client: any AccountServer = dialect == .nextcloud ? NextcloudClient(calls) : MinifluxClient(calls)
        let wanted = [0, 1, 2, 3, 500, 600, 601, 1100, 1199].map { ids[$0] }
        let articles = try await client.contents(of: wanted.map { RemoteID($0) } + [RemoteID("9999"), RemoteID("x")])
        #expect(articles.map(\.id.text) == wanted.filter { $0 != ids[0] && $0 != ids[600] })
        #expect(await client.requests <= wanted.count - (dialect == .nextcloud ? 0 : 1))
        #expect(try await client.contents(of: ids.suffix(100).map { RemoteID($0) }).count == 100)
        #expect(try await client.contents(of: []) == [])
    }
}
