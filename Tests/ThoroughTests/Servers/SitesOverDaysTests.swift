import TestSupport
import Testing

@testable import rssiumTests

/// Three sites that one person follows: a page without a feed, a feed of teasers, and a site that has a bad day. Each refresh
/// is a day.
@Suite struct SitesOverDaysTests {
    private let program = Program()
    private let hall: SubscribedProgram
    private let harbour: StoryPublisher
    private let lighthouse: StoryPublisher

    init() {
        hall = SubscribedProgram(program)
        harbour = StoryPublisher(program)
        lighthouse = StoryPublisher(program)
    }

    /// The list of news of a town hall, with a teaser of another page in it that is no news.
    private func publishNews(_ news: [(name: String, text: String)]) {
        let items = news.map { name, text in
            "<div class=\"item\"><h3><a href=\"/news/\(name)\">\(name)</a></h3><p>\(text)</p></div>"
        }
        hall.server.serve(
            "/news",
            .document(
                "<!doctype html><title>Town hall</title><div class=\"teaser\"><h3><a href=\"/shop\">Our shop</a></h3></div>"
                    + items.joined(), type: "text/html"))
    }

    private func subscribe() async {
        publishNews([("Bakery", "It opens."), ("Alley", "It is paved.")])
        harbour.publish(["Fog"])
        lighthouse.publish(["Red"])
        let added = [
            await program.run("add", hall.server.url("/news"), "--items", "//div[@class='item']"),
            await harbour.subscribe("--full-text", "--title", "Harbour"),
            await lighthouse.subscribe("--full-text", "--title", "Lighthouse"),
        ]
        #expect(added.map(\.code) == [0, 0, 0])
    }

    private func refresh() async -> String? {
        let ending = await program.run("refresh")
        #expect(ending.code == 0, "\(ending.stderr)")
        return ending.summary
    }

    private func titles(of feed: String, _ filters: String...) async -> Set<String> {
        let ending = await program.run(arguments: ["list", feed, "--all", "--fields", "title"] + filters)
        #expect(Set(ending.lines).count == ending.lines.count, "none is doubled")
        return Set(ending.lines)
    }

    private func follow() async {
        // Day 1: news come; the pages of the lighthouse fail.
        publishNews([("Clock", "It strikes."), ("Bakery", "It opens."), ("Alley", "It is paved.")])
        harbour.publish(["Gull", "Fog"])
        lighthouse.publish(["Blue", "Red"])
        for story in ["Blue", "Red"] { lighthouse.server.serve("/\(story).html", .status(500)) }
        #expect(await refresh() == "refreshed 3 of 3 feeds, 3 new articles, 2 of 4 pages")
        #expect(await titles(of: "Lighthouse", "--search", "lantern").isEmpty)
        #expect(await titles(of: "Lighthouse", "--search", "harbour") == ["Blue", "Red"])
        await program.run("mark", "read", "--all")

        // Day 2: the list is sorted anew, and an item is edited; the lighthouse is back.
        publishNews([("Alley", "It is paved."), ("Clock", "It strikes."), ("Bakery", "It closes again.")])
        for story in ["Blue", "Red"] { lighthouse.server.serve("/\(story).html", StoryPublisher.answer(story)) }
        #expect(await refresh() == "refreshed 3 of 3 feeds, 0 new articles, 2 pages")
        #expect(await titles(of: "Lighthouse", "--search", "lantern") == ["Blue", "Red"])
        #expect(await titles(of: "Town hall", "--search", "closes") == ["Bakery"])
        let flags = await program.run(
            "list", "--all", "--search", "text:closes OR text:strikes", "--fields", "title,flags")
        #expect(Set(flags.lines) == ["Bakery\tM", "Clock\t-"])

        // Day 3: old news leave the list; one day later one of them is back.
        publishNews([("Dog", "It barks."), ("Alley", "It is paved.")])
        harbour.publish(["Heron", "Gull"])
        #expect(await refresh() == "refreshed 3 of 3 feeds, 2 new articles, 1 page")
        publishNews([("Dog", "It barks."), ("Bakery", "It closes again.")])
        #expect(await refresh() == "refreshed 3 of 3 feeds, 0 new articles")
    }

    @Test func `nothing is lost or doubled, and the texts are right`() async {
        await subscribe()
        await follow()
        #expect(await titles(of: "Town hall") == ["Alley", "Bakery", "Clock", "Dog"])
        #expect(await titles(of: "Harbour", "--search", "lantern") == ["Fog", "Gull", "Heron"])
        #expect(await titles(of: "Lighthouse") == ["Blue", "Red"])
        #expect(await program.run("list", "--count", "--all").stdout == "9\n")
        let heron = await program.run("list", "--all", "--search", "title:heron", "--format", "jsonl").stdout
        #expect(heron.contains("wrote about Heron in"))
        #expect(heron.contains("\"summary\":\"It began at the harbour.\"") && !heron.contains("Imprint"))
        #expect(await program.run("doctor").code == 0)
    }

    @Test func `servers are asked politely`() async {
        await subscribe()
        await follow()
        #expect(harbour.asked == ["Gull", "Fog", "Heron"], "each page once, the newest first")
        #expect(lighthouse.asked == ["Blue", "Red", "Blue", "Red"])
        #expect(hall.server.requests.allSatisfy { $0.path == "/news" })
        for server in [hall.server, harbour.server, lighthouse.server] {
            #expect(server.mostAtOnce == 1)
            for request in server.requests {
                #expect(request["Cookie"] == nil && request["Referer"] == nil)
                #expect(request["User-Agent"]?.hasPrefix("rssium/") == true)
            }
        }
    }
}
