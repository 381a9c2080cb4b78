import TestSupport
import Testing

@testable import rssiumTests

/// `save`, `backfill` and the refresh that saves the queue, killed at each request and run again: nothing is lost or
/// doubled.
@Suite struct SaveKillTests {
    private let publisher = StoryPublisher()
    private var program: Program { publisher.program }
    private var server: FeedServer { publisher.server }
    private let stories = ["Ash", "Elm", "Fir"]

    /// Runs the command and kills it when the server has had so many further requests, the last of which it does not
    /// answer; then runs it whole.
    private func kill(_ words: [String], at number: Int, of paths: [String]) async {
        server.serve(paths[number], .silence)
        let count = server.requests.count
        let running = program.start(words)
        await server.received(count + number + 1)
        running.send(signal: 9)
        _ = await running.end()
    }

    @Test(arguments: 0..<3) func `pages are saved once`(number: Int) async {
        publisher.publish(stories)
        let urls = stories.map { server.url("/\($0).html") }
        await kill(["save"] + urls, at: number, of: stories.map { "/\($0).html" })
        publisher.publish(stories)
        #expect(await program.run(arguments: ["save"] + urls).code == 0)
        #expect(await program.run("list", "Saved", "--fields", "title").lines.sorted() == stories)
        #expect(await program.run("doctor").code == 0)
    }

    @Test(arguments: 0..<3) func `the queue is saved once`(number: Int) async {
        publisher.publish(stories)
        let list =
            "URL,Title,Selection,Folder,Timestamp\n" + stories.map { server.url("/\($0).html") + ",,,,1\n" }.joined()
        await program.run("import", "-", input: list)
        await kill(["refresh"], at: number, of: stories.map { "/\($0).html" })
        publisher.publish(stories)
        await program.run("refresh", "--force")
        #expect(await program.run("list", "Saved", "--fields", "title").lines.sorted() == stories)
        #expect(await program.run("save", "--queue").stdout.isEmpty)
    }

    @Test(arguments: 0..<4) func `an archive is stored once`(number: Int) async {
        func document(_ page: Int) -> Answer {
            .document(publisher.feed(["A\(page)", "B\(page)"], older: page < 4 ? "/\(page + 1)" : nil))
        }
        for page in 1...4 { server.serve("/\(page)", document(page)) }
        await program.run("add", server.url("/1"))
        await kill(["backfill", "1"], at: number, of: ["/1", "/2", "/3", "/4"])
        for page in 1...4 { server.serve("/\(page)", document(page)) }
        #expect(await program.run("backfill", "1").code == 0)
        let titles = await program.run("list", "--all", "--fields", "title").lines.sorted()
        #expect(titles == ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"])
        #expect(await program.run("list", "--new", "--count").stdout == "2\n")
        #expect(await program.run("doctor").code == 0)
    }
}
