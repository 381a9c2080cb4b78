import TestSupport
import Testing

@testable import FeedCore

/// `rssium account test` and `account edit --days`.
@Suite struct AccountTestingTests {
    @Test(arguments: StandInDialect.allCases)
    func `each step that works has a line, and the mark is as before`(dialect: StandInDialect) async {
        let linked = await LinkedProgram.linked(dialect)
        let before = await linked.articles
        for title in ["Apples", "Carrots"] {
            let ending = await linked.program.run("account", "test", "server", await linked.ids(title)[0])
            #expect(ending.code == 0, "\(ending.stderr)")
            #expect(ending.lines.first == "address\t" + linked.server.base)
            #expect(
                ending.lines.dropFirst(2) == [
                    "sign-in\talice", "lists\t2 feeds, 4 unread, 1 starred",
                    "labels\t" + (dialect.hasLabels ? "0 labels, not exchanged" : "the server has none"),
                    "mark\tsent, read back and taken back",
                ])
        }
        #expect(linked.remoteArticles == before)
        #expect(await linked.sync().summary == "synced 1 account: 0 new articles, 0 marks sent")
        #expect(await linked.articles == before)
        #expect(linked.remoteArticles == before)
        #expect(await linked.pending == "0\n")
    }

    /// What is wrong, how many steps work, and what is said.
    private static let faults: [(call: StandInCall, fault: StandInFault, steps: Int, said: String)] = [
        (.login, .answer(.status(401)), 0, "does not accept the user name or the password"),
        (.login, .answer(.status(404)), 0, "no Google Reader API there"),
        (.token, .answer(.status(401)), 0, "drops the header"),
        (.subscriptions, .answer(.status(500)), 3, "the server answered 500"),
        (.starred, .answer(.document("<!doctype html>")), 3, "a web page instead of its list"),
        (.tags, .answer(.document("[]")), 4, "an incomplete or unknown list"),
        (.editTag, .answer(.status(200)), 5, "the server answered 200: it does not say OK"),
        (.editTag, .pretend, 5, "the server accepts a mark, and does not keep it"),
    ]

    @Test(arguments: faults.indices) func `the step that fails says why`(index: Int) async {
        let fault = Self.faults[index]
        let linked = await LinkedProgram.linked()
        linked.server.fail(fault.call, fault.fault)
        let ending = await linked.program.run("account", "test", "server", await linked.ids("Apples")[0])
        #expect(ending.code == 1 && ending.lines.count == fault.steps)
        #expect(ending.errorLines.count == 1 && ending.stderr.contains(fault.said), "\(ending.stderr)")
    }

    @Test func `only an article whose mark is the same on both sides is taken`() async {
        let linked = await LinkedProgram.linked()
        await linked.mark("read", "Apples")
        let ids = await linked.ids("Apples", "Beans")
        linked.server.change(linked.server.articles[1].id) { $0.isRead = true }
        for (id, said) in [
            (ids[0], "sync first"), (ids[1], "sync first"), ("99", "99"), ("Apples", "must be the number"),
        ] {
            let ending = await linked.program.run("account", "test", "server", id)
            #expect(ending.code == (id == "Apples" ? 2 : 1))
            #expect(ending.stderr.contains(said), "\(ending.stderr)")
        }
        #expect(!linked.server.calls.contains(.editTag))
    }

    @Test(arguments: [StandInDialect.freshRSS, .minifluxAPI])
    func `after a kill the next sync restores the mark`(dialect: StandInDialect) async {
        let linked = await LinkedProgram.linked(dialect)
        let before = await linked.articles
        let id = await linked.ids("Apples")[0]
        await linked.program.run("config", "refresh.timeout", "1h")
        let gate = Gate()
        let count = linked.server.requests.count
        linked.server.fail(.editTag, .wait(gate), times: 1, skipping: 1)
        let running = linked.program.start(["account", "test", "server", id])
        // Sign-in, three lists, and twice the article and a mark. One of them needs a token and the labels besides, the other
        // a version.
        await linked.server.received(count + (dialect == .freshRSS ? 11 : 9))
        running.send(signal: 9)
        _ = await running.end()
        gate.open()
        linked.server.heal()
        await linked.sync()
        #expect(await linked.articles == before)
        #expect(linked.remoteArticles == before)
    }

    @Test(arguments: [SIGTERM, SIGINT]) func `a signal ends the test with its status`(signal: Int32) async {
        let linked = await LinkedProgram.linked()
        let gate = Gate()
        let count = linked.server.requests.count
        linked.server.fail(.subscriptions, .wait(gate))
        let running = linked.program.start(["account", "test", "server"])
        await linked.server.received(count + 2)
        running.send(signal: signal)
        #expect(await running.end().code == 128 + signal)
        gate.open()
    }

    @Test func `edit --days brings older articles with the next sync, and keeps the sign-in`() async {
        let linked = LinkedProgram.withTwoFeeds()
        let feed = linked.server.feeds[0].id
        linked.server.addArticle(to: feed, "Old", age: 60 * 86_400, isRead: true)
        linked.server.addArticle(to: feed, "Older", age: 200 * 86_400, isRead: true)
        await linked.link()
        #expect(await !linked.articles.contains("- Old"))
        let ending = await linked.program.run("account", "edit", "server", "--days", "90")
        #expect(ending.code == 0)
        #expect(ending.stderr.contains("the next sync also brings the articles of 90 days"), "\(ending.stderr)")
        let asked = linked.server.calls.filter { $0 == .login }.count
        #expect(await linked.sync().summary == "synced 1 account: 1 new article, 0 marks sent")
        #expect(linked.server.calls.filter { $0 == .login }.count == asked)
        #expect(await linked.articles.contains("- Old"))
        #expect(await linked.sync().summary == "synced 1 account: 0 new articles, 0 marks sent")
        #expect(await linked.program.run("account", "edit", "server", "--days", "-1").code == 2)
    }
}
