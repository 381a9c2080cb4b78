import TestSupport

@testable import FeedCore

/// A publisher whose feed carries only the beginning of each story, and the whole of it on a page.
struct StoryPublisher: Sendable {
    let shelf: SubscribedProgram
    var server: FeedServer { shelf.server }
    var program: Program { shelf.program }

    init(_ program: Program = Program()) { shelf = SubscribedProgram(program) }

    /// Serves a feed with these stories, the newest first, and a page for each.
    func publish(_ stories: [String], teaser: String = "It began at the harbour.") {
        for story in stories { server.serve("/\(story).html", StoryPublisher.answer(story)) }
        server.serve("/feed.xml", .document(feed(stories, teaser: teaser)))
    }

    /// - Parameter older: where older stories are.
    func feed(_ stories: [String], teaser: String = "It began at the harbour.", older: String? = nil) -> String {
        let items = stories.enumerated().map { place, story in
            """
            <item><title>\(story)</title><guid isPermaLink="false">\(story)</guid>
            <link>\(server.url("/\(story).html"))</link><description>\(teaser)</description>
            <pubDate>Fri, 20 Nov 2020 10:\(59 - place):00 GMT</pubDate></item>
            """
        }
        return SubscribedProgram.rss("Harbour News", items: items + [older.map(Self.link) ?? ""])
    }

    static func link(toOlder path: String) -> String {
        "<link xmlns=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\(path)\"/>"
    }

    static func answer(_ story: String) -> Answer { .document(page(story), type: "text/html") }

    /// Its third paragraph has the word `lantern` and the name of the story.
    static func page(_ story: String) -> String {
        """
        <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>\(story) | Harbour News</title></head><body>
        <nav><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li></ul></nav>
        <main><article><h1>\(story)</h1>
        <p>It began at the harbour, on a morning when the fog lay so thick over the water that the gulls walked, and the
        ferry that should have left at seven was still tied to the pier at noon, with its engine cold.</p>
        <p>Nobody in the village remembers a winter like it, and the oldest of them remember a great many winters; the
        ice came early, stayed late, and took two of the boats with it when it finally broke and left.</p>
        <p>The keeper of the lighthouse, who had lit the lantern every evening for thirty years, wrote about \(story) in
        his book: that it was the first night on which he saw no ship, heard no bell, and slept until the day.</p>
        <p>What happened next is told in different ways, depending on whom you ask, but all agree on the ending, which
        is that the ferry left on the next morning, on time, with everyone on board and the sun above it.</p>
        </article></main><footer>Imprint, privacy, cookies</footer></body></html>
        """
    }

    /// Subscribes to the feed with these options.
    @discardableResult
    func subscribe(_ options: String...) async -> Program.Ending {
        await program.run(arguments: ["add", server.url("/feed.xml")] + options)
    }

    /// Which stories' pages were asked for, in order.
    var asked: [String] {
        server.requests.map(\.path).filter { $0.hasSuffix(".html") }.map { String($0.dropFirst().dropLast(5)) }
    }

    /// The titles of the articles that a search finds.
    func found(_ query: String) async -> [String] {
        await program.run("list", "--all", "--search", query, "--fields", "title").lines
    }
}
