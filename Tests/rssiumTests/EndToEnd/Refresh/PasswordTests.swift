import TestSupport
import Testing

/// `refresh.password-command`: the feeds that get the password, and the places where it never appears.
@Suite struct PasswordTests {
    /// `ann:secret`.
    private static let login = "Basic YW5uOnNlY3JldA=="

    private func shelf() async -> (shelf: SubscribedProgram, url: String) {
        let shelf = SubscribedProgram()
        let body = SubscribedProgram.rss("A", ["One"])
        shelf.server.answer { $0["Authorization"] == Self.login ? .document(body) : .status(401) }
        shelf.program.folder.write(
            program: "#!/bin/sh\necho x >> \"${0%/*}/runs\"\necho hint >&2\necho secret\necho other\n", to: "keys")
        return (shelf, "http://ann@127.0.0.1:\(shelf.server.port)")
    }

    @Test func `a feed with a user and no password gets it from the command, once a run`() async throws {
        let (shelf, url) = await shelf()
        #expect(await shelf.program.run("add", url + "/a.xml").code == 1)
        await shelf.program.run(
            "config", "refresh.password-command", "\(shelf.program.folder.file("keys")) 'for feeds'")
        #expect(await shelf.program.run("add", url + "/a.xml", url + "/b.xml").code == 0)
        #expect(await shelf.program.shell("cat runs").stdout == "x\n")
        let ending = await shelf.program.run("refresh", "-v")
        #expect(ending.code == 0 && ending.errorLines.first == "hint" && !ending.stderr.contains("secret"))
        #expect(await shelf.program.shell("cat runs").stdout == "x\nx\n")
        #expect(try shelf.ask("SELECT count(*) FROM feed WHERE user = 'ann' AND password = ''") == "2")
        #expect(await shelf.program.run("preview", "-q", url + "/a.xml").code == 0)
        #expect(await shelf.program.run("feeds", "--format", "json").stdout.contains("secret") == false)
    }

    @Test func `the credentials of a new URL are used at once, and not those that the feed had`() async {
        let (shelf, url) = await shelf()
        for (old, new) in [("http://127.0.0.1", "/open"), ("http://ann:wrong@127.0.0.1", "/known")] {
            let open = FeedServer()
            open.serve(new, .document(SubscribedProgram.rss("A", ["One"])))
            await shelf.program.run("add", "\(old):\(open.port)\(new)")
            let address = url.replacing("ann@", with: "ann:secret@") + new
            let edited = await shelf.program.run("edit", open.url(new), "--url", address)
            #expect(edited.code == 0, "\(edited)")
        }
        #expect(await shelf.program.run("refresh").code == 0)
        let address = url.replacing("ann@", with: "ann:new@") + "/open"
        #expect(await shelf.program.run("edit", shelf.server.url("/open"), "--url", address + "2").code == 1)
    }

    /// A document must not say which servers the user's passwords go to.
    @Test(arguments: [
        ("add", "<html><link rel=alternate type='application/rss+xml' href='URL'>"),
        ("add", "<rss><channel><title>T</title><itunes:new-feed-url>URL</itunes:new-feed-url></channel></rss>"),
        ("import", "URL\n"),
    ])
    func `a user name that only a document gives gets no password`(command: String, document: String) async {
        let (shelf, _) = await shelf()
        let named = FeedServer()
        named.serve("/b.xml", .document(SubscribedProgram.rss("B", ["One"])))
        await shelf.program.run("config", "refresh.password-command", shelf.program.folder.file("keys"))
        let text = document.replacing("URL", with: "http://any@127.0.0.1:\(named.port)/b.xml")
        shelf.server.answer { _ in .document(text) }
        #expect(await shelf.program.run(command, shelf.server.url("/a")).code == 0)
        await shelf.program.run("refresh")
        #expect(await shelf.program.run("feeds", "--fields", "url").stdout == named.url("/b.xml") + "\n")
        #expect(!named.requests.isEmpty && named.requests.allSatisfy { $0["Authorization"] == nil })
    }

    @Test(arguments: [
        ("login failed: ann secret", "not a feed"), ("{\"error\": \"ann:secret\"}", "JSON that is not a JSON Feed"),
        (String(repeating: "x ", count: 18) + "secret", "not a feed"),
    ])
    func `a password that the server repeats is not shown`(answer: String, shown: String) async {
        let (shelf, url) = await shelf()
        let address = url.replacing("ann@", with: "ann:secret@") + "/a.xml"
        await shelf.program.run("config", "log.file", shelf.program.folder.file("log"))
        #expect(await shelf.program.run("add", address).code == 0)
        shelf.server.answer { _ in .document(answer) }
        let refresh = await shelf.program.run("refresh")
        #expect(
            refresh.code == 3 && refresh.stderr.contains("(\(shelf.server.url("/a.xml"))): \(shown)\n"), "\(refresh)")
        let preview = await shelf.program.run("preview", address)
        let feeds = await shelf.program.shell("rssium feeds --format json; rssium status; cat log")
        #expect(!"\(refresh)\(preview)\(feeds)".contains("secre"))
        // What says nothing of the password is still quoted.
        shelf.server.answer { _ in .document("login failed: ann") }
        #expect(await shelf.program.run("refresh").stderr.contains("not a feed: login failed: ann\n"))
    }

    @Test func `pages that an earlier run has left are fetched with the password too`() async {
        let (shelf, url) = await shelf()
        let items = ["a", "b"].map { "<item><title>\($0)</title><link>\(shelf.server.url("/\($0)"))</link></item>" }
        let feed = SubscribedProgram.rss("A", items: items)
        shelf.server.answer { request in
            guard request["Authorization"] == Self.login else { return .status(401) }
            return request.path == "/a.xml" ? .document(feed) : .document("<article><p>Some words.</p></article>")
        }
        // In the folder of the user: HOME.
        await shelf.program.run("config", "refresh.password-command", "~/keys")
        await shelf.program.run("config", "refresh.pages", "1")
        await shelf.program.run("add", "--full-text", url + "/a.xml")
        for _ in 1...2 { await shelf.program.run("refresh", "--due") }
        let pages = shelf.server.requests.filter { ["/a", "/b"].contains($0.path) }
        #expect(pages.count > 1 && pages.allSatisfy { $0["Authorization"] == Self.login })
    }

    @Test func `pictures are fetched with the password of their feed, and none without`() async {
        let (shelf, url) = await shelf()
        let feed = Answer.feed("A", ["One"], html: "<p><img src=\"\(shelf.server.url("/cat.png"))\"></p>")
        shelf.server.answer { request in
            guard request["Authorization"] == Self.login else { return .status(401) }
            return request.path == "/a.xml" ? feed : .document(ImageFileTests.png)
        }
        await shelf.program.run("config", "refresh.password-command", shelf.program.folder.file("keys"))
        await shelf.program.run("add", url + "/a.xml")
        await shelf.program.shell("rssium list --format epub --images >book.epub")
        let pictures = { shelf.server.requests(for: "/cat.png").map { $0["Authorization"] } }
        #expect(pictures() == [Self.login])
        await shelf.program.run("config", "refresh.password-command", "false")
        await shelf.program.shell("rssium list --format epub --images >book.epub")
        #expect(pictures() == [Self.login, nil], "an empty password would count as a failed login")
    }

    @Test func `a command of one feed is for that feed, and its failure too`() async throws {
        let (shelf, url) = await shelf()
        await shelf.program.run("config", "refresh.password-command", shelf.program.folder.file("keys"))
        await shelf.program.run("add", url + "/a.xml", url + "/b.xml")
        let count = shelf.server.requests.count
        await shelf.program.run("config", "--feed", "2", "refresh.password-command", "sh -c 'echo secret; exit 4'")
        let ending = await shelf.program.run("refresh")
        #expect(ending.code == 3)
        #expect(
            ending.errorLines.contains {
                $0.hasSuffix("/b.xml): the password command failed: sh exited with 4")
            })
        #expect(!ending.stderr.contains("secret"))
        #expect(shelf.server.requests.count == count + 1)
        #expect(await shelf.program.run("config", "--feed", "2").stdout.contains("secret") == false)
        #expect(await shelf.program.run("config", "--feed", "2", "refresh.password-command").stdout == "sh ***\n")
    }

    /// A feed without a password beside one whose password never comes.
    private func shelfThatWaits() async throws -> SubscribedProgram {
        let shelf = await SubscribedProgram.subscribed("/b.xml", title: "B", [])
        await shelf.subscribe("/a.xml", title: "A", [])
        try shelf.program.alter("UPDATE feed SET user = 'ann', password = '' WHERE id = 2")
        await shelf.program.run("config", "refresh.password-command", "sh -c 'sleep 1000; echo secret'")
        shelf.server.serve("/b.xml", .feed("B", ["New"]))
        return shelf
    }

    @Test(arguments: [(Int32(2), Int32(130)), (15, 143)])
    func `while a command is at work others are refreshed, and a signal ends it`(
        signal: Int32, code: Int32
    ) async throws {
        let shelf = try await shelfThatWaits()
        let running = shelf.program.start(["refresh", "--print-new", "--fields", "title"])
        await running.waitForOutput()
        running.send(signal: signal)
        let ending = await running.end()
        #expect(ending.code == code && ending.stdout == "New\n")
        #expect(ending.report == ["refreshed 1 of 2 feeds, 1 new article, 1 left for the next run"])
    }

    @Test func `adding is ended by a signal while a command is at work`() async {
        let shelf = SubscribedProgram()
        await shelf.program.shell("mkfifo begun")
        await shelf.program.run("config", "refresh.password-command", "sh -c 'echo > begun; exec sleep 1000'")
        let running = shelf.program.start(["add", "http://ann@127.0.0.1:\(shelf.server.port)/a.xml"])
        await shelf.program.shell("cat begun")
        running.send(signal: 2)
        #expect(await running.end().code == 130)
        #expect(shelf.server.requests.isEmpty)
    }

    @Test func `a command that hangs is ended when the time of its feed is up`() async throws {
        let shelf = try await shelfThatWaits()
        await shelf.program.run("config", "--feed", "2", "refresh.timeout", "1s")
        let refresh = await shelf.program.run("refresh")
        #expect(refresh.code == 3)
        #expect(refresh.stderr.contains("the password command failed: sh: it was not done in 1 s"))
        #expect(refresh.report.last == "refreshed 1 of 2 feeds, 1 new article, 1 failed")
        await shelf.program.run("config", "refresh.timeout", "1s")
        for command in ["preview", "add"] {
            let ending = await shelf.program.run(command, "http://ann@127.0.0.1:\(shelf.server.port)/c.xml")
            #expect(ending.code == 1 && ending.stderr.contains("it was not done in 1 s"), "\(ending)")
        }
    }
}
