import TestSupport
import Testing

/// How a FEED on the command line finds feeds.
@Suite struct FeedArgumentTests {
    @Test func `a feed is found by every form of its address that add accepts`() async {
        let shelf = await SubscribedProgram.subscribed("/one")
        let url = shelf.server.url("/one")
        let bare = String(url.dropFirst("http://".count))
        for name in [url, bare, "http://user:pw@" + bare, url + "#top", "HTTP://" + bare, " " + url, "feed:" + url] {
            let ending = await shelf.program.run("feeds", "--fields", "url", name)
            #expect(ending.stdout == url + "\n", "\(name): \(ending)")
        }
        #expect(await shelf.program.run("list", "--count", bare).stdout == "1\n")
        #expect(await shelf.program.run("mark", "read", "--feed", bare).stdout == "1\n")
        #expect(await shelf.program.run("config", "--feed", bare, "refresh.interval", "2h").code == 0)
        #expect(await shelf.program.run("edit", bare, "--pause").code == 0)
        #expect(await shelf.program.run("refresh", bare).stderr.contains("refreshed 1 of 1 feed"))
        #expect(await shelf.program.run("rm", "--yes", bare).code == 0)
    }

    @Test func `a local feed is found by its path`() async {
        let program = await Program.withTwoFeeds()
        #expect(await program.run("feeds", "--fields", "title", "./beta.xml", "alpha.xml").stdout == "Alpha\nBeta\n")
    }

    @Test(arguments: [("daily news", "Daily News"), ("DAILY NEWS", "DAILY NEWS"), ("weekly", "The Weekly")])
    func `a title in other case comes before a part of a title`(name: String, title: String) async {
        let shelf = SubscribedProgram()
        for title in ["Daily News", "The Daily News", "DAILY NEWS", "The Weekly"] {
            await shelf.subscribe("/" + title.replacing(" ", with: ""), title: title)
        }
        await shelf.program.run("rm", "--yes", name == "daily news" ? "3" : "1")
        #expect(await shelf.program.run("feeds", "--fields", "title", name).stdout == title + "\n")
    }

    @Test func `digits never match a part of a title when something is changed`() async {
        let shelf = await SubscribedProgram.subscribed(title: "Top 3")
        #expect(await shelf.program.run("feeds", "--fields", "id", "3").stdout == "1\n")
        for words in [
            ["rm", "-y", "3"], ["edit", "3", "--pause"], ["mark", "read", "--feed", "3"],
            ["config", "--feed", "3", "refresh.interval", "2h"], ["refresh", "3"], ["backfill", "3"],
            ["view", "add", "v", "3"], ["rm", "-y", "99999999999999999999"], ["rm", "-y", " 3"],
        ] {
            let ending = await shelf.program.run(arguments: words)
            #expect(ending.code == 1)
            #expect(ending.stderr.contains("no feed"), "\(ending)")
        }
        #expect(await shelf.program.run("feeds", "--fields", "id").stdout == "1\n")
        #expect(await shelf.program.run("rm", "-y", " 1 ").code == 0)
    }

    @Test(arguments: [
        "list ADDRESS", "feeds ADDRESS", "rm --yes ADDRESS", "mark read --feed ADDRESS", "import ADDRESS",
        "add ADDRESS", "add user:s3cr3t@127.0.0.1:1/x", "add feed:user:s3cr3t@127.0.0.1:1/x", "edit ADDRESS --pause",
        "add //user:s3cr3t@127.0.0.1:1/x", "ADDRESS", "list --since ADDRESS", "config --feed ADDRESS keep.days",
        "preview ADDRESS", "help ADDRESS", "read ADDRESS", "refresh ADDRESS",
    ])
    func `no error shows a password`(line: String) async {
        let program = Program(environment: ["RSSIUM_DB": nil])
        let words = line.replacing("ADDRESS", with: "http://user:s3cr3t@127.0.0.1:1/zzz").split(separator: " ")
        let ending = await program.run(arguments: words.map(String.init))
        #expect(ending.code != 0)
        #expect(ending.stderr.contains("***@127.0.0.1:1/"), "\(ending)")
        #expect(!ending.stderr.contains("s3cr3t") && !ending.stdout.contains("s3cr3t"), "\(ending)")
    }

    @Test func `no message of an import shows a password`() async {
        let program = Program()
        let ending = await program.run("import", "-", input: "user:s3cr3t@127.0.0.1:1/x\nftp://user:s3cr3t@h/\n")
        #expect(ending.errorLines.count == 3)
        #expect(!ending.stderr.contains("s3cr3t"), "\(ending)")
    }

    @Test func `feeds with one title are told apart by their URLs, and an article's id from that of a feed`() async {
        let shelf = SubscribedProgram()
        for path in ["/a", "/b"] { await shelf.subscribe(path, title: "Blog") }
        let ending = await shelf.program.run("rm", "-y", "Blog")
        for path in ["/a", "/b"] { #expect(ending.stderr.contains(" \(shelf.server.url(path))"), "\(ending)") }
        await shelf.subscribe("/c", title: "News", ["One", "Two"])
        #expect(await shelf.program.run("list", "--count", "2").stdout == "1\n")
        let advice = "no feed 4: `rssium feeds` lists them; `rssium read 4` shows the article of this id"
        #expect(await shelf.program.run("list", "4") == .error(advice))
        for name in ["5", "+4", "+1"] {
            let ending = await shelf.program.run("list", name)
            #expect(ending.stderr.hasPrefix("rssium: no feed \(name): `rssium feeds` lists them\n"), "\(ending)")
        }
    }

    @Test func `digits that are not an id are a title`() async {
        let program = await Program.withTwoFeeds()
        #expect(await program.run("edit", "1", "--title", "2600").code == 0)
        #expect(await program.run("mark", "read", "--feed", "2600").stdout == "2\n")
        #expect(await program.run("config", "--feed", "2600", "refresh.interval", "2h").code == 0)
        #expect(await program.run("edit", "2600", "--title", "2").code == 0)
        #expect(await program.run("feeds", "2", "--fields", "url").stdout.hasSuffix("beta.xml\n"))
        #expect(await program.run("edit", "1", "--title", "2600").code == 0)
        #expect(await program.run("rm", "--yes", "2600").code == 0)
        #expect(await program.run("feeds", "--fields", "id").stdout == "2\n")
    }
}
