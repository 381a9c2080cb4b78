import TestSupport
import Testing

@testable import FeedStore

/// `rssium import --from`, with files made the way these readers write them.
@Suite struct ReaderImportTests {
    private let server = FeedServer()
    private let program = Program()
    private var folder: TemporaryFolder { program.folder }
    private var news: String { server.url("/news.xml") }

    init() { server.serve("/news.xml", harbour()) }

    private func harbour(more: String = "") -> Answer {
        .document(
            """
            <rss version="2.0"><channel><title>Harbour News</title>
            <item><title>Ferry</title><link>https://h.example/ferry</link><guid>tag:1</guid>
            <pubDate>Mon, 16 Nov 2020 08:00:00 GMT</pubDate></item>
            <item><title>Crane</title><link>https://h.example/crane</link>
            <pubDate>Tue, 17 Nov 2020 08:00:00 GMT</pubDate></item>
            <item><title>Storm</title><link>https://h.example/storm</link><guid>https://h.example/storm</guid>
            <pubDate>Wed, 18 Nov 2020 08:00:00 GMT</pubDate></item>
            <item><title>Umbrella</title><description>Found.</description>
            <pubDate>Thu, 19 Nov 2020 08:00:00 GMT</pubDate></item>\(more)
            </channel></rss>
            """)
    }

    private func flags() async -> [String] {
        await program.run("list", "--all", "--sort", "title", "--fields", "title,flags").lines
    }

    private func writeNewsboat(_ items: String, urls: String? = nil) throws {
        folder.write(urls ?? "\(news) \"~Harbour\" News local\n", to: "urls")
        let path = folder.write("", to: "cache.db")
        try Database(path: path, access: .readWrite).execute(NewsboatSample.tables + items)
    }

    private func item(
        _ guid: String, _ title: String, link: String = "", unread: Int = 0, flags: String = "", deleted: Int = 0
    ) -> String {
        NewsboatSample.item(guid, title, of: news, link: link, unread: unread, flags: flags, deleted: deleted)
    }

    // MARK: newsboat

    @Test func `further tags and queries of newsboat become views`() async throws {
        let urls = """
            \(news) "~Harbour" News local
            https://b.example/ "~B" local
            "query:Unread local:unread = \\"yes\\" and tags # \\"local\\" and title =~ \\"storm\\""
            "query:Old ones:age != 30 and tags # \\"News\\""

            """
        try writeNewsboat("", urls: urls)
        let ending = await program.run("import", "--from", "newsboat", ".")
        #expect(ending.code == 1)
        #expect(
            ending.errorLines.contains(
                "rssium: not imported: line 4: no filter says what this query does; "
                    + "the nearest view is `rssium view add Old-ones --all 1`"), "\(ending)")
        #expect(ending.errorLines.contains("saved 2 views: @local, @Unread-local"), "\(ending)")
        #expect(!ending.stderr.contains("further tag"))
        let views = await program.run("view", "--fields", "name,filters").stdout
        #expect(views == "local\tHarbour B\nUnread-local\t--unread --search title:/storm/ Harbour B\n")
        #expect(await program.run("import", "--from", "newsboat", ".").stderr.contains("saved") == false)
    }

    @Test func `views are one step of undo, have names of their own, and what cannot be one is said`() async throws {
        let urls = """
            \(news) "~Harbour" News "my tag" my-tag
            "query:Bad:title =~ \\"(open\\""

            """
        try writeNewsboat("", urls: urls)
        let ending = await program.run("import", "--from", "newsboat", ".")
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("not imported: line 2: not a regular expression"), "\(ending)")
        #expect(await program.run("view", "--fields", "name").stdout == "my-tag\nmy-tag-2\n")
        #expect(await program.run("undo", "list", "--fields", "what").stdout == "import: 2 views\n")
    }

    @Test func `what newsboat has as read and flagged is so when the refresh brings the articles`() async throws {
        try writeNewsboat(
            item("tag:1", "Ferry", link: "https://h.example/ferry")
                + item(
                    "https://h.example/craneTue, 17 Nov", "Crane", link: "https://h.example/crane", unread: 1,
                    flags: "a")
                + item("https://h.example/storm", "Storm", link: "https://h.example/storm")
                + item("Umbrella", "Umbrella")
                + NewsboatSample.item("x", "Elsewhere", of: "https://gone.example/", link: "", unread: 0))
        let ending = await program.run("import", "--from", "newsboat", ".")
        #expect(
            ending
                == Program.Ending(
                    stderr: """
                        1 feed added, 0 present, 0 refused, 1 new category
                        saved 1 view: @local
                        from ./cache.db: 3 articles read, 1 starred; 4 wait for the refresh that brings them
                        not imported: marks of 1 article of feeds that were not imported, or are not on the web
                        newsboat keeps all articles, so keep.articles is now none; `rssium config --unset \
                        keep.articles` lets refresh remove old ones
                        `rssium refresh` fetches their articles

                        """))
        #expect(await program.run("refresh").code == 0)
        #expect(await flags() == ["Crane\tUS", "Ferry\t-", "Storm\t-", "Umbrella\t-"])
        #expect(await program.run("feeds", "--fields", "title,category").stdout == "Harbour\tNews\n")
        #expect(await program.run("doctor").code == 0)
        #expect(await program.run("config", "keep.articles").stdout == "none\n")
    }

    @Test func `a limit that the user has set stays`() async throws {
        try writeNewsboat(item("tag:1", "Ferry", link: "https://h.example/ferry"))
        await program.run("config", "keep.articles", "50")
        #expect(await !program.run("import", "--from", "newsboat", ".").stderr.contains("keeps all articles"))
        #expect(await program.run("config", "keep.articles").stdout == "50\n")
    }

    @Test func `marks of articles that are here apply at once, and what was decided here stays`() async throws {
        await program.run("add", news)
        await program.run("mark", "unread", "1")
        await program.run("mark", "read", "1")
        await program.run("mark", "unread", "1")
        let first = await program.run("list", "--all", "--fields", "id,title").lines.first { $0.hasPrefix("1\t") }
        #expect(first == "1\tFerry")
        try writeNewsboat(
            item("tag:1", "Ferry", link: "https://h.example/ferry")
                + item("https://h.example/storm", "Storm", link: "https://h.example/storm", unread: 1, deleted: 1))
        let ending = await program.run("import", "--from", "newsboat", "./urls")
        #expect(ending.code == 0 && ending.stderr.contains("from ./cache.db: 1 article read\n"), "\(ending)")
        #expect(await flags() == ["Crane\tU", "Ferry\tU", "Storm\t-", "Umbrella\tU"])
        await program.run("mark", "unread", "3")
        await program.run("import", "--from", "newsboat", ".")
        #expect(await flags() == ["Crane\tU", "Ferry\tU", "Storm\tU", "Umbrella\tU"])
    }

    @Test func `a deleted article does not come`() async throws {
        try writeNewsboat(item("tag:1", "Ferry", link: "https://h.example/ferry", unread: 1, deleted: 1))
        let ending = await program.run("import", "--from", "newsboat", ".", "--refresh")
        #expect(ending.code == 0 && ending.stderr.contains("0 articles read, 1 deleted; 1 waits"))
        #expect(await flags() == ["Crane\tU", "Storm\tU", "Umbrella\tU"])
    }

    @Test func `programs come only where the user says so`() async throws {
        let urls = "exec:./x.sh tag\nfilter:./f.sh:\(news)\n\"query:New:unread = \\\"yes\\\"\"\n"
        try writeNewsboat("", urls: urls)
        let refused = await program.run("import", "--from", "newsboat", ".")
        #expect(refused.code == 1 && refused.stderr.contains("0 feeds added, 0 present, 2 refused"))
        let taken = await program.run("import", "--from", "newsboat", "./urls", "--programs")
        #expect(taken.code == 0 && taken.stderr.contains("2 feeds added, 0 present, 0 refused"))
    }

    @Test func `a program comes back from an export as the same feed, however it is quoted`() async {
        let script = program.folder.write("echo '<rss><channel><title>A</title></channel></rss>'", to: "feed.sh")
        for arguments in ["\"it's\" || x", "\\; '~/a'", "~/a '' $x"] {
            #expect(await program.run("add", "--exec", "sh \(script) \(arguments)").code == 0)
        }
        for format in ["urls", "opml"] {
            let list = await program.run("export", "--format", format, "--programs").stdout
            let ending = await program.run("import", "--programs", "-", input: list)
            #expect(ending.errorLines == ["0 feeds added, 3 present, 0 refused"])
        }
    }

    @Test func `the usual places are found, and none of the files is changed`() async throws {
        #expect(await program.shell("mkdir -p .newsboat .config/newsboat .local/share/newsboat").code == 0)
        try writeNewsboat(item("tag:1", "Ferry"))
        #expect(
            await program.shell("mv urls cache.db .newsboat && chmod 400 .newsboat/* && md5sum .newsboat/* >sums").code
                == 0)
        #expect(
            await program.run("import", "--from", "newsboat").stderr.contains("/.newsboat/cache.db: 1 article read"))
        #expect(await program.shell("md5sum -c --quiet sums && ls .newsboat") == .printed("cache.db\nurls"))
        folder.write("https://b.example/\n", to: ".config/newsboat/urls")
        let modern = await program.run("import", "--from", "newsboat")
        #expect(modern.stderr.contains("1 feed added"))
        #expect(modern.stderr.contains("there is no \(folder.path)/.local/share/newsboat/cache.db, so no marks"))
    }

    @Test func `files that are missing or no one's are one line, and nothing is stored`() async {
        for reader in ["newsboat", "sfeed", "rss2email"] {
            let ending = await program.run("import", "--from", reader)
            #expect(ending.code == 1 && ending.errorLines.count == 1, "\(ending)")
            #expect(ending.stderr.hasPrefix("rssium: cannot read \(folder.path)/."))
            let old = "no such file, and no \(folder.path)/.newsboat/urls; "
            #expect(ending.stderr.contains(old) == (reader == "newsboat"), "\(ending)")
        }
        let empty = "--from sfeed expects a folder or a list, not ''; see rssium help import"
        #expect(await program.run("import", "--from", "sfeed", "") == .error(empty, 2))
        folder.write([0, 1, 2, 0], to: "urls")
        #expect(await program.run("import", "--from", "newsboat", ".").errorLines.count == 1)
        #expect(await program.run("feeds").stderr.contains("there is no database"))
    }

    @Test func `feeds come even where the cache is broken`() async {
        folder.write("\(news)\n", to: "urls")
        folder.write(String(repeating: "no database ", count: 100), to: "cache.db")
        let ending = await program.run("import", "--from", "newsboat", ".")
        #expect(ending.code == 1 && ending.stderr.contains("1 feed added"))
        #expect(ending.stderr.contains("rssium: cannot read ./cache.db: it is not a database\n"))
    }

    // MARK: sfeed

    @Test func `articles in sfeed's urls file are read`() async {
        #expect(await program.shell("mkdir -p .sfeed/feeds").code == 0)
        folder.write("feeds() {\n\tfeed \"Harbour/North\" \"\(news)\"\n\tfeed x \"$y\"\n}\n", to: ".sfeed/sfeedrc")
        folder.write(
            "1\tFerry\thttps://h.example/ferry\tLater.\thtml\ttag:1\t\t\t\n"
                + "2\tCrane\thttps://h.example/crane\tBlue.\thtml\t\t\t\t\n",
            to: ".sfeed/feeds/Harbour_North")
        folder.write("https://h.example/ferry\nhttps://h.example/crane\nhttps://old.example/\n", to: ".sfeed/urls")
        let ending = await program.run("import", "--from", "sfeed", "--refresh")
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("not imported: line 3: a shell makes its address, and import runs no shell"))
        #expect(ending.stderr.contains(".sfeed/urls: 2 articles read; 2 wait"))
        #expect(ending.stderr.contains("not imported: 1 read link that no feed's file in"))
        #expect(await flags() == ["Crane\t-", "Ferry\t-", "Storm\tU", "Umbrella\tU"])
        #expect(await program.run("feeds", "--fields", "title").stdout == "Harbour/North\n")
    }

    @Test func `a file of sfeed that cannot be read is named, and the others are read`() async {
        #expect(await program.shell("mkdir -p .sfeed/feeds/a && mkfifo .sfeed/feeds/z").code == 0)
        folder.write(
            "feed a https://a.example/\nfeed z https://z.example/\nfeed Harbour \(news)\n", to: ".sfeed/sfeedrc")
        folder.write("1\tFerry\thttps://h.example/ferry\t\t\ttag:1\t\t\t\n", to: ".sfeed/feeds/Harbour")
        folder.write("https://h.example/ferry\n", to: ".sfeed/urls")
        let ending = await program.run("import", "--from", "sfeed")
        #expect(ending.code == 1 && ending.stderr.contains("3 feeds added, 0 present, 0 refused"))
        #expect(ending.stderr.contains(".sfeed/urls: 1 article read; 1 waits"))
        #expect(ending.stderr.contains("it is a folder"))
    }

    // MARK: rss2email

    @Test func `what rss2email has mailed is not mailed again`() async {
        folder.write(
            "[DEFAULT]\nto = ann@example.org\n\n[feed.harbour]\nurl = \(news)\nto = bob@example.org\n",
            to: "rss2email.cfg")
        let hash = "0b06de181101ca4440d052025887c3bfd4bc101f"
        folder.write(
            """
            {"version": 2, "feeds": [{"name": "harbour", "etag": null, "modified": null, "seen":
            {"\(hash)": {"hash": "\(hash)"}, "tag:1": {"hash": "604cf31f4380b97b911a42c68529cfaf6f49f695"}}}]}
            """, to: "rss2email.json")
        server.serve("/news.xml", harbour(more: "<item><title>Lamp</title><description>No date.</description></item>"))
        // Between the crane and the umbrella.
        #expect(await program.shell("touch -d '2020-11-18 12:00 UTC' rss2email.json").code == 0)
        let ending = await program.run("import", "--from", "rss2email", ".", "--refresh")
        #expect(
            ending.code == 0
                && ending.stderr.contains("1 more article mailed, and of 1 feed those without a guid up to"))
        #expect(ending.stderr.contains("not imported: the receivers of 1 feed (to)"))
        let subjects = { (text: String) in text.split(separator: "\n").filter { $0.hasPrefix("Subject: ") } }
        #expect(subjects(await program.run("mail", "--print", "--peek", "-n", "1").stdout) == ["Subject: Storm"])
        let digest = await program.run("mail", "--print", "--peek", "--digest").stdout
        #expect(
            digest.contains("Storm") && digest.contains("Umbrella") && !digest.contains("Ferry")
                && !digest.contains("Crane"))
        #expect(subjects(await program.run("mail", "--print", "-n", "1").stdout) == ["Subject: Storm"])
        #expect(subjects(await program.run("mail", "--print").stdout) == ["Subject: Umbrella"])
        #expect(await program.run("mail", "--print").stdout == "")
        #expect(await program.run("list", "--count").stdout == "5\n")
    }

    @Test func `the sender of rss2email is taken over, and what else it says of sending is named`() async {
        let config = """
            [DEFAULT]
            from = bot@mysite.example
            digest = True
            sendmail = /opt/msmtp
            email-protocol = smtp
            [feed.harbour]
            url = \(news)
            from = harbour@mysite.example

            """
        folder.write(config, to: "rss2email.cfg")
        let ending = await program.run("import", "--from", "rss2email", ".")
        #expect(ending.code == 0)
        #expect(
            ending.errorLines.contains("mail.from is now bot@mysite.example, as from in ./rss2email.cfg"), "\(ending)")
        let keys = "digest, sendmail, email-protocol, from of a feed"
        #expect(ending.stderr.contains("not imported: \(keys); the options --digest,"), "\(ending)")
        #expect(await program.run("config", "mail.from").stdout == "bot@mysite.example\n")
        #expect(await !program.run("import", "--from", "rss2email", ".").stderr.contains("bot@mysite.example"))
        await program.run("config", "mail.from", "me@mysite.example")
        let again = await program.run("import", "--from", "rss2email", ".")
        #expect(again.stderr.contains("not imported: from = bot@mysite.example; `rssium config mail.from ADDRESS`"))
        #expect(await program.run("config", "mail.from").stdout == "me@mysite.example\n")
    }

    @Test func `what rss2email itself writes about sending is not named`() async {
        folder.write(
            "[DEFAULT]\nfrom = user@rss2email.invalid\ndigest = False\nsendmail = /usr/sbin/sendmail\n"
                + "email-protocol = sendmail\n[feed.harbour]\nurl = \(news)\n", to: "rss2email.cfg")
        let ending = await program.run("import", "--from", "rss2email", ".")
        #expect(ending.code == 0 && !ending.stderr.contains("not imported"), "\(ending)")
        #expect(await program.run("config", "mail.from").stdout == "rssium@localhost\n")
    }
}
