import TestSupport
import Testing

/// `rssium refresh` of many feeds, and beside others: who reads what it prints, who ends it.
@Suite struct RefreshTogetherTests {
    @Test func `three hundred feeds in one refresh lose no article`() async throws {
        let shelf = SubscribedProgram()
        shelf.server.answer { request in
            .feed("Feed \(request.path)", ["B of \(request.path)", "A of \(request.path)"])
        }
        let list = (1...300).map { shelf.server.url("/\($0).xml") }.joined(separator: "\n")
        await shelf.program.run("import", "-", input: list)
        let ending = await shelf.program.run("refresh")
        #expect(ending.report == ["refreshed 300 of 300 feeds, 600 new articles"] && ending.code == 0)
        #expect(try shelf.ask("SELECT count(DISTINCT title) FROM article") == "600")
        #expect(try shelf.ask("SELECT count(*) FROM feed WHERE articles = 2 AND unread = 2") == "300")
        #expect(try shelf.ask("PRAGMA integrity_check") == "ok")
    }

    @Test func `a closed pipe ends it quietly, and all is stored`() async throws {
        let shelf = await SubscribedProgram.subscribed("/a.xml", title: "A", [])
        let items = (1...50).map { "Article \($0) " + String(repeating: "x", count: 5000) }
        shelf.server.serve("/a.xml", .feed("A", items))
        let ending = await shelf.program.shell("{ rssium refresh -q --print-new; echo $? >&2; } | head -c 1 >/dev/null")
        #expect(ending.stderr == "0\n")
        #expect(try shelf.ask("SELECT count(*) FROM article") == "50")
    }

    @Test(arguments: [("INT", "130\n"), ("TERM", "143\n")])
    func `a signal ends it though nobody reads what it prints, and all is stored`(
        signal: String, code: String
    ) async throws {
        let shelf = await SubscribedProgram.subscribed("/a.xml", title: "A", [])
        let items = (1...50).map { "Article \($0) " + String(repeating: "x", count: 5000) }
        shelf.server.serve("/a.xml", .feed("A", items))
        let ending = await shelf.program.shell(
            """
            mkfifo pipe && exec 3<>pipe
            { head -c 1 <&3 >first; kill -\(signal) $(cat process); } &
            sh -c 'echo $$ >process; exec rssium refresh -q --print-new >pipe'
            echo $?
            """)
        #expect(ending.stdout == code, "\(ending)")
        #expect(try shelf.ask("SELECT count(*) FROM article") == "50")
    }
}
