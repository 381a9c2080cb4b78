import TestSupport
import Testing

/// `rssium refresh`: what it asks servers for, and what it makes of where they send it.
@Suite struct RefreshConditionalTests {
    private let shelf = SubscribedProgram()

    /// The validators of the last request, as the server saw them.
    private func validators(_ shelf: SubscribedProgram) -> [String?] {
        let request = shelf.server.requests.last
        return [request?["If-None-Match"], request?["If-Modified-Since"]]
    }

    @Test func `validators are sent exactly as they were given`() async {
        let etag = "W/\"a, b\""
        await shelf.subscribe(to: .feed("A", ["One"], etag: etag, lastModified: "yesterday-ish"))
        #expect(validators(shelf) == [nil, nil])
        #expect(await shelf.program.run("refresh").report == ["refreshed 1 of 1 feed, 0 new articles"])
        #expect(validators(shelf) == [etag, "yesterday-ish"])
        await shelf.program.run("refresh", "--force")
        #expect(validators(shelf) == [nil, nil])
    }

    @Test func `a known body gives new validators, and one without any clears them`() async {
        let body = SubscribedProgram.rss("A", ["One"])
        await shelf.subscribe(to: .document(body, etag: "\"1\""))
        shelf.server.serve("/a.xml", .document(body, etag: "\"2\""))
        #expect(await shelf.program.run("refresh", "-v").stderr.contains("nothing new"))
        shelf.server.serve("/a.xml", .document(body))
        await shelf.program.run("refresh")
        #expect(validators(shelf) == ["\"2\"", nil])
        await shelf.program.run("refresh")
        #expect(validators(shelf) == [nil, nil])
    }

    @Test(arguments: [
        Answer.document("<rss><channel><item>", etag: "\"2\""),
        Answer.document("<html><body>Maintenance</body></html>", etag: "\"2\""),
        Answer.status(500, headers: [("ETag", "\"2\"")]),
        Answer.status(404, headers: [("ETag", "\"2\"")]),
        Answer.raw("HTTP/1.1 200 OK\r\nETag: \"2\"\r\nContent-Length: 5000\r\n\r\n<rss version=\"2.0\"><channel>"),
    ])
    func `the validators of what is no feed are never kept`(answer: Answer) async {
        await shelf.subscribe(to: .feed("A", ["One"], etag: "\"1\""))
        shelf.server.serve("/a.xml", answer)
        #expect(await shelf.program.run("refresh").code == 3)
        shelf.server.serve("/a.xml", .feed("A", ["One"], etag: "\"1\""))
        #expect(await shelf.program.run("refresh").code == 0)
        #expect(validators(shelf) == ["\"1\"", nil])
        #expect(await shelf.titles == ["One"])
    }

    @Test func `validators are sent only to the address they came from`() async throws {
        await shelf.subscribe(to: .feed("A", ["One"], etag: "\"1\""))
        shelf.server.serve("/a.xml", .redirect(302, to: "/b.xml"))
        shelf.server.serve("/b.xml", .feed("A", ["Two"], etag: "\"b\""))
        await shelf.program.run("refresh")
        #expect(shelf.server.requests(for: "/a.xml").last?["If-None-Match"] == "\"1\"")
        #expect(shelf.server.requests(for: "/b.xml").last?["If-None-Match"] == nil)
        await shelf.program.run("refresh")
        #expect(shelf.server.requests(for: "/a.xml").last?["If-None-Match"] == nil)
        #expect(shelf.server.requests(for: "/b.xml").last?["If-None-Match"] == "\"b\"")
        #expect(try shelf.ask("SELECT url FROM feed") == shelf.server.url("/a.xml"))
    }

    @Test(arguments: [(301, true), (308, true), (302, false), (303, false), (307, false)])
    func `only a move for good changes the address, with a known body too`(status: Int, isMoved: Bool) async throws {
        await shelf.subscribe("/a.xml")
        shelf.server.serve("/a.xml", .redirect(status, to: "/b.xml"))
        shelf.server.serve("/b.xml", .feed("A feed", ["One"]))
        let (from, to) = (shelf.server.url("/a.xml"), shelf.server.url("/b.xml"))
        let ending = await shelf.program.run("refresh")
        #expect(ending.code == 0)
        #expect(ending.stderr.contains("rssium: A feed (\(from)) has moved to \(to), its URL from now on\n") == isMoved)
        #expect(try shelf.ask("SELECT url FROM feed") == (isMoved ? to : from))
        #expect(await shelf.program.run("refresh", "--quiet") == .silent)
    }

    @Test(arguments: [
        (Answer.status(404), "HTTP 404 Not Found"),
        (
            .document("<html><body>Parked</body></html>", type: "text/html"),
            "not a feed: a web page at ${b}; `rssium discover ${b}` looks for its feeds"
        ),
    ])
    func `only a move to a feed changes anything`(answer: Answer, why: String) async throws {
        await shelf.subscribe("/a.xml")
        shelf.server.serve("/a.xml", .redirect(301, to: "/b.xml"))
        shelf.server.serve("/b.xml", answer)
        let ending = await shelf.program.run("refresh")
        #expect(ending.code == 3)
        #expect(ending.stderr.contains(": " + why.replacing("${b}", with: shelf.server.url("/b.xml"))), "\(ending)")
        #expect(try shelf.ask("SELECT url FROM feed") == shelf.server.url("/a.xml"))
    }

    @Test func `a move onto another subscription fails and names it`() async throws {
        await shelf.subscribe("/a.xml", title: "A")
        await shelf.subscribe("/b.xml", title: "B")
        shelf.server.serve("/a.xml", .redirect(301, to: "/b.xml"))
        let ending = await shelf.program.run("refresh")
        let (from, to) = (shelf.server.url("/a.xml"), shelf.server.url("/b.xml"))
        #expect(ending.code == 3)
        #expect(
            ending.errorLines.first
                == "rssium: cannot refresh A (\(from)): it has moved to \(to), which is feed 2, B; "
                + "`rssium rm 1` removes this one")
        #expect(try shelf.ask("SELECT url FROM feed ORDER BY id") == "\(from)\n\(to)")
        #expect(await shelf.titles.count == 2)
    }

    @Test func `a feed that is gone is not tried again until it is named`() async throws {
        await shelf.subscribe("/a.xml", title: "A")
        shelf.server.serve("/a.xml", .status(410))
        let ending = await shelf.program.run("refresh", "--quiet")
        #expect(ending.code == 3 && ending.stderr.contains(") is gone: HTTP 410"))
        #expect(try shelf.ask("SELECT state FROM feeds") == "gone")
        let count = shelf.server.requests.count
        #expect(await shelf.program.run("refresh").code == 0)
        #expect(shelf.server.requests.count == count)
        shelf.server.serve("/a.xml", .feed("A", ["Two"]))
        #expect(await shelf.program.run("refresh", "--quiet", "A").stderr.contains(") is back"))
        #expect(await shelf.titles.contains("Two"))
        #expect(try shelf.ask("SELECT state FROM feeds") == "ok")
    }

    @Test(arguments: [429, 503])
    func `a server that asks to be left alone is, with all its feeds`(status: Int) async throws {
        let other = SubscribedProgram()
        for path in ["/a.xml", "/b.xml", "/c.xml"] { await shelf.subscribe(path, title: path) }
        other.server.serve("/d.xml", .feed("D", []))
        await shelf.program.run("add", other.server.url("/d.xml"))
        let count = shelf.server.requests.count
        for path in ["/a.xml", "/b.xml", "/c.xml"] {
            shelf.server.serve(path, .status(status, headers: [("Retry-After", "600")]))
        }
        await shelf.program.run("config", "refresh.host-jobs", "1")
        let ending = await shelf.program.run("refresh")
        #expect(ending.report == ["refreshed 1 of 1 feed, 0 new articles, 3 held"] && ending.code == 0)
        #expect(shelf.server.requests.count == count + 1)
        // To be asked to wait does not count as an attempt.
        #expect(try shelf.ask("SELECT count(*) FROM feeds WHERE state = 'held' AND success = '1/1'") == "3")
        #expect(try shelf.ask("SELECT max(failures) FROM feed_refresh") == "0")
        #expect(await shelf.program.run("refresh").report == ["refreshed 1 of 1 feed, 0 new articles, 3 held"])
        #expect(shelf.server.requests.count == count + 1)
        for path in ["/a.xml", "/b.xml", "/c.xml"] { shelf.server.serve(path, .feed(path, [])) }
        #expect(await shelf.program.run("refresh", "--force").report == ["refreshed 4 of 4 feeds, 0 new articles"])
    }
}
