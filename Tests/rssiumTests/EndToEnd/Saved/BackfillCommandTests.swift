import TestSupport
import Testing

@Suite struct BackfillCommandTests {
    private let publisher = StoryPublisher()
    private var program: Program { publisher.program }

    @Test func `the archive of a feed is stored, and other feeds are refused`() async {
        publisher.publish(["New"])
        await publisher.subscribe()
        let none = await program.run("backfill", "1")
        #expect(none.code == 1 && none.stderr.contains("the feed offers no older pages"))
        publisher.server.serve("/feed.xml", .document(publisher.feed(["New"], older: "/old.xml")))
        publisher.server.serve("/old.xml", .document(publisher.feed(["Old", "Older"])))
        #expect(
            await program.run("backfill", "1", "--dry-run").report == [
                "Harbour News: 2 new articles to store on 1 older page"
            ])
        #expect(await program.run("backfill", "1").report == ["Harbour News: 2 new articles on 1 older page"])
        #expect(await program.run("list", "--read", "--fields", "title").lines == ["Old", "Older"])
        #expect(await program.run("list", "--new", "--fields", "title").lines == ["New"])
        #expect(await program.run("doctor").code == 0)
        try? program.alter("UPDATE feed SET url = 'http://255.255.255.255/', host = '255.255.255.255:80'")
        #expect(await program.run("backfill", "1").code == 5)
        program.folder.write(publisher.feed(["Local"]), to: "local.xml")
        await program.run("add", "./local.xml")
        let local = await program.run("backfill", "2")
        #expect(local.code == 1 && local.stderr.contains("it is a local file"))
    }

    @Test func `what a rule drops does not count for the limit`() async {
        publisher.publish(["New"])
        await publisher.subscribe()
        publisher.server.serve("/feed.xml", .document(publisher.feed(["New"], older: "/old.xml")))
        publisher.server.serve("/old.xml", .document(publisher.feed(["Sale 1", "Sale 2", "Old", "Older"])))
        await program.run("rule", "add", "sale", "--drop")
        #expect(await program.run("backfill", "1", "-n", "1").report == ["Harbour News: 1 new article on 1 older page"])
        #expect(await program.run("backfill", "1", "-n", "5").report == ["Harbour News: 1 new article on 1 older page"])
        #expect(await program.run("list", "--read", "--fields", "title").lines == ["Old", "Older"])
        await program.run("rule", "rm", "1")
        #expect(
            await program.run("backfill", "1", "--dry-run").report == [
                "Harbour News: 0 new articles to store on 1 older page"
            ])
        #expect(await program.run("backfill", "1").report == ["Harbour News: 0 new articles on 1 older page"])
    }

    @Test func `the password comes from the feed's own command`() async {
        let server = publisher.server
        server.answer { request in
            guard request["Authorization"] == "Basic YW5uOnNlY3JldA==" else { return .status(401) }
            if request.path == "/old.xml" { return .feed("A", ["Old"]) }
            return .feed("A", ["New"], more: StoryPublisher.link(toOlder: "/old.xml"))
        }
        await program.run("config", "refresh.password-command", "echo secret")
        await program.run("add", "http://ann@127.0.0.1:\(server.port)/feed.xml")
        await program.run("config", "refresh.password-command", "false")
        await program.run("config", "--feed", "1", "refresh.password-command", "echo secret")
        #expect(await program.run("backfill", "1").report == ["A: 1 new article on 1 older page"])
        await program.run("config", "--feed", "1", "refresh.password-command", "false")
        let refused = await program.run("backfill", "1")
        #expect(refused.code == 3)
        #expect(refused.stderr == "rssium: cannot backfill A: the password command failed: false exited with 1\n")
    }
}
