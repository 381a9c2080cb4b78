import TestSupport
import Testing

/// `add` and `discover` of a server that asks to be left alone.
@Suite struct AskedToWaitTests {
    let shelf = SubscribedProgram()

    private static let busy = [
        Answer.status(429), .status(429, headers: [("Retry-After", "600")]),
        .status(503, headers: [("Retry-After", "600")]),
    ]

    @Test(arguments: busy)
    func `a site that asks to wait is asked nothing more for its feeds`(answer: Answer) async {
        shelf.server.answer { _ in answer }
        let ending = await shelf.program.run("discover", shelf.server.url("/"))
        #expect(ending.code == 1 && ending.stdout == "")
        #expect(ending.stderr.hasPrefix("rssium: cannot find feeds at \(shelf.server.url("/")): HTTP "))
        #expect(ending.stderr.contains(": the server asks to wait until 20"))
        #expect(shelf.server.requests.map(\.path) == ["/"])
    }

    @Test(arguments: busy)
    func `a site that comes to ask to wait is not asked at the other places`(answer: Answer) async {
        let page = Answer.document("<!doctype html><html>nothing</html>", type: "text/html")
        shelf.server.answer { $0.path == "/" ? page : answer }
        let ending = await shelf.program.run("discover", shelf.server.url("/"))
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("127.0.0.1:\(shelf.server.port) has asked to be left alone until 20"))
        // Two at once were under way.
        #expect(shelf.server.requests.count <= 3)
    }

    @Test func `people read the end of the wait in local time, and programs in UTC`() async throws {
        shelf.server.answer { _ in .status(429, headers: [("Retry-After", "600")]) }
        let url = shelf.server.url("/a")
        for command in ["add", "preview", "page", "save"] {
            let words = await shelf.program.run(command, url).stderr
            #expect(words.contains(/until 20..-..-.. ..:..(;|\n)/), "\(words)")
        }
        let queue = ["save", "queue", "--fields", "error"]
        #expect(await shelf.program.run(arguments: queue).stdout.contains(/until 20..-..-..T..:..:..Z\n/))
        #expect(
            await shelf.program.run(arguments: queue + ["--format", "text"]).stdout.contains(/until 20..-..-.. ..:..\n/)
        )
    }

    @Test func `after a feed that page names asks to wait no more of its host are asked`() async {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]
        let links = names.map { "<link rel=alternate type=application/rss+xml href=/\($0).xml>" }.joined()
        shelf.server.serve("/", .document("<!doctype html>" + links, type: "text/html"))
        for name in names { shelf.server.serve("/\(name).xml", .status(429)) }
        let ending = await shelf.program.run("add", shelf.server.url("/"))
        // Two are asked at once: the first may be told what the second was answered.
        let words = [
            "HTTP 429 Too Many Requests: the server asks to wait until 20", "has asked to be left alone until 20",
        ]
        #expect(words.contains { ending.stderr.contains($0) } && ending.stderr.contains("/a.xml: "))
        #expect(shelf.server.requests.count < 8)
    }

    @Test func `the other addresses of a server that asks to wait are left out, and refreshes keep to it`() async {
        await shelf.subscribe("/known.xml")
        await shelf.program.run("config", "refresh.host-jobs", "1")
        let urls = ["/a.xml", "/b.xml", "/c.xml"].map(shelf.server.url)
        for path in ["/a.xml", "/b.xml", "/c.xml"] {
            shelf.server.serve(path, .status(429, headers: [("Retry-After", "600")]))
        }
        let ending = await shelf.program.run(arguments: ["add"] + urls)
        #expect(ending.code == 1 && ending.errorLines.count == 3)
        let wait = "HTTP 429 Too Many Requests: the server asks to wait until 20"
        let left = "127.0.0.1:\(shelf.server.port) has asked to be left alone until 20"
        #expect(ending.errorLines.filter { $0.contains(wait) }.count == 1)
        #expect(ending.errorLines.filter { $0.contains(left) }.count == 2)
        #expect(shelf.server.requests.count == 2)
        #expect(await shelf.program.run("feeds", "--fields", "state").stdout == "held\n")
        #expect(await shelf.program.run("refresh").report == ["refreshed 0 of 0 feeds, 0 new articles, 1 held"])
        let why = await shelf.program.run("refresh", "1").errorLines[0]
        #expect(why.contains(" is held until 20") && why.hasSuffix("as its server asked; --force refreshes it now"))
        #expect(shelf.server.requests.count == 2)
        shelf.server.serve("/known.xml", .status(429, headers: [("Retry-After", "600")]))
        #expect(await shelf.program.run("refresh", "1", "--force").errorLines[0].hasSuffix(", as its server asked"))
        // Somebody who asks for one address means it.
        shelf.server.serve("/a.xml", .feed("A", []))
        #expect(await shelf.program.run("add", urls[0]).stdout == "2\tA\n")
    }
}
