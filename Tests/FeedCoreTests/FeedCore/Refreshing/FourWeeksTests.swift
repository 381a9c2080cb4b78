import TestSupport
import Testing

@testable import FeedCore

/// Simulates four weeks of a schedule that runs every quarter of an hour. The servers ask for all kinds of waits, and
/// check that they get no request too early.
@Suite struct FourWeeksTests {
    @Test func `in four weeks no server gets a request too early, and every feed is refreshed often enough`() throws {
        var world = World()
        try world.run(from: World.start, weeks: 4)
        let servers = world.servers
        #expect(servers.flatMap(\.complaints) == [])
        #expect(world.runsInWrongOrder == 0)
        #expect(servers.reduce(0) { $0 + $1.requests } == 17_156)
        for server in servers {
            #expect(server.requests >= server.wish.leastRequests, "\(server.wish)")
            #expect(server.requests <= server.wish.mostRequests, "\(server.wish)")
        }
        // A server with validators gets an unconditional request at first, and after 8 days of only 304.
        for server in servers where server.wish == .unchanging { #expect(server.unconditional == 4) }
        for server in servers where server.wish == .plain { #expect(server.unconditional == server.requests) }
    }

    /// On a Monday at three in the afternoon, the clock is wrong for one run.
    @Test(arguments: [400, 30, 8, -8, -30, -400] as [Int64])
    func `after a wrong clock every feed is refreshed once, and then as before`(days: Int64) throws {
        var world = World()
        try world.run(from: World.start, weeks: 1)
        let now = World.start + 8 * 86_400 + 15 * 3600
        try world.look(at: now + days * 86_400)
        let before = world.servers.map(\.requests)
        try world.look(at: now)
        #expect(zip(world.servers, before).filter { $0.requests != $1 + 1 }.map { "\($0.0.wish)" } == [])
        try world.look(at: now + 600)
        #expect(zip(world.servers, before).filter { $0.requests != $1 + 1 }.map { "\($0.0.wish)" } == [])
    }
}

/// What a server asks for. There are five servers of each kind.
private enum Wish: CaseIterable {
    case plain, unchanging, maxAge, expires, ttl, skips, ownInterval, silent, failing, busy

    /// In four weeks: at most a tenth and a quarter of an hour later than the server asks for.
    var leastRequests: Int {
        switch self {
        case .plain, .unchanging: 530
        case .maxAge: 70
        case .expires: 100
        case .ttl: 25
        case .skips: 150
        case .ownInterval: 1000
        case .silent: 24
        case .failing: 150
        case .busy: 25
        }
    }

    var mostRequests: Int {
        switch self {
        case .plain, .unchanging, .skips, .failing, .busy: 672
        case .maxAge: 85
        case .expires: 113
        case .ttl, .silent: 29
        case .ownInterval: 2688
        }
    }
}

/// A server with one feed.
private struct Server {
    let wish: Wish
    let number: Int
    private(set) var requests = 0
    private(set) var unconditional = 0
    /// The requests that came too early.
    private(set) var complaints: [String] = []
    private var notBefore = Timestamp(seconds: 0)

    init(_ wish: Wish, _ number: Int) {
        self.wish = wish
        self.number = number
    }

    /// Seconds between two articles.
    private var pace: Int64 {
        switch wish {
        case .silent, .unchanging: .max
        default: 86_400 / Int64(number % 5 + 1)
        }
    }

    /// The date of the newest article.
    func lastArticle(at now: Timestamp) -> Timestamp {
        switch wish {
        case .silent: World.start - 40 * 86_400
        case .unchanging: World.start + 86_400
        default: now - (now - World.start) % pace
        }
    }

    mutating func answer(_ validators: Validators?, of feed: Feed, at now: Timestamp) throws -> FeedUpdate {
        requests += 1
        if validators == nil { unconditional += 1 }
        if now < notBefore { complaints.append("\(wish) \(number): \(notBefore - now) s too soon") }
        if wish == .skips, requests > 1, isSkipped(now) { complaints.append("\(wish) \(number): at \(now.rfc3339)") }
        let status = status(validators, at: now)
        let headers = headers(status, at: now)
        let url = feed.url
        let edition = StableHash.of(etag(at: now))
        var parsed: FeedUpdate.Parsed?
        if status == 200, feed.refresh.bodyHash != edition {
            var document = ParsedFeed(format: .rss)
            if wish == .ttl { document.hints.interval = 86_400 }
            if wish == .skips {
                // From six to noon, and all Sunday.
                document.hints.skipHours = 0b1111_1100_0000
                document.hints.skipDays = 1
            }
            parsed = .success(document)
        }
        noteWish(status, at: now)
        let fields = HTTPHeaders(headers.map { HTTPHeaders.Field(name: $0.0, value: $0.1) })
        return FeedUpdate(
            of: feed, fetched: .success(Response(status: status, url: url, headers: fields)), parsed: parsed,
            bodyHash: status == 200 ? edition : nil, settings: FeedSettings(userAgent: "test"), at: now)
    }

    private func status(_ validators: Validators?, at now: Timestamp) -> Int {
        switch wish {
        // Down for the first half of each day.
        case .failing where (now - World.start) % 86_400 < 43_200: 500
        case .busy where requests % 2 == 0: number % 2 == 0 ? 429 : 503
        default: validators?.etag == etag(at: now) ? 304 : 200
        }
    }

    private func etag(at now: Timestamp) -> String { pace == .max ? "\"0\"" : "\"\((now - World.start) / pace)\"" }

    private func headers(_ status: Int, at now: Timestamp) -> [(String, String)] {
        // Its clock is an hour wrong.
        let clock = now - 3600
        var headers = [("Date", clock.httpDate)]
        // One kind of server gives no validators.
        if status < 400, wish != .plain { headers.append(("ETag", etag(at: now))) }
        switch wish {
        case .maxAge: headers.append(("Cache-Control", "public, max-age=28800"))
        case .expires: headers.append(("Expires", (clock + 21_600).httpDate))
        case .busy where status == 429: headers.append(("Retry-After", "36000"))
        case .busy where status == 503: headers.append(("Retry-After", (clock + 36_000).httpDate))
        default: break
        }
        return headers
    }

    private mutating func noteWish(_ status: Int, at now: Timestamp) {
        switch wish {
        case .maxAge: notBefore = now + 28_800
        case .expires: notBefore = now + 21_600
        case .ttl: notBefore = now + 86_400
        case .busy where status >= 400: notBefore = now + 36_000
        case .ownInterval: notBefore = now + 900
        case .silent: notBefore = now + 86_400
        default: notBefore = now + 3600
        }
    }

    private func isSkipped(_ now: Timestamp) -> Bool {
        let civil = now.civil
        return (6..<12).contains(civil.hour) || civil.weekday == 0
    }
}

/// The feeds and their servers.
private struct World {
    /// A Sunday at 00:00.
    static let start = Timestamp(seconds: 1_800_144_000)

    private(set) var servers: [Server]
    private var feeds: [Feed]
    /// Runs in which a feed had to wait for one that had its last turn later, or a favorite for another one of the same
    /// turn.
    private(set) var runsInWrongOrder = 0

    init() {
        servers = Wish.allCases.flatMap { wish in (0..<5).map { Server(wish, $0) } }
        feeds = servers.enumerated().map { index, server in
            var feed = Feed(
                id: FeedID(rawValue: Int64(index)), url: Sample.address("https://\(server.wish)\(index).example/feed"))
            if server.wish == .ownInterval { feed.interval = 900 }
            feed.isFavorite = server.number == 3
            return feed
        }
    }

    mutating func run(from start: Timestamp, weeks: Int64) throws {
        for quarter in 0..<(weeks * 7 * 96) {
            // A run never begins on the exact second.
            try look(at: start + quarter * 900 + quarter * 7 % 60)
        }
    }

    /// One run of the schedule.
    mutating func look(at now: Timestamp) throws {
        var wish = RefreshPlan.Wish()
        wish.isDue = true
        let settings = FeedSettings(userAgent: "test")
        let plan = RefreshPlan(of: feeds, wish, at: now) { _ in settings }
        let order = plan.feeds.map { ($0.refresh.turn.last, $0.isFavorite ? 0 : 1) }
        if zip(order, order.dropFirst()).contains(where: >) { runsInWrongOrder += 1 }
        for feed in plan.feeds {
            let index = Int(feed.id.rawValue)
            let update = try servers[index].answer(feed.refresh.conditions(at: now), of: feed, at: now)
            feeds[index].refresh = update.state
            if case .held = update.result { feeds[index].hold = update.backoff?.time }
            if update.state.lastRefreshed == now { feeds[index].refresh.lastNews = servers[index].lastArticle(at: now) }
        }
    }
}

extension Timestamp {
    fileprivate var httpDate: String { StandInText.httpDate(seconds) }
}
