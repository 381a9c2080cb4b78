import TestSupport
import Testing

/// `rssium add`.
@Suite struct AddTests {
    private let shelf = SubscribedProgram()
    private var program: Program { shelf.program }

    @Test func `a feed is subscribed to and its articles are stored at once; quiet prints only results`() async {
        shelf.server.serve("/feed.xml", .feed("A feed", ["Two", "One"]))
        let url = shelf.server.url("/feed.xml")
        let ending = await shelf.program.run("add", url)
        #expect(ending == Program.Ending(stdout: "1\tA feed\n", stderr: "subscribed to \(url) with 2 articles\n"))
        #expect(await shelf.titles == ["Two", "One"])
        shelf.server.serve("/b.xml", .feed("B feed", []))
        #expect(await shelf.program.run("-q", "add", shelf.server.url("/b.xml")) == .printed("2\tB feed"))
    }

    @Test func `articles added as read are read, and the feed has its options`() async throws {
        shelf.server.serve("/feed.xml", .feed("A feed", ["One"]))
        let ending = await shelf.program.run(
            "add", "--title", "Mine", "--category", "News", "--interval", "2h", "--favorite", "--read",
            shelf.server.url("/feed.xml"))
        #expect(ending.stdout == "1\tMine\n" && ending.errorLines.last == "created the category News")
        #expect(await shelf.program.run("list", "--count").stdout == "0\n")
        #expect(try shelf.ask("SELECT favorite || '|' || interval FROM feed") == "1|7200")
        #expect(await shelf.program.run("list", "--all", "--fields", "feed,category").stdout == "Mine\tNews\n")
    }

    @Test func `the first feed that a page advertises is added, and the others are reported`() async {
        shelf.server.serve(
            "/",
            .document(
                """
                <!doctype html><html><head><title>Page</title>
                <link rel="alternate" type="application/rss+xml" title="Posts" href="/feed.xml">
                <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments.xml">
                </head><body>Text</body></html>
                """, type: "text/html"))
        shelf.server.serve("/feed.xml", .feed("Posts", ["One"]))
        let ending = await shelf.program.run("add", shelf.server.url("/"))
        #expect(ending.stdout == "1\tPosts\n")
        #expect(
            ending.errorLines == [
                "subscribed to \(shelf.server.url("/feed.xml")) with 1 article",
                "the page also advertises \(shelf.server.url("/comments.xml")) (Comments)",
            ])
        #expect(ending.code == 0)
    }

    @Test func `a feed that fails is named, and that of the comments does not stand in for it`() async {
        func page(_ feeds: [(String, String)]) -> String {
            let links = feeds.map { title, url in
                "<link rel=\"alternate\" type=\"application/rss+xml\" title=\"\(title)\" href=\"\(url)\">"
            }
            return "<!doctype html><html><head><title>Page</title>\(links.joined())</head><body>Text</body></html>"
        }
        let feeds = [("Posts", "/feed.xml"), ("Comments", "/comments.xml"), ("Atom", "/atom.xml")]
        shelf.server.serve("/", .document(page(feeds), type: "text/html"))
        shelf.server.serve("/two", .document(page(feeds.dropLast()), type: "text/html"))
        shelf.server.serve("/comments.xml", .feed("Comments", ["One"]))
        shelf.server.serve("/atom.xml", .feed("Atom", ["One"]))
        let failure = "the page advertises \(shelf.server.url("/feed.xml")): HTTP 404 Not Found"
        #expect(
            await shelf.program.run("add", shelf.server.url("/two"))
                == .error("cannot add \(shelf.server.url("/two")): \(failure)"))
        let ending = await shelf.program.run("add", shelf.server.url("/"))
        #expect(ending.stdout == "1\tAtom\n" && ending.code == 0)
        #expect(
            ending.errorLines.dropFirst() == [
                "the page also advertises \(shelf.server.url("/feed.xml")) (Posts): HTTP 404 Not Found",
                "the page also advertises \(shelf.server.url("/comments.xml")) (Comments)",
            ])
    }

    @Test func `a permanent redirect changes the stored URL, a temporary one does not`() async throws {
        shelf.server.serve("/301", .redirect(301, to: "/new.xml"))
        shelf.server.serve("/302", .redirect(302, to: "/other.xml"))
        shelf.server.serve("/new.xml", .feed("Moved", []))
        shelf.server.serve("/other.xml", .feed("Elsewhere", []))
        await shelf.program.run("add", shelf.server.url("/301"), shelf.server.url("/302"))
        #expect(
            try shelf.ask("SELECT url FROM feed ORDER BY id")
                == shelf.server.url("/new.xml") + "\n" + shelf.server.url("/302"))
    }

    @Test(arguments: [
        "/feed.xml", "/302", "/301", "/x/../feed.xml", "/feed.xml#part", "/feed.xml?utm_source=x&fbclid=1",
        "/302?mc_cid=2",
    ])
    func `an existing subscription is reported`(path: String) async throws {
        await shelf.subscribe()
        shelf.server.serve("/301", .redirect(301, to: "/feed.xml"))
        shelf.server.serve("/302", .redirect(302, to: "/feed.xml"))
        shelf.server.serve("/302?mc_cid=2", .redirect(302, to: "/feed.xml?gclid=3"))
        shelf.server.serve("/feed.xml?gclid=3", .feed("A feed", []))
        let url = shelf.server.url(path)
        #expect(
            await shelf.program.run("add", "--category", "New", url)
                == .error("cannot add \(url): already subscribed as feed 1, A feed"))
        #expect(try shelf.ask("SELECT count(*) FROM feed") == "1")
        #expect(try shelf.ask("SELECT count(*) FROM category") == "0")
    }

    @Test func `tracking parameters do not make another feed, and the URL stays as it was given`() async {
        let url = shelf.server.url("/feed.xml?a=1&utm_source=x")
        shelf.server.serve("/feed.xml?a=1&utm_source=x", .feed("A", []))
        shelf.server.serve("/feed.xml?a=2", .feed("B", []))
        await shelf.program.run("add", url)
        for path in ["/feed.xml?a=1", "/feed.xml?igshid&a=1", "/feed.xml?gclid=2&a=1&utm_medium=y"] {
            let ending = await shelf.program.run("add", shelf.server.url(path))
            #expect(ending.code == 1 && ending.stderr.hasSuffix("already subscribed as feed 1, A\n"), "\(ending)")
        }
        #expect(await shelf.program.run("add", shelf.server.url("/feed.xml?a=2")).stdout == "2\tB\n")
        #expect(await shelf.program.run("feeds", "1", "--fields", "url").stdout == url + "\n")
        #expect(shelf.server.requests.map(\.path) == ["/feed.xml?a=1&utm_source=x", "/feed.xml?a=2"])
    }

    @Test func `the lines of standard input have URLs in any field`() async {
        for name in ["a", "b", "c"] { shelf.server.serve("/\(name)", .feed(name, [])) }
        let rows = ["a.example\t\(shelf.server.url("/a"))\tabout a", "Title: b\tabout b", "", shelf.server.url("/b")]
        let ending = await shelf.program.run("add", "-", shelf.server.url("/c"), input: rows.joined(separator: "\n"))
        #expect(ending.stdout == "1\ta\n2\tb\n3\tc\n")
        #expect(ending.errorLines.first == "rssium: cannot add Title: b about b: the line has no URL")
        #expect(ending.code == 1)
        #expect(await shelf.program.run("add", "-", input: "") == .silent)
        #expect(await shelf.program.run("add", "-", input: "exec:touch ran\n").code == 1)
        #expect(await shelf.program.shell("ls ran").code != 0)
    }

    /// The server answers when the line is there.
    @Test(arguments: ["add", "preview", "page"])
    func `a terminal sees what a slow command waits for`(command: String) async {
        let gate = Gate()
        let document = command == "page" ? "<!doctype html><p>A feed</p>" : SubscribedProgram.rss("A feed", [])
        shelf.server.serve("/a", .document(document).after(gate))
        let url = shelf.server.url("/a")
        let running = shelf.program.startOnTerminal([command, url])
        await running.waitForOutput(of: "fetching \(url)")
        gate.open()
        let screen = await running.end().stdout
        #expect(screen.hasPrefix("\rfetching \(url)\u{1B}[K\r\u{1B}[K"), "\(screen)")
        #expect(screen.contains("A feed"))
    }

    @Test(arguments: [
        (
            Answer.document("<html><body>No feed</body></html>", type: "text/html"),
            "a web page that advertises no feed; `rssium discover ${it}` also looks elsewhere on its host, and "
                + "`rssium save ${it}` keeps the page"
        ),
        (Answer.document("<svg xmlns='http://www.w3.org/2000/svg'/>"), "XML that is neither RSS nor Atom: <svg>"),
        (
            Answer.document("<opml version='2.0'><body><outline text='A' xmlUrl='http://a.example/'/></body></opml>"),
            "an OPML document, a list of feeds; `rssium import` reads it"
        ),
        (Answer.document(""), "an empty document"),
        (Answer.status(500), "HTTP 500 Internal Server Error"),
        (
            Answer.redirect(302, to: "file:///etc/passwd"),
            "a redirect that is not followed: it leads to a file: file:///etc/passwd"
        ),
        (Answer.redirect(302, to: "/it"), "a redirect that is not followed: it leads in a circle, back to ${it}"),
    ])
    func `a document that is not a feed is refused, and nothing is stored`(answer: Answer, why: String) async {
        shelf.server.serve("/it", answer)
        let url = shelf.server.url("/it")
        #expect(
            await shelf.program.run("add", url)
                == .error("cannot add \(url): \(why.replacing("${it}", with: url))"))
        #expect(await shelf.program.run("list", "--all").stderr.contains("there is no database at"))
    }

    @Test(arguments: [
        ("http://127.0.0.1:1/", "connection refused", 1), ("gopher://a.example/", "gopher", 1),
        ("http://", "the address", 1), ("http://255.255.255.255/", "no route to 255.255.255.255", 5),
    ])
    func `an address that cannot be fetched is explained`(address: String, why: String, code: Int32) async {
        let ending = await Program().run("add", address)
        #expect(ending.stdout.isEmpty && ending.errorLines.count == 1)
        #expect(ending.stderr.hasPrefix("rssium: cannot add \(address): "))
        #expect(ending.stderr.lowercased().contains(why) && ending.code == code)
    }

    @Test func `the exit status is 5 only if every URL failed offline`() async {
        let (down, gone) = ("http://255.255.255.255/", "http://255.255.255.255/other")
        #expect(await Program().run("add", down, gone).code == 5)
        #expect(await shelf.program.run("add", down, shelf.server.url("/missing")).code == 1)
        shelf.server.serve("/feed.xml", .feed("A feed", []))
        #expect(await shelf.program.run("add", shelf.server.url("/feed.xml"), down).code == 1)
    }

    @Test func `a path in any form is a local feed`() async {
        program.folder.write(SubscribedProgram.rss("Local", ["One"]), to: "my feed.xml")
        #expect(await program.run("add", "./my feed.xml").stdout == "1\tLocal\n")
        for path in [
            "my feed.xml", program.folder.file("my feed.xml"), "~/my feed.xml", "../\(name(of: program))/my feed.xml",
        ] {
            #expect(await program.run("add", path).stderr.hasSuffix("already subscribed as feed 1, Local\n"))
        }
        #expect(await program.run("add", "./none.xml").stderr == "rssium: cannot add ./none.xml: no such file\n")
        #expect(await program.run("add", ".").stderr == "rssium: cannot add .: it is a folder\n")
    }

    private func name(of program: Program) -> String {
        String(program.folder.path.split(separator: "/").last ?? "")
    }

    @Test func `a password is not shown, and not stored in the URL`() async {
        shelf.server.serve("/feed.xml", .feed("A feed", []))
        let ending = await shelf.program.run("add", "http://me:secret@127.0.0.1:\(shelf.server.port)/feed.xml")
        #expect(ending.stderr == "subscribed to \(shelf.server.url("/feed.xml")) with 0 articles\n")
        #expect(shelf.server.requests.last?["Authorization"] == "Basic bWU6c2VjcmV0")
        let refused = await shelf.program.run("add", "http://me:secret@127.0.0.1:\(shelf.server.port)/none")
        #expect(!refused.stderr.contains("secret") && refused.stderr.contains("***@127.0.0.1"))
    }

    @Test func `a signal ends add at once`() async throws {
        shelf.server.serve("/a.xml", .feed("A", []))
        shelf.server.serve("/b.xml", .silence)
        let urls = ["/a.xml", "/b.xml"].map { shelf.server.url($0) }
        let running = shelf.program.start(["add"] + urls)
        await running.waitForOutput()
        await shelf.server.received(2) { running.send(signal: 2) }
        let ending = await running.end()
        #expect(ending.code == 130 && ending.stdout == "1\tA\n")
        let again = shelf.program.start(["add"] + urls)
        await shelf.server.received(3) { again.send(signal: 15) }
        let second = await again.end()
        #expect(second.code == 143 && second.stdout.isEmpty)
        #expect(await shelf.program.run("feeds", "--fields", "title").stdout == "A\n")
    }

    @Test func `several URLs are fetched in parallel, and added in their order`() async throws {
        let gate = Gate()
        shelf.server.serve("/a.xml", .feed("A", []).after(gate))
        // Feed A is only answered because B is asked for meanwhile.
        shelf.server.answer { request in
            guard request.path == "/b.xml" else { return nil }
            gate.open()
            return .feed("B", [])
        }
        let ending = await shelf.program.run(
            arguments: ["add"] + ["/a.xml", "/b.xml", "/c.xml"].map { shelf.server.url($0) })
        #expect(ending.stdout == "1\tA\n2\tB\n")
        #expect(ending.errorLines.last == "rssium: cannot add \(shelf.server.url("/c.xml")): HTTP 404 Not Found")
        #expect(ending.code == 1)
    }

    @Test func `of a page with many dead feeds ten are tried, side by side`() async {
        let links = (0..<400).map { "<link rel=alternate type='application/rss+xml' href='/dead\($0)'>" }
        shelf.server.serve("/", .document("<!doctype html><title>Page</title>" + links.joined(), type: "text/html"))
        let ending = await shelf.program.run("add", shelf.server.url("/"))
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("the page advertises \(shelf.server.url("/dead0")): HTTP 404 Not Found"))
        #expect(Set(shelf.server.requests.map(\.path)) == Set(["/"] + (0..<10).map { "/dead\($0)" }))
    }

    /// The page and the feed that answers are files, so the timeout is only for those that do not answer.
    @Test func `feeds that do not answer take no more than the timeout all together, and one that does is added`() async
    {
        let folder = shelf.program.folder
        for number in 0..<9 { shelf.server.serve("/\(number)", .silence) }
        let addresses = (0..<9).map { shelf.server.url("/\($0)") }
        func writePage(_ addresses: [String]) {
            let links = addresses.map { "<link rel=alternate type='application/rss+xml' href='\($0)'>" }
            folder.write("<!doctype html><title>Page</title>" + links.joined(), to: "page.html")
        }
        writePage(addresses)
        await shelf.program.run("config", "refresh.timeout", "1s")
        await shelf.program.run("config", "refresh.host-jobs", "3")
        let ending = await shelf.program.run("add", "./page.html")
        #expect(ending.code == 1 && ending.stderr.contains("no answer in 1 s"), "\(ending)")
        // The first have kept the others waiting for their host until the time was up.
        #expect(Set(shelf.server.requests.prefix(3).map(\.path)).isSubset(of: ["/0", "/1", "/2"]))
        folder.write(SubscribedProgram.rss("One", ["A"]), to: "one.xml")
        writePage([addresses[0], "one.xml"] + addresses[2...])
        let added = await shelf.program.run("add", "./page.html")
        #expect(added.stdout == "1\tOne\n", "\(added)")
    }

    @Test func `feeds that lead to a silent server do not hold up the next one of theirs`() async {
        let silent = FeedServer()
        let gate = Gate()
        let links = (0..<3).map { "<link rel=alternate type='application/rss+xml' href='/\($0)'>" }
        shelf.server.serve("/", .document("<!doctype html><title>Page</title>" + links.joined(), type: "text/html"))
        silent.serve("/", .status(404).after(gate))
        for number in 0..<2 { shelf.server.serve("/\(number)", .redirect(302, to: silent.url("/"))) }
        // The other server is silent until the next one is asked for.
        shelf.server.answer { request in
            guard request.path == "/2" else { return nil }
            gate.open()
            return .feed("Two", ["A"])
        }
        await shelf.program.run("config", "refresh.host-jobs", "2")
        let added = await shelf.program.run("add", shelf.server.url("/"))
        #expect(added.stdout == "1\tTwo\n", "\(added)")
    }

    @Test(arguments: [String(repeating: "/x", count: 2500), "/a/" + String(repeating: "x", count: 300) + "/a.db"])
    func `a database whose path is too long leaves no folder`(rest: String) async throws {
        program.folder.write(SubscribedProgram.rss("Blog", ["One"]), to: "feed.xml")
        let path = "deep" + rest
        let ending = await program.run("--db", path, "add", "./feed.xml")
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("File name too long"), "\(ending.stderr)")
        #expect(await program.shell("ls -d deep 2>/dev/null").stdout.isEmpty)
    }
}
