import TestSupport
import Testing

@testable import FeedCore

/// What is done to an account's feeds is done on its server at once, or waits for the next sync.
@Suite struct AccountFeedTests {
    private let linked: LinkedProgram

    init() async { linked = await LinkedProgram.linked() }

    private let publisher = FeedServer()

    @Test(arguments: StandInDialect.allCases.filter(\.editsFeeds))
    func `add subscribes on the server, and brings the articles`(dialect: StandInDialect) async throws {
        let linked = await LinkedProgram.linked(dialect)
        publisher.serve("/feed.xml", .feed("Garden", ["Apples"]))
        let url = publisher.url("/feed.xml")
        let ending = await linked.program.run(
            "add", "--account", "server", "--title", "Mine", "--category", "Green", url)
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(ending.stdout == "3\tMine\n")
        let feed = try #require(linked.server.feeds.last)
        #expect(feed.url == url && feed.title == "Mine" && feed.folder == "Green")
        #expect(
            await linked.program.run("feeds", "Mine", "--fields", "category,account,source,state").stdout
                == "Green\tserver\taccount\tok\n")
    }

    @Test(arguments: [false, true])
    func `of a feed that was added so, the first sync marks the articles read`(isOffline: Bool) async {
        let url = "https://green.example/feed.xml"
        let feed = linked.server.addFeed(url, title: "Green")
        linked.server.addArticle(to: feed, "Peas", link: "https://green.example/peas")
        linked.server.addArticle(to: linked.server.feeds[0].id, "Twin", link: "https://green.example/peas")
        await linked.program.run("config", "mark.duplicates", "yes")
        if isOffline {
            for call in [StandInCall.subscriptions, .subscriptionEdit, .token] {
                linked.server.fail(call, .answer(.hangUp))
            }
        }
        let ending = await linked.program.run("add", "--account", "server", "--read", url)
        #expect(ending.code == 0, "\(ending)")
        if isOffline {
            linked.server.heal()
            #expect(await linked.sync().code == 0)
        }
        #expect(await linked.articles.filter { ["- Peas", "- Twin"].contains($0) }.count == 2)
        #expect(linked.server.readTitles == ["Carrots", "Peas", "Twin"])
        linked.server.addArticle(to: feed, "Leeks")
        await linked.sync()
        #expect(await linked.articles.filter { $0.hasSuffix("Leeks") } == ["U Leeks"])
        #expect(linked.server.readTitles == ["Carrots", "Peas", "Twin"])
    }

    @Test func `the server is asked also for what this machine cannot fetch`() async {
        publisher.serve("/feed.xml", .status(403))
        let url = publisher.url("/feed.xml")
        let ending = await linked.program.run("add", "--account", "server", url)
        #expect(ending.code == 0, "\(ending.stderr)")
        #expect(linked.server.feeds.last?.url == url)
        #expect(await linked.program.run("feeds", "--fields", "url").lines.contains(url))
    }

    @Test func `what the server refuses to subscribe to is not here either`() async {
        publisher.serve("/page.xml", .feed("Garden", ["Apples"]))
        let ending = await linked.program.run("add", "--account", "server", publisher.url("/page.xml"))
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("refuses to subscribe"), "\(ending.stderr)")
        #expect(await linked.program.run("feeds").lines.count == 2)
        #expect(await linked.sync().code == 0)
        publisher.serve("/secret.xml", .feed("Secret", ["One"]))
        linked.program.folder.write(SubscribedProgram.rss("File", ["Local"]), to: "file.xml")
        let secret = "http://ann:secret@127.0.0.1:\(publisher.port)/secret.xml"
        for source in ["./file.xml", secret] {
            #expect(await linked.program.run("add", "--account", "server", source).code == 1)
        }
        #expect(await linked.program.run("feeds").lines.count == 2)
        #expect(
            await linked.program.run("add", "--account", "server", "--interval", "1h", "https://a.example/").code == 1)
    }

    @Test(arguments: StandInDialect.allCases.filter(\.editsFeeds))
    func `title, category and removal go to the server at once`(dialect: StandInDialect) async {
        let linked = await LinkedProgram.linked(dialect)
        #expect(await linked.program.run("edit", "Garden", "--title", "The Garden", "--category", "Green").code == 0)
        #expect(linked.server.feeds[0].title == "The Garden" && linked.server.feeds[0].folder == "Green")
        #expect(await linked.program.run("category", "edit", "Green", "--name", "Greens").code == 0)
        #expect(linked.server.feeds[0].folder == "Greens")
        await linked.sync()
        #expect(
            await linked.program.run("feeds", "The Garden", "--fields", "title,category").stdout
                == "The Garden\tGreens\n")
        #expect(await linked.program.run("rm", "--yes", "Tides").code == 0)
        #expect(linked.server.feeds.map(\.title) == ["The Garden"])
        await linked.sync()
        #expect(await linked.program.run("feeds").lines.count == 1)
    }

    @Test func `what the Fever API cannot change is refused in one line, and stays on both sides`() async {
        let linked = await LinkedProgram.linked(.fever)
        publisher.serve("/feed.xml", .feed("Green", ["Apples"]))
        let before = await linked.program.run("feeds", "--fields", "title,category,url").stdout
        let (remote, asked) = (linked.server.feeds, linked.server.calls.count)
        for arguments in [
            ["add", "--account", "server", publisher.url("/feed.xml")], ["edit", "Garden", "--title", "Mine"],
            ["edit", "Garden", "--category", "Green"], ["rm", "--yes", "Tides"],
            ["category", "edit", "News", "--name", "Old"], ["category", "rm", "News", "--yes"],
        ] {
            let ending = await linked.program.run(arguments: arguments)
            #expect(ending.code == 1, "\(arguments)")
            #expect(ending.errorLines.count == 1 && ending.stderr.contains("the Fever API of"), "\(ending.stderr)")
            #expect(await linked.program.run("feeds", "--fields", "title,category,url").stdout == before)
        }
        #expect(linked.server.feeds == remote && linked.server.calls.count == asked)
        #expect(await linked.sync().code == 0)
    }

    @Test func `what another machine decides about a feed of a Fever account changes nothing on either side`() async {
        let (linked, other, folder) = (LinkedProgram(.fever), Program(), TemporaryFolder())
        publisher.serve("/feed.xml", .feed("Garden", ["Apples"]))
        let feed = linked.server.addFeed(publisher.url("/feed.xml"), title: "Garden", folder: "News")
        linked.server.addArticle(to: feed, "Apples")
        for program in [linked.program, other] { program.folder.write("sync.folder = \(folder.path)\n", to: "config") }
        await linked.link()
        await other.makeDatabase()
        let before = await linked.program.run("feeds", "--fields", "title,category,url").stdout
        let remote = linked.server.feeds
        for command in [
            ["add", "--title", "Mine", "--category", "Green", publisher.url("/feed.xml")], ["refresh"],
            ["mark", "read", "1"], ["edit", "Mine", "--title", "Yours"], ["rm", "Yours", "--yes"],
        ] {
            #expect(await other.run(arguments: command).code == 0)
            #expect(await other.run("sync", "--folder").code == 0)
            let ending = await linked.program.run("refresh")
            #expect(ending.code == 0, "\(command): \(ending.stderr)")
            #expect(await linked.program.run("feeds", "--fields", "title,category,url").stdout == before)
            #expect(await linked.articles == ["U Apples"])
        }
        #expect(linked.server.feeds == remote && linked.server.readTitles == [])
        #expect(await linked.pending == "0\n")
    }

    @Test func `a category that is removed here goes nowhere: its feeds move to the server's own`() async {
        #expect(await linked.program.run("category", "rm", "News", "--yes").code == 0)
        #expect(linked.server.feeds.count == 2 && linked.server.feeds[0].folder != "News")
        #expect(!linked.server.calls.contains(.disableTag))
        await linked.sync()
        #expect(!(await linked.program.run("feeds", "Garden", "--fields", "category").stdout.contains("News")))
    }

    @Test(
        arguments: [["edit", "Garden", "--category", "none"], ["category", "rm", "News", "--yes"]],
        [StandInDialect.miniflux, .minifluxAPI])
    func `a server that keeps a feed in its category is named, and the feed stays there`(
        command: [String], dialect: StandInDialect
    ) async {
        let linked = await LinkedProgram.linked(dialect)
        let ending = await linked.program.run(arguments: command)
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("server refuses to take Garden out of its category: it stays in News\n"))
        #expect(await linked.program.run("feeds", "Garden", "--fields", "category").stdout == "News\n")
        let later = await linked.sync()
        #expect(later.code == 0 && !later.stderr.contains("News"), "\(later.stderr)")
    }

    @Test func `a refused rename names the feed and the new title`() async {
        linked.server.fail(.subscriptionEdit, .answer(.status(400)))
        let ending = await linked.program.run("edit", "Garden", "--title", "The Garden")
        #expect(ending.stderr.contains("server refuses to rename feed 1 to The Garden: "), "\(ending.stderr)")
    }

    @Test func `after a refused removal, undo brings the feed back with its labels, and the server keeps it`() async {
        await linked.program.run("label", "add", "keep", "1")
        linked.server.fail(.subscriptionEdit, .answer(.status(400)))
        let removed = await linked.program.run("rm", "--yes", "Garden")
        #expect(removed.code == 1 && removed.stderr.contains("`rssium undo` takes that back"), "\(removed.stderr)")
        let undone = await linked.program.run("undo")
        #expect(undone.code == 0 && !undone.stderr.contains("rssium undo"), "\(undone.stderr)")
        #expect(await linked.sync().code == 0)
        #expect(await linked.program.run("label").stdout == "keep\t1\n")
    }

    @Test func `offline the changes wait for the next sync, and say so`() async {
        for call in [StandInCall.subscriptions, .subscriptionEdit, .token] {
            linked.server.fail(call, .answer(.hangUp))
        }
        let edited = await linked.program.run("edit", "Garden", "--title", "The Garden")
        #expect(edited.code == 0)
        #expect(edited.stderr.contains("with the next sync"), "\(edited.stderr)")
        #expect(await linked.program.run("rm", "--yes", "Tides").code == 0)
        #expect(await linked.program.run("status").stdout.contains("2 changes of subscriptions waiting"))
        #expect(await linked.program.run("feeds", "--fields", "title").stdout == "The Garden\n")
        linked.server.heal()
        #expect(await linked.sync().code == 0)
        #expect(linked.server.feeds.map(\.title) == ["The Garden"])
        #expect(await linked.program.run("feeds", "--fields", "title").stdout == "The Garden\n")
        #expect(!(await linked.program.run("status").stdout.contains("waiting")))
    }

    @Test(arguments: [["--interval", "1h"], ["--url", "https://a.example/"], ["--pause"]])
    func `what the server decides is refused`(options: [String]) async {
        let before = await linked.program.run("feeds", "--format", "jsonl").stdout
        let ending = await linked.program.run(arguments: ["edit", "Garden"] + options)
        #expect(ending.code == 1 && ending.errorLines.count == 1 && ending.stderr.contains("account server"))
        #expect(await linked.program.run("feeds", "--format", "jsonl").stdout == before)
    }

    @Test func `push hands local feeds over with their marks`() async throws {
        let linked = LinkedProgram.withTwoFeeds()
        publisher.serve("/feed.xml", .feed("Garden", ["Apples"]))
        publisher.serve("/page.xml", .feed("Refused", ["No"]))
        linked.program.folder.write(SubscribedProgram.rss("File", ["Local"]), to: "file.xml")
        publisher.serve("/secret.xml", .feed("Secret", ["One"]))
        let secret = "http://ann:secret@127.0.0.1:\(publisher.port)/secret.xml"
        await linked.program.run("add", publisher.url("/feed.xml"), publisher.url("/page.xml"), "./file.xml", secret)
        await linked.link()
        await linked.program.run("mark", "read", "1")
        await linked.program.run("edit", "Refused", "--pause")
        let ending = await linked.program.run("account", "push", "server", "--all")
        #expect(ending.code == 1)
        for why in ["cannot hand over File: it is a local file", "cannot hand over Secret: it has a password"] {
            #expect(ending.stderr.contains(why), "\(ending.stderr)")
        }
        #expect(ending.stderr.contains("refuses to subscribe to \(publisher.url("/page.xml"))"), "\(ending.stderr)")
        #expect(await linked.program.run("feeds", "Refused", "--fields", "state").stdout == "paused\n")
        let feed = try #require(linked.server.feeds.last)
        #expect(feed.url == publisher.url("/feed.xml"))
        let rows = await linked.program.run("feeds", "--fields", "source,id").lines.filter { !$0.hasPrefix("account") }
        #expect(rows.sorted() == ["file\t3", "http\t2", "http\t4"])
        let article = linked.server.addArticle(
            to: feed.id, "Apples", link: "https://a.example/0", text: "Text of Apples")
        await linked.sync()
        await linked.sync()
        #expect(linked.server.articles.first { $0.id == article }?.isRead == true)
        #expect(await linked.program.run("list", "--all", "1", "--count").stdout == "1\n")
        #expect(await linked.program.run("account", "push", "server", "1").code == 1)
    }
}
