import TestSupport
import Testing

/// `rssium refresh --every`, as a container runs it.
@Suite struct RefreshEveryTests {
    private let shelf = SubscribedProgram()

    @Test func `what is due is refreshed again and again, and SIGTERM ends it with success`() async throws {
        await shelf.subscribe("/a.xml")
        let running = shelf.program.start(["refresh", "--every", "1s"])
        await running.waitForError(of: "no feed is due; the next one is in ")
        // As if an hour had passed.
        try shelf.program.alter(
            "UPDATE feed_refresh SET last_attempted = last_attempted - 4000, next_due = next_due - 4000")
        await running.waitForError(of: "refreshed 1 of 1 feed, 0 new articles")
        running.send(signal: 15)
        let ending = await running.end()
        #expect(ending.code == 0)
        #expect(shelf.server.requests.count == 2)
        let lines = ending.errorLines
        #expect(lines.allSatisfy { $0.hasPrefix("no feed is due") || $0.hasPrefix("refreshed 1 of 1") }, "\(lines)")
    }

    @Test func `a signal ends a run that is under way`() async {
        shelf.server.serve("/slow.xml", .silence)
        await shelf.program.run("import", "-", input: shelf.server.url("/slow.xml"))
        for (number, code) in [(Int32(15), Int32(0)), (2, 130)] {
            let before = shelf.server.requests.count
            let running = shelf.program.start(["refresh", "--every", "1h", "--quiet"])
            await shelf.server.received(before + 1) { running.send(signal: number) }
            #expect(await running.end().code == code)
        }
    }

    @Test func `a signal counts that comes when all is stored and not all is printed`() async {
        let items = (1...50).map { "Article \($0) " + String(repeating: "x", count: 5000) }
        shelf.server.serve("/a.xml", .feed("A", items))
        await shelf.program.run("import", "-", input: shelf.server.url("/a.xml"))
        let ending = await shelf.program.shell(
            """
            mkfifo pipe && exec 3<>pipe
            rssium refresh --quiet --every 1h --print-new >pipe 3<&- &
            process=$!
            until [ "$(rssium list --count)" = 50 ]; do :; done
            kill $process
            cat <&3 >/dev/null &
            wait $process
            echo $?
            kill $!
            """)
        #expect(ending.lines == ["0"], "\(ending)")
    }

    @Test func `one output holds only one book`() async {
        let book = ["refresh", "--every", "1h", "--print-new", "--format", "epub"]
        let ending = await shelf.program.run(arguments: book)
        #expect(ending.code == 2 && ending.stderr.contains("--format epub cannot go with --every"), "\(ending)")
    }

    @Test func `an error of a later run is reported, and the next run tries again`() async throws {
        await shelf.subscribe("/a.xml")
        let running = shelf.program.start(["refresh", "--every", "1s"])
        await running.waitForError(of: "no feed is due")
        // A run may take its files away or make a new database meanwhile.
        let folder = "mkdir away; mv rssium.db* away; until mkdir rssium.db; do rm -rf rssium.db*; done"
        #expect(await shelf.program.shell(folder).code == 0)
        await running.waitForError(of: "rssium: ")
        #expect(await shelf.program.shell("rmdir rssium.db && mv away/* .").code == 0)
        try shelf.program.alter(
            "UPDATE feed_refresh SET last_attempted = last_attempted - 4000, next_due = next_due - 4000")
        await shelf.server.received(2) {}
        running.send(signal: 15)
        #expect(await running.end().code == 0)
    }
}
