import TestSupport
import Testing

/// `rssium read --full` and `--feed-text`.
@Suite struct ReadFullTests {
    private let publisher = StoryPublisher()
    private var program: Program { publisher.program }

    @Test func `the page is fetched now, shown and stored`() async throws {
        publisher.publish(["Fog"])
        await publisher.subscribe()
        #expect(await !program.run("read", "1").stdout.contains("text:"))
        let full = await program.run("read", "--full", "1")
        #expect(full.code == 0 && full.stderr == "", "\(full.stderr)")
        #expect(full.stdout.contains("lit the lantern") && full.stdout.contains("text: page"))
        #expect(publisher.asked == ["Fog"])
        #expect(await program.run("read", "1").stdout == full.stdout)
        #expect(await publisher.found("lantern") == ["Fog"])
        #expect(await program.run("read", "1", "--feed-text").stdout.contains("text: feed"))
        #expect(publisher.asked == ["Fog"])
        #expect(await program.run("read", "--full", "1", "--format", "json").stdout.contains("lit the lantern"))
        #expect(await program.run("read", "--full", "1", "--format", "html").stdout.contains("lit the lantern"))
        #expect(await program.run("doctor").code == 0)
    }

    @Test func `where the page cannot be had, what the feed said is shown`() async {
        publisher.publish(["Fog", "Ice", "Gone"])
        publisher.server.serve("/Gone.html", .status(404))
        await publisher.subscribe()
        let ending = await program.run("read", "--full", "1", "2")
        #expect(ending.code == 1)
        #expect(
            ending.stderr
                == "rssium: cannot read the page of article 1: HTTP 404 Not Found; showing the feed's text\n")
        #expect(ending.stdout.contains("It began at the harbour.\n") && ending.stdout.contains("lit the lantern"))
        #expect(await program.run("list", "--fields", "id").stdout == "3\n")
    }

    @Test func `a link that leads into a private network is not followed, unless the feed is from there`() async throws
    {
        publisher.publish(["Fog"])
        await publisher.subscribe()
        try program.alter("UPDATE feed SET url = 'https://harbour.example/feed.xml', host = 'harbour.example:443'")
        let ending = await program.run("read", "--full", "1")
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("is in a private network, and the server that names"), "\(ending.stderr)")
        #expect(publisher.asked == [])
    }

    @Test func `an article without a link has no page`() async {
        await program.subscribe("Notes", items: ["<item><title>Note</title></item>"])
        let ending = await program.run("read", "--full", "1")
        #expect(ending.stderr.contains("cannot read the page of article 1: it has no link; showing"))
        #expect(ending.code == 1)
    }

    @Test func `a host that asks to wait is left alone by reading too`() async {
        publisher.publish(["A", "B"])
        publisher.server.serve("/A.html", .status(429, headers: [("Retry-After", "3600")]))
        await publisher.subscribe()
        #expect(await program.run("read", "--full", "2", "1").code == 1)
        #expect(publisher.asked == ["A"])
        #expect(await program.run("refresh").summary == "refreshed 0 of 0 feeds, 0 new articles, 1 held")
    }
}
