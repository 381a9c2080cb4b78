import TestSupport
import Testing

@testable import FeedCore
@testable import rssiumTests

/// The built program, killed at random times: stored articles stay, each feed is completely before or
/// after its update, and `doctor` finds no problem.
@Suite(.seeded) struct CrashTests {
    @Test func `a killed refresh leaves each feed completely before or after its update`() async throws {
        let feeds = 1...20
        let shelf = SubscribedProgram()
        let issue = Issue()
        shelf.server.answer { request in issue.answer(to: request.path) }
        await shelf.program.run("import", "-", input: feeds.map { shelf.server.url("/\($0)") }.joined(separator: "\n"))
        let usual = try await time { try #require(await shelf.program.run("refresh").code == 0) }
        await shelf.program.run("mark", "starred", "--search", "title:first")
        await shelf.program.run("mark", "read", "--search", "title:first")
        let ids = try shelf.ask("SELECT id || guid FROM article ORDER BY id")
        var stored = Dictionary(uniqueKeysWithValues: feeds.map { ($0, [0]) })
        var dice = Dice(seed: Seed.ofThisRun)
        for round in 1...30 {
            issue.number = round
            let ending = await shelf.program.start(["refresh"]).end(within: dice.part(of: usual))
            #expect(ending.code == -1 || ending.code == 0)
            try await expectNoFinding(shelf.program, "round \(round)")
            for feed in feeds {
                let found = try shelf.state(of: feed)
                let whole = try #require(found.wholeIssue, "round \(round), feed \(feed): \(found)")
                if whole == round { stored[feed]?.append(round) }
                #expect(found == FeedState(issues: stored[feed] ?? []), "round \(round), feed \(feed)")
            }
        }
        let old = try shelf.ask("SELECT id || guid FROM article WHERE guid LIKE 'kept %' ORDER BY id")
        #expect(ids.split(separator: "\n").filter { $0.contains("kept ") }.joined(separator: "\n") == old)
        #expect(try shelf.ask("SELECT count(*) FROM article WHERE starred = 1 AND read_at IS NOT NULL") == "20")
        #expect(await shelf.program.run("refresh").code == 0)
    }

    @Test func `a killed import leaves complete feeds, and can be repeated`() async throws {
        let list = (1...300).map { "http://feeds.example/\($0) \"~Feed \($0)\" News" }.joined(separator: "\n")
        let whole = Program()
        let usual = try await time { try #require(await whole.run("import", "-", input: list).code == 0) }
        var dice = Dice(seed: Seed.ofThisRun + 1)
        for round in 1...12 {
            let program = Program()
            try #require(await program.run("import", "-", input: "http://first.example/").code == 0)
            let ending = await program.start(["import", "-"], input: list).end(within: dice.part(of: usual))
            #expect(ending.code == -1 || ending.code == 0)
            try await expectNoFinding(program, "round \(round)")
            #expect(try program.ask("SELECT count(*) FROM feed WHERE id = 1 AND url = 'http://first.example/'") == "1")
            let broken = "id > 1 AND (category IS NOT 'News' OR title <> 'Feed ' || substr(url, 22))"
            #expect(try program.ask("SELECT count(*) FROM feeds WHERE \(broken)") == "0")
            #expect(await program.run("import", "-", input: list).code == 0)
            #expect(try program.ask("SELECT count(*) FROM feed") == "301")
        }
    }

    @Test func `a killed prune keeps what retention keeps, and removed articles stay removed`() async throws {
        let whole = Program()
        whole.folder.write(SubscribedProgram.many(1...3000), to: "a.xml")
        await whole.run("add", "--read", "./a.xml")
        whole.folder.write("keep.articles = 4000\nkeep.days = 0\n", to: "config")
        whole.folder.write(SubscribedProgram.many(1501...3000), to: "a.xml")
        try #require(await whole.run("refresh").code == 0)
        await whole.run("mark", "starred", "100", "200", "300")
        await whole.run("mark", "unread", "1", "2", "3")
        whole.folder.write("keep.articles = 10\nkeep.days = 0\n", to: "config")
        let before = whole.folder.file("before.db")
        try #require(await whole.shell("cp rssium.db before.db").code == 0)
        let usual = try await time { try #require(await whole.run("prune").code == 0) }
        let left = await whole.run("list", "--all").stdout
        #expect(try whole.ask("SELECT count(*) FROM article") == "1506")
        var dice = Dice(seed: Seed.ofThisRun + 2)
        for round in 1...12 {
            let program = Program()
            program.folder.write("keep.articles = 10\nkeep.days = 0\n", to: "config")
            try #require(await program.shell("cp \(before) rssium.db").code == 0)
            let ending = await program.start(["prune"]).end(within: dice.part(of: usual))
            #expect(ending.code == -1 || ending.code == 0)
            try await expectNoFinding(program, "round \(round)")
            let known = "(SELECT count(*) FROM article) + (SELECT count(*) FROM tombstone)"
            #expect(try program.ask("SELECT \(known)") == "3000", "round \(round)")
            #expect(await program.run("prune").code == 0)
            #expect(await program.run("list", "--all").stdout == left)
        }
    }

    // MARK: What the tests are made of

    private func expectNoFinding(_ program: Program, _ place: Comment) async throws {
        let doctor = await program.run("doctor")
        #expect(doctor.code == 0, "\(place), seed \(Seed.ofThisRun): \(doctor.stdout)\(doctor.stderr)")
    }

    /// How long something takes here and now: the killed ones then end anywhere in it.
    private func time(_ body: () async throws -> Void) async rethrows -> Duration {
        try await ContinuousClock().measure(body)
    }
}

/// What a server publishes: the same articles in each issue, with other titles, and one that is new in it.
private final class Issue: Sendable {
    private let current = Locked(0)

    var number: Int {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func answer(to path: String) -> Answer {
        let (feed, issue) = (path.dropFirst(), number)
        let items = ["first"] + (1...11).map { "other \($0)" }
        let list = items.map {
            "<item><guid>kept \(feed) \($0)</guid><title>\($0) in \(issue)</title><link>/\($0)</link></item>"
        }
        return .document(
            """
            <rss version="2.0"><channel><title>Feed \(feed)</title>
            <item><guid>new \(feed) \(issue)</guid><title>news in \(issue)</title></item>
            \(list.joined(separator: "\n"))
            </channel></rss>
            """, etag: "\"\(issue)\"")
    }
}

/// What the database has of a feed, as the numbers of the issues that it was taken from.
private struct FeedState: Equatable, CustomStringConvertible {
    /// Those of the articles that are in each issue; of a whole update there is one.
    var titles: Set<Int>
    /// Those that each have an article of their own.
    var news: [Int]
    var validator: Int?
    /// The counts that are kept.
    var articles: Int
    var unread: Int

    /// A feed that was wholly updated to each of these, one after the other. One of its articles is read.
    init(issues: [Int]) {
        self.init(titles: Set(issues.suffix(1)), news: issues, validator: issues.last, articles: issues.count + 12)
    }

    init(titles: Set<Int>, news: [Int], validator: Int?, articles: Int, unread: Int? = nil) {
        (self.titles, self.news, self.validator, self.articles) = (titles, news, validator, articles)
        self.unread = unread ?? articles - 1
    }

    var wholeIssue: Int? { titles.count == 1 && titles.first == validator ? validator : nil }

    var description: String {
        "titles \(titles), news \(news), validator \(validator ?? -1), \(articles) articles, \(unread) unread"
    }
}

extension SubscribedProgram {
    fileprivate func state(of feed: Int) throws -> FeedState {
        func numbers(_ sql: String) throws -> [Int] { try ask(sql).split(separator: "\n").compactMap { Int($0) } }
        let ofFeed = "feed_id = (SELECT id FROM feed WHERE url = '\(server.url("/\(feed)"))')"
        let number = "CAST(substr(title, instr(title, ' in ') + 4) AS INTEGER)"
        return FeedState(
            titles: Set(try numbers("SELECT DISTINCT \(number) FROM article WHERE \(ofFeed) AND guid LIKE 'kept %'")),
            news: try numbers("SELECT \(number) FROM article WHERE \(ofFeed) AND guid LIKE 'new %' ORDER BY id"),
            validator: try numbers("SELECT trim(etag, '\"') FROM feed_refresh WHERE \(ofFeed)").first,
            articles: try numbers("SELECT articles FROM feed WHERE url = '\(server.url("/\(feed)"))'").first ?? 0,
            unread: try numbers("SELECT unread FROM feed WHERE url = '\(server.url("/\(feed)"))'").first ?? 0)
    }

    /// A feed with the articles of these numbers.
    static func many(_ numbers: ClosedRange<Int>) -> String {
        let items = numbers.reversed().map { number in
            """
            <item><guid>g\(number)</guid><title>T\(number)</title><description>Text \(number)</description>
            <pubDate>\(Timestamp(seconds: 1_767_225_600 + Int64(number) * 60).rfc3339)</pubDate></item>
            """
        }
        return SubscribedProgram.rss("Many", items: items)
    }
}

extension Dice {
    /// Any part of it, the whole included.
    mutating func part(of time: Duration) -> Duration { time * Double(roll(1001)) / 1000 }
}
