import TestSupport
import Testing

/// `add --set` and `import --set`.
@Suite struct NewFeedSettingsTests {
    private let shelf = SubscribedProgram()

    /// Serves a feed only to programs that a site knows.
    init() {
        shelf.server.answer { request in
            guard request.path == "/feed" else { return nil }
            let isKnown = request["User-Agent"] == "Mozilla/5.0" && request["X-Key"] == "a=b"
            return isKnown ? .feed("Picky", ["One"]) : .status(403)
        }
    }

    private var words: [String] {
        ["refresh.user-agent=Mozilla/5.0", "refresh.header=X-Key: a=b", "refresh.header=X-More: c"].flatMap {
            ["--set", $0]
        }
    }

    private func config(_ key: String) async -> [String] {
        await shelf.program.run("config", "--feed", "1", key).lines
    }

    @Test func `a feed that answers only with these settings can be added, and later requests have them`() async {
        #expect(await shelf.program.run("add", shelf.server.url("/feed")).code == 1)
        #expect(await shelf.program.run(arguments: ["add", shelf.server.url("/feed")] + words).code == 0)
        #expect(await shelf.program.run("refresh", "--force").report.first?.hasPrefix("refreshed 1 of 1") == true)
        #expect(shelf.server.requests.last?["X-More"] == "c")
        #expect(await config("refresh.user-agent") == ["Mozilla/5.0"])
        #expect(await shelf.program.run("config", "refresh.user-agent").stdout.hasPrefix("rssium/"))
    }

    @Test func `config --feed sets a value that begins another one`() async {
        await shelf.program.run(arguments: ["add", shelf.server.url("/feed")] + words)
        for value in ["50", "5"] { await shelf.program.run("config", "--feed", "1", "keep.articles", value) }
        #expect(await config("keep.articles") == ["5"])
        for _ in 0..<2 { await shelf.program.run("config", "--feed", "1", "refresh.header", "X-Key: a") }
        #expect(await config("refresh.header") == ["X-Key: ***", "X-More: c", "X-Key: ***"])
    }

    @Test func `nothing is stored of a feed that is not added`() async throws {
        #expect(await shelf.program.run(arguments: ["add", shelf.server.url("/none")] + words).code == 1)
        #expect(await shelf.program.run("feeds").stdout == "")
    }

    @Test func `the server that a page names gets no header, and the feed keeps none`() async {
        let other = FeedServer()
        other.serve("/feed", .feed("Elsewhere", ["One"]))
        let link = "<link rel='alternate' type='application/rss+xml' href='\(other.url("/feed"))'>"
        shelf.server.serve("/", .document("<html><head>\(link)</head></html>", type: "text/html"))
        let added = await shelf.program.run(arguments: ["add", shelf.server.url("/")] + words)
        #expect(added.code == 0 && added.stderr.contains("refresh.header is not kept"), "\(added)")
        #expect(shelf.server.requests.first?["X-Key"] == "a=b")
        #expect(other.requests.allSatisfy { $0["X-Key"] == nil && $0["User-Agent"] == "Mozilla/5.0" })
        #expect(await shelf.program.run("config", "--feed", "1", "refresh.header").code == 1)
    }

    @Test func `imported feeds have them, and those that are there keep theirs`() async {
        let url = shelf.server.url("/feed")
        #expect(await shelf.program.run(arguments: ["import", "-", "--refresh"] + words, input: url).code == 0)
        #expect(await shelf.program.run("list", "--fields", "title").lines == ["One"])
        #expect(await shelf.program.run("import", "-", "--set", "refresh.user-agent=other", input: url).code == 0)
        #expect(await config("refresh.user-agent") == ["Mozilla/5.0"])
    }

    @Test func `the interval is that of the feed`() async {
        let all = words + ["--set", "refresh.interval=2h"]
        #expect(await shelf.program.run(arguments: ["add", shelf.server.url("/feed")] + all).code == 0)
        #expect(await shelf.program.run("feeds", "--fields", "interval").stdout == "7200\n")
    }

    @Test(arguments: [
        ("refresh.jobs=3", "refresh.jobs cannot be set for one feed"), ("list.limit=3", "cannot be set for one feed"),
        ("nothing", "--set expects KEY=VALUE"), ("refresh.timeout=soon", "refresh.timeout expects a duration"),
        ("refresh.usr-agent=x", "did you mean refresh.user-agent?"), ("refresh.user-agent=", "must be one line"),
        ("refresh.header=secret", "***"),
    ])
    func `what config refuses is refused`(text: String, said: String) async {
        for words in [["add", shelf.server.url("/feed")], ["import", "-"]] {
            let ending = await shelf.program.run(arguments: words + ["--set", text], input: "")
            #expect(ending.code == 2 && ending.stderr.contains(said) && !ending.stderr.contains("secret"), "\(ending)")
        }
        #expect(shelf.server.requests.isEmpty)
    }

    @Test func `a reading list and an account have no such settings`() async {
        let pages = "title,url,time_added,tags,status\nOne,https://example.org/1,1,,unread\n"
        let ending = await shelf.program.run("import", "-", "--set", "refresh.timeout=5s", input: pages)
        #expect(ending.code == 2 && ending.stderr.contains("--set works only with a list of feeds"), "\(ending)")
        let added = await shelf.program.run("add", "x.org", "--account", "a", "--set", "refresh.timeout=5s")
        #expect(added.code == 2 && added.stderr.contains("cannot be used together"), "\(added)")
    }
}
