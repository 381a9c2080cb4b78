import TestSupport
import Testing

@testable import FeedCore

/// `rssium account`: linking, listing, changing and unlinking.
@Suite struct AccountAddTests {
    @Test(arguments: StandInDialect.allCases)
    func `linking brings what is unread or starred, and what was read lately`(dialect: StandInDialect) async {
        let linked = LinkedProgram.withTwoFeeds(dialect)
        let ending = await linked.link()
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(ending.stdout.hasPrefix("server\t\(linked.server.base)"))
        #expect(ending.summary == "synced 1 account: 5 new articles, 0 marks sent")
        #expect(await linked.articles == ["- Carrots", "U Apples", "U Beans", "U Neap", "US Spring"])
        let fields = "name,user,feeds,unread,pending,state,error"
        #expect(await linked.program.run("account", "--fields", fields).stdout == "server\talice\t2\t4\t0\tok\t\n")
        let feeds = await linked.program.run("feeds", "--fields", "title,category,account,source,state").lines
        #expect(feeds.map { $0.hasSuffix("server\taccount\tok") } == [true, true])
        #expect(feeds.first?.hasPrefix("Garden\tNews\t") == true)
    }

    @Test(
        arguments: [
            (
                .freshRSS, "freshrss",
                ["/", "/i/?rid=1", "/i/index.php", "/api", "/api/greader.php", "/api/greader.php/"]
            ),
            (.minifluxAPI, "miniflux-api", ["/", "/unread", "/v1/", "/feed/3/entry/2"]),
            (
                .nextcloud, "nextcloud",
                ["/", "/nextcloud", "/nextcloud/index.php/apps/news/w/unread", "/nextcloud/apps/news"]
            ),
        ] as [(StandInDialect, String, [String])])
    func `any address of the server finds the API, and the password is never an argument`(
        dialect: StandInDialect, kind: String, paths: [String]
    ) async {
        let linked = LinkedProgram.withTwoFeeds(dialect)
        for path in paths {
            let other = LinkedProgram(beside: linked)
            let ending = await other.link(at: linked.server.url + path)
            #expect(ending.code == 0, "\(path): \(ending.stderr)")
            let row = await other.program.run("account", "--fields", "kind,url,user").stdout
            #expect(row == "\(kind)\t\(linked.server.base)\talice\n")
        }
        #expect(linked.server.requests.allSatisfy { !$0.path.contains("sesame") })
    }

    @Test func `the root of a host may redirect to the folder of the server`() async {
        let linked = LinkedProgram.withTwoFeeds()
        let root = FeedServer()
        root.serve("/", .redirect(302, to: linked.server.url + "/i/"))
        let ending = await linked.link(at: root.url(""))
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(await linked.program.run("account", "--fields", "url").stdout == linked.server.base + "\n")
    }

    @Test func `a terminal is asked for the password, which is not shown, and whether to link`() async {
        let linked = LinkedProgram.withTwoFeeds()
        let running = linked.program.startOnTerminal(["account", "add", linked.server.url, "--user", "alice"])
        await running.waitForOutput(of: "password of alice: ")
        #expect(!running.typing.isSeen)
        running.type("open sesame\n")
        await running.waitForOutput(of: "[y/N]")
        #expect(running.typing.isSeen)
        running.type("y\n")
        let ending = await running.end()
        #expect(ending.code == 0, "\(ending.stdout)")
        #expect(ending.stdout.contains("FreshRSS at \(linked.server.base): 2 feeds: 0 here already, 2 new"))
        #expect(!ending.stdout.contains("sesame"))
        #expect(await linked.program.run("account", "--fields", "name").stdout == "127.0.0.1\n")
    }

    @Test(.enabled(if: PagerCommandTests.hasBash))
    func `while a terminal is asked for the password, Ctrl-Z does not stop the program`() async {
        let linked = LinkedProgram.withTwoFeeds()
        // A shell with job control.
        let running = linked.program.startShell(
            "exec bash -c 'set -m; rssium account add \(linked.server.url) --user alice; echo code $?'")
        await running.type(["password of alice: ": "\u{1A}open sesame\n", "[y/N]": "y\n"])
        let ending = await running.end()
        #expect(ending.stdout.contains("[y/N]") && ending.stdout.contains("code 0"), "\(ending.stdout)")
        #expect(!ending.stdout.contains("sesame"))
    }

    @Test func `without an answer of yes nothing is linked`() async {
        let linked = LinkedProgram.withTwoFeeds()
        let ending = await linked.program.runOnTerminal(
            "account", "add", linked.server.url, "--user", "alice", "--password-command", "echo open sesame",
            typing: "n\n")
        #expect(ending.code == 1 && ending.stdout.contains("nothing was linked"))
        #expect(await linked.program.run("account").stdout.isEmpty)
        #expect(await linked.program.run("feeds").stdout.isEmpty)
    }

    /// What is wrong, what is said, and how it is brought about.
    private static let faults: [(said: String, bring: @Sendable (StandInServer) -> Void)] = [
        ("no Google Reader API there; the right address is", { $0.fail(.login, .answer(.status(404))) }),
        ("the server answered 502", { $0.fail(.login, .answer(.status(502))) }),
        ("switched off", { $0.switchOff() }),
        ("does not accept", { $0.changePassword(to: "another") }),
        (
            "<!DOCTYPE html>",
            { server in
                let page = Answer.document("<!DOCTYPE html><p>Please sign in to this network</p>", type: "text/html")
                server.fail(.subscriptions, .answer(page))
            }
        ),
        ("redirects to other.example", { $0.fail(.login, .answer(.redirect(302, to: "https://other.example/api"))) }),
        ("does not accept", { $0.fail(.login, .answer(.status(403, body: Array("Error=no_open%20sesame\n".utf8)))) }),
        ("answered 500", { $0.fail(.subscriptions, .answer(.status(500))) }),
        (
            "header Authorization",
            {
                $0.fail(.userInfo, .answer(.status(401)))
                $0.fail(.subscriptions, .answer(.status(401)))
            }
        ),
    ]

    @Test(arguments: faults.indices)
    func `each fault gets a line of its own, and nothing is stored`(index: Int) async {
        let fault = Self.faults[index]
        let linked = LinkedProgram.withTwoFeeds()
        fault.bring(linked.server)
        let ending = await linked.link(password: "open sesame")
        #expect(ending.code == 1 && ending.errorLines.count == 1)
        #expect(ending.stderr.hasPrefix("rssium: cannot link \(linked.server.url): "))
        #expect(fault.said.hasPrefix("<") ? true : ending.stderr.contains(fault.said), "\(ending.stderr)")
        #expect(!ending.stderr.contains("sesame"))
        #expect(await linked.program.run("account").stdout.isEmpty)
        #expect(await linked.program.run("feeds").stdout.isEmpty)
    }

    @Test func `an address without an API is one error`() async {
        let (linked, plain, closed) = (LinkedProgram.withTwoFeeds(), FeedServer(), ClosedPort())
        plain.serve("/", .document("<p>A page</p>", type: "text/html"))
        for address in [plain.url("/"), "http://127.0.0.1:\(closed.number)"] {
            let ending = await linked.link(at: address)
            #expect(ending.code == 1 && ending.errorLines.count == 1, "\(ending.stderr)")
        }
        #expect(await linked.program.run("account").stdout.isEmpty)
    }

    @Test func `an account that is linked already is refused`() async {
        let linked = await LinkedProgram.linked()
        let again = await linked.link()
        #expect(again.code == 1)
        #expect(again.errorLines.last?.hasPrefix("rssium: cannot link \(linked.server.url): ") == true)
        #expect(await linked.program.run("account").lines.count == 1)
    }

    @Test func `feeds on both sides are matched with their articles, and read on either side is read on both`() async {
        let linked = LinkedProgram()
        let publisher = FeedServer()
        publisher.serve("/feed.xml", .feed("Garden", ["Apples", "Beans", "Carrots"]))
        publisher.serve("/mine.xml", .feed("Mine", ["Only here"]))
        await linked.program.run("add", publisher.url("/feed.xml"), publisher.url("/mine.xml"))
        await linked.mark("read", "Apples")
        await linked.mark("starred", "Beans")
        let garden = linked.server.addFeed(publisher.url("/feed.xml"), title: "Garden")
        linked.server.addArticle(to: garden, "Apples", link: "https://a.example/0")
        linked.server.addArticle(to: garden, "Beans", link: "https://a.example/1", isRead: true)
        linked.server.addArticle(to: garden, "Leeks", link: "https://a.example/9")
        let ids = await linked.ids("Apples", "Beans")
        let ending = await linked.link()
        #expect(ending.stderr.contains("1 feed: 1 here already, 0 new; 1 feed only here"), "\(ending.stderr)")
        #expect(await linked.ids("Apples", "Beans") == ids)
        #expect(await linked.articles == ["- Apples", "S Beans", "U Carrots", "U Leeks", "U Only here"])
        await linked.sync()
        #expect(linked.server.readTitles == ["Apples", "Beans"] && linked.server.starredTitles == ["Beans"])
        #expect(await linked.pending == "0\n")
        let asked = publisher.requests.count
        #expect(
            await linked.program.run("refresh").summary
                == "refreshed 1 of 1 feed, synced 1 account: 0 new articles, 0 marks sent")
        #expect(publisher.requests.dropFirst(asked).map(\.path) == ["/mine.xml"])
    }

    @Test func `feeds that another account has are counted as such, and named`() async {
        let linked = await LinkedProgram.linked()
        await linked.program.run("account", "edit", "server", "--name", "first")
        let other = LinkedProgram(.freshRSS, linked.program)
        for feed in linked.server.feeds { other.server.addFeed(feed.url, title: feed.title) }
        let ending = await other.link()
        let words = "2 feeds: 0 here already, 0 new, 2 left out, whose URL another feed here has\n"
        #expect(ending.code == 0 && ending.stderr.contains(words), "\(ending.stderr)")
        #expect(ending.stderr.contains("https://tides.example/feed.xml is left out"), "\(ending.stderr)")
        #expect(await linked.program.run("account", "--fields", "name,feeds").lines == ["first\t2", "server\t0"])
    }

    @Test func `what linking brings is pruned by the next run, and the summary says so`() async {
        let linked = LinkedProgram()
        let garden = linked.server.addFeed("https://garden.example/feed.xml", title: "Garden")
        for number in Int64(1)...5 {
            linked.server.addArticle(to: garden, "Read \(number)", age: number * 86_400 - 3600, isRead: true)
        }
        linked.program.folder.write("keep.articles = 1\nkeep.days = 2\n", to: "config")
        let ending = await linked.link()
        let words = "the next refresh will remove 3 of these articles that no keep setting protects; "
        #expect(ending.stderr.contains(words), "\(ending.stderr)")
        #expect(await linked.articles.count == 5)
        await linked.sync()
        #expect(await linked.articles == ["- Read 1", "- Read 2"])
    }

    @Test func `unlinking gives the feeds back with all articles, and none is doubled`() async {
        let linked = LinkedProgram()
        let publisher = FeedServer()
        publisher.serve("/feed.xml", .feed("Garden", ["Apples", "Beans"]))
        let garden = linked.server.addFeed(publisher.url("/feed.xml"), title: "Garden")
        linked.server.addArticle(
            to: garden, "Apples", link: "https://a.example/0", text: "Text of Apples", isRead: true)
        linked.server.addArticle(to: garden, "Beans", link: "https://a.example/1", text: "Text of Beans")
        await linked.link()
        linked.server.changeFeed(garden) { $0.title = "My garden" }
        await linked.sync()
        await linked.mark("starred", "Beans")
        let ending = await linked.program.run("account", "rm", "server", "--yes")
        #expect(ending.code == 0)
        #expect(ending.errorLines.first?.contains("1 unsent mark will be lost") == true, "\(ending.stderr)")
        #expect(await linked.program.run("account").stdout.isEmpty)
        #expect(await linked.program.run("refresh").summary == "refreshed 1 of 1 feed, 0 new articles")
        #expect(await linked.articles == ["- Apples", "US Beans"])
        #expect(await linked.program.run("feeds", "--fields", "title").stdout == "My garden\n")
        #expect(linked.server.feeds.count == 1)
    }

    @Test func `without a terminal and a password, the options for it are named`() async {
        let linked = LinkedProgram()
        let ending = await linked.program.run("account", "add", linked.server.url, "--user", "alice", "--yes")
        #expect(ending.code == 1 && ending.errorLines.count == 1)
        #expect(ending.stderr.hasSuffix("; use --password-stdin or --password-command\n"), "\(ending.stderr)")
    }

    @Test func `a new password is tried before it is stored`() async {
        let linked = await LinkedProgram.linked()
        linked.server.changePassword(to: "new")
        func edit(_ password: String) async -> Program.Ending {
            await linked.program.run("account", "edit", "server", "--password-stdin", input: password + "\n")
        }
        let wrong = await edit("wrong")
        #expect(wrong.code == 1 && wrong.stderr.hasPrefix("rssium: cannot edit server: "))
        #expect(await edit("new").code == 0)
        #expect(await linked.program.run("account", "edit", "server", "--name", "home").code == 0)
        #expect(await linked.program.run("sync", "home").code == 0)
        #expect(await linked.program.run("sync", "server").code == 1)
    }

    @Test func `a password command is run for each sign-in, and the database has no password`() async throws {
        let linked = LinkedProgram.withTwoFeeds()
        linked.program.folder.write("open sesame\n", to: "secret")
        let command = "cat \(linked.program.folder.file("secret"))"
        let ending = await linked.program.run(
            "account", "add", linked.server.url, "--user", "alice", "--name", "server", "--yes", "--password-command",
            command)
        #expect(ending.code == 0, "\(ending.stderr)")
        linked.server.endSignIns()
        #expect(await linked.sync().code == 0)
        #expect(await linked.program.shell("grep -c sesame rssium.db rssium.db-wal").stdout.contains(":0"))
    }
}
