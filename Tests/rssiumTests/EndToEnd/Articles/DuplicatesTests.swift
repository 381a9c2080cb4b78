import TestSupport
import Testing

/// `--unique` and `mark.duplicates`: the same story in several feeds.
@Suite struct DuplicatesTests {
    private let program = Program()

    /// A feed of articles, each a link, a title and a text.
    private func feed(_ name: String, _ articles: [(link: String, title: String, text: String)]) async {
        let items = articles.enumerated().map { place, article in
            """
            <item><guid>\(name)\(place)</guid><title>\(article.title)</title><link>\(article.link)</link>
            <description>\(article.text)</description></item>
            """
        }
        await program.subscribe(name, items: items)
    }

    private func list(_ words: String...) async -> [String] {
        await program.run(arguments: ["list", "--fields", "feed,title", "--sort", "title"] + words).lines
    }

    /// Two blogs and a planet that carries one story of each: one by its link, one with another link.
    private func subscribe() async {
        await feed(
            "Blog",
            [("http://www.a.example/x/?utm_source=rss", "Story", "By link"), ("https://a.example/2", "Own", "o")])
        await feed("Other", [("https://b.example/1", "Twin", "The same words")])
        await feed(
            "Planet",
            [
                ("https://a.example/x", "Story again", "Shorter"), ("https://p.example/9", "Twin", "The same words"),
            ])
    }

    @Test func `a story that another feed had before is left out`() async {
        await subscribe()
        #expect(await list("--unique") == ["Blog\tOwn", "Blog\tStory", "Other\tTwin"])
        // The chosen feeds decide, and not what is read.
        #expect(await list("Planet", "--unique") == ["Planet\tStory again", "Planet\tTwin"])
        #expect(await list("Planet", "Other", "--unique") == ["Planet\tStory again", "Other\tTwin"])
        await program.run("mark", "read", "Blog")
        #expect(await list("--unique") == ["Other\tTwin"])
        #expect(await program.run("list", "--unique", "--count").stdout == "1\n")
        await program.run("config", "list.unique", "yes")
        #expect(await list() == ["Other\tTwin"])
        #expect(await list("--no-unique").count == 3)
    }

    @Test func `a link of several articles of a feed, an empty text or the home page of a site makes no duplicates`()
        async
    {
        let (page, home) = ("https://site.example/page", "https://site.example/")
        await feed("A", [(page, "One", "first"), (page, "Two", "second"), ("https://a.example/1", "Links", "")])
        await feed("B", [(page, "Three", "third"), ("https://b.example/1", "Links", "")])
        await feed("C", [(home, "News", "fourth")])
        await feed("D", [(home, "Blog", "fifth")])
        await feed("E", [(home + "?utm_source=rss", "Campaign", "sixth")])
        #expect(await list("--unique").count == 8)
    }

    @Test(arguments: [["G", "H"], ["H", "G"]]) func `a link to the home page of another feed makes no duplicates`(
        order: [String]
    ) async {
        for name in order {
            let item = "<item><title>\(name)</title><link>https://site.example/blog/?utm_source=\(name)</link></item>"
            let site = "<link>https://\(name == "G" ? "site.example/blog/" : "links.example/")</link>"
            await program.subscribe(name, items: [site, item])
        }
        #expect(await list("--unique").count == 2)
        await program.run("config", "mark.duplicates", "yes")
        #expect(await program.run("mark", "read", "1").stdout == "1\n")
    }

    @Test func `undo names all articles that read has marked, duplicates too`() async {
        for name in ["A", "B"] { await feed(name, [("https://a.example/1", "One", "text")]) }
        await program.run("config", "mark.duplicates", "yes")
        await program.run("read", "1")
        #expect(await program.run("undo").stderr == "took back read: 2 articles\n")
        #expect(await program.run("list", "--count").stdout == "2\n")
    }

    @Test func `words of several articles of a feed make no duplicates`() async {
        let words = ("Untitled", "Read more.")
        await feed("A", (1...3).map { ("https://a.example/\($0)", words.0, words.1) })
        await feed("B", (1...2).map { ("https://b.example/\($0)", words.0, words.1) })
        await feed("C", [("https://c.example/1", words.0, words.1), ("https://c.example/2", "Untitled", "Other")])
        await feed("D", [("https://d.example/1", "Untitled", "Other")])
        #expect(await program.run("list", "--unique", "--count").stdout == "7\n")
        await program.run("config", "mark.duplicates", "yes")
        await program.run("mark", "read", "1")
        await program.run("mark", "read", "D")
        #expect(await program.run("list", "--count").stdout == "5\n")
    }

    @Test func `a view keeps the choice, and read takes it`() async {
        await subscribe()
        await program.run("view", "add", "once", "--unique")
        #expect(await list("@once").count == 3)
        #expect(await program.run("view").stdout.contains("--unique"))
        await program.run("mark", "read", "Blog", "Other")
        #expect(await program.run("read", "--unique").code == 1)
    }

    @Test(arguments: [["--unique"], []])
    func `beside a view, a duplicate counts among its articles, or in its feeds if it was read`(option: [String]) async
    {
        await feed("Blog", (1...2).map { ("https://a.example/\($0)", "B\($0)", "Text \($0)") })
        await feed("Copy", (1...2).map { ("https://a.example/\($0)", "C\($0)", "Copied \($0)") })
        if option.isEmpty { await program.run("config", "list.unique", "yes") }
        await program.run("view", "add", "copy", "Copy", "-n", "2")
        await program.run("view", "add", "one", "Blog", "--sort", "title", "-n", "1")
        await program.run("view", "add", "last", "Blog", "Copy", "--sort", "title", "--reverse", "-n", "2")
        await program.run("view", "add", "all", "Blog", "Copy", "-n", "4")
        func titles(_ words: String...) async -> [String] {
            await program.run(arguments: ["list", "--fields", "title"] + words + option).lines.sorted()
        }
        #expect(await titles("@copy") == ["C1", "C2"])
        #expect(await titles("@all") == ["B1", "B2"])
        #expect(await titles("@last") == ["C1", "C2"])
        #expect(await titles("@copy", "@one") == ["B1", "C2"])
        #expect(await titles("@one", "Copy") == ["B1", "C2"])
        await program.run("mark", "read", "@one")
        #expect(await titles("@all") == ["B2"])
        #expect(await titles("@last") == ["C2"])
        #expect(await titles("@copy", "@one") == ["B2"])
        #expect(await titles("@copy") == ["C1", "C2"])
    }

    @Test func `marking one duplicate marks the others, in one step of undo`() async {
        await subscribe()
        await program.run("config", "mark.duplicates", "yes")
        await program.run("read", "2")
        #expect(await list() == ["Blog\tOwn", "Planet\tTwin", "Other\tTwin"])
        await program.run("mark", "read", "Planet")
        #expect(await list() == ["Blog\tOwn"])
        await program.run("undo")
        #expect(await list() == ["Blog\tOwn", "Planet\tTwin", "Other\tTwin"])
        await program.run("mark", "starred", "Planet")
        #expect(await program.run("list", "--starred", "--count").stdout == "2\n")
        await program.run("undo")
        await program.run("undo")
        #expect(await list().count == 5)
        await program.run("mark", "unread", "Blog")
        #expect(await list().count == 5)
    }
}
