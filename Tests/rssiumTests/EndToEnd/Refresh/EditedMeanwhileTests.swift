import TestSupport
import Testing

/// Feeds, pages and articles that the user removes or edits while their documents are fetched.
@Suite struct EditedMeanwhileTests {
    private let publisher = StoryPublisher()
    private var program: Program { publisher.program }
    private var server: FeedServer { publisher.server }
    private let gate = Gate()

    /// Runs a command, with a change when it has sent so many requests, of which the last one waits for the gate.
    private func run(_ command: String..., requests: Int, then change: [String]) async -> Program.Ending {
        // The change takes long on a busy machine.
        await program.run("config", "refresh.timeout", "1h")
        let before = server.requests.count
        let running = program.start(command)
        await server.received(before + requests)
        #expect(await program.run(arguments: change).code == 0)
        gate.open()
        return await running.end()
    }

    /// Fetches the archives of two feeds, of which that of the first one waits for the gate.
    private func backfill(while change: String...) async -> Program.Ending {
        for (path, old) in [("/feed.xml", "/old.xml"), ("/other.xml", "/other-old.xml")] {
            server.serve(path, .document(publisher.feed(["New of \(path)"], older: old)))
            await program.run("add", server.url(path))
        }
        server.serve("/old.xml", .document(publisher.feed(["Old"])).after(gate))
        server.serve("/other-old.xml", .document(publisher.feed(["Other"])))
        return await run("backfill", "1", "2", requests: 2, then: change)
    }

    @Test func `a feed that is removed while its archive is fetched ends, and the others go on`() async {
        let ending = await backfill(while: "rm", "--yes", "1")
        #expect(ending.code == 0)
        #expect(ending.stderr.contains(": it was removed or changed meanwhile; the rest of its archive is left out\n"))
        #expect(ending.report.last?.hasSuffix(": 1 new article on 1 older page") == true)
        #expect(
            await program.run("list", "--all", "--fields", "title").lines.sorted() == ["New of /other.xml", "Other"])
    }

    @Test(arguments: [["rm", "--yes", "1"], ["edit", "1", "--force", "--url", "http://127.0.0.1:1/new.xml"]])
    func `a feed that is removed or edited while it is fetched gets nothing`(change: [String]) async throws {
        publisher.publish(["One"])
        await publisher.subscribe()
        await publisher.shelf.subscribe("/other.xml")
        server.serve("/feed.xml", .feed("Harbour News", ["Two", "One"], etag: "\"2\"").after(gate))
        #expect(await run("refresh", requests: 2, then: change).code == 0)
        #expect(await program.run("list", "--all", "--search", "Two", "--count").stdout == "0\n")
        #expect(try program.ask("SELECT count(*) FROM feed_refresh WHERE etag IS NOT NULL") == "0")
        let urls = await program.run("feeds", "--fields", "url").lines
        #expect(urls.sorted() == ([server.url("/other.xml")] + change.dropFirst(4)).sorted())
    }

    @Test func `the archive of an earlier URL is not stored`() async {
        server.serve("/moved.xml", .document(publisher.feed(["Moved"])))
        let ending = await backfill(while: "edit", "1", "--url", server.url("/moved.xml"))
        #expect(ending.stderr.contains(": it was removed or changed meanwhile"))
        #expect(await !program.run("list", "--all", "--fields", "title").lines.contains("Old"))
    }

    @Test func `a filter that is set while a feed is fetched counts in the same run`() async {
        server.serve("/feed.xml", .document(publisher.feed(["Old"])))
        await program.run("add", server.url("/feed.xml"))
        server.serve("/feed.xml", .document(publisher.feed(["New", "Old"])).after(gate))
        let ending = await run("refresh", requests: 1, then: ["edit", "1", "--filter", "sed s/New/Filtered/g"])
        #expect(ending.code == 0 && ending.report == ["refreshed 1 of 1 feed, 1 new article"], "\(ending.stderr)")
        #expect(await program.run("list", "--fields", "title").lines.sorted() == ["Filtered", "Old"])
        #expect(server.requests.count == 3)
    }

    @Test func `a page that is taken off the queue while it is fetched is not saved`() async {
        let url = server.url("/Page.html")
        server.serve("/Page.html", .status(503))
        await program.run("save", url)
        server.serve("/Page.html", StoryPublisher.answer("Page").after(gate))
        #expect(await run("refresh", "--force", requests: 1, then: ["save", "--forget", url]).code == 0)
        #expect(await program.run("list", "--all", "--count").stdout == "0\n")
    }

    @Test func `the page of an article is not kept if full text is turned off while it is fetched`() async {
        publisher.publish(["One"])
        await publisher.subscribe("--full-text")
        publisher.publish(["Two", "One"])
        server.serve("/Two.html", StoryPublisher.answer("Two").after(gate))
        // The feed and the page.
        #expect(await run("refresh", requests: 2, then: ["edit", "1", "--no-full-text"]).code == 0)
        #expect(await program.run("list", "--all", "--search", "lantern", "--count").stdout == "0\n")
    }
}
