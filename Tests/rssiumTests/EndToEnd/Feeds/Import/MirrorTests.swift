import TestSupport
import Testing

@Suite struct MirrorTests {
    let program = Program()

    /// A home with three feeds, none of them fetched.
    private func importThree() async {
        await program.run(
            "import", "-", input: "https://a.example/ \"~A\" news\nhttps://b.example/ \"~B\" news\nhttps://c.example/\n"
        )
    }

    private func feeds() async -> String { await program.run("feeds", "--fields", "id,title,category,url").stdout }

    private let list = "https://a.example/ \"~A two\" tech\nhttps://b.example/ \"~B\" news\nhttps://d.example/ \"~D\"\n"

    @Test func `feeds are added, renamed, moved and removed, and undo takes it back in one step`() async {
        await importThree()
        let before = await feeds()
        let ending = await program.run("import", "--mirror", "-", "--yes", input: list)
        #expect(
            ending
                == .told(
                    "removed feed 3, https://c.example/, with 0 articles\n1 added, 1 changed, 1 removed, 1 unchanged\n"
                        + "`rssium refresh` fetches their articles"))
        #expect(
            await feeds()
                == "1\tA two\ttech\thttps://a.example/\n2\tB\tnews\thttps://b.example/\n4\tD\t\thttps://d.example/\n")
        #expect(await program.run("import", "--mirror", "-", input: list) == .told("3 unchanged"))
        #expect(await program.run("undo") == .told("took back import --mirror: 1 added, 1 changed, 1 removed"))
        #expect(await feeds() == before)
        #expect(await program.run("category", "--fields", "name").stdout == "news\n")
    }

    @Test func `settings are those of new feeds alone`() async {
        await importThree()
        let list = await program.run("export").stdout.replacing(
            "</body>", with: "<outline type=\"rss\" xmlUrl=\"https://d.example/\"/></body>")
        let settings = ["--set", "refresh.interval=2h", "--set", "keep.days=5"]
        let ending = await program.run(arguments: ["import", "--mirror", "-"] + settings, input: list)
        #expect(ending.stderr.hasPrefix("1 added, 3 unchanged\n"), "\(ending)")
        #expect(await program.run("feeds", "--fields", "id,interval").stdout == "1\t\n2\t\n3\t\n4\t7200\n")
        let again = await program.run(arguments: ["import", "--mirror", "-"] + settings, input: list)
        #expect(again == .told("4 unchanged"))
    }

    @Test func `the plan is printed as commands, and nothing changes`() async {
        await importThree()
        let before = await feeds()
        #expect(
            await program.run("import", "--mirror", "--dry-run", "-", input: list)
                == Program.Ending(
                    stdout: "add https://d.example/ --title D\nedit 1 --title 'A two' --category tech  # A\n"
                        + "rm 3  # https://c.example/, with 0 articles\n"))
        #expect(await feeds() == before)
    }

    @Test func `the plan has the settings of new feeds, without secrets`() async {
        let settings = ["refresh.header=X-Key: a", "refresh.header=X-B: c", "keep.days=5"].flatMap { ["--set", $0] }
        let plan = await program.run(
            arguments: ["import", "--mirror", "--dry-run", "-", "--read"] + settings, input: "https://a.example/\n")
        let headers = "--set 'refresh.header=X-Key: ***' --set 'refresh.header=X-B: c'"
        #expect(plan == .printed("add https://a.example/ --read \(headers) --set 'keep.days=5'"))
    }

    @Test func `a title that edit takes for no title is printed so that edit sets it`() async {
        await importThree()
        let list = "https://a.example/ \"~none\" news\nhttps://b.example/ \"~B\" news\nhttps://c.example/\n"
        let plan = await program.run("import", "--mirror", "--dry-run", "-", input: list).stdout
        #expect(plan == "edit 1 --title 'none '  # A\n")
        #expect(await program.run("edit", "1", "--title", "none ").code == 0)
        #expect(await program.run("feeds", "--fields", "title").lines.contains("none"))
        #expect(await program.run("import", "--mirror", "-", input: list) == .told("3 unchanged"))
    }

    @Test func `removals are asked about, and need yes without a terminal`() async {
        await importThree()
        let before = await feeds()
        program.folder.write(list, to: "urls")
        let refused = await program.run("import", "--mirror", "urls")
        #expect(refused.code == 2)
        #expect(refused.stderr.contains("--mirror would remove 1 feed, and without a terminal it needs --yes"))
        let asked = await program.runOnTerminal("import", "--mirror", "urls", typing: "n\n")
        #expect(asked.code == 1)
        #expect(asked.stdout.contains("rm 3  # https://c.example/"), "\(asked)")
        #expect(asked.stdout.contains("remove 1 feed with 0 articles? [y/N]"), "\(asked)")
        #expect(await feeds() == before)
        #expect(await program.runOnTerminal("import", "--mirror", "urls", typing: "y\n").code == 0)
        #expect(await feeds() != before)
    }

    @Test(arguments: ["htp:/a\n", "/no\0such\n"]) func `an entry that cannot be read removes nothing`(
        line: String
    ) async {
        await importThree()
        let ending = await program.run("import", "--mirror", "-", input: list + line)
        #expect(ending.code == 1)
        #expect(ending.stderr.contains("no feed is removed, because an entry of the file could not be read"))
        #expect(ending.errorLines.contains("1 added, 1 changed, 1 unchanged, 1 refused"), "\(ending)")
        #expect(await feeds().contains("c.example"))
    }

    @Test func `a list without feeds changes nothing`() async {
        await importThree()
        let said = "the file has no feeds, so --mirror changes nothing; `rssium rm` removes feeds"
        #expect(await program.run("import", "--mirror", "-", "--yes", input: "# none\n") == .error(said))
        #expect(await feeds().contains("a.example"))
    }

    @Test func `a list of which every line is refused says why`() async {
        let ending = await program.run("import", "--mirror", "-", input: "\"exec:cat x\" A\n")
        #expect(
            ending.errorLines == [
                "rssium: not imported: line 1: a program or a filter, which needs --programs",
                "rssium: the file has no feeds, so --mirror changes nothing; `rssium rm` removes feeds",
            ])
        #expect(ending.code == 1)
    }

    @Test func `the plan has the pause of a new feed, and what rm would count`() async {
        await program.subscribe("A", ["Two", "One"])
        await program.run("view", "add", "v", "A")
        await program.run("mark", "starred", "1")
        await program.run("label", "add", "later", "2")
        let opml = """
            <opml version="2.0" xmlns:rssium="https://rssium.example/opml"><body>
            <outline text="N" xmlUrl="https://n.example/" rssium:paused="true"/></body></opml>
            """
        #expect(
            await program.run("import", "--mirror", "--dry-run", "-", input: opml).lines == [
                "add https://n.example/ --title N", "edit https://n.example/ --pause",
                "rm 1  # A, with 2 articles (1 starred, 1 labeled), also from @v",
            ])
        await program.run("import", "--mirror", "--yes", "-", input: opml)
        #expect(await program.run("feeds", "--fields", "state").stdout == "paused\n")
    }

    @Test func `with programs, a filter of the list replaces another one, and no filter takes none off`() async {
        let list = "\"filter:cat:https://a.example/\"\n"
        await program.run("import", "-", "--programs", input: list)
        let other = "\"filter:tac -s x:https://a.example/\"\n"
        #expect(
            await program.run("import", "--mirror", "-", "--programs", "--dry-run", input: other).stdout
                == "edit 1 --filter 'tac -s x'  # https://a.example/\n")
        for (input, said) in [(other, "1 changed"), (other, "1 unchanged"), ("https://a.example/\n", "1 unchanged")] {
            #expect(await program.run("import", "--mirror", "-", "--programs", input: input) == .told(said))
        }
        #expect(await program.run("import", "--mirror", "-", input: "https://a.example/\n") == .told("1 unchanged"))
    }

    @Test func `queries of newsboat do not keep feeds from being removed`() async {
        await importThree()
        let ending = await program.run(
            "import", "--mirror", "-", "--yes", input: list + "\"query:Unread:unread = \\\"yes\\\"\"\n")
        #expect(ending.code == 1)
        #expect(ending.errorLines.contains("1 added, 1 changed, 1 removed, 1 unchanged, 1 refused"), "\(ending)")
    }

    @Test func `programs are left alone unless they are given`() async {
        let one = SubscribedProgram.rss("Made", ["One"])
        program.folder.write(one, to: "made.xml")
        await importThree()
        await program.run("add", "--exec", "cat \(program.folder.path)/made.xml")
        #expect(await program.run("import", "--mirror", "-", "--yes", input: list).code == 0)
        #expect(await feeds().contains("Made"))
        let ending = await program.run("import", "--mirror", "-", "--yes", "--programs", input: list)
        #expect(ending.stderr.contains("removed feed 4, Made, with 1 article"), "\(ending)")
    }

    @Test func `spaces within programs and XPaths come back from an export`() async {
        let programs = "\"exec:echo 'a  b'\"\n\"filter:sed 's/a  b/c/':https://f.example/\"\nhttps://q.example/\n"
        await program.run("import", "--programs", "-", input: programs)
        await program.run("edit", "3", "--items", "//li[.=\"a  b\tc\"]")
        let list = await program.run("export", "--programs").stdout
        #expect(await program.run("import", "--mirror", "--programs", "-", input: list) == .told("3 unchanged"))
        // An editor may have wrapped the attribute.
        let wrapped = list.replacing("echo 'a", with: "echo\n'a")
        #expect(await program.run("import", "--mirror", "--programs", "-", input: wrapped) == .told("3 unchanged"))
        let other = Program()
        await other.run("import", "--programs", "-", input: list)
        #expect(await other.run("export", "--programs").stdout == list)
    }

    @Test func `a file of export says everything about its feeds, and another file only titles and categories`() async {
        await importThree()
        await program.run("edit", "1", "--interval", "2h", "--favorite", "--full-text", "--items", "//article")
        let all = await program.run("export").stdout
        await program.run(
            "edit", "1", "--interval", "none", "--no-favorite", "--no-full-text", "--pause", "--items", "none")
        await program.run("edit", "2", "--pause")
        let plan = "edit 1 --interval 2h --favorite --full-text --resume --items //article  # A\nedit 2 --resume  # B\n"
        #expect(await program.run("import", "--mirror", "--dry-run", "-", input: all).stdout == plan)
        #expect(await program.run("import", "--mirror", "-", input: all) == .told("2 changed, 1 unchanged"))
        #expect(await program.run("export").stdout == all)
        let others = all.replacing("xmlns:rssium", with: "xmlns:other").replacing("rssium:", with: "other:")
        await program.run("edit", "1", "--interval", "3h")
        #expect(await program.run("import", "--mirror", "-", input: others) == .told("3 unchanged"))
    }

    @Test func `a feed that has moved is known by its first URL, unless the list has both`() async {
        await importThree()
        await program.run("edit", "3", "--url", "https://moved.example/", "--force")
        let first = "https://a.example/ \"~A\" news\nhttps://b.example/ \"~B\" news\nhttp://www.c.example/\n"
        #expect(await program.run("import", "--mirror", "-", input: first) == .told("3 unchanged"))
        let both = first + "https://moved.example/\n"
        #expect(
            await program.run("import", "--mirror", "--dry-run", "-", input: both).stdout
                == "add http://www.c.example/\n")
        let tracked = first.replacing("c.example/", with: "c.example/?utm_source=x")
        #expect(await program.run("import", "--mirror", "-", input: tracked) == .told("3 unchanged"))
    }

    @Test(arguments: ["http://c.example", "https://www.c.example/?utm_source=x", "http://www.c.example?utm_source=x"])
    func `an address that differs only in what does not count is the same feed`(url: String) async {
        await importThree()
        let list = "https://a.example/ \"~A\" news\nhttps://b.example/ \"~B\" news\n\(url)\n"
        #expect(await program.run("import", "--mirror", "-", input: list) == .told("3 unchanged"))
    }

    @Test func `of two feeds of the list that differ only so, the one that is not here is added`() async {
        await importThree()
        let list =
            "https://a.example/ \"~A\" news\nhttps://b.example/ \"~B\" news\nhttps://c.example/\n"
            + "https://www.c.example/\n"
        #expect(
            await program.run("import", "--mirror", "--dry-run", "-", input: list).stdout
                == "add https://www.c.example/\n")
        await program.run("import", "--mirror", "-", input: list)
        #expect(await feeds().contains("https://www.c.example/"))
    }

    @Test(arguments: [
        ["http://www.e.example/f", "https://www.e.example/f"], ["https://e.example/f/", "http://e.example/f/"],
        ["https://e.example/f", "http://www.e.example/f"],
    ]) func `two feeds that differ in the scheme alone stay, however a list writes them`(urls: [String]) async {
        await program.run("import", "-", input: "https://e.example/f \"~One\"\nhttp://e.example/f \"~Two\"\n")
        let list = urls.map { "\($0) \"~\($0.hasPrefix("https") ? "One" : "Two")\"\n" }.joined()
        #expect(await program.run("import", "--mirror", "-", input: list) == .told("2 unchanged"))
    }

    @Test(arguments: [
        "<!-- note <outline text='B' xmlUrl='https://b.example/'/>", "<outlnie text='B' xmlUrl='https://b.example/'/>",
        "<<<<<<< HEAD",
    ]) func `OPML that hides a feed removes nothing`(part: String) async {
        await importThree()
        let opml = "<opml version='2.0'><body><outline text='A' xmlUrl='https://a.example/'/>\(part)</body></opml>"
        let ending = await program.run("import", "--mirror", "-", "--yes", input: opml)
        #expect(ending.code == 1)
        #expect(await feeds().contains("b.example"), "\(ending)")
    }

    @Test func `a conflict outside of the document, or at the start of a list, removes nothing`() async {
        await importThree()
        let opml = "<opml version='2.0'><body><outline text='A' xmlUrl='https://a.example/'/></body></opml>\n"
        let lists = [
            "<<<<<<< HEAD\n=======\n>>>>>>> b\n" + opml, opml + "<<<<<<< HEAD\n=======\n>>>>>>> b\n",
            "<<<<<<< HEAD\nhttps://a.example/\n=======\n>>>>>>> b\nhttps://d.example/\n",
        ]
        for list in lists {
            let ending = await program.run("import", "--mirror", "-", "--yes", input: list)
            #expect(ending.code == 1 && ending.stderr.contains("no feed is removed"), "\(ending)")
            #expect(await feeds().contains("b.example"))
        }
        #expect(await feeds().contains("d.example"))
    }

    @Test func `a category is for new feeds, and a title that is the feed's own stays`() async {
        program.folder.write(SubscribedProgram.rss("Own", ["One"]), to: "own.xml")
        await program.run("add", "./own.xml")
        await program.run("edit", "1", "--title", "Own")
        let list = program.folder.path + "/own.xml\nhttps://new.example/?utm_source=x\n"
        #expect(
            await program.run("import", "--mirror", "--dry-run", "--category", "C", "-", input: list).stdout
                == "add 'https://new.example/?utm_source=x' --category C\n")
        #expect(
            await program.run("import", "--mirror", "-", input: program.run("export").stdout) == .told("1 unchanged"))
        for said in ["1 added, 1 unchanged", "2 unchanged"] {
            let ending = await program.run("import", "--mirror", "--category", "C", "-", input: list)
            #expect(ending.errorLines.first == said, "\(ending)")
            #expect(await program.run("feeds", "--fields", "category").lines.sorted() == ["", "C"])
        }
        await program.run("import", "--mirror", "-", input: list)
        #expect(await program.run("feeds", "--fields", "category").lines == ["", ""])
        let plain = program.folder.path + "/own.xml\nhttps://new.example/\n"
        #expect(await program.run("import", "--mirror", "-", input: plain) == .told("2 unchanged"))
    }

    @Test func `undo keeps an added feed of which an article is starred`() async {
        program.folder.write(SubscribedProgram.rss("New", ["One"]), to: "new.xml")
        await importThree()
        await program.run("rule", "add", "One", "--star")
        let urls = list + program.folder.path + "/new.xml\n"
        await program.run("import", "--mirror", "-", "--yes", "--refresh", input: urls)
        let ending = await program.run("undo")
        #expect(ending.stderr.contains("feed 5, New, has starred or labeled articles, and stays"), "\(ending)")
        #expect(await program.run("feeds", "--fields", "id").stdout == "1\n2\n3\n5\n")
    }
}
