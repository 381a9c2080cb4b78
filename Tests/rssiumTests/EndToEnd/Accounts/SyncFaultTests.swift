import TestSupport
import Testing

@testable import FeedCore

/// What servers do wrong: nothing is lost here, each fault is named, and the next good sync makes up for it.
@Suite struct SyncFaultTests {
    private let linked: LinkedProgram

    init() async { linked = await LinkedProgram.linked() }

    @Test func `an OK that does nothing is sent again, and given up with a warning after five whole runs`() async {
        await linked.mark("read", "Apples")
        linked.server.fail(.editTag, .pretend)
        for _ in 1...4 {
            #expect(await !linked.sync().stderr.contains("did not keep"))
            #expect(await linked.pending == "1\n")
        }
        #expect(await linked.sync().stderr.contains("rssium: server: the server did not keep \"read\" for 1 article\n"))
        #expect(await linked.pending == "0\n")
        linked.server.heal()
        #expect(!(await linked.sync().stderr.contains("did not keep")))
        #expect(await linked.articles.contains("- Apples"))
    }

    @Test func `an answer to a mark without OK is a failure, and the mark is sent again`() async {
        await linked.mark("read", "Apples")
        linked.server.fail(.editTag, .answer(.status(200)))
        let failed = await linked.sync()
        #expect(failed.code == 3 && failed.stderr.contains("the server answered 200: it does not say OK"), "\(failed)")
        #expect(await linked.pending == "1\n")
        linked.server.heal()
        linked.server.fail(.editTag, .done(.document(" ok\r\n")))
        #expect(await linked.sync().code == 0)
        #expect(await linked.pending == "0\n")
    }

    @Test func `a server that reads only 50 fields of a form gets all marks all the same`() async {
        let linked = LinkedProgram()
        let feed = linked.server.addFeed("https://a.example/feed", title: "A")
        for number in 1...600 { linked.server.addArticle(to: feed, "Article \(number)", text: "Text") }
        await linked.link()
        await linked.program.run("mark", "read", "--all")
        linked.server.fail(.editTag, .fieldLimit(50))
        for _ in 1...3 { #expect(await linked.sync().code == 0) }
        #expect(linked.server.readTitles.count == 600)
        #expect(await linked.pending == "0\n")
    }

    @Test(arguments: [StandInDialect.freshRSS, .miniflux, .bazQux])
    func `a sign-in that has ended is repeated once, silently`(dialect: StandInDialect) async {
        let linked = await LinkedProgram.linked(dialect)
        await linked.mark("read", "Apples")
        linked.server.endSignIns()
        linked.server.endWriteTokens()
        let ending = await linked.sync()
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(linked.server.readTitles.contains("Apples"))
        linked.server.fail(.editTag, .answer(.status(401)), times: 1)
        await linked.mark("read", "Beans")
        #expect(await linked.sync().code == 0)
        #expect(linked.server.readTitles.contains("Beans"))
    }

    @Test func `after a refused password the account waits for the user, and no schedule tries it again`() async throws
    {
        await linked.mark("read", "Apples")
        linked.server.changePassword(to: "new")
        let first = await linked.sync()
        #expect(first.code == 3 && first.errorLines[0].hasPrefix("rssium: cannot sync server"))
        #expect(!first.stderr.contains("sesame"))
        #expect(linked.server.calls.filter { $0 == .login }.count == 2)
        #expect(await linked.program.run("account", "--fields", "state").stdout == "refused\n")
        let asked = linked.server.calls.count
        try linked.program.alter("UPDATE account SET last_attempted = last_attempted - 86400")
        #expect(await linked.program.run("refresh", "--due").code == 0)
        #expect(await linked.sync().code == 3)
        #expect(linked.server.calls.count == asked)
        #expect(await linked.program.run("sync", "--force").code == 3)
        #expect(linked.server.calls.count > asked)
        #expect(await linked.program.run("account", "edit", "server", "--password-stdin", input: "new\n").code == 0)
        #expect(await linked.sync().code == 0)
        #expect(linked.server.readTitles.contains("Apples"))
    }

    @Test(arguments: ["open sesame", "open%20sesame", "open+Sesame", "open&#32;sesame"])
    func `a password that a server repeats is never shown, in later runs either`(repeated: String) async {
        linked.server.fail(.unread, .answer(.status(500, body: Array("no: \(repeated)".utf8))))
        let ending = await linked.program.run("sync", "-v")
        #expect(ending.code == 3 && ending.stderr.contains("the server answered 500"))
        #expect(!ending.stderr.lowercased().contains("sesame"), "\(ending.stderr)")
        #expect(await linked.program.run("account", "--fields", "error").stdout == "the server answered 500\n")
    }

    @Test(arguments: [429, 503], [StandInDialect.freshRSS, .nextcloud])
    func `a server that asks for a pause gets it`(status: Int, dialect: StandInDialect) async throws {
        let linked = await LinkedProgram.linked(dialect)
        await linked.mark("read", "Apples")
        linked.server.fail(.unread, .answer(.status(status, headers: [("Retry-After", "600")])))
        let ending = await linked.sync()
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(ending.summary?.hasSuffix("1 held") == true, "\(ending.stderr)")
        let why = try #require(ending.errorLines.first)
        #expect(
            why.hasPrefix("server (") && why.contains(") is held until 20")
                && why.hasSuffix("as its server asked; --force syncs it now"), "\(ending)")
        #expect(await linked.program.run("account", "--fields", "state,pending").stdout == "held\t1\n")
        linked.server.heal()
        let asked = linked.server.calls.count
        let again = await linked.sync()
        #expect(again.code == 0 && again.errorLines.first == why)
        #expect(linked.server.calls.count == asked)
        #expect(await linked.program.run("sync", "--force").code == 0)
        #expect(await linked.program.run("account", "--fields", "state,pending").stdout == "ok\t0\n")
    }

    @Test(arguments: [StandInDialect.freshRSS, .miniflux, .bazQux])
    func `an article that the server fails at stops no other, and comes once it does not`(
        dialect: StandInDialect
    ) async {
        let linked = await LinkedProgram.linked(dialect)
        let feed = linked.server.feeds[0].id
        for number in 1...150 { linked.server.addArticle(to: feed, "Article \(number)", text: "Text") }
        await linked.mark("read", "Apples")
        let broken = linked.server.articles.first { $0.title == "Article 70" }?.id ?? ""
        linked.server.fail(.contents, .refuse(article: broken, .status(500)))
        let ending = await linked.sync()
        #expect(ending.code == 3 && ending.stderr.contains("the server answered 500"), "\(ending.stderr)")
        #expect(await linked.program.run("list", "--search", "article", "--count").stdout == "149\n")
        #expect(linked.server.readTitles.contains("Apples"))
        #expect(await linked.pending == "0\n")
        linked.server.heal()
        #expect(await linked.sync().code == 0)
        #expect(await linked.program.run("list", "--search", "article", "--count").stdout == "150\n")
    }

    @Test func `a server that fails at every article is not asked for each`() async {
        let feed = linked.server.feeds[0].id
        for number in 1...400 { linked.server.addArticle(to: feed, "Article \(number)", text: "Text") }
        linked.server.fail(.contents, .answer(.status(500)))
        let asked = linked.server.calls.filter { $0 == .contents }.count
        #expect(await linked.sync().code == 3)
        #expect(linked.server.calls.filter { $0 == .contents }.count - asked <= 27)
    }

    @Test func `the states of others do not wait for an article that the server fails at`() async {
        let feed = linked.server.feeds[0].id
        let broken = linked.server.addArticle(to: feed, "Dill", text: "Text")
        linked.server.fail(.contents, .refuse(article: broken, .status(500)))
        for article in linked.server.articles where article.title == "Apples" {
            linked.server.change(article.id) { $0.isRead = true }
        }
        #expect(await linked.sync().code == 3)
        #expect(await linked.articles == ["- Apples", "- Carrots", "U Beans", "U Neap", "US Spring"])
    }

    @Test(arguments: [StandInDialect.nextcloud, .fever])
    func `an account that has lost all its feeds is believed at the third time`(dialect: StandInDialect) async {
        let linked = LinkedProgram(dialect)
        let feed = linked.server.addFeed("https://a.example/feed", title: "A")
        for number in 1...120 { linked.server.addArticle(to: feed, "Article \(number)", text: "Text") }
        await linked.link()
        linked.server.removeFeed(feed)
        for code in [3, 3, 0] as [Int32] { #expect(await linked.sync().code == code) }
        #expect(await linked.program.run("feeds", "--fields", "state").stdout == "paused\n")
        #expect(await linked.program.run("list", "--count").stdout == "120\n")
    }

    @Test func `no feeds at all is an error the first time, and believed the second`() async {
        let before = await linked.articles
        linked.server.fail(.subscriptions, .answer(.document("{\"subscriptions\":[]}", type: "application/json")))
        #expect(await linked.sync().code == 3)
        #expect(await linked.articles == before)
        #expect(await linked.program.run("feeds", "--fields", "state").lines == ["retrying", "retrying"])
        #expect(await linked.sync().code == 0)
        #expect(await linked.articles == before)
        #expect(await linked.program.run("feeds", "--fields", "state").lines == ["paused", "paused"])
        linked.server.heal()
        #expect(await linked.sync().code == 0)
        #expect(await linked.program.run("feeds", "--fields", "state").lines == ["ok", "ok"])
        #expect(await linked.articles == before)
    }

    @Test(arguments: [StandInDialect.freshRSS, .miniflux])
    func `nothing unread is believed if the server's count agrees, or at the second time`(
        dialect: StandInDialect
    ) async {
        let linked = LinkedProgram(dialect)
        linked.program.folder.write("keep.articles = none\n", to: "config")
        let feed = linked.server.addFeed("https://a.example/feed", title: "A")
        for number in 1...120 { linked.server.addArticle(to: feed, "Article \(number)", text: "Text") }
        await linked.link()
        linked.server.fail(.unread, .answer(.document("{\"itemRefs\":[]}", type: "application/json")))
        #expect(await linked.sync().code == 3)
        #expect(await linked.program.run("list", "--count").stdout == "120\n")
        #expect(await linked.sync().code == 0)
        #expect(await linked.program.run("list", "--count").stdout == "0\n")
        linked.server.heal()
        #expect(await linked.sync().code == 0)
        #expect(await linked.program.run("list", "--count").stdout == "120\n")
        for article in linked.server.articles { linked.server.change(article.id) { $0.isRead = true } }
        #expect(await linked.sync().code == (dialect == .freshRSS ? 0 : 3))
        #expect(await linked.program.run("list", "--count").stdout == (dialect == .freshRSS ? "0\n" : "120\n"))
    }

    @Test func `nothing unread is doubted again after a list that was full, even if that sync fails later`() async {
        let feed = linked.server.feeds[0].id
        for number in 1...120 { linked.server.addArticle(to: feed, "Article \(number)", text: "Text") }
        #expect(await linked.sync().code == 0)
        let empty = StandInFault.answer(.document("{\"itemRefs\":[]}", type: "application/json"))
        linked.server.fail(.unread, empty)
        #expect(await linked.sync().code == 3)
        linked.server.heal()
        linked.server.fail(.subscriptions, .answer(.status(500)))
        #expect(await linked.sync().code == 3)
        linked.server.heal()
        linked.server.fail(.unread, empty)
        for code in [3, 0] as [Int32] { #expect(await linked.sync().code == code) }
    }

    @Test func `reading and marking go on while the server is away, and quiet says so once`() async {
        linked.server.fail(.unread, .answer(.status(500)))
        #expect(await linked.program.run("list", "--count").stdout == "4\n")
        await linked.mark("read", "Apples")
        let failing = "rssium: server (\(linked.server.base)) is failing: the server answered 500\n"
        for said in ["", "", failing, ""] {
            #expect(await linked.program.run("sync", "--quiet") == Program.Ending(stderr: said, code: 3))
        }
        let status = await linked.program.run("status").stdout
        #expect(status.contains(", 1 mark waiting, failing: the server answered 500\n"), "\(status)")
        linked.server.heal()
        let back = "rssium: server (\(linked.server.base)) is back\n"
        for said in [back, ""] {
            #expect(await linked.program.run("sync", "--quiet") == Program.Ending(stderr: said))
        }
        #expect(linked.server.readTitles.contains("Apples"))
    }

    @Test func `the server's clock counts, not that of this machine`() async {
        let linked = LinkedProgram.withTwoFeeds()
        linked.server.setClock(1_700_000_000)
        for article in linked.server.articles {
            linked.server.change(article.id) { $0.published = 1_700_000_000 - 500 }
        }
        await linked.link()
        #expect(await linked.articles.count == 5)
        linked.server.addArticle(to: linked.server.feeds[0].id, "Dill", isRead: true)
        #expect(await linked.sync().summary == "synced 1 account: 1 new article, 0 marks sent")
    }

    @Test func `SIGINT ends a sync that waits, with everything kept`() async {
        await linked.mark("read", "Apples")
        linked.server.fail(.editTag, .answer(.silence))
        let count = linked.server.requests.count
        let running = linked.program.start(["sync"])
        await linked.server.received(count + 2)
        running.send(signal: 2)
        #expect(await running.end().code == 130)
        linked.server.heal()
        #expect(await linked.sync().code == 0)
        #expect(linked.server.readTitles.contains("Apples"))
    }
}
