import FeedCore
import TestSupport
import Testing

@Suite struct ImportTests {
    let program = Program()

    @Test func `the folders of OPML become categories, and a second import adds nothing`() async {
        let opml = """
            <opml version="2.0"><body><outline text="News"><outline text="One" xmlUrl="https://one.example/feed"/>
            <outline text="Bad" xmlUrl="exec:rm"/></outline><outline text="Two" xmlUrl="https://two.example/"/>
            </body></opml>
            """
        let ending = await program.run("import", "-", input: opml)
        #expect(
            ending
                == Program.Ending(
                    stderr: "rssium: not imported: exec:rm: a program or a filter, which needs --programs\n"
                        + "2 feeds added, 0 present, 1 refused, 1 new category\n`rssium refresh` fetches their articles\n",
                    code: 1))
        #expect(
            await program.run("feeds", "--fields", "title,category,url").stdout
                == "One\tNews\thttps://one.example/feed\nTwo\t\thttps://two.example/\n")
        #expect(await program.run("import", "-", input: opml).errorLines.last == "0 feeds added, 2 present, 1 refused")
    }

    @Test func `a bad line is reported, and the other lines are imported`() async {
        program.folder.write("https://a.example/\nftp://b.example/\n# c\n|run\nd.example \"~D\" tag\n", to: "urls")
        let ending = await program.run("import", "urls")
        #expect(ending.code == 1)
        #expect(
            ending.errorLines.prefix(2) == [
                "rssium: not imported: line 2: only http, https and file addresses can be read",
                "rssium: not imported: line 4: a program, which import never runs",
            ])
        #expect(
            await program.run("feeds", "--fields", "title,category,url").stdout
                == "D\ttag\thttps://d.example/\nhttps://a.example/\t\thttps://a.example/\n")
    }

    @Test func `the error about a line quotes nothing of it, because any file can be given`() async {
        program.folder.write(
            "s3cret-Word:x\ns3cret x y\nfile://s3cret/x\nroot:s3cret:0:0\nhttps://a.example/\n", to: "any")
        let ending = await program.run("import", "any")
        #expect(ending.code == 1 && ending.errorLines.count == 6)
        #expect(!ending.stderr.contains("s3cret") && !ending.stderr.contains("root"), "\(ending)")
    }

    @Test func `tags behind the first one are named, as a feed has one category`() async {
        let list = "https://a.example/ \"~A\" news local tech\nhttps://b.example/ news\nhttps://c.example/ x y\n"
        let ending = await program.run("import", "-", input: list)
        #expect(ending.code == 0)
        #expect(
            ending.errorLines.contains(
                "not imported: 3 further tags, such as \"local\" of A, \"y\" of https://c.example/: "
                    + "a feed has one category"))
    }

    @Test func `further categories of OPML are named, and a feed that is there keeps its own`() async {
        let feed = "<outline text='One' xmlUrl='https://one.example/'/>"
        let opml =
            "<opml><body><outline text='News'>\(feed)</outline><outline text='Tech'>\(feed)</outline></body></opml>"
        let named = "not imported: 1 further tag (\"Tech\" of One): a feed has one category"
        #expect(await program.run("import", "-", input: opml).errorLines.contains(named))
        #expect(await program.run("feeds", "--fields", "category").stdout == "News\n")
        let other = "<opml><body><outline text='Other'>\(feed)</outline></body></opml>"
        #expect(await program.run("import", "-", input: other) == .told("0 feeds added, 1 present, 0 refused"))
        #expect(await program.run("feeds", "--fields", "category").stdout == "News\n")
    }

    @Test func `a feed in place of a list is named, with the command for it`() async {
        program.folder.write(SubscribedProgram.rss("A feed", ["One"]), to: "feed.xml")
        let said = "it is a feed, not a list of feeds; `rssium add feed.xml` subscribes to it"
        #expect(await program.run("import", "feed.xml") == .error("cannot import feed.xml: \(said)"))
        let json = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"J\",\"items\":[]}"
        #expect(await program.run("import", "-", input: json).stderr.contains("it is a feed, not a list of feeds"))
        #expect(await program.run("feeds").stderr.contains("there is no database"))
    }

    @Test func `a list at a URL is fetched`() async {
        let server = FeedServer()
        server.serve(
            "/feeds.opml", .document("<opml><body><outline text='A' xmlUrl='https://a.example/'/></body></opml>"))
        #expect(
            await program.run("import", server.url("/feeds.opml"))
                == .told("1 feed added, 0 present, 0 refused\n`rssium refresh` fetches their articles"))
        #expect(await program.run("feeds", "--fields", "url").stdout == "https://a.example/\n")
        program.folder.write(SubscribedProgram.rss("A feed", ["One"]), to: "feed.xml")
        server.serve(
            "/list", .document("/etc/hostname\nfile://\(program.folder.file("feed.xml"))\nhttps://b.example/\n"))
        let refused = await program.run("import", server.url("/list"))
        #expect(refused.code == 1 && refused.stderr.contains("line 1: a local file in a list from a server"))
        #expect(await program.run("feeds", "--fields", "url").stdout == "https://a.example/\nhttps://b.example/\n")
        let url = server.url("/none")
        #expect(await program.run("import", url) == .error("cannot import \(url): HTTP 404 Not Found"))
    }

    @Test func `a file that is not a list is one error, and nothing is stored`() async {
        #expect(await program.run("import", program.folder.path).code == 1)
        for (input, why) in [
            ("<svg/>", "it is XML, but not OPML"),
            ("some words\nof no list", "a broken document: it is neither OPML nor a list of addresses"),
        ] {
            #expect(await program.run("import", "-", input: input) == .error("cannot import standard input: \(why)"))
        }
        #expect(await program.run("import", "missing") == .error("cannot read missing: no such file"))
        #expect(await program.run("feeds").stderr.contains("there is no database at"))
    }

    @Test func `a file that is cut off and outlines without an address are counted`() async {
        let opml = "<opml><body><outline text='A' xmlUrl='https://a.example/'/><outline text='B' xmlUrl=''/><outline xm"
        let ending = await program.run("import", "-", input: opml)
        #expect(ending.code == 1)
        #expect(
            ending.errorLines.prefix(3) == [
                "rssium: not imported: B: its xmlUrl is empty",
                "rssium: not imported: the rest of the file: the file is cut off",
                "1 feed added, 0 present, 2 refused",
            ])
    }

    @Test func `a feed that is in the file twice is imported once`() async {
        let urls = "https://a.example/rss one\nHTTPS://A.example:443/rss two\n"
        #expect(
            await program.run("import", "-", input: urls).errorLines.first?.hasPrefix("1 feed added, 1 present") == true
        )
    }

    @Test(arguments: [
        ("https://a.example/?utm_source=x", "0 feeds added, 1 present, 0 refused"),
        ("http://www.a.example", "0 feeds added, 1 present, 0 refused"),
        ("https://b.example/?fbclid=x\nhttps://b.example/", "1 feed added, 1 present, 0 refused"),
        ("https://b.example/?id=1\nhttps://b.example/?id=2", "2 feeds added, 0 present, 0 refused"),
        ("https://b.example/\nhttp://b.example/", "2 feeds added, 0 present, 0 refused"),
        ("https://a.example/\nhttps://a.example/feed", "1 feed added, 1 present, 0 refused"),
        // Two feeds, one of which was removed.
        ("https://a.example/\nhttps://www.a.example/", "1 feed added, 1 present, 0 refused"),
        ("http://a.example/\nhttps://www.a.example/", "1 feed added, 1 present, 0 refused"),
        ("https://a.example/\nhttps://a.example/?utm_source=x", "0 feeds added, 2 present, 0 refused"),
        (
            "\"exec:get https://c.example/?utm_source=x -s a\"\n\"exec:get https://c.example/?utm_source=x -s b\"",
            "2 feeds added, 0 present, 0 refused"
        ),
    ]) func `a feed is known by another URL that leads there, too`(urls: String, said: String) async {
        await program.run("import", "-", input: "https://a.example/\n")
        #expect(await program.run("import", "-", "--programs", input: urls).errorLines.first == said)
    }

    @Test func `while another refresh runs, the feeds are imported and not refreshed`() async throws {
        let lock = try RefreshLock(database: program.database, at: Timestamp(seconds: 0))
        let said = "rssium: imported, but not refreshed: another refresh has been running for "
        let ending = await program.run("import", "-", "--refresh", input: "https://a.example/\n")
        #expect(ending.code == 1 && ending.errorLines.last?.hasPrefix(said) == true, "\(ending)")
        #expect(ending.errorLines.first == "1 feed added, 0 present, 0 refused")
        #expect(await program.run("import", "-", "--refresh", "-q", input: "https://b.example/\n").code == 1)
        #expect(await program.run("feeds", "--fields", "url").lines.count == 2)
        withExtendedLifetime(lock) {}
    }

    @Test func `a state file can be refreshed, and what is of no use to it or a reading list is refused`() async {
        let shelf = SubscribedProgram()
        await shelf.subscribe("/a.xml", ["Two", "One"])
        let state = await shelf.program.run("export", "--format", "state").stdout
        let pages = "title,url,time_added,tags,status\nx,http://a.example/,1700000000,,unread\n"
        for words in [["--read"], ["--programs"], ["--category", "C"]] {
            for input in [state, pages] {
                let ending = await program.run(arguments: ["import", "-"] + words, input: input)
                #expect(ending.code == 2 && ending.stderr.contains("\(words[0]) works only with a list of feeds"))
            }
        }
        #expect(await program.run("import", "-", "--refresh", input: pages).code == 2)
        let ending = await program.run("import", "-", "--refresh", input: state)
        #expect(ending.code == 0 && ending.report.last == "refreshed 1 of 1 feed, 2 new articles", "\(ending)")
        #expect(await program.run("list", "--count").stdout == "2\n")
    }

    @Test func `import --refresh stores the articles, with --read as read`() async {
        let shelf = SubscribedProgram()
        shelf.server.serve("/a.xml", .feed("A", ["Two", "One"]))
        shelf.server.serve("/b.xml", .feed("B", ["Three"]))
        await shelf.subscribe("/other.xml", ["Other"])
        let ending = await shelf.program.run("import", "-", "--refresh", input: shelf.server.url("/a.xml"))
        #expect(ending.code == 0)
        #expect(ending.report == ["1 feed added, 0 present, 0 refused", "refreshed 1 of 1 feed, 2 new articles"])
        await shelf.program.run("import", "-", "--read", input: shelf.server.url("/b.xml"))
        #expect(await shelf.program.run("refresh").code == 0)
        #expect(await shelf.program.run("list", "B").stdout.isEmpty)
        #expect(await shelf.program.run("list", "B", "--all", "--fields", "title").stdout == "Three\n")
        shelf.server.serve("/b.xml", .feed("B", ["Four", "Three"]))
        await shelf.program.run("refresh")
        #expect(await shelf.program.run("list", "B", "--fields", "title").stdout == "Four\n")
        #expect(shelf.server.requests(for: "/other.xml").count == 3)
    }

    @Test func `import --refresh prints the summary of the refresh`() async {
        let shelf = SubscribedProgram()
        let missing = shelf.server.url("/missing.xml")
        #expect(await shelf.program.run("import", "-", "--refresh", input: missing).code == 3)
        #expect(await shelf.program.run("import", "-", "--refresh", input: missing + "\nexec:x").code == 1)
        #expect(await Program().run("import", "-", "--refresh", input: "http://255.255.255.255/").code == 5)
    }

    @Test(arguments: ["9223372036854775807", "-5", "0", "soon"])
    func `an invalid interval is reported, and the feed imported without it`(interval: String) async {
        let path = program.folder.write(Program.feed(titled: "Alpha"), to: "alpha.xml")
        let opml = "<opml><outline xmlUrl='\(path)' rssium:interval='\(interval)'/></opml>"
        let said = "the interval of \(path): \"\(interval)\" is not a valid number of seconds"
        let ending = await program.run("import", "-", input: opml)
        #expect(ending.errorLines.first == "rssium: not imported: \(said)" && ending.code == 0)
        #expect(await program.run("feeds", "--fields", "interval").stdout == "\n")
    }

    @Test func `new feeds without a category get that of the option`() async {
        let program = Program()
        let list = "https://a.example/1\nhttps://a.example/2 Own\n"
        #expect(await program.run("import", "-", "--category", "Podcasts", input: list).code == 0)
        #expect(await program.run("feeds", "--fields", "category").lines.sorted() == ["Own", "Podcasts"])
        #expect(await program.run("import", "-", "--category", "Other", input: list).code == 0)
        #expect(await program.run("feeds", "--category", "Other").code == 1)
    }
}
