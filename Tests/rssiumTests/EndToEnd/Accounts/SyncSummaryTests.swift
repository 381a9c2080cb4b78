import TestSupport
import Testing

@testable import FeedCore

/// What a run with several accounts says, and writes to the log.
@Suite struct SyncSummaryTests {
    @Test func `accounts are counted beside feeds, and each failure is named`() async {
        let linked = LinkedProgram.withTwoFeeds()
        let other = LinkedProgram(.miniflux, linked.program)
        let feed = other.server.addFeed("https://other.example/feed.xml", title: "Other")
        other.server.addArticle(to: feed, "Elsewhere")
        await linked.link()
        let ending = await linked.program.run(
            "account", "add", other.server.url, "--user", "alice", "--name", "second", "--password-stdin", "--yes",
            input: "open sesame\n")
        #expect(ending.summary == "synced 1 account: 1 new article, 0 marks sent", "\(ending.stderr)")
        let publisher = SubscribedProgram(linked.program)
        await publisher.subscribe("/a.xml", title: "Local", ["One"])
        #expect(
            await linked.program.run("refresh").summary
                == "refreshed 1 of 1 feed, synced 2 accounts: 0 new articles, 0 marks sent")
        publisher.server.serve("/a.xml", .status(404))
        other.server.fail(.unread, .answer(.status(500)))
        linked.program.folder.write("log.file = log\n", to: "config")
        let failed = await linked.program.run("refresh")
        #expect(failed.code == 3)
        #expect(
            failed.summary == "refreshed 0 of 1 feed, synced 1 of 2 accounts: 0 new articles, 0 marks sent, 2 failed")
        #expect(failed.stderr.contains("rssium: cannot sync second (\(other.server.url)): the server answered 500\n"))
        let log = await linked.program.shell("cut -f 2,3,8,10 log | sort").lines
        #expect(log == ["\tfailed\tsecond\tthe server answered 500", "\tsynced\tserver\t"] + log.suffix(1))
        #expect(await linked.program.run("sync", "server").summary == "synced 1 account: 0 new articles, 0 marks sent")
        #expect(await linked.program.run("sync", "second").code == 3)
        let states = await linked.program.run("account", "--fields", "name,state").stdout
        #expect(states == "second\tretrying\nserver\tok\n")
        #expect(await linked.program.run("feeds", "--fields", "account,title").lines.contains("second\tOther"))
        #expect(await linked.program.run("list", "Other", "--fields", "account").stdout == "second\n")
    }
}
