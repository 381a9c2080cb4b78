import TestSupport
import Testing

/// Feeds whose document says that they have moved (`itunes:new-feed-url`).
@Suite struct MovedPodcastTests {
    private let shelf = SubscribedProgram()

    private func podcast(_ episodes: [Int], at url: String?) -> Answer {
        let items = episodes.map { "<item><guid>\($0)</guid><title>Episode \($0)</title></item>" }.joined()
        let move = url.map { "<itunes:new-feed-url>\($0)</itunes:new-feed-url>" } ?? ""
        return .document(
            """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Pod</title>
            \(move)\(items)</channel></rss>
            """)
    }

    private var url: String { get async { await shelf.program.run("feeds", "--fields", "url").stdout } }

    private func list() async -> [String] {
        await shelf.program.run("list", "--fields", "title", "--by", "fetched", "--sort", "title").lines
    }

    @Test func `a feed that has moved is fetched from its new address`() async {
        let new = shelf.server.url("/new")
        shelf.server.serve("/old", podcast([1], at: nil))
        await shelf.program.run("add", shelf.server.url("/old"))
        shelf.server.serve("/old", podcast([1, 2], at: new))
        shelf.server.serve("/new", podcast([3, 2, 1], at: new))
        let move = "rssium: Pod (\(shelf.server.url("/old"))) has moved to \(new), its URL from now on"
        #expect(await shelf.program.run("refresh").report == [move, "refreshed 1 of 1 feed, 2 new articles"])
        #expect(await url == new + "\n")
        #expect(await list() == ["Episode 1", "Episode 2", "Episode 3"])
        #expect(await shelf.program.run("refresh").report == ["refreshed 1 of 1 feed, 0 new articles"])
        #expect(shelf.server.requests.suffix(1).map(\.path) == ["/new"])
    }

    @Test func `a redirect and the document of its target are followed together`() async {
        let new = shelf.server.url("/new")
        shelf.server.serve("/old", podcast([1], at: nil))
        await shelf.program.run("add", shelf.server.url("/old"))
        shelf.server.serve("/old", .redirect(301, to: "/target"))
        shelf.server.serve("/target", podcast([2, 1], at: new))
        shelf.server.serve("/new", podcast([3, 2, 1], at: new))
        let move = "rssium: Pod (\(shelf.server.url("/old"))) has moved to \(new), its URL from now on"
        #expect(await shelf.program.run("refresh").report == [move, "refreshed 1 of 1 feed, 2 new articles"])
        #expect(await url == new + "\n")
    }

    @Test func `an address that serves no feed is named, and the old one stays`() async {
        shelf.server.serve("/old", podcast([1], at: nil))
        await shelf.program.run("add", shelf.server.url("/old"))
        shelf.server.serve("/old", podcast([2, 1], at: shelf.server.url("/new")))
        let ending = await shelf.program.run("refresh")
        #expect(ending.code == 0)
        #expect(
            ending.stderr.contains(
                "says that it has moved to \(shelf.server.url("/new")), which serves no feed: HTTP 404 Not Found\n"))
        #expect(await url == shelf.server.url("/old") + "\n")
        #expect(await list() == ["Episode 1", "Episode 2"])
        shelf.server.serve("/old", .redirect(301, to: "/target"))
        shelf.server.serve("/target", podcast([2, 1], at: shelf.server.url("/new")))
        let moves = "has moved to \(shelf.server.url("/target")), its URL from now on, and says that it has moved to "
        #expect(await shelf.program.run("refresh").stderr.contains(moves + shelf.server.url("/new")))
        shelf.server.serve("/old", podcast([3, 2, 1], at: shelf.server.url("/new")))
        #expect(await shelf.program.run("refresh", "--quiet").stderr == "")
    }

    @Test(arguments: ["add", "refresh"])
    func `a new address that did not answer is asked again, though the document is the same`(command: String) async {
        let (old, new) = (shelf.server.url("/old"), shelf.server.url("/new"))
        if command == "refresh" {
            shelf.server.serve("/old", podcast([1], at: nil))
            await shelf.program.run("add", old)
        }
        shelf.server.serve("/old", podcast([2, 1], at: new))
        await shelf.program.run(arguments: command == "add" ? ["add", old] : ["refresh"])
        shelf.server.serve("/new", podcast([3, 2, 1], at: new))
        await shelf.program.run("refresh")
        #expect(await url == new + "\n")
        #expect(await list().count == 3)
    }

    @Test func `add subscribes to the new address`() async {
        let new = shelf.server.url("/new")
        shelf.server.serve("/old", podcast([1], at: new))
        shelf.server.serve("/new", podcast([2, 1], at: new))
        #expect(await shelf.program.run("add", shelf.server.url("/old")).code == 0)
        #expect(await url == new + "\n")
        #expect(await list().count == 2)
    }

    @Test func `the new address on the same server gets the password that a command has printed`() async {
        let server = shelf.server
        let (old, moved) = (podcast([1], at: nil), podcast([2, 1], at: server.url("/new")))
        @Sendable func answer(_ request: ReceivedRequest, _ body: Answer) -> Answer {
            request["Authorization"] == "Basic YW5uOnNlY3JldA==" ? body : .status(401)
        }
        await shelf.program.run("config", "refresh.password-command", "echo secret")
        server.answer { answer($0, old) }
        await shelf.program.run("add", "http://ann@127.0.0.1:\(server.port)/old")
        server.answer { answer($0, moved) }
        #expect(await shelf.program.run("refresh").report.last == "refreshed 1 of 1 feed, 1 new article")
        #expect(await url == server.url("/new") + "\n")
    }
}
