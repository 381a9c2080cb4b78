import TestSupport
import Testing

/// `rssium refresh`: its limits, its lock, and how it ends before it is done.
@Suite struct RefreshLimitTests {
    private let shelf = SubscribedProgram()
    private var program: Program { shelf.program }

    @Test(arguments: [(nil, 2), ("1", 1), ("4", 4)] as [(String?, Int)])
    func `at most two are asked of one host at once, or as many as are set`(setting: String?, most: Int) async {
        for number in 1...6 { await shelf.subscribe("/\(number).xml", title: "F\(number)") }
        #expect(shelf.server.mostAtOnce == 1)
        // The first answers wait until as many as may be are asked for.
        let gate = Gate()
        for number in 1...6 { shelf.server.serve("/\(number).xml", .feed("F", []).after(gate)) }
        if let setting { await program.run("config", "refresh.host-jobs", setting) }
        let running = program.start(["refresh"])
        await shelf.server.received(6 + most) { gate.open() }
        #expect(await running.end().code == 0)
        #expect(shelf.server.mostAtOnce == most)
    }

    @Test func `where few files may be open, fewer feeds are asked at once and none is lost`() async {
        let numbers = 1...60
        for number in numbers { shelf.server.serve("/\(number).xml", .feed("F\(number)", ["One"])) }
        await shelf.program.run("config", "refresh.host-jobs", "64")
        let list = numbers.map { shelf.server.url("/\($0).xml") }.joined(separator: "\n")
        #expect(await shelf.program.run(arguments: ["import", "-"], input: list).code == 0)
        let ending = await shelf.program.shell("ulimit -n 64; rssium refresh --jobs 64")
        #expect(ending.report == ["refreshed 60 of 60 feeds, 60 new articles"] && ending.code == 0)
        #expect(shelf.server.mostAtOnce <= 8)
    }

    @Test func `a signal ends it amid a document that takes long to read`() async throws {
        await shelf.subscribe("/a", title: "A", [])
        await shelf.subscribe("/b", title: "B", [])
        let items = (1...60_000).map {
            "<item><guid>\($0)</guid><title>A & B \($0)</title><p>x</p></item>"
        }
        let text = "<rss><channel><title>A</title>\(items.joined())</channel></rss>"
        shelf.server.serve("/a", .document(text))
        shelf.server.serve("/b", .feed("B", ["New"]))
        let running = shelf.program.start(["refresh", "--print-new", "--fields", "title"])
        await running.waitForOutput { running.send(signal: 2) }
        let ending = await running.end()
        // Where the signal came late, the document was read, and is there as a whole.
        let count = try shelf.ask("SELECT count(*) FROM article WHERE feed_id = 1")
        guard count == "0" else {
            #expect(count == "60000" && [0, 130].contains(ending.code))
            return
        }
        #expect(ending.code == 130 && ending.stdout == "New\n")
        #expect(ending.report == ["refreshed 1 of 2 feeds, 1 new article, 1 left for the next run"])
        #expect(try shelf.ask("SELECT exit_code FROM refresh") == "130")
    }

    @Test func `what is not finished in time is left for the next run`() async throws {
        await shelf.subscribe("/a.xml", title: "A")
        await shelf.subscribe("/b.xml", title: "B", [])
        shelf.server.serve("/a.xml", .silence)
        shelf.server.serve("/b.xml", .feed("B", ["New"]))
        let ending = await shelf.program.run("refresh", "--time-limit", "1s")
        #expect(ending.report == [try shelf.reportOfLimitedRun] && ending.code == 0)
        #expect(try shelf.ask("SELECT sum(failures) FROM feed_refresh") == "0")
        shelf.server.serve("/a.xml", .feed("A", ["Late"]))
        #expect(await shelf.program.run("refresh").code == 0)
        #expect(Set(await shelf.titles) == ["Late", "New", "One"])
    }

    @Test(arguments: [(Int32(2), Int32(130)), (15, 143)])
    func `a signal ends it, and what was done is stored`(signal: Int32, code: Int32) async throws {
        await shelf.subscribe("/a.xml", title: "A", ["One"])
        await shelf.subscribe("/b.xml", title: "B", [])
        shelf.server.serve("/a.xml", .feed("A", ["Two"]))
        shelf.server.serve("/b.xml", .silence)
        let running = shelf.program.start(["refresh", "--print-new", "--fields", "title"])
        await running.waitForOutput()
        running.send(signal: signal)
        let ending = await running.end()
        #expect(ending.code == code && ending.stdout == "Two\n")
        #expect(ending.report == ["refreshed 1 of 2 feeds, 1 new article, 1 left for the next run"])
        #expect(await shelf.titles == ["Two", "One"])
        #expect(try shelf.ask("SELECT exit_code FROM refresh") == "\(code)")
    }

    @Test func `only one refresh runs at a time, and readers do not wait for it`() async {
        await shelf.subscribe("/a.xml", title: "A", ["One"])
        // The other commands take long on a busy machine.
        await shelf.program.run("config", "refresh.timeout", "1h")
        let gate = Gate()
        shelf.server.serve("/a.xml", .feed("A", ["Two"]).after(gate))
        let running = shelf.program.start(["refresh"])
        await shelf.server.received(2)
        let second = await shelf.program.run("refresh")
        #expect(second.code == 4 && second.errorLines.count == 1)
        #expect(second.stderr.hasPrefix("rssium: another refresh has been running for "))
        #expect(second.stderr.hasSuffix("s; nothing was done\n"))
        for command in [["refresh", "--due"], ["refresh"], ["prune"]] {
            #expect(await shelf.program.run(arguments: command + ["--quiet"]) == Program.Ending(code: 4), "\(command)")
        }
        #expect(await shelf.program.run("refresh", "--due").stderr.hasPrefix("rssium: another refresh "))
        #expect(await shelf.titles == ["One"])
        gate.open()
        #expect(await running.end().code == 0)
        #expect(await shelf.titles == ["Two", "One"])
        #expect(await shelf.program.run("refresh").code == 0)
    }

    @Test func `the lock of a killed refresh is gone`() async {
        await shelf.subscribe("/a.xml", title: "A", ["One"])
        shelf.server.serve("/a.xml", .silence)
        let running = shelf.program.start(["refresh"])
        await shelf.server.received(2)
        running.send(signal: 9)
        _ = await running.end()
        shelf.server.serve("/a.xml", .feed("A", ["Two"]))
        #expect(await shelf.program.run("refresh").report == ["refreshed 1 of 1 feed, 1 new article"])
    }

    /// What is beside a feed that no route leads to, and how the run ends.
    private static let offline: [(other: String, first: String, summary: String, failures: String, code: Int32)] = [
        (
            "nothing", "rssium: offline: no route to 255.255.255.255",
            "0 of 1 feed, 0 new articles, 1 left for the next run", "0", 5
        ),
        (
            "a feed", "rssium: cannot refresh A (http://255.255.255.255/): no route to 255.255.255.255",
            "1 of 2 feeds, 0 new articles, 1 failed", "1\n0", 3
        ),
        // It may need the network.
        (
            "a program that fails", "rssium: offline: no route to 255.255.255.255",
            "0 of 2 feeds, 0 new articles, 2 left for the next run", "0\n0", 5
        ),
        ("a missing file", "rssium: ", "0 of 2 feeds, 0 new articles, 1 failed, 1 left for the next run", "0\n1", 3),
    ]

    @Test(arguments: offline)
    func `offline, only what failed for another reason has failed, and the exit status tells`(
        other: String, first: String, summary: String, failures: String, code: Int32
    ) async throws {
        await shelf.subscribe("/a.xml", title: "A")
        switch other {
        case "a feed": await shelf.subscribe("/b.xml", title: "B")
        case "a program that fails":
            await program.run("add", "--exec", program.feedScript("feed", ["One"]))
            await program.shell("printf '#!/bin/sh\\nexit 1\\n' >feed")
        case "a missing file":
            await program.run("add", program.folder.write(SubscribedProgram.rss("B", []), to: "b.xml"))
            await program.shell("rm b.xml")
        default: break
        }
        try program.alter("UPDATE feed SET url = 'http://255.255.255.255/' WHERE id = 1")
        let ending = await program.run("refresh")
        #expect(ending.report.first?.hasPrefix(first) == true && ending.report.last == "refreshed " + summary)
        #expect(try ending.code == code && shelf.ask("SELECT failures FROM feed_refresh") == failures)
        if other == "nothing" { #expect(await program.run("refresh", "--quiet") == Program.Ending(code: 5)) }
        if other == "a program that fails" { #expect(await program.run("refresh", "2").code == 3) }
    }

    @Test func `a host that refuses three feeds is not asked for the others`() async {
        let list = (1...20).map { shelf.server.url("/\($0)") }.joined(separator: "\n")
        shelf.server.stop()
        await shelf.program.run("import", "-", input: list)
        shelf.program.folder.write("log.file = log\n", to: "config")
        let ending = await shelf.program.run("refresh")
        #expect(ending.code == 3 && ending.report.last == "refreshed 0 of 20 feeds, 0 new articles, 20 failed")
        let lines = await shelf.program.shell("cat log").lines.map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(lines.allSatisfy { $0.last?.hasPrefix("connection refused by") == true })
        // The fourth was on its way beside the third.
        #expect(lines.count { $0[6] != "0.000" } == 4)
    }

    @Test func `a host whose feeds have moved to one that refuses refuses nothing itself`() async {
        let dead = SubscribedProgram()
        let gone = dead.server.url("/")
        dead.server.stop()
        for number in 1...5 { shelf.server.serve("/\(number)", .redirect(302, to: gone)) }
        for number in 6...8 { shelf.server.serve("/\(number)", .feed("Feed \(number)", ["One"])) }
        let list = (1...8).map { shelf.server.url("/\($0)") }.joined(separator: "\n")
        await shelf.program.run("import", "-", input: list)
        await shelf.program.run("config", "refresh.jobs", "1")
        let ending = await shelf.program.run("refresh")
        #expect(ending.report.last == "refreshed 3 of 8 feeds, 3 new articles, 5 failed", "\(ending)")
    }
}
