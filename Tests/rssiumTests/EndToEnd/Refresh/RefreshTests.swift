import TestSupport
import Testing

/// `rssium refresh`: what it says and stores.
@Suite struct RefreshTests {
    private let shelf = SubscribedProgram()
    private var program: Program { shelf.program }

    @Test func `a refresh stores what is new and ends with a summary`() async throws {
        await shelf.subscribe("/a.xml", ["One"])
        shelf.server.serve("/a.xml", .feed("A feed", ["Three", "Two", "One"]))
        let ending = await shelf.program.run("refresh")
        #expect(ending.stdout.isEmpty && ending.code == 0)
        let summary = try #require(ending.errorLines.first)
        #expect(ending.errorLines.count == 1)
        #expect(summary.wholeMatch(of: /refreshed 1 of 1 feed, 2 new articles in \d+\.\ds/) != nil)
        #expect(await shelf.titles == ["Three", "Two", "One"])
    }

    @Test func `a feed that fails never stops another, and is named`() async throws {
        for path in ["/a.xml", "/b.xml", "/c.xml", "/d.xml"] { await shelf.subscribe(path, title: path, ["One"]) }
        shelf.server.serve("/a.xml", .status(404))
        shelf.server.serve("/b.xml", .document("<rss><channel><title>broken"))
        shelf.server.serve("/c.xml", .document("<html><body>Gone home</body></html>", type: "text/html"))
        shelf.server.serve("/d.xml", .feed("/d.xml", ["Two", "One"]))
        let ending = await shelf.program.run("refresh")
        #expect(ending.code == 3)
        let lines = ending.report.sorted()
        #expect(lines.count == 4 && lines[0] == "refreshed 1 of 4 feeds, 1 new article, 3 failed")
        #expect(lines[1] == "rssium: cannot refresh /a.xml (\(shelf.server.url("/a.xml"))): " + "HTTP 404 Not Found")
        #expect(lines[2].hasPrefix("rssium: cannot refresh /b.xml (\(shelf.server.url("/b.xml"))): "))
        let page = shelf.server.url("/c.xml")
        #expect(
            lines[3] == "rssium: cannot refresh /c.xml (\(page)): not a feed: a web page; "
                + "`rssium discover \(page)` looks for its feeds")
        #expect(await shelf.titles.count == 5)
        #expect(
            try shelf.ask("SELECT sum(last_refreshed IS NOT NULL) || '|' || sum(failures) FROM feed_refresh") == "4|3")
    }

    @Test func `with --partial-ok, a refresh of at least one feed is a success`() async throws {
        await shelf.subscribe("/a.xml", ["One"])
        await shelf.subscribe("/b.xml", title: "B", ["Two"])
        shelf.server.serve("/a.xml", .status(404))
        #expect(await program.run("refresh", "2").code == 0)
        #expect(await program.run("refresh", "--quiet").code == 3)
        let ending = await program.run("refresh", "--partial-ok")
        #expect(ending.code == 0 && ending.report.contains("refreshed 1 of 2 feeds, 0 new articles, 1 failed"))
        #expect(try shelf.ask("SELECT exit_code FROM refresh ORDER BY id DESC LIMIT 1") == "3")
        #expect(await program.run("refresh", "--partial-ok", "1").code == 3)
        await program.run("config", "refresh.partial-ok", "yes")
        #expect(await program.run("refresh", "--quiet").code == 0)
        #expect(await program.run("config", "--feed", "1", "refresh.partial-ok", "yes").code == 2)
    }

    @Test func `offline, local feeds are refreshed, and that is enough with --partial-ok`() async throws {
        let shelf = await SubscribedProgram.subscribed("/a.xml", ["One"])
        try shelf.program.alter("UPDATE feed SET url = 'http://255.255.255.255/', host = '255.255.255.255:80'")
        #expect(await shelf.program.run("refresh", "--partial-ok").code == 5)
        shelf.program.folder.write(SubscribedProgram.rss("Local", ["Two"]), to: "b.xml")
        await shelf.program.run("add", "./b.xml")
        shelf.program.folder.write(SubscribedProgram.rss("Local", ["Three", "Two"]), to: "b.xml")
        #expect(await shelf.program.run("refresh").code == 5)
        #expect(await shelf.titles.contains("Three"))
        #expect(await shelf.program.run("refresh", "--partial-ok").code == 0)
    }

    @Test func `offline, feeds that need no network have their turn, however many`() async throws {
        let shelf = await SubscribedProgram.subscribed("/a.xml", ["One"])
        try shelf.program.alter("UPDATE feed SET url = 'http://255.255.255.255/', host = '255.255.255.255:80'")
        for number in 1...6 {
            shelf.program.folder.write(SubscribedProgram.rss("Local \(number)", ["Two"]), to: "\(number).xml")
            await shelf.program.run("add", "./\(number).xml")
        }
        let ending = await shelf.program.run("refresh", "--jobs", "1")
        #expect(ending.code == 5 && ending.stderr.contains("refreshed 6 of 7 feeds"), "\(ending.stderr)")
    }

    @Test func `only the feeds that are named are asked, and an unknown one stops all`() async {
        await shelf.subscribe("/a.xml", title: "Apple")
        await shelf.subscribe("/b.xml", title: "Apple pie")
        await shelf.subscribe("/c.xml", title: "Cherry")
        #expect(await shelf.program.run("refresh", "3", "Apple").report == ["refreshed 2 of 2 feeds, 0 new articles"])
        #expect(shelf.server.requests.map(\.path).suffix(2).sorted() == ["/a.xml", "/c.xml"])
        let count = shelf.server.requests.count
        #expect(
            await shelf.program.run("refresh", "ppl")
                == .error("ppl matches several feeds: 1 Apple, 2 Apple pie; name one by its id"))
        #expect(
            await shelf.program.run("refresh", "1", "Quince")
                == .error("no feed Quince: `rssium feeds` lists them"))
        #expect(shelf.server.requests.count == count)
    }

    @Test func `without feeds there is nothing to do`() async {
        await program.makeDatabase()
        #expect(await program.run("refresh") == .told("no feeds yet; `rssium add URL` subscribes to one"))
    }

    @Test func `verbose says of each feed what came`() async throws {
        let body = SubscribedProgram.rss("A", ["One"])
        await shelf.subscribe(to: .document(body, etag: "\"1\""))
        let ending = await shelf.program.run("refresh", "-v")
        let line = try #require(ending.errorLines.first)
        #expect(ending.errorLines.count == 2)
        #expect(line.hasPrefix("A (\(shelf.server.url("/a.xml"))): 304, 0 bytes, "))
        #expect(line.hasSuffix(" s, nothing new"))
    }

    @Test func `new articles are printed in the formats of list`() async {
        await shelf.subscribe("/a.xml", title: "A", ["One"])
        shelf.server.serve("/a.xml", .feed("A", ["Three", "Two", "One"]))
        let ending = await shelf.program.run("refresh", "--print-new", "--fields", "id,title")
        #expect(ending.stdout == "2\tTwo\n3\tThree\n")
        #expect(ending.report == ["refreshed 1 of 1 feed, 2 new articles"])
        #expect(await shelf.program.run("refresh", "--print-new", "-q") == .silent)
        shelf.server.serve("/a.xml", .feed("A", ["Four"]))
        let json = await shelf.program.run("refresh", "--print-new", "--format", "jsonl", "-q")
        #expect(json.stdout.hasPrefix("{\"id\":\"Four\"") && json.lines.count == 1)
    }

    @Test func `a terminal sees who is waited for, and no article beside the progress`() async {
        await shelf.subscribe("/a.xml", title: "A", [])
        await shelf.subscribe("/b.xml", title: "B", [])
        let gate = Gate()
        shelf.server.serve("/a.xml", .feed("A", ["One"]))
        shelf.server.serve("/b.xml", .feed("B", []).after(gate))
        let running = shelf.program.startOnTerminal(["refresh", "--print-new", "--format", "tsv", "--fields", "title"])
        await running.waitForOutput(of: "\r1 of 2, 1 new, waiting for B\u{1B}[K")
        gate.open()
        let ending = await running.end()
        #expect(ending.stdout.hasPrefix("\r0 of 2, waiting for "))
        #expect(ending.stdout.contains("\r\u{1B}[KOne\r\n"))
        #expect(ending.stdout.contains("\r1 of 2, 1 new, waiting for B\u{1B}[K") && ending.code == 0)
    }

    @Test func `a changed article keeps its id and read state, and is flagged until it is read again`() async {
        await shelf.subscribe("/a.xml", ["One"])
        await shelf.program.run("read", "1")
        let changed = SubscribedProgram.rss("A feed", ["One"]).replacing("<title>One<", with: "<title>One, corrected<")
        shelf.server.serve("/a.xml", .document(changed))
        #expect(await shelf.program.run("refresh").report == ["refreshed 1 of 1 feed, 0 new articles"])
        #expect(
            await shelf.program.run("list", "--all", "--fields", "id,flags,title").stdout == "1\tM\tOne, corrected\n")
        #expect(await shelf.program.run("list", "--modified", "--count").stdout == "1\n")
        await shelf.program.run("read", "1")
        #expect(await shelf.program.run("list", "--modified", "--count").stdout == "0\n")
    }

    @Test(arguments: ["machine example.org login ann password s3cret", "<a><s3cret></a>", "{\"s3cret\": 1}"])
    func `an error about a local file quotes nothing of it`(content: String) async {
        let path = program.folder.write(content, to: "netrc")
        program.folder.write(
            "<opml version='2.0'><body><outline type='rss' xmlUrl='file://\(path)'/></body></opml>", to: "list.opml")
        await program.run("import", "list.opml")
        let refresh = await program.run("refresh")
        #expect(refresh.code == 3 && refresh.stderr.contains("a broken document") || refresh.stderr.contains("feed"))
        let feeds = await program.run("feeds", "--format", "json")
        let added = await program.run("add", "./netrc")
        let shown = await program.run("preview", "./netrc")
        for ending in [refresh, feeds, added, shown] {
            #expect(!ending.stdout.contains("s3cret") && !ending.stderr.contains("s3cret"), "\(ending)")
            #expect(!ending.stderr.contains("example.org"))
        }
    }
}
