import TestSupport
import Testing

/// `--full-text`: a refresh fetches the pages of new articles.
@Suite struct FullTextTests {
    private let publisher = StoryPublisher()
    private var program: Program { publisher.program }

    @Test func `a refresh fetches the pages of new articles, one at a time, the newest first`() async throws {
        publisher.publish(["Alder", "Birch", "Cedar"])
        await publisher.subscribe("--full-text")
        #expect(publisher.asked == [])
        let ending = await program.run("refresh")
        #expect(ending.report == ["refreshed 1 of 1 feed, 0 new articles, 3 pages"] && ending.code == 0)
        #expect(publisher.asked == ["Alder", "Birch", "Cedar"] && publisher.server.mostAtOnce == 1)
        #expect(await publisher.found("lantern") == ["Alder", "Birch", "Cedar"])
        #expect(await publisher.found("text:birch") == ["Birch"])
        #expect(await program.run("refresh").report == ["refreshed 1 of 1 feed, 0 new articles"])
        #expect(publisher.asked.count == 3)
        #expect(await program.run("doctor").code == 0)
        #expect(await program.run("feeds", "--format", "json").stdout.contains("\"full_text\":true"))
    }

    @Test func `reading and the formats show the page's text, and what the feed said stays`() async throws {
        publisher.publish(["Fog"])
        await publisher.subscribe("--full-text")
        await program.run("refresh")
        let read = await program.run("read", "1")
        #expect(read.stdout.contains("lit the lantern") && read.stdout.contains("id 1 · text: page"))
        #expect(!read.stdout.contains("Sport") && !read.stdout.contains("Imprint"))
        #expect(read.stdout.contains("\nFog\n") == false)
        let said = await program.run("read", "--feed-text", "1")
        #expect(said.stdout.contains("It began at the harbour.\n") && said.stdout.contains("text: feed"))
        #expect(!said.stdout.contains("lantern"))
        let json = await program.run("list", "--all", "--format", "jsonl").stdout
        #expect(json.contains("\"content_html\":\"") && json.contains("lit the lantern"))
        #expect(json.contains("\"summary\":\"It began at the harbour.\""))
        for format in ["html", "atom"] {
            #expect(await program.run("list", "--all", "--format", format).stdout.contains("lit the lantern"))
        }
        #expect(await program.run("read", "1", "--format", "markdown").stdout.contains("lit the lantern"))
        #expect(await program.run("list", "--all", "--fields", "summary").stdout.contains("so thick over the water"))
        let view = "SELECT ifnull(content_html, content_text) FROM articles"
        #expect(try publisher.shelf.ask(view) == "It began at the harbour.")
    }

    @Test func `only so many pages of a feed are fetched in a run, the rest in the next ones`() async {
        publisher.publish(["A", "B", "C", "D", "E"])
        await publisher.subscribe("--full-text")
        await program.run("config", "refresh.pages", "2")
        #expect(await program.run("refresh").summary == "refreshed 1 of 1 feed, 0 new articles, 2 pages")
        #expect(publisher.asked == ["A", "B"])
        publisher.publish(["New", "A", "B", "C", "D", "E"])
        #expect(await program.run("refresh", "--print-new", "--fields", "title").stdout == "New\n")
        #expect(publisher.asked == ["A", "B", "New", "C"])
        // The feed is not due any more, and its pages were not tried yet.
        #expect(await program.run("refresh", "--due").summary == "refreshed 0 of 0 feeds, 0 new articles, 2 pages")
        #expect(publisher.asked == ["A", "B", "New", "C", "D", "E"])
        #expect(await program.run("refresh", "--due").stderr.hasPrefix("no feed is due"))
        await program.run("config", "--feed", "1", "refresh.pages", "0")
        publisher.publish(["Newer", "New"])
        #expect(await program.run("refresh").summary == "refreshed 1 of 1 feed, 1 new article")
        #expect(publisher.asked.count == 6)
    }

    @Test func `a page that cannot be had fails no feed, and is tried at two more runs`() async {
        publisher.publish(["Fog", "Gone", "Broken", "Picture"])
        publisher.server.serve("/Gone.html", .status(404))
        publisher.server.serve("/Broken.html", .status(500), StoryPublisher.answer("Broken"))
        publisher.server.serve("/Picture.html", .document("\u{89}PNG\r\n\u{1A}\n", type: "image/png"))
        await publisher.subscribe("--full-text")
        let first = await program.run("refresh")
        #expect(first.report == ["refreshed 1 of 1 feed, 0 new articles, 1 of 4 pages"] && first.code == 0)
        #expect(await program.run("refresh").summary == "refreshed 1 of 1 feed, 0 new articles, 1 of 2 pages")
        let third = await program.run("refresh", "-v")
        #expect(third.code == 0)
        #expect(third.stderr.contains("no page of article 3 (\(publisher.server.url("/Gone.html"))): HTTP 404"))
        #expect(await program.run("refresh").summary == "refreshed 1 of 1 feed, 0 new articles")
        #expect(publisher.server.requests(for: "/Gone.html").count == 3)
        #expect(publisher.server.requests(for: "/Picture.html").count == 1)
        #expect(await program.run("feeds", "--fields", "state").stdout == "ok\n")
    }

    @Test func `a test for browsers is not taken for the page of an article`() async {
        publisher.publish(["Fog"])
        let test = "<!DOCTYPE html><title>Just a moment...</title><p>Verify that you are human.</p>"
        publisher.server.serve("/Fog.html", .document(test, type: "text/html"))
        await publisher.subscribe("--full-text")
        let ending = await program.run("refresh", "-v")
        #expect(ending.summary == "refreshed 1 of 1 feed, 0 new articles, 0 of 1 page")
        #expect(ending.stderr.contains("\(publisher.server.url("/Fog.html"))): a test for browsers, "))
    }

    @Test func `a notice that comes for each page, and the home page for a lost one, replace no text`() async {
        publisher.publish(["Fog", "Hail", "Snow", "Rain", "Gone"])
        for title in ["Fog", "Hail", "Snow"] {
            publisher.server.serve("/\(title).html", StoryPublisher.answer("Consent"))
        }
        publisher.server.serve("/Rain.html", .redirect(302, to: publisher.server.url("/consent")))
        publisher.server.serve("/consent", StoryPublisher.answer("Consent"))
        publisher.server.serve("/Gone.html", .redirect(301, to: publisher.server.url("/")))
        publisher.server.serve("/", StoryPublisher.answer("Home"))
        await publisher.subscribe("--full-text")
        let ending = await program.run("refresh", "-v")
        #expect(ending.summary == "refreshed 1 of 1 feed, 0 new articles, 3 of 5 pages")
        #expect(ending.stderr.contains(" has the same text"), "\(ending)")
        #expect(ending.stderr.contains("/Gone.html): it leads to the home page"), "\(ending)")
        #expect(await publisher.found("lantern") == [])
        #expect(
            await program.run("list", "--all", "--fields", "summary").lines.allSatisfy {
                $0.hasPrefix("It began at the harbour.")
            })
        #expect(await program.run("refresh").summary == "refreshed 1 of 1 feed, 0 new articles")
    }

    @Test func `a run can fetch the pages of unread articles that were stored before`() async {
        publisher.publish(["A", "B", "C"])
        await publisher.subscribe()
        await program.run("mark", "read", "3")
        await program.run("config", "refresh.pages", "1")
        // No feed has full text, and none is named.
        await program.run("refresh", "--full-text")
        #expect(publisher.asked == [])
        #expect(await program.run("refresh", "1", "--full-text").summary?.contains("1 page") == true)
        #expect(publisher.asked == ["B"])
        await program.run("refresh", "1")
        #expect(publisher.asked == ["B"])
        await program.run("edit", "1", "--full-text")
        await program.run("refresh", "--full-text")
        #expect(publisher.asked == ["B", "C"])
        #expect(await publisher.found("lantern") == ["B", "C"])
    }

    @Test func `articles without a page do not keep those of older ones back`() async throws {
        publisher.publish(["A", "B", "C"])
        await publisher.subscribe()
        try publisher.program.alter("UPDATE article SET url = NULL WHERE id > 1")
        await program.run("config", "refresh.pages", "1")
        await program.run("refresh", "1", "--full-text")
        #expect(publisher.asked == ["C"])
    }

    @Test func `a failing feed costs its pages no tries`() async {
        publisher.publish(["Fog"])
        await publisher.subscribe("--full-text")
        publisher.server.serve("/feed.xml", .status(500), .status(500), .document(publisher.feed(["Fog"])))
        for code in [Int32(3), 3, 0] { #expect(await program.run("refresh").code == code) }
        #expect(publisher.asked == ["Fog"])
    }

    @Test(arguments: [429, 503]) func `a host that asks to wait is asked no more`(status: Int) async {
        publisher.publish(["A", "B", "C"])
        publisher.server.serve("/A.html", .status(status, headers: [("Retry-After", "3600")]))
        await publisher.subscribe("--full-text")
        #expect(await program.run("refresh").summary == "refreshed 1 of 1 feed, 0 new articles, 0 of 3 pages")
        #expect(publisher.asked == ["A"])
        #expect(await program.run("refresh").summary == "refreshed 0 of 0 feeds, 0 new articles, 1 held")
        #expect(publisher.asked == ["A"])
        let forced = await program.run("refresh", "--force")
        #expect(forced.summary == "refreshed 1 of 1 feed, 0 new articles, 0 of 3 pages")
        #expect(publisher.asked == ["A", "A"])
    }

    @Test func `what the time limit leaves is fetched by the next run`() async throws {
        publisher.publish(["A", "B", "C"])
        await publisher.subscribe("--full-text")
        publisher.publish(["New", "A", "B", "C"])
        publisher.server.serve("/B.html", .silence)
        #expect(await program.run("refresh", "--time-limit", "1s").code == 0)
        // B keeps C from being asked for until the time is up.
        #expect(["New", "A", "B"].starts(with: publisher.asked))
        #expect(try publisher.shelf.ask("SELECT count(*) FROM article_page WHERE tries > 0") == "0")
        let kept = await publisher.found("lantern")
        #expect(["New", "A"].starts(with: kept))
        publisher.server.serve("/B.html", StoryPublisher.answer("B"))
        let asked = publisher.asked.count
        #expect(await program.run("refresh").summary?.hasSuffix(", \(4 - kept.count) pages") == true)
        #expect(Array(publisher.asked[asked...]) == Array(["New", "A", "B", "C"][kept.count...]))
        #expect(await publisher.found("lantern") == ["New", "A", "B", "C"])
    }

    @Test func `a refresh that is killed among the pages keeps those that came`() async throws {
        publisher.publish(["A", "B", "C", "D"])
        publisher.server.serve("/C.html", .silence, StoryPublisher.answer("C"))
        await publisher.subscribe("--full-text")
        let running = program.start(["refresh"])
        // The feed twice, A, B, and C, which never comes.
        await publisher.server.received(5)
        #expect(await running.end(within: .zero).code == -1)
        #expect(try publisher.shelf.ask("SELECT count(*) FROM article_page WHERE is_used") == "2")
        #expect(await program.run("doctor").code == 0)
        #expect(await program.run("refresh").summary == "refreshed 1 of 1 feed, 0 new articles, 2 pages")
        #expect(publisher.asked == ["A", "B", "C", "C", "D"])
    }

    @Test func `a page that comes too late is one that failed`() async {
        publisher.publish(["Late"])
        publisher.server.serve("/Late.html", .silence)
        // A file, so that the timeout is for the page alone.
        program.folder.write(publisher.feed(["Late"]), to: "feed.xml")
        await program.run("add", "--full-text", "./feed.xml")
        await program.run("config", "refresh.timeout", "1s")
        let ending = await program.run("refresh", "-v")
        #expect(ending.code == 0)
        #expect(ending.stderr.contains("/Late.html): no answer in 1 s"), "\(ending)")
        #expect(ending.summary == "refreshed 1 of 1 feed, 0 new articles, 0 of 1 page")
    }

    @Test func `only articles that are stored from then on are fetched, until it is switched off`() async throws {
        publisher.publish(["Old"])
        await publisher.subscribe()
        let edited = await program.run("edit", "1", "--full-text")
        #expect(edited.stderr == "feed 1, Harbour News: the pages of new articles are fetched\n")
        publisher.publish(["New", "Old"])
        await program.run("refresh")
        #expect(publisher.asked == ["New"])
        #expect(await program.run("edit", "1", "--no-full-text").code == 0)
        publisher.publish(["Newest", "New", "Old"])
        #expect(await program.run("refresh").summary == "refreshed 1 of 1 feed, 1 new article")
        #expect(publisher.asked == ["New"])
        #expect(await program.run("read", "2").stdout.contains("text: page"))
    }

    @Test func `identity, M and rules go by what the feed said`() async throws {
        publisher.publish(["Fog"])
        await publisher.subscribe("--full-text")
        await program.run("rule", "add", "lantern", "--star")
        await program.run("refresh")
        await program.run("mark", "read", "--all")
        #expect(await program.run("refresh").code == 0)
        #expect(await program.run("list", "--all", "--fields", "flags").stdout == "-\n")
        publisher.publish(["Fog"], teaser: "It all began at the harbour.")
        await program.run("refresh")
        #expect(await program.run("list", "--all", "--fields", "flags").stdout == "M\n")
        #expect(await program.run("read", "1").stdout.contains("lit the lantern"))
        #expect(await publisher.found("lantern") == ["Fog"])
        #expect(try publisher.asked == ["Fog"] && publisher.shelf.ask("SELECT count(*) FROM article") == "1")
    }

    @Test func `rm and prune take the pages with them`() async throws {
        publisher.publish(["A", "B"])
        await publisher.subscribe("--full-text", "--read")
        await program.run("refresh")
        publisher.server.serve("/feed.xml", .document(publisher.feed(["A"])))
        program.folder.write("keep.articles = 1\nkeep.days = 0\n", to: "config")
        // The first one announces the removal.
        for _ in 1...2 { #expect(await program.run("refresh").code == 0) }
        #expect(try publisher.shelf.ask("SELECT count(*) FROM article_page") == "1")
        #expect(await publisher.found("lantern") == ["A"])
        await program.run("rm", "1", "--yes")
        #expect(try publisher.shelf.ask("SELECT count(*) FROM article_page") == "0")
        #expect(await program.run("doctor").code == 0)
    }

    @Test func `credentials and headers go to pages of the feed's own server alone`() async throws {
        let other = FeedServer()
        other.serve("/far.html", StoryPublisher.answer("Far"))
        publisher.publish(["Near", "Far"])
        publisher.server.serve("/Far.html", .redirect(302, to: other.url("/far.html")))
        let url = "http://ann:secret@127.0.0.1:\(publisher.server.port)/feed.xml"
        await program.run("add", "--full-text", url)
        await program.run("config", "--feed", "1", "refresh.header", "X-Token: t")
        #expect(await program.run("refresh").summary == "refreshed 1 of 1 feed, 0 new articles, 2 pages")
        let near = try #require(publisher.server.requests(for: "/Near.html").first)
        #expect(near["Authorization"] != nil && near["X-Token"] == "t" && near["Cookie"] == nil)
        let far = try #require(other.requests.first)
        #expect(far["Authorization"] == nil && far["X-Token"] == nil && far["Referer"] == nil)
    }

    @Test(arguments: ["refresh", "sync"])
    func `a feed of an account can have it too, by refresh and by sync`(command: String) async throws {
        let linked = LinkedProgram()
        let garden = linked.server.addFeed("https://garden.example/feed.xml", title: "Garden")
        await linked.link()
        #expect(await linked.program.run("edit", "Garden", "--full-text").code == 0)
        let pages = FeedServer()
        // The feed is from elsewhere, so a page of this machine is not asked.
        linked.server.addArticle(to: garden, "Apples", link: pages.url("/apples.html"))
        let ending = await linked.program.run(command, "-v")
        #expect(ending.code == 0)
        #expect(ending.stderr.contains("no page of article 1 (\(pages.url("/apples.html"))): "))
        #expect(ending.summary?.contains("1 new article, 0 of 1 page, 0 marks sent") == true, "\(ending.stderr)")
        #expect(pages.requests.isEmpty)
    }
}
