import TestSupport
import Testing

@testable import FeedCore

/// `log.file`, and what a schedule says by itself.
@Suite struct RefreshLogTests {
    private let shelf = SubscribedProgram()

    private func log(_ shelf: SubscribedProgram) async -> [[String]] {
        await shelf.program.shell("cat log").lines.map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    @Test func `each feed of a refresh gets a line, whatever became of it`() async throws {
        for name in ["a", "b", "c", "d"] { await shelf.subscribe("/\(name).xml", title: name.uppercased()) }
        await shelf.program.run("config", "log.file", "log")
        let title = "A https://ann:secret@example.org/"
        shelf.server.serve("/a.xml", .feed(title, ["One"]), .feed("A", ["Two", "Three"]))
        shelf.server.serve("/c.xml", .status(404))
        shelf.server.serve("/d.xml", .status(429))
        await shelf.program.run("refresh", "1", "--quiet")
        // The last one, whose server then wants to be left alone with all its feeds.
        for feeds in [["1", "2", "3"], ["4"]] { await shelf.program.run(arguments: ["refresh"] + feeds) }
        await shelf.program.shell("sed -i 1d log")
        let lines = await log(shelf).sorted { $0[1] < $1[1] }
        try #require(lines.count == 4)
        for line in lines {
            try #require(line.count == 10)
            #expect(line[0].hasPrefix("20") && line[0].hasSuffix("Z"))
            #expect(line[6].contains("."))
        }
        let url = { (name: String) in shelf.server.url("/\(name).xml") }
        let starts = lines.map { $0[1...3].joined(separator: " ") }
        #expect(starts == ["1 refreshed 200", "2 unchanged 200", "3 failed 404", "4 held 429"])
        #expect((Int(lines[0][4]) ?? 0) as Int > 300)
        #expect(lines.map { $0[5] } == ["2", "0", "0", "0"])
        #expect(lines[0][7] == "A https://***@example.org/")
        #expect(Array(lines[1][7...]) == ["B", url("b"), ""])
        #expect(Array(lines[2][7...]) == ["C", url("c"), "HTTP 404 Not Found"])
        #expect(lines[3][9].hasPrefix("until 20"))
        #expect(await shelf.program.shell("ls -l log").stdout.hasPrefix("-rw------- "))
    }

    @Test(arguments: ["a.db/log", "folder", "pipe"])
    func `a log that cannot be written is said once, and nothing else`(path: String) async {
        for name in ["a", "b"] { await shelf.subscribe("/\(name).xml", title: name) }
        await shelf.program.shell("mkdir folder; mkfifo pipe; echo >a.db")
        await shelf.program.run("config", "log.file", path)
        let ending = await shelf.program.run("refresh", "-q")
        #expect(ending.code == 0 && ending.errorLines.count == 1)
        #expect(ending.stderr.hasPrefix("rssium: cannot write the log "), "\(ending.stderr)")
    }

    @Test func `the log may be standard output or standard error`() async {
        await shelf.subscribe("/a.xml", title: "A")
        await shelf.program.run("config", "log.file", "/dev/stdout")
        let printed = await shelf.program.run("refresh", "-q")
        #expect(printed.lines.count == 1 && printed.stdout.contains("\tA\t") && printed.stderr.isEmpty, "\(printed)")
        await shelf.program.run("config", "log.file", "/dev/stderr")
        let told = await shelf.program.run("refresh", "-q")
        #expect(told.stdout.isEmpty && told.errorLines.count == 1 && told.stderr.contains("\tA\t"), "\(told)")
    }

    @Test func `a log of more than 1 MiB is renamed before the next run, and a link to it stays one`() async {
        await shelf.subscribe()
        await shelf.program.run("config", "log.file", "log")
        await shelf.program.shell("head -c 1048577 /dev/zero >real; chmod 640 real; ln -s real log")
        await shelf.program.run("refresh")
        await shelf.program.run("refresh")
        let sizes = await shelf.program.shell("wc -l <log; wc -c <real.1; readlink log; stat -c %a real.1 real")
        #expect(sizes.lines.map { $0.filter { $0 != " " } } == ["2", "1048577", "real", "640", "600"])
    }

    // MARK: Silence

    @Test func `a schedule says when a feed becomes failing and when it is back, and nothing else`() async throws {
        await shelf.subscribe("/a.xml", title: "A")
        let url = shelf.server.url("/a.xml")
        let run = { () async throws -> Program.Ending in
            try shelf.program.alter("UPDATE feed_refresh SET next_due = 1, last_attempted = 1")
            try shelf.program.letFailuresAge()
            return await shelf.program.run("refresh", "--due", "--quiet", "--time-limit", "5m")
        }
        let failing = "rssium: A (\(url)) is failing: HTTP 500 Internal Server Error\n"
        let back = "rssium: A (\(url)) is back\n"
        #expect(try await run() == .silent)
        shelf.server.serve("/a.xml", .status(500))
        for said in ["", ""] { #expect(try await run() == Program.Ending(stderr: said, code: 3)) }
        shelf.server.serve("/a.xml", .feed("A", ["Two"]))
        #expect(try await run() == .silent)
        shelf.server.serve("/a.xml", .status(500))
        for said in ["", "", failing, "", ""] { #expect(try await run() == Program.Ending(stderr: said, code: 3)) }
        shelf.server.serve("/a.xml", .feed("A", ["Three"]))
        for said in [back, ""] { #expect(try await run() == Program.Ending(stderr: said)) }
        #expect(await shelf.program.run("refresh", "--due", "--quiet") == .silent)
    }

    @Test func `what a password command says of its errors is not for cron`() async throws {
        await shelf.subscribe()
        try shelf.program.alter("UPDATE feed SET user = 'ann', password = ''")
        await shelf.program.run("config", "refresh.password-command", "sh -c 'echo hint >&2; exit 1'")
        for _ in 1...2 {
            try shelf.program.alter("UPDATE feed_refresh SET next_due = 1, last_attempted = 1")
            try shelf.program.letFailuresAge()
            #expect(await shelf.program.run("refresh", "--due", "--quiet") == Program.Ending(code: 3))
        }
        #expect(await shelf.program.run("refresh", "--quiet").errorLines.first == "hint")
    }
}
