import TestSupport
import Testing

/// `rssium export`.
@Suite struct ExportTests {
    private func shelf() async -> SubscribedProgram {
        let shelf = SubscribedProgram()
        let more = "<description>It's</description><language>en</language><image><url>/i.png</url></image>"
        shelf.server.serve("/a.xml", .feed("A <&> \"B\" 日本", [], more: more))
        shelf.server.serve("/b.xml?x=1&y=2", .feed("B", []))
        await shelf.program.run("category", "add", "Empty <&>", "--color", "red")
        await shelf.program.run("category", "add", "Zoo & more", "--color", "#cc3300")
        await shelf.program.run("category", "add", "In between")
        await shelf.program.run("add", shelf.server.url("/a.xml"), "--category", "Zoo & more", "--interval", "15m")
        await shelf.program.run(
            "add", shelf.server.url("/b.xml?x=1&y=2"), "--title", "My \\ \"B\"", "--category", "~Apes", "--favorite",
            "--full-text")
        await shelf.program.run("edit", "2", "--pause")
        await shelf.program.run("category", "add", "Empty, too")
        await shelf.program.run("add", shelf.server.url("/b.xml?x=1&y=2").replacing("://", with: "://me:secret@"))
        return shelf
    }

    @Test func `an export imports to the same subscriptions`() async throws {
        let shelf = await shelf()
        let others = "https://z.example/ \"~My\"\nhttps://y.example/ \"~My\"\nhttps://x.example/ \"~My\""
        await shelf.program.run("import", "-", input: others)
        let opml = await shelf.program.run("export")
        #expect(opml.code == 0 && opml.stderr.isEmpty)
        let other = Program()
        #expect(await other.run("import", "-", input: opml.stdout).code == 0)
        #expect(await other.run("export").stdout == opml.stdout)
        let sql = """
            SELECT json_array(url, nickname, own_title, site, summary, interval, favorite, paused, full_text, language, icon)
            FROM feed ORDER BY url
            """
        #expect(try other.ask(sql) == shelf.ask(sql))
        for attribute in ["language=\"en\"", "rssium:icon=", "rssium:paused=\"true\""] {
            #expect(opml.stdout.contains(attribute))
        }
        let categories = "SELECT json_array(name, color, position) FROM category ORDER BY position"
        #expect(try other.ask(categories) == shelf.ask(categories))
    }

    @Test func `an export for newsboat imports with the user's titles and categories`() async throws {
        let shelf = await shelf()
        let urls = await shelf.program.run("export", "--format", "urls")
        #expect(
            urls.stdout == """
                \(shelf.server.url("/a.xml")) "Zoo & more"
                \(shelf.server.url("/b.xml?x=1&y=2")) " ~Apes" "~My \\\\ \\"B\\""

                """)
        let other = Program()
        #expect(await other.run("import", "-", input: urls.stdout).code == 0)
        #expect(await other.run("export", "--format", "urls").stdout == urls.stdout)
    }

    @Test func `an empty store exports an empty list, and secrets are never exported`() async {
        let program = Program(environment: ["RSSIUM_DB": nil])
        let empty = await program.run("export")
        #expect(empty.code == 0 && empty.stdout.contains("<body>") && !empty.stdout.contains("outline"))
        #expect(await program.run("export", "--format", "urls") == .silent)
        #expect(await program.run("import", "-", input: empty.stdout).code == 0)
        await program.run("import", "-", input: "https://me:secret@a.example/")
        let ending = await program.run("export")
        #expect(!ending.stdout.contains("secret") && ending.stderr == "not exported: the password of 1 feed\n")
        #expect(ending.stdout.contains("xmlUrl=\"https://a.example/\""))
    }

    @Test(arguments: ["opml", "urls"])
    func `a user name is kept where a command has the password, else it may be a token`(format: String) async {
        let program = Program()
        await program.run("import", "-", input: "https://ann%40x.example@a.example/feed\nhttps://b.example/\n")
        let bare = await program.run("export", "--format", format)
        #expect(!bare.stdout.contains("ann") && bare.stderr == "not exported: the password of 1 feed\n")
        await program.run("config", "refresh.password-command", "echo secret")
        let ending = await program.run("export", "--format", format)
        #expect(ending.stdout.contains("https://ann%40x.example@a.example/feed") && ending.stderr.isEmpty)
        let other = Program()
        await other.run("config", "refresh.password-command", "echo secret")
        await other.run("import", "-", input: ending.stdout)
        #expect(await other.run("export", "--format", format) == ending)
        #expect(await other.run("import", "--mirror", "-", "-y", input: ending.stdout).stderr == "2 unchanged\n")
        #expect(
            await other.run("feeds", "--fields", "title,url").stdout
                == program.run("feeds", "--fields", "title,url").stdout)
        let state = await program.run("export", "--format", "state")
        #expect(state.stdout.contains("{\"feed\":\"a.example/feed\"") && !state.stdout.contains("ann"))
    }
}
