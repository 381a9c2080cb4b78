import TestSupport
import Testing

@Suite struct UndoCommandTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test func `a rule comes back where no category exists`() async {
        let program = Program()
        await program.run("rule", "add", "x", "--star")
        await program.subscribe("A", [])
        await program.run("rule", "add", "x", "--star")
        await program.run("rule", "rm", "1")
        #expect(await program.run("undo").code == 0)
        #expect(await program.run("rule", "--fields", "query").stdout == "x\n")
    }

    @Test func `feeds return to a category that was made again`() async {
        await program.run("category", "rm", "News", "--yes")
        program.folder.write(SubscribedProgram.rss("Gamma", []), to: "c.xml")
        await program.run("add", "./c.xml", "--category", "news")
        let undone = await program.run("undo", "--yes")
        #expect(undone.code == 0 && undone.stderr.contains("took back category rm"), "\(undone)")
        #expect(
            await program.run("feeds", "--fields", "title,category").lines == ["Alpha\t", "Beta\tnews", "Gamma\tnews"])
        #expect(await program.run("doctor").code == 0)
    }

    @Test func `undo says what it took back, one command after another`() async {
        await program.run("mark", "read", "1", "2")
        await program.run("label", "add", "later", "3")
        await program.run("edit", "1", "--title", "Mine", "--interval", "2h")
        await program.run("category", "edit", "News", "--name", "Press")
        await program.run("mark", "deleted", "4")
        await program.run("rm", "--yes", "1")
        #expect(await program.run("undo").stderr == "took back rm: feed 1, Mine, with 2 articles\n")
        #expect(await program.run("undo").stderr == "took back mark deleted: 1 article\n")
        #expect(await program.run("undo").stderr == "took back category edit: Press\n")
        #expect(await program.run("undo").stderr == "took back edit: feed 1, Alpha\n")
        #expect(await program.run("undo").stderr == "took back label add later: 1 article\n")
        #expect(await program.run("undo").stderr == "took back mark read: 2 articles\n")
        #expect(await program.run("undo") == .error("nothing to take back"))
        #expect(
            await program.run("feeds", "--fields", "id,unread,articles,title,category,interval").stdout
                == "1\t2\t2\tAlpha\t\t\n2\t2\t2\tBeta\tNews\t\n")
        #expect(
            await program.run("list", "--search", "text", "--fields", "id").stdout.split(separator: "\n").count == 4)
        #expect(await program.run("doctor").code == 0)
    }

    @Test func `undo list shows the commands in every format, the last one first`() async {
        await program.run("mark", "starred", "1")
        await program.run("category", "add", "Old")
        #expect(
            await program.run("undo", "list", "--fields", "id,what").stdout
                == "2\tcategory add: Old\n1\tmark starred: 1 article\n")
        let line = await program.run("undo", "list", "--format", "jsonl").stdout
        #expect(line.hasPrefix(#"{"id":2,"when":"20"#) && line.contains(#","what":"category add: Old"}"#))
        #expect(await program.runOnTerminal("undo", "list").stdout.contains("just now"))
        #expect(await program.run("undo", "list").stdout.split(separator: "\n").count == 2)
    }

    @Test func `a feed that was subscribed to again makes room for the one that comes back`() async {
        await program.run("mark", "starred", "1")
        await program.run("rm", "--yes", "1")
        await program.run("add", "./alpha.xml")
        #expect(
            await program.run("undo", "--yes").errorLines == [
                "took back rm: feed 1, Alpha, with 2 articles",
                "feed 3, which has had its URL since, has made room for it",
            ])
        let listed = await program.run("list", "--all", "--feed", "1", "--fields", "id,flags").lines
        #expect(listed.sorted() == ["1\tUS", "2\tU"])
        #expect(await program.run("feeds", "--fields", "id").stdout == "1\n2\n")
        #expect(await program.run("doctor").code == 0)
    }

    @Test func `stars of before the removal, which the new feed has got, do not keep the old one away`() async {
        let shelf = await SubscribedProgram.subscribed("/a.xml", title: "A", ["One", "Two"])
        await shelf.program.run("mark", "starred", "1")
        await shelf.program.run("rm", "--yes", "1")
        await shelf.program.run("add", shelf.server.url("/a.xml"))
        #expect(await shelf.program.run("list", "--starred", "--count").stdout == "1\n")
        #expect(await shelf.program.run("undo", "--yes").code == 0)
        #expect(await shelf.program.run("list", "--starred", "--fields", "id").stdout == "1\n")
    }

    @Test func `a feed whose URL another has now, with stars, is named, and nothing is said to be back`() async {
        await program.run("rule", "add", "new", "--star")
        await program.run("rm", "--yes", "1")
        await program.run("add", "./alpha.xml")
        let why = "feed 1, Alpha, cannot come back: feed 3 has its URL now, and starred or labeled articles"
        #expect(await program.run("undo", "--yes") == .error(why))
    }

    @Test func `what read has marked is one step, and a refresh is none`() async {
        await program.run("read", "1", "2")
        await program.run("open", "--print", "3")
        await program.run("refresh")
        #expect(await program.run("undo").stderr == "took back read: 2 articles\n")
        #expect(await program.run("list", "--count").stdout == "4\n")
        #expect(await program.run("undo").code == 1)
        #expect(await program.run("undo", "list") == .silent)
    }

    @Test func `an article that has changed since stays`() async throws {
        await program.run("mark", "starred", "1", "2")
        try program.alter("UPDATE article SET starred = 0 WHERE id = 1")
        #expect(
            await program.run("undo").stderr
                == "took back mark starred: 2 articles; 1 article changed since, and stays\n")
    }

    @Test func `what was removed a week ago, or before prune, does not come back`() async {
        await program.run("mark", "starred", "3")
        await program.run("rm", "--yes", "1")
        await program.run("mark", "deleted", "3")
        let notice = "undo can no longer bring back what rm and mark deleted removed\n"
        #expect(await program.run("prune", "--dry-run").stderr.contains("undo could no longer"))
        #expect(await program.run("prune").stderr == "nothing to remove\n" + notice)
        #expect(await program.run("prune").stderr == "nothing to remove\n")
        let ending = await program.run("undo")
        #expect(ending.code == 2)
        #expect(
            ending.stderr.hasPrefix(
                "rssium: the last change cannot be taken back (mark deleted: 1 article); the one before it is mark starred"
            ))
        #expect(
            await program.run("undo", "--yes").stderr
                == "took back mark starred: 1 article; 1 article is gone\n")
        #expect(await program.run("undo").code == 1)
    }

    @Test func `rules, views and renamed labels come back`() async {
        await program.run("rule", "add", "old", "--label", "later")
        await program.run("rule", "add", "new", "--feed", "Alpha", "--star")
        await program.run("label", "add", "later", "1", "2")
        await program.run("view", "add", "v", "--label", "LATER")
        func state() async -> String {
            var text = ""
            for words in [["rule"], ["view", "--fields", "name,filters"], ["label"]] {
                text += await program.run(arguments: words).stdout
            }
            return text
        }
        let steps: [(words: [String], what: String)] = [
            (["label", "rename", "Later", "soon"], "label rename Later soon: 2 articles"),
            (["view", "edit", "v", "Beta", "--name", "w"], "view edit: w"),
            (["view", "rm", "w"], "view rm: w"),
            (["view", "add", "V", "Alpha"], "view add: V"),
            (["rule", "rm", "2"], "rule rm: 2, new"),
            (["rule", "add", "x", "--category", "News", "--drop"], "rule add: 3, x"),
        ]
        var states = [await state()]
        for step in steps {
            #expect(await program.run(arguments: step.words).code == 0)
            states.append(await state())
        }
        for (step, place) in zip(steps, 1...).reversed() {
            #expect(await state() == states[place])
            #expect(await program.run("undo").stderr == "took back \(step.what)\n")
            #expect(await state() == states[place - 1])
        }
        #expect(states[0] == "1\told\tall\tlabel:later\n2\tnew\tfeed Alpha\tstar\nv\t--label LATER\nlater\t2\n")
        #expect(states[1] == "1\told\tall\tlabel:soon\n2\tnew\tfeed Alpha\tstar\nv\t--label soon\nsoon\t2\n")
        #expect(await program.run("doctor").code == 0)
    }

    @Test func `a change that cannot be taken back is named before an older one is`() async {
        await program.run("mark", "starred", "1")
        for (words, what) in [
            (["config", "refresh.interval", "2h"], "config refresh.interval"),
            (["config", "--feed", "1", "refresh.timeout", "5s"], "config --feed 1 refresh.timeout"),
            (["add", "./gamma.xml"], "add: Gamma"),
        ] {
            program.folder.write(Program.feed(titled: "Gamma"), to: "gamma.xml")
            #expect(await program.run(arguments: words).code == 0)
            let ending = await program.run("undo")
            #expect(
                ending.code == 2
                    && ending.stderr.hasPrefix(
                        "rssium: the last change cannot be taken back (\(what)); the one before it is "
                            + "mark starred: 1 article: undo needs --yes")
            )
        }
        await program.run("config", "refresh.interval")
        await program.run("mark", "read", "2")
        await program.run("config", "refresh.interval", "2h")
        await program.run("config", "--feed", "1", "refresh.timeout", "5s")
        #expect(await program.run("undo").stderr == "took back mark read: 1 article\n")
        #expect(await program.run("undo").code == 2)
        #expect(await program.run("undo", "list", "--fields", "what").stdout == "mark starred: 1 article\n")
        #expect(await program.run("undo", "--yes").stderr == "took back mark starred: 1 article\n")
        #expect(await program.run("undo").code == 1)
    }

    @Test func `an interval that config sets is taken back as that of edit`() async {
        await program.run("mark", "starred", "1")
        await program.run("config", "--feed", "1", "refresh.interval", "3h")
        #expect(await program.run("undo").stderr.hasPrefix("took back edit: feed 1, "))
        #expect(await program.run("config", "--feed", "1", "refresh.interval").stdout == "1h\n")
        #expect(await program.run("undo").stderr == "took back mark starred: 1 article\n")
    }

    @Test func `changes of accounts and of the queue are named before an older step is`() async {
        let linked = await LinkedProgram.linked()
        await linked.program.run("save", "http://127.0.0.1:1/a")
        for (words, what) in [
            (["account", "edit", "server", "--days", "9"], "account edit: server"),
            (["save", "forget", "http://127.0.0.1:1/a"], "save forget: 1 page"),
        ] {
            await linked.program.run("mark", "starred", "1", "2")
            #expect(await linked.program.run(arguments: words).code == 0)
            let ending = await linked.program.run("undo")
            #expect(ending.code == 2 && ending.stderr.contains("cannot be taken back (\(what))"), "\(ending)")
        }
    }
}
