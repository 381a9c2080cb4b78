import TestSupport
import Testing

@testable import FeedCore

/// `rssium refresh --due`: whom it asks, and whom it leaves alone.
@Suite struct RefreshDueTests {
    private let shelf = SubscribedProgram()

    private static let asked = "refreshed 1 of 1 feed, 0 new articles"

    /// As if the feeds, which have news, had last been asked so long ago.
    private func wait(_ seconds: Int, _ shelf: SubscribedProgram) throws {
        try shelf.program.alter(
            """
            UPDATE feed_refresh SET last_attempted = last_attempted - \(seconds), last_body = last_body - \(seconds),
                last_refreshed = last_refreshed - \(seconds), next_due = next_due - \(seconds), last_failure = last_failure - \(seconds);
            UPDATE feed_refresh SET last_news = CAST(strftime('%s', 'now') AS INTEGER);
            UPDATE host_hold SET since = since - \(seconds), until = until - \(seconds);
            """)
    }

    private func due(_ shelf: SubscribedProgram, _ more: String...) async -> [String] {
        await shelf.program.run(arguments: ["refresh", "--due"] + more).report
    }

    @Test func `a feed is asked again when its interval is over`() async throws {
        await shelf.subscribe("/a.xml")
        #expect(await due(shelf).first?.hasPrefix("no feed is due; the next one is in ") == true)
        #expect(await shelf.program.run("refresh", "--due", "--quiet") == .silent)
        try wait(3500, shelf)
        _ = await due(shelf)
        #expect(shelf.server.requests.count == 1)
        try wait(500, shelf)
        #expect(await due(shelf) == [Self.asked])
        #expect(await due(shelf).first?.hasPrefix("no feed is due") == true)
        #expect(shelf.server.requests.count == 2)
    }

    @Test(arguments: [
        [("Cache-Control", "max-age=14400")],
        [("Date", "Sat, 21 Nov 2020 10:00:00 GMT"), ("Expires", "Sat, 21 Nov 2020 14:00:00 GMT")],
    ])
    func `a feed is not asked sooner than its server wishes`(headers: [(String, String)]) async throws {
        await shelf.subscribe(to: .feed("A", ["One"], etag: "\"1\"", headers: headers), "--interval", "1m")
        try wait(14_000, shelf)
        #expect(await due(shelf) != [Self.asked])
        try wait(2000, shelf)
        #expect(await due(shelf) == [Self.asked])
        #expect(shelf.server.requests.last?["If-None-Match"] == "\"1\"")
    }

    @Test func `all hours to be skipped leave a feed alone, and force asks it`() async throws {
        let hours = (0..<24).map { "<hour>\($0)</hour>" }.joined()
        await shelf.subscribe(to: .feed("A", [], more: "<skipHours>\(hours)</skipHours>"), "--interval", "1m")
        try wait(86_400, shelf)
        #expect(await due(shelf) != [Self.asked])
        #expect(await due(shelf, "--force") == [Self.asked])
        // A week, and the spread.
        try wait(670_000, shelf)
        #expect(await due(shelf) == [Self.asked])
    }

    @Test func `impatience does not delay a feed, and its repair is noticed`() async throws {
        await shelf.subscribe("/a.xml")
        shelf.server.serve("/a.xml", .status(404))
        for _ in 1...5 { #expect(await shelf.program.run("refresh").code == 3) }
        #expect(await shelf.program.run("feeds", "--fields", "state,success").stdout == "retrying\t1/6\n")
        #expect(try shelf.ask("SELECT state || ' ' || success FROM feeds") == "retrying 1/6")
        shelf.server.serve("/a.xml", .feed("A", ["One"]))
        let answer = await due(shelf).first ?? ""
        // On a busy machine more than a minute of the two hours is over.
        #expect(["2h", "1h 59m", "1h"].contains { answer == "no feed is due; the next one is in \($0)" }, "\(answer)")
        // An hour, doubled, and the spread.
        try wait(7920, shelf)
        #expect(await due(shelf) == [Self.asked])
    }

    @Test func `a manual success ends the delay of a feed that failed`() async throws {
        await shelf.subscribe("/a.xml")
        shelf.server.serve("/a.xml", .status(404))
        for _ in 1...5 {
            try wait(90_000, shelf)
            #expect(await shelf.program.run("refresh").code == 3)
        }
        // A day after the last attempt, which was a moment ago.
        let delayed = await due(shelf).first
        #expect(
            ["in 1d", "in 23h"].contains { delayed == "no feed is due; the next one is \($0)" }, "\(delayed ?? "")")
        shelf.server.serve("/a.xml", .feed("A", ["One"]))
        #expect(await shelf.program.run("refresh", "1").report == [Self.asked])
        let usual = await due(shelf).first ?? ""
        #expect(usual.contains("the next one is in 1h") || usual.contains("the next one is in 59m"), "\(usual)")
    }

    @Test func `a changed interval counts at once, and shows`() async throws {
        await shelf.subscribe("/a.xml")
        try wait(600, shelf)
        // Which brings the stored times up to date.
        _ = await due(shelf)
        let fields = ["feeds", "--fields", "next_due"]
        let before = await shelf.program.run(arguments: fields).stdout
        #expect(try shelf.ask("SELECT next_due FROM feeds") + "\n" == before)
        await shelf.program.run("edit", "1", "--interval", "1d")
        let edited = await shelf.program.run(arguments: fields).stdout
        #expect(edited > before)
        #expect(try shelf.ask("SELECT next_due FROM feeds") + "\n" == edited)
        await shelf.program.run("config", "--feed", "1", "refresh.interval", "5m")
        let configured = await shelf.program.run(arguments: fields).stdout
        #expect(configured < before)
        #expect(try shelf.ask("SELECT next_due FROM feeds") + "\n" == configured)
        await shelf.program.run("config", "--feed", "1", "--unset", "refresh.interval")
        #expect(await shelf.program.run(arguments: fields).stdout == before)
        await shelf.program.run("config", "refresh.interval", "5m")
        #expect(await shelf.program.run(arguments: fields).stdout == configured)
        #expect(await due(shelf) == [Self.asked])
    }

    @Test func `the first few of the order are asked: favorites, then what was read`() async throws {
        for name in ["a", "b", "c", "d"] { await shelf.subscribe("/\(name).xml", title: name, [name]) }
        await shelf.program.run("edit", "2", "--favorite")
        await shelf.program.run("read", "3", "--format", "text")
        try wait(86_400, shelf)
        await shelf.program.run("config", "refresh.jobs", "1")
        #expect(await due(shelf, "--max-feeds", "2") == ["refreshed 2 of 2 feeds, 0 new articles"])
        #expect(shelf.server.requests.suffix(2).map(\.path) == ["/b.xml", "/c.xml"])
        #expect(await due(shelf) == ["refreshed 2 of 2 feeds, 0 new articles"])
        #expect(await shelf.program.run("refresh", "--favorites").report == [Self.asked])
        #expect(shelf.server.requests.last?.path == "/b.xml")
        #expect(
            await shelf.program.run("refresh", "--favorites", "1").stderr == "no feeds to refresh: no feed matches\n")
        await shelf.program.run("edit", "2", "--no-favorite")
        #expect(
            await shelf.program.run("refresh", "--favorites").stderr
                == "no feed is a favorite; `rssium edit FEED --favorite` makes it one\n")
    }

    @Test func `a feed that is not for the background is left to a person`() async throws {
        await shelf.subscribe("/a.xml")
        await shelf.program.run("config", "--feed", "1", "refresh.background", "no")
        try wait(86_400, shelf)
        #expect(await due(shelf) == ["no feeds to refresh: all are paused, gone or only refreshed by hand"])
        #expect(await shelf.program.run("feeds", "--fields", "next_due").stdout == "\n")
        #expect(try shelf.ask("SELECT next_due FROM feeds") == "")
        #expect(await shelf.program.run("refresh").report == [Self.asked])
    }

    @Test func `a server that asked to be left alone is, by a schedule too, and force does not end it`() async throws {
        for path in ["/a.xml", "/b.xml"] { await shelf.subscribe(path, title: path) }
        shelf.server.serve("/a.xml", .status(429), .feed("/a.xml", ["One"]))
        #expect(await shelf.program.run("refresh", "1").report.last == "refreshed 0 of 0 feeds, 0 new articles, 1 held")
        #expect(await shelf.program.run("refresh", "--force").report == ["refreshed 2 of 2 feeds, 0 new articles"])
        #expect(await shelf.program.run("feeds", "--fields", "state").stdout == "held\nheld\n")
        try wait(3500, shelf)
        #expect(await shelf.program.run("refresh").report == ["refreshed 0 of 0 feeds, 0 new articles, 2 held"])
        try wait(200, shelf)
        #expect(await shelf.program.run("refresh").report == ["refreshed 2 of 2 feeds, 0 new articles"])
    }

    @Test func `what was led to a host is left out too once that asks to be left alone`() async throws {
        let other = SubscribedProgram()
        for path in ["/a.xml", "/b.xml"] { shelf.server.serve(path, .redirect(302, to: other.server.url(path))) }
        for path in ["/a.xml", "/b.xml"] { other.server.serve(path, .feed(path, [])) }
        for path in ["/a.xml", "/b.xml"] { await shelf.program.run("add", shelf.server.url(path)) }
        other.server.answer { _ in .status(429) }
        await shelf.program.run("config", "refresh.host-jobs", "1")
        let count = shelf.server.requests.count
        for _ in 0..<2 {
            #expect(await shelf.program.run("refresh").report == ["refreshed 0 of 0 feeds, 0 new articles, 2 held"])
        }
        #expect(shelf.server.requests.count == count + 1)
    }

    @Test func `what is led for the first time to a host that is to be left alone does not get there`() async throws {
        let other = SubscribedProgram()
        shelf.server.serve("/a.xml", .feed("A", []), .redirect(301, to: other.server.url("/a.xml")))
        other.server.serve("/b.xml", .feed("B", []), .status(429))
        other.server.serve("/a.xml", .feed("A", []))
        for url in [shelf.server.url("/a.xml"), other.server.url("/b.xml")] { await shelf.program.run("add", url) }
        #expect(await shelf.program.run("refresh", "2").report.last == "refreshed 0 of 0 feeds, 0 new articles, 1 held")
        #expect(await shelf.program.run("refresh", "1").report.last == "refreshed 0 of 0 feeds, 0 new articles, 1 held")
        #expect(other.server.requests(for: "/a.xml").isEmpty)
        #expect(await shelf.program.run("feeds", "--fields", "state").stdout == "held\nheld\n")
        #expect(await shelf.program.run("refresh", "1", "--force").report.last == Self.asked)
        #expect(other.server.requests(for: "/a.xml").count == 1)
    }
}
