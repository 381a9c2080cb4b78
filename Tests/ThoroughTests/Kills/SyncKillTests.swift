import TestSupport
import Testing

@testable import FeedCore
@testable import rssiumTests

/// A sync that is killed at any point, and then repeated, ends in the same state as one that was not.
@Suite(.seeded) struct SyncKillTests {
    @Test(arguments: StandInDialect.allCases)
    func `killed at each request, before and after the server did it`(dialect: StandInDialect) async throws {
        let scene = await Scene(dialect)
        let whole = try await scene.run { await $0.sync() }
        let labels = dialect == .freshRSS ? Scene.labels : []
        #expect(whole.labels == [labels, labels])
        let requests = scene.linked.server.calls
        try #require(requests.count > 8)
        for number in 1...requests.count {
            for fault in [StandInFault.answer(.silence), .done(.silence)] {
                let after = try await scene.run { linked in
                    linked.server.fail(at: number, fault)
                    let count = linked.server.requests.count
                    let running = linked.program.start(["sync"])
                    await linked.server.received(count + number)
                    running.send(signal: 9)
                    _ = await running.end()
                    linked.server.heal()
                    await linked.sync()
                }
                #expect(after == whole, "request \(number), \(requests[number - 1]), \(fault)")
            }
        }
    }

    @Test(arguments: [StandInDialect.freshRSS, .nextcloud])
    func `killed at a random time`(dialect: StandInDialect) async throws {
        let scene = await Scene(dialect)
        let clock = ContinuousClock()
        let start = clock.now
        let whole = try await scene.run { await $0.sync() }
        let usual = start.duration(to: clock.now)
        let seed = Seed.ofThisRun
        for round in 0..<12 {
            var dice = Dice(seed: seed &+ UInt64(round))
            let part = dice.roll(1000)
            let after = try await scene.run { linked in
                for _ in 1...2 { _ = await linked.program.start(["sync"]).end(within: usual * part / 1000) }
                await linked.sync()
            }
            #expect(after == whole, "round \(round)")
        }
    }

    @Test func `killed while the account is linked`() async throws {
        let whole = await LinkedProgram.linked()
        let requests = whole.server.calls.count
        for number in 1...requests {
            let linked = LinkedProgram.withTwoFeeds()
            linked.server.fail(at: number, .answer(.silence))
            let running = linked.program.start(
                [
                    "account", "add", linked.server.url, "--user", "alice", "--name", "server", "--password-stdin",
                    "--yes",
                ],
                input: "open sesame\n")
            await linked.server.received(number)
            running.send(signal: 9)
            _ = await running.end()
            linked.server.heal()
            if await linked.program.run("account").stdout.isEmpty {
                #expect(await linked.program.run("feeds").stdout.isEmpty)
                #expect(await linked.link().code == 0)
            } else {
                #expect(await linked.sync().code == 0)
            }
            #expect(await linked.articles == whole.articles, "request \(number)")
            #expect(await linked.program.run("feeds").stdout == whole.program.run("feeds").stdout, "request \(number)")
        }
    }
}

/// An account on which everything has changed on both sides since the last sync.
private struct Scene: Sendable {
    let linked: LinkedProgram
    private let snapshot: StandInServer.Snapshot

    init(_ dialect: StandInDialect) async {
        linked = LinkedProgram(dialect)
        let server = linked.server
        let feeds = (1...3).map { server.addFeed("https://feed\($0).example/", title: "Feed \($0)", folder: "News") }
        for number in 10...39 {
            server.addArticle(
                to: feeds[number % 3], "Old \(number)", age: Int64(5000 - number), isRead: number < 15,
                isStarred: number % 10 == 0)
        }
        await linked.link()
        if dialect == .freshRSS { await Scene.labelBothSides(of: linked) }
        // Here: marks of all four kinds, a new title, a move, a feed that is gone.
        await linked.mark("read", "Old 20", "Old 21", "Old 22")
        await linked.mark("unread", "Old 10", "Old 11")
        await linked.mark("starred", "Old 23", "Old 24")
        await linked.mark("unstarred", "Old 30")
        // There: marks, new articles in two batches, a new feed.
        for article in server.articles where article.title.hasSuffix("5") {
            server.change(article.id) {
                $0.isRead.toggle()
                $0.isStarred.toggle()
            }
        }
        if dialect == .freshRSS { await Scene.changeLabels(of: linked) }
        let feed = server.addFeed("https://feed4.example/", title: "Feed 4")
        for number in 100...249 {
            server.addArticle(to: number % 2 == 0 ? feed : feeds[0], "New \(number)", age: 10, isRead: number > 240)
        }
        snapshot = server.snapshot()
        await linked.program.shell("cp rssium.db before.db; cp rssium.db-wal before.db-wal 2>/dev/null")
    }

    /// Labels that both sides have.
    private static func labelBothSides(of linked: LinkedProgram) async {
        await linked.program.run("account", "edit", "server", "--labels", "yes")
        await linked.label("add", "Kept", "Old 12", "Old 13", "Old 14")
        await linked.label("add", "Work", "Old 14", "Old 15")
        await linked.sync()
    }

    /// Here and there labels are put on, taken off, and there one is removed.
    private static func changeLabels(of linked: LinkedProgram) async {
        await linked.label("add", "Here", "Old 16", "Old 17")
        await linked.label("rm", "Kept", "Old 12")
        for article in linked.server.articles {
            linked.server.change(article.id) { article in
                if article.title == "Old 13" { article.labels.remove("Kept") }
                if article.title.hasSuffix("8") { article.labels.insert("There") }
            }
        }
        linked.server.removeLabel("Work")
    }

    static let labels = ["Old 14 Kept", "Old 16 Here", "Old 17 Here", "Old 18 There", "Old 28 There", "Old 38 There"]

    /// What is here and there in the end.
    struct Outcome: Equatable {
        let here: [String]
        let there: [String]
        let labels: [[String]]
        let feeds: [String]
        let pending: String
    }

    /// Goes back to the beginning, does something, and tells how it ended.
    func run(_ body: (LinkedProgram) async -> Void) async throws -> Outcome {
        linked.server.restore(snapshot)
        await linked.program.shell(
            "rm -f rssium.db rssium.db-wal rssium.db-shm; cp before.db rssium.db; cp before.db-wal rssium.db-wal 2>/dev/null"
        )
        await body(linked)
        #expect(await linked.program.run("doctor").code == 0)
        return Outcome(
            here: await linked.articles, there: linked.remoteArticles,
            labels: [await linked.labels, linked.remoteLabels],
            feeds: await linked.program.run("feeds", "--fields", "title,category,unread,state").lines,
            pending: await linked.pending)
    }
}
