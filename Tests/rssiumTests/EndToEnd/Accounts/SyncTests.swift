import TestSupport
import Testing

@testable import FeedCore

/// `rssium sync`, against each server.
@Suite struct SyncTests {
    @Test(arguments: StandInDialect.allCases)
    func `marks go both ways, and an unstar crosses`(dialect: StandInDialect) async throws {
        let linked = await LinkedProgram.linked(dialect)
        await linked.mark("read", "Apples")
        await linked.mark("starred", "Beans")
        await linked.mark("unread", "Carrots")
        #expect(await linked.pending == "3\n")
        let spring = try #require(linked.server.articles.first { $0.title == "Spring" })
        let neap = try #require(linked.server.articles.first { $0.title == "Neap" })
        linked.server.change(spring.id) { $0.isStarred = false }
        linked.server.change(neap.id) { $0.isRead = true }
        linked.server.addArticle(to: neap.feed, "Storm", isStarred: true)
        let ending = await linked.sync()
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(ending.summary == "synced 1 account: 1 new article, 3 marks sent")
        #expect(linked.server.readTitles == ["Apples", "Neap"])
        #expect(linked.server.starredTitles == ["Beans", "Storm"])
        #expect(await linked.articles == ["- Apples", "- Neap", "U Carrots", "U Spring", "US Beans", "US Storm"])
        #expect(await linked.pending == "0\n")
    }

    /// Miniflux 2.2 takes back what an article has already.
    @Test(arguments: StandInDialect.allCases)
    func `marks that both sides have made stay, and are not sent`(dialect: StandInDialect) async throws {
        let linked = await LinkedProgram.linked(dialect)
        await linked.mark("read", "Apples")
        await linked.mark("starred", "Beans")
        await linked.mark("read", "Beans")
        for (title, isStarred) in [("Apples", false), ("Beans", true)] {
            let article = try #require(linked.server.articles.first { $0.title == title })
            linked.server.change(article.id) { ($0.isRead, $0.isStarred) = (true, isStarred) }
        }
        // The old API toggles stars, so it is asked first.
        let sent = dialect == .oldMinifluxAPI ? 2 : dialect.setsStates ? 3 : 0
        #expect(await linked.sync().summary == "synced 1 account: 0 new articles, \(sent) marks sent")
        #expect(await linked.sync().summary == "synced 1 account: 0 new articles, 0 marks sent")
        #expect(linked.server.readTitles == ["Apples", "Beans", "Carrots"])
        #expect(linked.server.starredTitles == ["Beans", "Spring"])
        #expect(await linked.pending == "0\n")
    }

    @Test(arguments: StandInDialect.allCases)
    func `an idle sync asks few times and changes nothing`(dialect: StandInDialect) async {
        let linked = await LinkedProgram.linked(dialect)
        let before = await linked.articles
        let asked = linked.server.calls.count
        #expect(await linked.sync().summary == "synced 1 account: 0 new articles, 0 marks sent")
        #expect(linked.server.calls.count - asked <= 5, "\(linked.server.calls.dropFirst(asked))")
        #expect(await linked.articles == before)
    }

    @Test func `accounts are synced beside local feeds, in one summary, and by refresh of one of their feeds`() async {
        let linked = LinkedProgram.withTwoFeeds()
        let publisher = SubscribedProgram(linked.program)
        await publisher.subscribe("/a.xml", title: "Local", ["One"])
        await linked.link()
        publisher.server.serve("/a.xml", .feed("Local", ["Two", "One"]))
        linked.server.addArticle(to: linked.server.feeds[0].id, "Dill")
        let ending = await linked.program.run("refresh", "--print-new", "--fields", "title")
        #expect(ending.summary == "refreshed 1 of 1 feed, synced 1 account: 2 new articles, 0 marks sent")
        #expect(ending.lines.sorted() == ["Dill", "Two"])
        linked.server.addArticle(to: linked.server.feeds[0].id, "Endive")
        #expect(await linked.program.run("refresh", "Tides").summary == "synced 1 account: 1 new article, 0 marks sent")
        let asked = linked.server.calls.count
        #expect(await linked.program.run("refresh", "Local").summary == "refreshed 1 of 1 feed, 0 new articles")
        #expect(linked.server.calls.count == asked)
    }

    @Test func `a schedule syncs an account as soon as a mark waits, or when its interval is over`() async throws {
        let linked = await LinkedProgram.linked()
        let asked = linked.server.calls.count
        #expect(await linked.program.run("refresh", "--due", "--quiet") == .silent)
        #expect(linked.server.calls.count == asked)
        await linked.mark("read", "Apples")
        #expect(await linked.program.run("refresh", "--due", "--quiet") == .silent)
        #expect(linked.server.readTitles.contains("Apples"))
        #expect(await linked.pending == "0\n")
        let synced = linked.server.calls.count
        linked.program.folder.write("sync.interval = 1s\n", to: "config")
        try linked.program.alter("UPDATE account SET last_attempted = last_attempted - 10")
        #expect(await linked.program.run("refresh", "--due", "--quiet") == .silent)
        #expect(linked.server.calls.count > synced)
    }

    @Test func `one sync at a time`() async {
        let linked = await LinkedProgram.linked()
        // The other commands take long on a busy machine.
        await linked.program.run("config", "refresh.timeout", "1h")
        let gate = Gate()
        let count = linked.server.requests.count
        linked.server.fail(.unread, .wait(gate), times: 1)
        let running = linked.program.start(["sync"])
        await linked.server.received(count + 1)
        #expect(await linked.program.run("sync").code == 4)
        #expect(await linked.program.run("account", "rm", "server", "--yes").code == 4)
        #expect(await linked.program.run("account", "edit", "server", "--days", "9").code == 4)
        #expect(await linked.program.run("list", "--count").stdout == "4\n")
        gate.open()
        #expect(await running.end().code == 0)
    }

    @Test func `rules hold for an account's articles, and what they mark is sent`() async {
        let linked = LinkedProgram.withTwoFeeds()
        await linked.program.makeDatabase()
        await linked.program.run("rule", "add", "apples", "--mark-read")
        await linked.program.run("rule", "add", "neap", "--drop")
        await linked.link()
        await linked.sync()
        #expect(await linked.articles == ["- Apples", "- Carrots", "U Beans", "US Spring"])
        #expect(linked.server.readTitles == ["Apples", "Carrots"])
    }

    @Test func `many marks made offline arrive in batches that the server takes whole`() async {
        let linked = LinkedProgram()
        let feed = linked.server.addFeed("https://a.example/feed", title: "A")
        for number in 1...2500 { linked.server.addArticle(to: feed, "Article \(number)", text: "Text") }
        await linked.link()
        #expect(await linked.program.run("mark", "read", "--all").stdout == "2500\n")
        #expect(await linked.sync().summary == "synced 1 account: 0 new articles, 2500 marks sent")
        #expect(linked.server.readTitles.count == 2500)
        #expect(await linked.pending == "0\n")
    }

    @Test func `a mark made while marks are sent stays`() async {
        let linked = await LinkedProgram.linked()
        await linked.mark("read", "Apples")
        // The other commands take long on a busy machine.
        await linked.program.run("config", "refresh.timeout", "1h")
        let gate = Gate()
        let count = linked.server.requests.count
        linked.server.fail(.editTag, .wait(gate), times: 1)
        let running = linked.program.start(["sync"])
        await linked.server.received(count + 2)
        await linked.mark("unread", "Apples")
        gate.open()
        #expect(await running.end().code == 0)
        #expect(await linked.articles.contains("U Apples"))
        #expect(await linked.sync().code == 0)
        #expect(!linked.server.readTitles.contains("Apples"))
        #expect(await linked.pending == "0\n")
    }

    @Test(arguments: StandInDialect.allCases)
    func `pages that shift while they are asked for lose nothing`(dialect: StandInDialect) async throws {
        let linked = LinkedProgram(dialect)
        let feed = linked.server.addFeed("https://a.example/feed", title: "A")
        for number in 100...249 { linked.server.addArticle(to: feed, "\(number)", age: Int64(10_000 - number)) }
        linked.server.limitPages(to: 50)
        await linked.link()
        #expect(await linked.program.run("list", "--count").stdout == "150\n")
        // The article that the first page ended on is read by someone else before the second page.
        linked.server.fail(
            .unread,
            .after { server in
                guard let article = server.articles.first(where: { $0.title == "200" }) else { return }
                server.change(article.id) { $0.isRead = true }
            }, times: 1, skipping: 1)
        for _ in 1...4 { #expect(await linked.sync().code == 0) }
        #expect(await linked.program.run("list", "--count").stdout == "149\n")
        #expect(await linked.articles == linked.remoteArticles)
    }
}
