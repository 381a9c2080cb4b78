import TestSupport
import Testing

/// Feeds that machines stop sharing for a while: what was done meanwhile is newer than what was done before.
@Suite struct SharedAgainTests {
    private func flags(_ program: Program) async -> String {
        await program.run("list", "--all", "--fields", "title,flags,labels").stdout
    }

    @Test func `marks that were taken back while a feed had a filter stay so`() async {
        let shelf = await SubscribedProgram.subscribed("/feed.xml", title: "A feed", ["One"])
        let program = shelf.program
        for command in [["mark", "starred", "1"], ["mark", "read", "1"], ["label", "add", "later", "1"]] {
            #expect(await program.run(arguments: command).code == 0)
        }
        await program.run("edit", "1", "--filter", "cat")
        for command in [["mark", "unstarred", "1"], ["mark", "unread", "1"], ["label", "rm", "later", "1"]] {
            #expect(await program.run(arguments: command).code == 0)
        }
        #expect(await program.run("edit", "1", "--filter", "none").code == 0)
        #expect(await flags(program) == "One\tU\t\n")
        #expect(await program.run("undo").code == 0)
        #expect(await program.run("undo").code == 0)
        #expect(await flags(program) == "One\tU\tlater\n")
        await program.run("edit", "1", "--filter", "none")
        #expect(await program.run("refresh", "--force").code == 0)
        #expect(await flags(program) == "One\tU\tlater\n")
        #expect(await program.run("doctor").code == 0)
    }

    @Test func `a deletion that was taken back while a feed had a filter stays so`() async {
        let shelf = await SubscribedProgram.subscribed("/feed.xml", title: "A feed", ["One", "Two"])
        let program = shelf.program
        await program.run("mark", "deleted", "1")
        await program.run("edit", "1", "--filter", "cat")
        await program.run("undo", "--yes")
        await program.run("undo", "--yes")
        await program.run("edit", "1", "--filter", "cat")
        #expect(await program.run("edit", "1", "--filter", "none").code == 0)
        #expect(await program.run("refresh", "--force").code == 0)
        #expect(await program.run("list", "--all", "--fields", "title").lines.sorted() == ["One", "Two"])
    }

    @Test func `marks of the time on a server stay when the account is removed`() async throws {
        let linked = LinkedProgram()
        let feeds = FeedServer()
        feeds.serve("/feed.xml", .document(SubscribedProgram.rss("A feed", ["One", "Two", "Three"])))
        let program = linked.program
        await linked.link()
        await program.run("add", feeds.url("/feed.xml"))
        await linked.mark("starred", "One", "Two")
        await linked.mark("read", "One", "Two")
        #expect(await program.run("account", "push", "server", "--all").code == 0)
        await linked.sync()
        await linked.mark("unstarred", "One")
        await linked.mark("unread", "One")
        #expect(await program.run("account", "rm", "server", "--yes").code == 0)
        #expect(await linked.articles == ["S Two", "U One", "U Three"])
        await program.run("refresh", "--force")
        #expect(await linked.articles == ["S Two", "U One", "U Three"])
    }

    private func machines(sharing folder: TemporaryFolder) async -> (Program, Program) {
        let machines = (Program(), Program())
        for program in [machines.0, machines.1] {
            program.folder.write("sync.folder = \(folder.path)\n", to: "config")
            await program.makeDatabase()
        }
        return machines
    }

    @Test func `what was deleted while a feed had a filter is deleted elsewhere once it has none`() async {
        let (server, sea) = (FeedServer(), TemporaryFolder())
        server.serve("/a.xml", .feed("Alpha", ["One", "Two"]))
        let (first, second) = await machines(sharing: sea)
        let titles = ["list", "--all", "--fields", "title"]
        await first.run("add", server.url("/a.xml"))
        for program in [first, second] { await program.run("refresh") }
        await first.run("edit", "1", "--filter", "cat")
        await first.run("mark", "deleted", "1")
        await first.run("edit", "1", "--filter", "none")
        for program in [first, second] { await program.run("sync", "--folder") }
        for program in [first, second] { #expect(await program.run(arguments: titles).lines == ["One"]) }
        // The filter, and the deletion.
        for _ in 1...2 { await first.run("undo", "--yes") }
        await first.run("edit", "1", "--filter", "none")
        for program in [first, second] { await program.run("sync", "--folder") }
        await second.run("refresh", "--force")
        for program in [first, second] {
            #expect(await program.run(arguments: titles).lines.sorted() == ["One", "Two"])
        }
    }

    @Test func `what another machine has decided meanwhile counts once a feed has no filter any more`() async {
        let (server, sea) = (FeedServer(), TemporaryFolder())
        server.serve("/a.xml", .feed("Alpha", ["One", "Two"]))
        let (first, second) = await machines(sharing: sea)
        await first.run("add", server.url("/a.xml"))
        await first.run("mark", "read", "1")
        for program in [first, second] { await program.run("refresh") }
        await first.run("edit", "1", "--filter", "cat")
        for command in [
            ["mark", "unread", "--all"], ["mark", "starred", "--all"],
            ["edit", "1", "--title", "Nice", "--category", "Good", "--favorite"], ["sync", "--folder"],
        ] {
            await second.run(arguments: command)
        }
        await first.run("sync", "--folder")
        await first.run("edit", "1", "--interval", "3h")
        await first.run("edit", "1", "--filter", "none")
        for program in [first, second, first] { await program.run("sync", "--folder") }
        for program in [first, second] {
            #expect(await program.run("list", "--all", "--fields", "flags").lines == ["US", "US"])
            let feeds = await program.run("feeds", "--format", "jsonl").stdout
            for value in [#""title":"Nice""#, #""category":"Good""#, #""favorite":true"#, #""interval":10800"#] {
                #expect(feeds.contains(value), "\(feeds)")
            }
        }
    }
}
