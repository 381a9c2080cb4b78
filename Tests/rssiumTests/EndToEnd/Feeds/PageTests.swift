import TestSupport
import Testing

@Suite struct PageTests {
    let program = Program(environment: ["HOME": nil, "RSSIUM_DB": nil, "RSSIUM_CONFIG": nil])

    static let page = """
        <!doctype html><html lang="en"><head><title>The new pier | Nordby Post</title>
        <meta property="og:site_name" content="Nordby Post"><meta name="author" content="Ada Holm">
        <meta name="description" content="A pier is built.">
        <meta property="article:published_time" content="2023-11-02"></head><body>
        <nav><a href="/">Home</a> <a href="/news">News</a></nav><article><h1>The new pier</h1>
        <p>The harbour lay quiet for most of the winter, and the <a href="people.html">few people</a> who walked there did so with
        their collars up.</p>
        <p>In March the council decided, by five votes to four, to rebuild the old pier, which had been closed since the storm.</p>
        <p>By the autumn the new pier stood, and the ferry came back after twenty years, on a morning without any wind.</p>
        </article><footer>All rights reserved</footer></body></html>
        """

    @Test func `where the machine is offline, several pages say so with the exit status, too`() async {
        let pages = ["http://255.255.255.255/a", "http://255.255.255.255/b"]
        #expect(await Program().run(arguments: ["page"] + pages).code == 5)
    }

    @Test func `the article of a page is one JSON Feed item`() async {
        let ending = await program.run(
            "page", "-", "--format", "json", "--base-url", " https://x.example/a/b.html ", input: Self.page)
        #expect(ending.code == 0 && ending.stderr.isEmpty)
        #expect(
            ending.stdout.hasPrefix(
                """
                {"id":"https://x.example/a/b.html","url":"https://x.example/a/b.html","title":"The new pier","content_html":"
                """))
        #expect(ending.stdout.contains(#"<a href=\"https://x.example/a/people.html\">few people</a>"#))
        #expect(
            ending.stdout.hasSuffix(
                """
                "summary":"A pier is built.","date_published":"2023-11-02T00:00:00Z","authors":[{"name":"Ada Holm"}],\
                "language":"en","_rssium":{"site":"Nordby Post"}}

                """))
        #expect(!ending.stdout.contains("Home") && !ending.stdout.contains("rights"))
    }

    @Test func `links within the page are absolute in JSON, and in HTML where their place is not there`() async {
        let page = Self.page.replacing(
            "</article>",
            with:
                "<p>A note<a href=\"#n1\">1</a>, and <a href=\"#top\">more</a>.</p><p id=\"n1\">The note.</p></article>"
        )
        let url = "https://x.example/a/b.html"
        let json = await program.run("page", "-", "--format", "json", "--base-url", url + "#part", input: page).stdout
        #expect(json.contains("<a href=\\\"\(url)#n1\\\">1</a>") && json.contains("<a href=\\\"\(url)#top\\\">"))
        let html = await program.run("page", "-", "--format", "html", "--base-url", url, input: page).stdout
        #expect(html.contains("n1\">1</a>") && !html.contains(url + "#n1") && html.contains(url + "#top"))
    }

    @Test func `the text has the title once, and a line of facts`() async {
        program.folder.write(Self.page, to: "a.html")
        let lines = await program.run("page", "a.html", "--width", "60").lines
        #expect(lines.prefix(2) == ["The new pier", "Nordby Post · Ada Holm"])
        #expect(lines.count { $0 == "The new pier" } == 1)
        #expect(lines.allSatisfy { $0.count <= 60 || $0.contains("://") })
    }

    @Test func `Markdown and HTML are documents of their own`() async {
        let markdown = await program.run("page", "-", "--format", "markdown", input: Self.page).stdout
        #expect(markdown.hasPrefix("# The new pier\n"))
        let html = await program.run("page", "-", "--format", "html", input: Self.page).stdout
        #expect(html.hasPrefix("<!DOCTYPE html>") || html.hasPrefix("<!doctype html>"))
        #expect(html.contains("In March the council decided"))
    }

    @Test func `a page from a server is shown by the address that answers`() async {
        let server = FeedServer()
        server.serve("/a/b.html", .document(Self.page))
        let ending = await program.run("page", server.url("/a/b.html"), "--format", "json")
        #expect(ending.stdout.contains(server.url("/a/people.html")))
    }

    @Test func `a page without an article is shown whole, with a notice`() async {
        let ending = await program.run(
            "page", "-", input: "<title>Start</title><nav><a href=/a>News</a></nav><p>Search</p>")
        #expect(ending.code == 0 && ending.stdout.contains("News") && ending.stdout.contains("Search"))
        #expect(ending.stderr == "no article was found; this is all the text of the page\n")
    }

    @Test func `plain text is shown as it is`() async {
        let ending = await program.run("page", "-", input: "one\n\n  two < three\n")
        #expect(ending.code == 0 && ending.stdout.contains("one\n\n  two < three\n"))
        for text in ["[![b](b.svg)](b)\n\n\"Quoted\"\n", "[1] A \"b\"\n", "[[a]] \"b\"\n", "{x} \"b\"\n"] {
            #expect(await program.run("page", "-", input: text).stdout.contains(text))
        }
        let (server, notes) = (FeedServer(), "Use <b>bold</b>:\n\n   <p>\n")
        server.serve("/notes", .document(notes, type: "text/plain; charset=utf-8"))
        server.serve("/page", .document("<!doctype html><p>A page", type: "text/plain"))
        #expect(await program.run("page", server.url("/notes")).stdout.contains(notes))
        #expect(await program.run("page", server.url("/page")).stdout.contains("doctype") == false)
    }

    @Test(arguments: [
        ("", "an empty document"), ("<?xml version='1.0'?><rss version='2.0'><channel/></rss>", "a feed"),
        ("<feed xmlns='http://www.w3.org/2005/Atom'/>", "a feed"), ("%PDF-1.7\n%x", "a PDF document"),
        ("GIF89a", "an image"),
        ("PK\u{3}\u{4}", "a ZIP archive"), (#"{"version": "https://jsonfeed.org/version/1.1"}"#, "a feed"),
        ("[\n {\"a\": 1}]", "JSON"),
    ])
    func `what is not a page is refused by its name`(document: String, kind: String) async {
        let ending = await program.run("page", "-", input: document)
        #expect(ending.code == 1 && ending.stdout.isEmpty)
        #expect(ending.stderr == "rssium: cannot show -: not a page: \(kind)\n")
    }

    @Test func `several pages come in the order given, and one that fails is named`() async {
        let server = FeedServer()
        for name in ["a", "b", "c"] { server.serve("/" + name, .document(Self.page.replacing("The new", with: name))) }
        let sources = ["a", "none", "b"].map { server.url("/" + $0) }
        let list = "\(server.url("/c"))\tx\nno address\n"
        for (format, first) in [
            ("jsonl", "{\"id\""), ("json", "{\"version\""), ("markdown", "# a pier"), ("text", "a pier"),
        ] {
            let ending = await program.run(
                arguments: ["page"] + sources + ["--urls", "-", "--format", format], input: list)
            #expect(ending.code == 1 && ending.stdout.hasPrefix(first))
            #expect(ending.stderr.contains("no address: the line has no URL") && ending.stderr.contains("/none: "))
            let places = ["a pier", "b pier", "c pier"].map { ending.stdout.firstRange(of: $0)?.lowerBound }
            let found = places.compactMap { $0 }
            #expect(found.count == 3 && found == found.sorted())
            if format == "jsonl" { #expect(ending.lines.count == 3) }
        }
        #expect(await program.run("page", "--urls", "-", input: "").code == 0)
    }

    @Test func `pages of one host are requested in the order given, one after the other`() async {
        let server = FeedServer()
        let paths = (1...8).map { "/\($0)" }
        for path in paths { server.serve(path, .document(Self.page)) }
        await program.run(arguments: ["page", "--format", "jsonl"] + paths.map(server.url))
        #expect(server.requests.map(\.path) == paths)
    }

    @Test(arguments: ["aabb", "abba", "abab", "aaab", "baaa", "abbb"])
    func `pages of two hosts come in the order given, whichever is slow`(hosts: String) async {
        let server = FeedServer()
        let urls = hosts.enumerated().map { index, host in
            server.serve("/\(index)", .document(Self.page.replacing("The new", with: "Number \(index)")))
            return host == "a"
                ? server.url("/\(index)") : server.url("/\(index)").replacing("127.0.0.1", with: "localhost")
        }
        let ending = await program.run(arguments: ["page", "--format", "jsonl"] + urls)
        #expect(ending.lines.map { $0.contains("Number") } == [true, true, true, true])
        #expect(ending.lines.enumerated().allSatisfy { $1.contains("Number \($0) pier") })
    }

    @Test func `a long page is in the pager before the next one is there, and what failed is said at the end`() async {
        let server = FeedServer()
        let gate = Gate()
        let text = String(repeating: "<p>The council met again, and decided nothing at all.</p>", count: 40)
        server.serve("/a", .document(Self.page.replacing("</article>", with: text + "</article>")))
        server.serve("/b", .status(404).after(gate))
        let other = server.url("/b").replacing("127.0.0.1", with: "localhost")
        let running = Program(environment: ["PAGER": "cat -"]).startOnTerminal(["page", server.url("/a"), other])
        await running.waitForOutput(of: "decided nothing")
        gate.open()
        let ending = await running.end()
        #expect(ending.code == 1 && ending.stdout.hasSuffix("cannot show \(other): HTTP 404 Not Found\r\n"))
    }

    @Test func `each page reaches a pipe before the next one is there`() async {
        let server = FeedServer()
        let gate = Gate()
        server.serve("/a", .document(Self.page))
        server.serve("/b", .document(Self.page).after(gate))
        let other = server.url("/b").replacing("127.0.0.1", with: "localhost")
        let running = program.start(["page", "--format", "jsonl", server.url("/a"), other])
        await running.waitForOutput()
        gate.open()
        #expect(await running.end().lines.count == 2)
    }
}
