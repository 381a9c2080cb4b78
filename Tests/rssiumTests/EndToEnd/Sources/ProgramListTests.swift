import TestSupport
import Testing

/// Programs, filters and XPaths in lists of subscriptions, and the doors through which no program comes.
@Suite struct ProgramListTests {
    private let shelf = SubscribedProgram()
    private var program: Program { shelf.program }

    private static let opml = """
        <opml version="2.0" xmlns:rssium="https://rssium.example/opml" xmlns:frss="https://freshrss.org/opml"><body>
        <outline text="Run" type="rss" rssium:exec="touch ~/ran 'a  b'"/>
        <outline text="Filtered" type="rss" xmlUrl="https://a.example/f" rssium:filter="sed 's/a:b/c/'"/>
        <outline text="Page" type="HTML+XPath" xmlUrl="https://a.example/page" frss:xPathItem="//li[@class=&quot;n&quot;]"
         frss:xPathItemTitle="descendant::h2" frss:xPathItemUri="a/@href" frss:xPathItemUid="@id"
         frss:xPathItemContent="." frss:xPathItemTimestamp="time" frss:xPathItemAuthor="b" frss:xPathItemThumbnail="img"/>
        <outline text="Broken" type="HTML+XPath" xmlUrl="https://a.example/broken" frss:xPathItem="//li["/>
        <outline text="Plain" type="rss" xmlUrl="https://a.example/plain"/>
        </body></opml>
        """

    @Test func `the state has no programs`() async {
        let ending = await Program().run("export", "--format", "state", "--programs")
        #expect(ending.code == 2 && ending.stdout.isEmpty)
        #expect(ending.stderr.contains("--programs works only with --format opml and urls"))
        await program.run("import", "-", "--programs", input: Self.opml)
        let state = await program.run("export", "--format", "state")
        #expect(!state.stdout.contains("touch") && state.errorLines.count == 2, "\(state)")
        #expect(state.errorLines.allSatisfy { $0.hasSuffix("; --format opml --programs exports it") }, "\(state)")
    }

    @Test func `programs and filters of a list are refused by name, XPaths are taken`() async {
        let ending = await program.run("import", "-", input: Self.opml)
        #expect(ending.code == 1 && ending.errorLines.contains("2 feeds added, 0 present, 3 refused"))
        #expect(ending.stderr.contains("exec:touch ~/ran 'a b': a program or a filter, which needs --programs"))
        #expect(ending.stderr.contains("https://a.example/f: a program or a filter, which needs --programs"))
        #expect(ending.stderr.contains("https://a.example/broken: the XPath //li[: invalid expression"))
        #expect(await program.run("feeds", "--fields", "title,source").lines.sorted() == ["Page\tpage", "Plain\thttp"])
        #expect(
            await program.run("feeds", "Page", "--format", "jsonl").stdout.contains(
                #""xpaths":{"items":"//li[@class=\"n\"]","title":"descendant::h2","link":"a/@href","text":".","#
                    + #""date":"time","author":"b","image":"img","id":"@id"}"#))
    }

    @Test(arguments: ["opml", "urls"])
    func `with --programs a list brings back the same feeds`(format: String) async {
        #expect(await program.run("import", "-", "--programs", input: Self.opml).code == 1)
        let without = await program.run("export", "--format", format)
        #expect(!without.stdout.contains("touch") && !without.stdout.contains("sed"))
        let named = without.errorLines.filter { $0.hasPrefix("not exported: feed ") }
        #expect(named.count == 2)
        let list = await program.run("export", "--format", format, "--programs")
        #expect(list.stderr == (format == "opml" ? "" : "not exported: the XPaths of 1 feed, which only OPML has\n"))
        let other = Program()
        #expect(await other.run("import", "-", "--programs", input: list.stdout).code == 0)
        let fields = ["feeds", "--fields", format == "opml" ? "title,url,source" : "title,url"]
        #expect(await other.run(arguments: fields).stdout == program.run(arguments: fields).stdout)
        #expect(await other.run("export", "--format", format, "--programs").stdout == list.stdout)
        if format == "urls" {
            #expect(list.stdout.contains(#""exec:touch ~/ran 'a  b'" "~Run""#))
            #expect(list.stdout.contains(#""filter:sed 's/a:b/c/':https://a.example/f" "~Filtered""#))
        }
    }

    @Test func `lines of newsboat are read`() async {
        let list = """
            "exec:~/bin/x a" News "~X"
            "filter:~/bin/f -v:https://a.example/feed" "~F"
            filter:sed:exec:ls
            "filter::https://a.example/x"
            exec:
            """
        let ending = await program.run("import", "-", "--programs", input: list)
        #expect(ending.errorLines.contains("3 feeds added, 0 present, 2 refused, 1 new category"))
        let feeds = await program.run("feeds", "--format", "jsonl").stdout
        #expect(feeds.contains(#""feed_url":"exec:~/bin/x a""#) && feeds.contains(#""feed_url":"exec:ls""#))
        #expect(feeds.contains(#""filter":"~/bin/f -v""#))
        #expect(await program.run("import", "-", input: list).code == 1)
    }

    /// Ways to write an address that means a program.
    static let wrapped = [
        "exec:touch /HOME/ran", "EXEC:touch /HOME/ran", "exec://touch /HOME/ran", "feed:exec:touch /HOME/ran",
        "feed:feed:Exec:touch", " exec:touch /HOME/ran", "ex\tec:touch", "exec%3Atouch", "%65xec:touch", "exec:/bin/ls",
        "file:exec:ls", "https:exec:ls",
    ]

    @Test(arguments: wrapped)
    func `an address is never a program`(address: String) async {
        let address = address.replacing("/HOME", with: program.folder.path)
        await program.run("config", "refresh.timeout", "1s")
        let hidden = address.replacing("&", with: "&amp;")
        for words in [
            ["add", address], ["preview", address], ["add", "--filter", "cat", address],
        ] {
            let ending = await program.run(arguments: words)
            #expect(ending.code != 0, "\(words)")
        }
        await program.run("import", "-", input: address + "\n\"" + address + "\"\nhttps://a.example/\n")
        await program.run("discover", address)
        await program.run(
            "import", "-", input: "<opml><body><outline text=\"a\" type=\"rss\" xmlUrl=\"\(hidden)\"/></body></opml>")
        await program.subscribe("A", ["One"])
        #expect(await program.run("edit", "A", "--url", address).code != 0)
        #expect(await program.run("config", "refresh.programs", address, "--feed", "1").code != 0)
        #expect(await program.run("feeds", "--fields", "source").lines.allSatisfy { $0 != "exec" })
        #expect(await program.shell("ls ran").code != 0)
    }

    @Test func `no page, redirect or feed names a program`() async throws {
        let exec = "exec:touch \(program.folder.path)/ran"
        await shelf.subscribe("/feed", title: "A")
        shelf.server.serve("/feed", .redirect(301, to: exec))
        #expect(await program.run("refresh").code == 3)
        shelf.server.serve("/moved", .redirect(301, to: "feed:" + exec))
        shelf.server.serve(
            "/page",
            .document(
                "<html><link rel=alternate type=\"application/rss+xml\" href=\"\(exec)\"><base href=\"\(exec)\"></html>",
                type: "text/html"))
        shelf.server.serve(
            "/atom",
            .document(
                "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title><link rel=\"self\" href=\"\(exec)\"/>"
                    + "<link href=\"\(exec)\"/><entry><id>1</id><title>E</title><link href=\"\(exec)\"/></entry></feed>"
            ))
        for path in ["/moved", "/page"] {
            #expect(await program.run("add", shelf.server.url(path)).code == 1)
            await program.run("discover", shelf.server.url(path))
        }
        #expect(await program.run("add", shelf.server.url("/atom")).code == 0)
        #expect(await program.run("refresh").code == 3)
        #expect(await program.run("open", "2", "--print").code == 1)
        #expect(await program.run("feeds", "--fields", "source").stdout == "http\nhttp\n")
        #expect(try program.ask("SELECT count(*) FROM feed WHERE program IS NOT NULL") == "0")
        #expect(await program.shell("ls ran").code != 0)
    }

    @Test func `an address in the database that says exec: is no program`() async throws {
        let program = await Program.withTwoFeeds()
        try program.alter("UPDATE feed SET url = 'exec:touch \(program.folder.path)/ran' WHERE id = 1")
        await program.run("refresh")
        #expect(await program.shell("ls ran").code != 0)
    }
}
