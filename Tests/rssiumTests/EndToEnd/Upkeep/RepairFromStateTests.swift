import FeedCore
import TestSupport
import Testing

@testable import rssium

/// `rssium doctor --repair` where the `sqlite3` program is missing or hangs, and the daily copy of the state.
@Suite struct RepairFromStateTests {
    private let server = FeedServer()

    /// A feed with four articles, marks and a rule, and the state of all that beside the database.
    private func program() async -> Program {
        let program = SubscribedProgram(Program())
        server.serve("/a.xml", .feed("Alpha", ["One", "Two", "Three", "Four"]))
        await program.program.run("add", server.url("/a.xml"), "--title", "Mine", "--category", "News")
        await program.program.run("mark", "starred", "1")
        await program.program.run("mark", "read", "1", "2")
        await program.program.run("mark", "deleted", "3")
        await program.program.run("label", "add", "later", "4")
        await program.program.run("rule", "add", "word", "--star")
        await program.program.run("refresh")
        return program.program
    }

    @Test func `a sound database without a state file stays as it is`() async {
        let program = await program()
        await program.shell("rm -f rssium.db.state*")
        let ending = await program.run("doctor", "--repair", "--from-state")
        #expect(ending == .told("\(program.database) is sound"))
        await program.shell("truncate -s 50000 rssium.db; rm -f rssium.db-*")
        let refused = await program.run("doctor", "--repair", "--from-state")
        #expect(refused.code == 1 && refused.stderr.contains(".state is missing or incomplete"), "\(refused)")
    }

    @Test(arguments: [[], ["--from-state"]])
    func `the database of another program stays, and no command is named that would replace it`(words: [String])
        async throws
    {
        let program = await program()
        await program.shell("rm -f rssium.db rssium.db-*")
        program.folder.write("", to: "rssium.db")
        try program.alter("CREATE TABLE mail(id)")
        let ending = await program.run(arguments: ["doctor", "--repair"] + words)
        #expect(ending == .error("cannot use \(program.database): it is the database of another program"))
    }

    private func decisions(of program: Program) async -> [String] {
        let listed = await program.run("list", "--all", "--sort", "title", "--fields", "title,flags,labels").lines
        return await listed + program.run("feeds", "--fields", "title,category").lines
            + program.run("rule", "--fields", "query").lines
    }

    @Test(arguments: [
        "dd if=/dev/zero of=rssium.db bs=4096 seek=10 count=60 conv=notrunc", "truncate -s 50000 rssium.db",
        "truncate -s 0 rssium.db", "truncate -s 0 rssium.db; rssium list", "rm rssium.db",
    ])
    func `without sqlite3 its package is named, and the state brings back what was decided`(damage: String) async {
        var program = await program()
        let before = await decisions(of: program)
        await program.shell("rssium prune -q; \(damage); rm -f rssium.db-*")
        program.environment["PATH"] = "/nonexistent"
        let refused = await program.run("doctor", "--repair")
        if damage.contains("0000") || damage.hasPrefix("dd") {
            let why =
                "cannot run sqlite3: it is not installed; install the package "
                + "sqlite3 (Debian), sqlite (Fedora, Arch, Homebrew)"
            let path = program.database
            let advice =
                "`rssium --db \(path) doctor --repair --from-state` rebuilds feeds and marks from \(path).state"
            #expect(refused.stderr == "rssium: cannot repair \(program.database): \(why); \(advice)\n")
        }
        #expect(refused.code == 1)
        let ending = await program.run("doctor", "--repair", "--from-state")
        #expect(ending.code == 1)
        #expect(ending.stdout.hasPrefix("rebuilt from \(program.database).state: the marks of "), "\(ending)")
        #expect(ending.stderr.hasSuffix("the next refresh fetches the articles that the feeds still carry\n"))
        program.environment["PATH"] = nil
        #expect(await program.run("refresh").code == 0)
        #expect(await decisions(of: program) == before)
        #expect(await program.run("doctor").code == 0)
    }

    @Test func `a sound database is not rebuilt, and without a whole state file nothing is`() async {
        let program = await program()
        let sound = Program.Ending.told("\(program.database) is sound")
        #expect(await program.run("doctor", "--repair", "--from-state") == sound)
        await program.shell("rssium prune -q; truncate -s 50000 rssium.db; truncate -s 300 rssium.db.state")
        let said = "rssium: cannot repair \(program.database): \(program.database).state is missing or incomplete"
        #expect(
            await program.run("doctor", "--repair", "--from-state")
                == Program.Ending(stderr: said + RepairTests.nothingFound, code: 1))
    }

    // MARK: The daily copy

    /// With eight feeds of one article.
    private func refreshedProgram() async -> Program {
        let program = Program()
        let list = (1...8).map { "\(server.url("/\($0).xml"))\n" }.joined()
        for number in 1...8 { server.serve("/\(number).xml", .feed("Feed \(number)", ["One"])) }
        await program.run("import", "-", input: list)
        await program.run("refresh")
        return program
    }

    @Test func `a database that has lost most of its feeds does not replace the copy of the day before`() async throws {
        let program = await refreshedProgram()
        let copy = await program.shell("cat rssium.db.state; touch -d 2020-01-01 rssium.db.state").stdout
        try program.alter("DELETE FROM decision WHERE key NOT LIKE '%/1.xml%'")
        let ending = await program.run("refresh")
        #expect(ending.code == 0)
        let said =
            "rssium: the database has only 1 feed and 1 decision, and \(program.database).state.1 has 8 and 8; "
            + "`rssium import \(program.database).state.1` brings back what is missing"
        #expect(ending.errorLines.last == said, "\(ending)")
        // Said once, however often the copy is written.
        await program.shell("touch -d 2020-01-01 rssium.db.state")
        #expect(await program.run("refresh").errorLines.count == 1)
        #expect(await program.shell("cat rssium.db.state.1").stdout == copy)
        #expect(await program.run("import", program.database + ".state.1").code == 0)
        await program.shell("touch -d 2020-01-01 rssium.db.state; chmod 640 rssium.db.state")
        #expect(await program.run("refresh").errorLines.count == 1)
        #expect(await program.shell("cat rssium.db.state").stdout == copy)
    }

    @Test func `feeds that are no longer shared are not missed`() async {
        let program = await refreshedProgram()
        await program.run("mark", "starred", "--all")
        for feed in 1...8 {
            for word in ["a", "b", "c"] { await program.run("rule", "add", word, "--feed", "\(feed)", "--star") }
            await program.run("view", "add", "v\(feed)", "\(feed)")
        }
        await program.shell("rm rssium.db.state; rssium refresh -q")
        await program.run(arguments: ["edit", "--filter", "cat"] + (1...8).map(String.init))
        for lines in [50, 2] {
            await program.shell("touch -d 2020-01-01 rssium.db.state")
            #expect(await program.run("refresh").errorLines.count == 1)
            #expect(await program.shell("wc -l < rssium.db.state.1").stdout == "\(lines)\n")
        }
    }

    @Test func `feeds that the user has removed are not missed`() async {
        let program = await refreshedProgram()
        await program.run("rm", "--yes", "1", "2", "3", "4", "5", "6")
        for count in [8, 2] {
            await program.shell("touch -d 2020-01-01 rssium.db.state")
            #expect(await program.run("refresh").errorLines.count == 1)
            let copy = await program.shell("grep -c '\"on\":\\[true' rssium.db.state.1").stdout
            #expect(copy == "\(count)\n")
        }
    }

    // MARK: A program that hangs

    private func fakeProgram(_ script: String) async -> Program {
        var program = await Program.withTwoFeeds()
        await program.shell("mkdir bin; rssium prune -q; truncate -s 90000 rssium.db")
        program.folder.write(program: "#!/bin/sh\n\(script)\n", to: "bin/sqlite3")
        program.environment["PATH"] = program.folder.file("bin") + ":/usr/bin:/bin"
        return program
    }

    @Test func `a signal ends sqlite3 too, and the database stays as it is`() async {
        let program = await fakeProgram("exec 9>held; echo here >begun; exec sleep 600")
        let before = await program.shell("cksum < rssium.db; mkfifo begun held").stdout
        // It has this pipe open for as long as it lives.
        let waiting = program.startShell("cat held; echo ended")
        let running = program.start(["doctor", "--repair"])
        #expect(await program.shell("cat begun").stdout == "here\n")
        running.send(signal: 15)
        #expect(await running.end().code == 143)
        #expect(await waiting.end().stdout.contains("ended"))
        #expect(await program.shell("cksum < rssium.db").stdout == before)
        #expect(await program.shell("ls -d rssium.db*").stdout.contains("repair") == false)
    }

    @Test(arguments: ["exec sleep 600", "exec >/dev/null; exec sleep 600"])
    func `a sqlite3 that prints nothing is ended`(script: String) async {
        let program = await fakeProgram(script)
        let surroundings = Surroundings(
            environment: Environment(["PATH": program.folder.file("bin") + ":/usr/bin:/bin"]), files: StandardFiles())
        let recovery = RecoverProgram(for: "mine", in: surroundings, limit: .milliseconds(50))
        #expect(throws: StoreError.self) { try recovery.run(program.database) { _ in } }
    }
}
