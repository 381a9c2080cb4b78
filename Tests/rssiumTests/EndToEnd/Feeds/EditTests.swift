import TestSupport
import Testing

@Suite struct EditTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test func `everything can be changed, and changes are reported`() async {
        let ending = await program.run(
            "edit", "1", "--title", "X", "--category", "Neu", "--interval", "2h", "--favorite", "--pause")
        #expect(
            ending
                == Program.Ending(
                    stderr: "created the category Neu\n"
                        + "feed 1, X: title was Alpha, category Neu, refreshed every 2h, a favorite, paused\n"))
        #expect(
            await program.run("feeds", "1", "--fields", "title,category,interval,state").stdout
                == "X\tNeu\t7200\tpaused\n")
        let back = await program.run(
            "edit", "1", "--title", "", "--category", "none", "--interval", "default", "--no-favorite", "--resume")
        #expect(back.code == 0)
        #expect(
            await program.run("feeds", "1", "--fields", "title,category,interval,state").stdout == "Alpha\t\t\tok\n")
    }

    @Test func `the url of another feed is refused and nothing is changed`() async {
        let ending = await program.run("edit", "1", "--title", "X", "--url", "./beta.xml")
        let path = program.folder.path
        #expect(ending == .error("cannot edit feed 1: ./beta.xml: it is that of feed 2, Beta"))
        let forced = await program.run("edit", "1", "--title", "X", "--force", "--url", "./beta.xml")
        #expect(forced.stderr == "rssium: cannot edit feed 1: file://\(path)/beta.xml is the URL of feed 2, Beta\n")
        #expect(await program.run("feeds", "1", "--fields", "title").stdout == "Alpha\n")
    }

    @Test func `a url is normalised, and its password is never shown`() async {
        let ending = await program.run("edit", "1", "--force", "--url", "https://u:secret@EXAMPLE.org:443/x#y")
        #expect(ending == Program.Ending(stderr: "feed 1, Alpha: url https://example.org/x, not checked\n"))
        #expect(await program.run("feeds", "1", "--fields", "url,articles").stdout == "https://example.org/x\t2\n")
    }

    @Test func `a new url serves a feed or advertises one, unless it is forced`() async {
        let server = FeedServer()
        let link = "<link rel=alternate type='application/rss+xml' href=/feed.xml>"
        server.serve("/", .document("<!doctype html><title>Page</title>" + link, type: "text/html"))
        server.serve("/feed.xml", .document(Program.feed(titled: "Alpha")))
        server.serve("/page", .document("<!doctype html><title>Page</title>", type: "text/html"))
        let force = "--force sets the URL without this check"
        for (url, reason, code) in [
            (
                server.url("/page"),
                "a web page that advertises no feed; nothing was changed; "
                    + "`rssium discover \(server.url("/page"))` looks for its feeds, and \(force)", Int32(1)
            ),
            (server.url("/missing"), "HTTP 404 Not Found; nothing was changed; \(force)", 1),
            ("./none.xml", "no such file; nothing was changed; \(force)", 1),
            ("http://255.255.255.255/", "no route to 255.255.255.255; nothing was changed; \(force)", 5),
        ] {
            let ending = await program.run("edit", "1", "--title", "X", "--url", url)
            #expect(ending == Program.Ending(stderr: "rssium: cannot edit feed 1: \(url): \(reason)\n", code: code))
        }
        #expect(await program.run("feeds", "1", "--fields", "title,source").stdout == "Alpha\tfile\n")
        let found = await program.run("edit", "1", "--url", server.url("/"))
        #expect(found == .told("feed 1, Alpha: url \(server.url("/feed.xml"))"))
        let forced = await program.run("edit", "1", "--url", server.url("/page"), "--force")
        #expect(forced == Program.Ending(stderr: "feed 1, Alpha: url \(server.url("/page")), not checked\n"))
        // The URL that the feed has already needs no --force.
        let same = await program.run("edit", "1", "--url", server.url("/page"))
        #expect(same.stderr.hasSuffix(": a web page that advertises no feed; nothing was changed\n"), "\(same)")
    }

    @Test func `a new url is asked for with the password and the headers of the feed, and another server without`()
        async
    {
        let server = FeedServer()
        for path in ["/a", "/b"] { server.serve(path, .document(Program.feed(titled: "Closed"))) }
        await program.run("add", server.url("/a").replacing("//", with: "//ann:pass@"))
        await program.run("config", "--feed", "3", "refresh.header", "X-Key: secret")
        #expect(await program.run("edit", "3", "--url", server.url("/b")).code == 0)
        #expect(server.requests(for: "/b").first?["Authorization"] == "Basic YW5uOnBhc3M=")
        #expect(server.requests(for: "/b").first?["X-Key"] == "secret")
        let other = FeedServer()
        other.serve("/c", .document(Program.feed(titled: "Closed")))
        #expect(await program.run("edit", "3", "--url", other.url("/c")).code == 0)
        #expect(other.requests(for: "/c").first?["X-Key"] == nil)
    }

    @Test func `a name is stored without extra spaces, and an invisible name is refused`() async {
        #expect(await program.run("edit", "1", "--title", "  A   b ", "--category", " Some\u{A0} thing ").code == 0)
        #expect(await program.run("feeds", "1", "--fields", "title,category").stdout == "A b\tSome thing\n")
        #expect(await program.run("category", "add", " Some  thing").code == 1)
        #expect(await program.run("rm", "--yes", "2").code == 0)
        #expect(await program.run("add", "./beta.xml", "--title", " B  c", "--category", "Some  thing").code == 0)
        #expect(await program.run("feeds", "3", "--fields", "title,category").stdout == "B c\tSome thing\n")
        let long = String(repeating: "x", count: 1001)
        for name in [" ", "\u{200B}", "\u{2800}", "\u{FEFF} \u{3164}", "a\nb", long] {
            for words in [
                ["edit", "1", "--title", name], ["edit", "1", "--category", name], ["category", "add", name],
                ["add", "./beta.xml", "--title", name],
            ] {
                let ending = await program.run(arguments: words)
                #expect(ending.code == 2 && ending.errorLines.count == 1, "\(words)")
            }
        }
        #expect(await program.run("edit", "1", "--title", String(long.dropLast())).code == 0)
    }

    @Test(
        arguments: [
            (["1", "2", "1"], ""), (["-"], "1\tx\n2\n"), (["@all"], ""), (["Beta", "-"], "Alpha\n"),
        ] as [([String], String)]) func `several feeds are changed in one step`(words: [String], input: String) async
    {
        await program.run("view", "add", "all", "--all")
        let before = await program.run("feeds", "--fields", "id,category,interval").stdout
        let ending = await program.run(
            arguments: ["edit"] + words + ["--category", "Many", "--interval", "6h"], input: input)
        #expect(ending.code == 0 && ending.errorLines.count == 3, "\(ending)")
        #expect(await program.run("feeds", "--category", "Many", "--fields", "interval").stdout == "21600\n21600\n")
        #expect(await program.run("undo").stderr.contains("took back edit: 2 feeds"))
        #expect(await program.run("feeds", "--fields", "id,category,interval").stdout == before)
    }

    @Test func `if one of several feeds is not found or refuses, none is changed`() async {
        let unknown = await program.run("edit", "1", "nix", "--pause")
        #expect(unknown.code == 1 && unknown.stderr.contains("no feed nix"), "\(unknown)")
        for words in [["--title", "X"], ["--url", "https://x.example/"], ["--exec", "true"]] {
            #expect(await program.run(arguments: ["edit", "1", "2"] + words).code == 2)
        }
        #expect(await program.run("edit", "-", "--pause", input: "") == .silent)
        #expect(await program.run("feeds", "--fields", "state,title").stdout == "ok\tAlpha\nok\tBeta\n")
        #expect(await program.run("edit", "1", "2", "--title", "none").code == 0)
    }
}
