import TestSupport
import Testing

/// `rssium discover`.
@Suite struct DiscoverTests {
    let shelf = SubscribedProgram()

    private func servePage(_ html: String, at path: String = "/blog/") {
        shelf.server.serve(path, .document("<!doctype html><html>\(html)</html>", type: "text/html"))
    }

    @Test func `a site has the feeds of its page and of common paths, each once`() async {
        servePage(
            """
            <link rel=alternate type=application/rss+xml title=Posts href=/posts.xml>
            <link rel=alternate type=application/rss+xml title=Gone href=/gone.xml>
            <a href=/news.rss>News</a> <a href=/no.rss>None</a>
            """)
        shelf.server.serve("/posts.xml", .feed("My posts", ["One"], more: "<description>About</description>"))
        shelf.server.serve("/news.rss", .feed("News", []))
        shelf.server.serve("/feed", .redirect(301, to: "/posts.xml"))
        shelf.server.serve("/rss.xml", .feed("My posts", ["One"], more: "<description>About</description>"))
        shelf.server.serve("/blog/atom.xml", .feed("Of the blog", []))
        shelf.server.serve("/atom.xml", .document("<html>not found, said nicely</html>", type: "text/html"))
        let ending = await shelf.program.run("discover", shelf.server.url("/blog/"))
        #expect(
            ending
                == Program.Ending(
                    stdout: """
                        My posts\t\(shelf.server.url("/posts.xml"))\tAbout\t
                        Gone\t\(shelf.server.url("/gone.xml"))\t\t
                        News\t\(shelf.server.url("/news.rss"))\t\t
                        Of the blog\t\(shelf.server.url("/blog/atom.xml"))\t\t

                        """))
        let strict = await shelf.program.run("discover", "--check", shelf.server.url("/blog/"), "--fields", "title")
        #expect(
            strict
                == Program.Ending(
                    stdout: "My posts\nNews\nOf the blog\n",
                    stderr: "rssium: cannot fetch Gone (\(shelf.server.url("/gone.xml"))): HTTP 404 Not Found\n",
                    code: 1))
        #expect(shelf.server.mostAtOnce <= 2)
    }

    @Test func `at most 50 addresses are asked, and all that a page advertises is listed`() async {
        let advertised = (1...60).map { "<link rel=alternate type=application/rss+xml title=N\($0) href=/f\($0).xml>" }
        let linked = (1...200).map { "<a href=/l\($0).rss>feed</a>" }
        servePage((advertised + linked).joined(separator: "\n"))
        let ending = await shelf.program.run("discover", shelf.server.url("/blog/"), "--fields", "title")
        #expect(ending.lines == (1...60).map { "N\($0)" })
        #expect(shelf.server.requests.count <= 50)
    }

    @Test(arguments: [
        (40, 40, "", ""),
        (
            60, 48, "not checked: 12 more links of the page, which may be feeds\n",
            "; not checked: 12 of its links"
        ),
    ])
    func `the feeds that a page links to are found, and links beyond the limit are told`(
        links: Int, found: Int, told: String, untold: String
    ) async {
        for number in 1...links { shelf.server.serve("/\(number).rss", .feed("N\(number)", [])) }
        servePage((1...links).map { "<a href=/\($0).rss>feed</a>" }.joined(separator: "\n"))
        let ending = await shelf.program.run("discover", shelf.server.url("/blog/"), "--fields", "title")
        #expect(ending.lines == (1...found).map { "N\($0)" })
        #expect(ending.stderr == told)
        #expect(shelf.server.requests.count <= 50 && shelf.server.mostAtOnce <= 2)
        for number in 1...links { shelf.server.serve("/\(number).rss", .status(404)) }
        let none = await shelf.program.run("discover", shelf.server.url("/blog/"))
        #expect(none.stderr.hasSuffix(": a web page that advertises no feed\(untold)\n"), "\(none)")
    }

    @Test func `the URL of a feed gives that feed, and a local page the feeds that it names`() async {
        shelf.server.serve("/feed.xml", .feed("A feed", []))
        let url = shelf.server.url("/feed.xml")
        #expect(await shelf.program.run("discover", url).stdout == "A feed\t\(url)\t\t\n")
        shelf.program.folder.write("<html><link rel=feed href='\(url)'></html>", to: "page.html")
        #expect(
            await shelf.program.run("discover", "./page.html", "--format", "jsonl").stdout
                == "{\"title\":\"A feed\",\"url\":\"\(url)\"}\n")
    }

    @Test func `a site without a page may serve feeds`() async {
        shelf.server.serve("/", .status(403))
        shelf.server.serve("/index.xml", .feed("Hidden", []))
        #expect(await shelf.program.run("discover", shelf.server.url("/"), "--fields", "title").stdout == "Hidden\n")
        let account = shelf.server.url("/@me")
        shelf.server.serve("/@me.rss", .feed("Me", []))
        #expect(await shelf.program.run("discover", account, "--fields", "title").stdout == "Me\nHidden\n")
    }

    @Test func `a site without a feed is explained`() async {
        servePage("nothing", at: "/")
        for (path, why) in [("/", "a web page that advertises no feed"), ("/missing", "HTTP 404 Not Found")] {
            let url = shelf.server.url(path)
            #expect(await shelf.program.run("discover", url) == .error("cannot find feeds at \(url): \(why)"))
        }
        shelf.server.serve("/old", .redirect(302, to: "/"))
        let (old, new) = (shelf.server.url("/old"), shelf.server.url("/"))
        let why = "it leads to \(new), a web page that advertises no feed"
        #expect(await shelf.program.run("discover", old) == .error("cannot find feeds at \(old): \(why)"))
        #expect(await shelf.program.run("add", old).stderr.contains("cannot add \(old): \(why); `rssium discover"))
        let refused = await shelf.program.run("discover", "http://127.0.0.1:1/")
        #expect(refused.code == 1 && refused.errorLines.count == 1 && refused.stdout.isEmpty)
        #expect(await shelf.program.run("discover", "http://255.255.255.255/").code == 5)
    }

    @Test func `words search the built-in list`() async throws {
        let all = await shelf.program.run("discover", "--format", "tsv")
        #expect(all.code == 0 && all.lines.count >= 80)
        #expect(all.lines.allSatisfy { $0.split(separator: "\t").count == 4 })
        #expect(
            await shelf.program.run("discover", "XKCD", "--fields", "url,topic").stdout
                == "https://xkcd.com/atom.xml\tcomics\n")
        #expect(await shelf.program.run("discover", "linux", "debian").lines.count >= 2)
        #expect(await shelf.program.run("discover", "el pais", "--fields", "title").stdout == "El País\n")
        #expect(await shelf.program.run("discover", "node.js", "--fields", "topic").stdout == "programming\n")
        #expect(await shelf.program.run("discover", "fr", "news", "--fields", "language").lines.contains("fr"))
        #expect(await shelf.program.run("discover", "nothing of the kind") == .silent)
    }

    @Test func `a check lists the feeds that work and reports the others`() async {
        // Nothing leaves this machine: the proxy knows no way to anybody.
        let proxy = shelf.server.url("")
        await shelf.program.run("config", "refresh.proxy", proxy)
        let ending = await shelf.program.run("discover", "slashdot", "--check")
        #expect(ending.code == 1 && ending.stdout.isEmpty)
        #expect(
            ending.stderr.hasPrefix("rssium: cannot fetch Slashdot (https://rss.slashdot.org/Slashdot/slashdotMain): "))
        #expect(await shelf.program.run("discover", "nothing of the kind", "--check") == .silent)
    }

    @Test func `Ctrl-C ends a check, and lists nothing`() async {
        shelf.server.answer { _ in .silence }
        await shelf.program.run("config", "refresh.proxy", shelf.server.url(""))
        let running = shelf.program.start(["discover", "linux", "--check"])
        await shelf.server.received(1) { running.send(signal: 2) }
        #expect(await running.end() == Program.Ending(code: 130))
    }
}
