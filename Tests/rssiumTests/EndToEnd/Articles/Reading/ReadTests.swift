import TestSupport
import Testing

/// `rssium read`.
@Suite struct ReadTests {
    private static func shelf(_ items: [String] = ["Two", "One"]) async -> SubscribedProgram {
        let shelf = await SubscribedProgram.subscribed("/a.xml", title: "A feed", items)
        return shelf
    }

    @Test func `the newest unread article is shown and marked read, until there is none`() async {
        let shelf = await Self.shelf()
        for title in ["Two", "One"] {
            let ending = await shelf.program.run("read")
            #expect(ending.lines.first == title && ending.stdout.contains("Text of \(title)"))
            #expect(ending.stderr.isEmpty && ending.code == 0)
        }
        #expect(
            await shelf.program.run("read")
                == .error("no unread articles; `rssium refresh` fetches new ones"))
        #expect(await shelf.program.run("list", "--count").stdout == "0\n")
    }

    @Test func `a scope and --oldest choose the article that is shown`() async {
        let shelf = await Self.shelf(["Three", "Two", "One"])
        let program = shelf.program
        await shelf.subscribe("/b.xml", title: "B feed", ["Four"])
        await program.run("edit", "1", "--category", "News")
        func first(_ words: String...) async -> String? { await program.run(arguments: ["read"] + words).lines.first }
        #expect(await first("--oldest", "--feed", "1") == "One")
        #expect(await first("--category", "News") == "Three")
        #expect(await first("--search", "title:four") == "Four")
        #expect(await first("--feed", "A feed") == "Two")
        #expect(
            await program.run("read", "--category", "News")
                == .error("no unread article matches; --all includes read ones"))
        #expect(await program.run("read", "--quiet", "--search", "nope").code == 1)
        #expect(await program.run("read", "--quiet", "--search", "nope").errorLines.count == 1)
        #expect(await program.run("read", "500-600") == .error("no article has such an id"))
        #expect(await program.run("read", "-", input: "") == .silent)
        await program.run("mark", "starred", "1")
        #expect(await first("--starred") == "One")
        #expect(await program.run("read", "--feed", "9").stderr.contains("no feed 9"))
        for words in [["--feed", "1", "1"], ["--oldest", "1"], ["--search", "a", "1-2"]] {
            let ending = await program.run(arguments: ["read"] + words)
            #expect(ending.code == 2 && ending.stderr.contains("cannot be used together"))
        }
    }

    @Test func `-n, --sort and --reverse choose how many articles are shown, and in which order`() async {
        let program = await Self.shelf(["Three", "Two", "One"]).program
        func titles(_ words: String...) async -> [String] {
            let ending = await program.run(arguments: ["read", "--format", "json"] + words)
            return ending.lines.compactMap { $0.firstMatch(of: /"title":"(\w+)"/).map { String($0.1) } }
        }
        #expect(await titles("-n", "2") == ["Three", "Two"])
        #expect(await titles("-n", "none", "--reverse") == ["One", "Two", "Three"])
        #expect(await titles("-n", "2", "--sort", "title") == ["One", "Three"])
        #expect(await titles("-n", "9", "A feed", "--oldest") == ["One", "Two", "Three"])
        #expect(await titles("--sort", "title", "--reverse") == ["Two"])
        await program.run("view", "add", "two", "-n", "2")
        #expect(await titles("@two", "-n", "none", "--reverse") == ["Two", "Three"])
        for words in [["-n", "2", "1"], ["--reverse", "1-2"], ["--oldest", "--sort", "title"]] {
            #expect(await program.run(arguments: ["read"] + words).code == 2)
        }
    }

    @Test func `with --keep-unread, or as json, an article stays unread`() async {
        let shelf = await Self.shelf(["One"])
        await shelf.program.run("read", "--keep-unread", "1")
        let json = await shelf.program.run("read", "--format", "json", "1")
        #expect(json.lines.count == 1 && json.stdout.hasPrefix("{\"id\":\"One\""))
        #expect(await shelf.program.run("list", "--count").stdout == "1\n")
    }

    @Test func `a page for the browser has all articles, and marks them`() async {
        let shelf = await Self.shelf(["Three", "Two", "One"])
        let page = await shelf.program.run("read", "--format", "html")
        #expect(page.stdout.hasPrefix("<!DOCTYPE html>") && page.stdout.hasSuffix("</html>\n"))
        #expect(page.stdout.contains("<title>Three</title>") && page.stdout.contains("Text of Three"))
        #expect(page.stdout.contains("<span dir=\"auto\">A feed</span>"))
        let both = await shelf.program.run("read", "--format", "html", "1", "9", "2", "--keep-unread")
        #expect(both.code == 1 && both.errorLines == ["rssium: no article 9"])
        #expect(both.stdout.contains("<title>2 articles</title>") && both.stdout.contains("Text of One"))
        #expect(await shelf.program.run("read", "--format", "html", "9").stdout.isEmpty)
        #expect(await shelf.program.run("list", "--count").stdout == "2\n")
    }

    @Test func `Markdown has a rule between articles, and marks them`() async {
        let shelf = await Self.shelf()
        let both = await shelf.program.run("read", "--format", "markdown", "--keep-unread", "9", "1", "2")
        #expect(both.errorLines == ["rssium: no article 9"])
        #expect(both.stdout.hasPrefix("# One\n") && both.stdout.contains("\n\nText of One\n\n---\n\n# Two\n\n"))
        #expect(await shelf.program.run("list", "--count").stdout == "2\n")
        let text = "# Two\n\nA feed\\\n2020-11-20 10:59\\\n<https://a.example/0>\n\nText of Two"
        #expect(await shelf.program.run("read", "--format", "markdown") == .printed(text))
        #expect(await shelf.program.run("list", "--count").stdout == "1\n")
    }

    @Test func `a missing article is named, and the others are shown`() async {
        let shelf = await Self.shelf()
        let ending = await shelf.program.run("read", "99", "x", "1", "0", "2")
        #expect(ending.code == 1)
        #expect(
            ending.errorLines == [
                "rssium: x is neither an article id nor a feed", "rssium: 0 is not an article id",
                "rssium: no article 99",
            ])
        #expect(ending.stdout.contains("Text of One") && ending.stdout.contains("Text of Two"))
        #expect(await shelf.program.run("list", "--count").stdout == "0\n")
    }

    @Test func `ids come from a pipe, where only the first field of a line counts`() async {
        let shelf = await Self.shelf()
        let ending = await shelf.program.shell("rssium list | rssium read -")
        #expect(ending.code == 0)
        #expect(ending.lines.filter { $0.hasPrefix("Text of") } == ["Text of Two", "Text of One"])
        #expect(await shelf.program.run("read", "-", input: "") == .silent)
        #expect(await shelf.program.run("read", "-", input: "1\n\n").code == 0)
        #expect(await shelf.program.run("read", "-", input: "1\r\n").code == 0)
    }

    @Test func `nothing in a feed can drive the terminal`() async {
        let shelf = SubscribedProgram()
        let evil = "Evil&#x9b;31m \u{202E}drow &#x85;x\u{2066}"
        shelf.server.serve(
            "/a.xml",
            .document(
                """
                {"version": "https://jsonfeed.org/version/1.1", "title": "Feed\\u001b]0;owned\\u0007", "items": [
                {"id": "1", "title": "Title\\u001b[31m\\u009b1m\\u202edrow\\u007f", "url": "https://a.example/\\u001b[2J",
                "authors": [{"name": "Me\\u001b[5m"}], "tags": ["t\\u001bc"],
                "content_html": "<p>Text \\u001b[2J \(evil) &#27;[1m</p><pre>a\\u001b[2Jb\\tc</pre>"}]}
                """, type: "application/json"))
        let url = shelf.server.url("/a.xml")
        let runs = await [
            shelf.program.run("add", url), shelf.program.run("list", "--fields", "title,feed,author,tags,url,summary"),
            shelf.program.run("read", "--keep-unread"), shelf.program.run("list", "--format", "json"),
            shelf.program.run("list", "--format", "text"), shelf.program.run("refresh", "-v"),
            shelf.program.run("read", "nosuch\u{1B}[31m"), shelf.program.run("list", "no\u{9B}1m\u{202E}"),
            shelf.program.run("add", "http://127.0.0.1:1/\u{1B}[31m"),
        ]
        for run in runs {
            for scalar in (run.stdout + run.stderr).unicodeScalars {
                #expect(scalar == "\n" || scalar == "\t" || !isHarmful(scalar), "\(scalar.value) in \(run)")
            }
        }
    }

    private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    @Test(arguments: ["1", "10", "19"]) func `an article is shown at any width`(width: String) async {
        let shelf = await Self.shelf()
        let ending = await shelf.program.run("read", "--keep-unread", "--width", width)
        #expect(ending.code == 0 && ending.lines.first?.isEmpty == false)
        #expect(ending.stdout.filter { !$0.isWhitespace }.hasSuffix("TextofTwo"), "\(ending)")
    }

    @Test func `each article has its own front matter`() async {
        let program = await Program.withTwoFeeds()
        let ending = await program.run("read", "--format", "markdown", "--front-matter", "1", "4")
        #expect(
            ending.stdout.hasPrefix(
                "---\ntitle: \"Old\"\nurl: \"https://alpha.example/old\"\ndate: 2020-01-01T10:00:00Z"))
        #expect(ending.stdout.contains("old text\n\n---\ntitle: \"New\"\n") && ending.code == 0)
        for words in [["--front-matter"], ["--front-matter", "--format", "json"]] {
            #expect(await program.run(arguments: ["read"] + words).code == 2)
        }
    }
}
