import TestSupport
import Testing

/// `rssium view`, and `@NAME` wherever articles are shown or marked.
@Suite struct ViewCommandTests {
    private let program: Program

    init() async { program = await Program.withTwoFeeds() }

    private func ids(_ words: String...) async -> [String] {
        await program.run(arguments: words + ["--fields", "id"]).lines
    }

    @Test func `views are listed with what they have`() async {
        #expect(await program.run("view") == .silent)
        #expect(
            await program.run("view", "add", "news", "--category", "News")
                == .told("saved the view news: `rssium list @news` shows it"))
        await program.run("view", "add", "Old-Alpha_1", "Alpha", "--search", "it's OR old", "--until", "2021-01-01")
        #expect(
            await program.run("list", "old-alpha_1").stderr
                == "rssium: no feed Old-Alpha_1: it is a view, as in `rssium list @Old-Alpha_1`\n")
        await program.run("mark", "read", "3")
        #expect(
            await program.run("view").stdout == """
                news\t1\t2\t--category News
                Old-Alpha_1\t1\t1\t--search 'it'\\''s OR old' --until 2021-01-01 Alpha\n
                """)
        #expect(
            await program.run("view", "--format", "jsonl").lines[0]
                == #"{"name":"news","unread":1,"articles":2,"filters":["--category","News"]}"#)
        #expect(await program.runOnTerminal("view").stdout.contains("filters"))
        #expect(await program.runOnTerminal("config", "--no-pager").stdout.contains("source"))
        #expect(await program.run("view", "rm", "NEWS").code == 0)
        #expect(await program.run("view", "rm", "news").stderr == "rssium: no view news: `rssium view` lists them\n")
        #expect(await program.run("view", "--fields", "name").stdout == "Old-Alpha_1\n")
    }

    @Test func `a view is checked when it is added`() async {
        #expect(await program.run("view", "add", "x", "--search", "(a").code == 2)
        #expect(await program.run("view") == .silent)
        #expect(await program.run("view", "add", "été").code == 0)
        #expect(
            await program.run("view", "add", "été").stderr
                == "rssium: the view été exists already; `rssium view edit été` changes it\n")
        #expect(await program.run("view", "add", "y", "@été").code == 2)
    }

    @Test func `a view stands for feeds, and options beside it narrow it`() async {
        await program.run("view", "add", "beta", "beta")
        await program.run("view", "add", "starred", "--starred")
        await program.run("mark", "starred", "2", "4")
        await program.run("mark", "read", "2")
        #expect(await ids("list", "@beta") == ["4", "3"])
        #expect(await ids("list", "@BETA", "--search", "old") == ["3"])
        #expect(await ids("list", "@beta", "--starred") == ["4"])
        #expect(await ids("list", "@beta", "--category", "News", "--reverse", "-n", "1") == ["3"])
        #expect(await ids("list", "@starred") == ["4", "2"])
        #expect(await ids("list", "@starred", "--unread") == ["4"])
        #expect(await ids("list", "@starred", "Alpha") == ["4", "2", "1"])
        #expect(await ids("list", "@beta", "@starred") == ["4", "2", "3"])
        #expect(await program.run("list", "@beta", "--count").stdout == "2\n")
        #expect(await ids("list", "@beta", "--since", "2026-01-01") == ["4"])
        #expect(await ids("list", "@beta", "--new", "--peek") == ["3", "4"])
        #expect(await program.run("list", "@beta", "--format", "html").stdout.contains("<title>beta: unread articles"))
        #expect(await program.run("feeds", "@starred", "--fields", "title").stdout == "Alpha\nBeta\n")
        #expect(await program.run("feeds", "@beta", "--fields", "title").stdout == "Beta\n")
    }

    @Test func `a view says how many articles, and in which order`() async {
        await program.run("view", "add", "two", "-n", "2", "--sort", "title", "--reverse")
        await program.run("view", "add", "one", "Beta", "--limit", "1")
        #expect(await ids("list", "@two") == ["1", "3"])
        #expect(await ids("list", "@two", "--reverse") == ["3", "1"])
        #expect(await ids("list", "@two", "--sort", "published") == ["1", "3"])
        #expect(await ids("list", "@two", "--limit", "none") == ["1", "3"])
        #expect(await ids("list", "@two", "Beta", "--sort", "feed") == ["1", "4", "3"])
        #expect(await program.run("list", "@one", "--count").stdout == "1\n")
        #expect(
            await program.run("view").stdout
                == "one\t1\t1\t--limit 1 Beta\ntwo\t2\t2\t--limit 2 --sort title --reverse\n")
        #expect(await ids("list", "@one", "--new") == ["3"])
        #expect(await ids("list", "@one", "--new") == ["4"])
        #expect(await program.run("mark", "starred", "@one").stdout == "1\n")
        #expect(await program.run("mark", "read", "--feed", "@one").stdout == "1\n")
        #expect(await ids("list", "@one") == ["3"])
        let (two, unread) = await (ids("list", "@two"), ids("list"))
        await program.run("read", "--feed", "@two")
        let read = await Set(unread).subtracting(ids("list"))
        #expect(read.count == 1 && read.isSubset(of: two))
    }

    @Test func `a view is edited as a whole, or renamed`() async {
        await program.run("view", "add", "v", "Alpha", "--starred")
        await program.run("view", "add", "other")
        #expect(
            await program.run("view", "edit", "V", "Beta", "--unread")
                == .told("changed the view v: `rssium list @v` shows it"))
        #expect(await program.run("view", "--fields", "name,filters").stdout == "other\t\nv\t--unread Beta\n")
        #expect(
            await program.run("view", "edit", "v", "--name", "W")
                == .told("changed the view W, which was v: `rssium list @W` shows it"))
        #expect(await program.run("view", "edit", "w", "--name", "w").code == 0)
        #expect(await program.run("view", "--fields", "name,filters").stdout == "other\t\nw\t--unread Beta\n")
        #expect(await program.run("view", "edit", "w", "--name", "Other").stderr.contains("exists already"))
        #expect(await program.run("view", "edit", "w").code == 2)
    }

    @Test func `a view that goes by another date is narrowed, too`() async {
        await program.run("view", "add", "fetched", "--by", "fetched", "--since", "1h")
        #expect(await ids("list", "@fetched", "--until", "2021-01-01") == ["3", "1"])
    }

    @Test func `a view stands for the ids of the articles that list shows`() async {
        await program.run("view", "add", "beta", "Beta")
        #expect(await program.run("open", "--print", "@beta").lines.count == 1)
        #expect(await program.run("label", "add", "b", "@beta").stdout == "2\n")
        #expect(await program.run("read", "--keep-unread", "@beta").stdout.contains("new text"))
        #expect(await program.run("mark", "read", "@beta", "--before", "2021-01-01").stdout == "1\n")
        #expect(await program.run("mark", "starred", "@beta", "1").stdout == "2\n")
        #expect(await program.run("mark", "read", "--feed", "@beta").stdout == "1\n")
        #expect(await program.run("mark", "deleted", "@beta").stdout == "0\n")
        await program.run("view", "add", "rest", "Alpha")
        #expect(await program.run("read", "--feed", "@rest", "--oldest").stdout.contains("old text"))
        #expect(
            await program.run("mark", "read", "@none", "2")
                == Program.Ending(stdout: "1\n", stderr: "rssium: no view none: `rssium view` lists them\n", code: 1))
        #expect(await program.run("list", "@none").stderr == "rssium: no view none: `rssium view` lists them\n")
    }

    @Test func `what is not looked at or marked takes no view`() async {
        await program.run("view", "add", "v", "Alpha")
        let line = "rssium: @v is a view, and this command needs a feed"
        for words in [
            ["rm", "@v", "--yes"], ["refresh", "@v"], ["config", "--feed", "@v"],
            ["rule", "add", "x", "--feed", "@v", "--star"], ["view", "add", "w", "@v"],
        ] {
            let ending = await program.run(arguments: words)
            #expect(ending.code == 2 && ending.stderr.hasPrefix(line), "\(words): \(ending)")
        }
        #expect(await program.run("feeds", "--fields", "title").stdout == "Alpha\nBeta\n")
    }

    @Test func `a view follows a feed that is renamed, and goes on without one that was removed`() async {
        await program.run("view", "add", "v", "Alpha", "Beta")
        await program.run("edit", "Alpha", "--title", "Omega")
        #expect(await program.run("view", "--fields", "filters").stdout == "Omega Beta\n")
        #expect(await program.run("list", "@v", "--count").stdout == "4\n")
        let removed = await program.run("rm", "Omega", "--yes")
        #expect(removed == .told("removed feed 1, Omega, with 2 articles, also from @v"))
        let without = "the view v is without feed 1, which was removed\n"
        #expect(
            await program.run("list", "@v", "--fields", "id") == Program.Ending(stdout: "4\n3\n", stderr: without))
        #expect(await program.run("list", "@v", "-n", "none", "--count") == .init(stdout: "2\n", stderr: without))
        #expect(await program.run("view") == .init(stdout: "v\t2\t2\t'(removed feed 1)' Beta\n", stderr: without))
        await program.run("rm", "Beta", "--yes")
        let gone = "rssium: the view v names feed 1, feed 2, which was removed: "
        #expect(await program.run("list", "@v").stderr.hasPrefix(gone))
        #expect(await program.run("list", "@v").code == 1)
        let marked = await program.run("mark", "read", "@v")
        #expect(marked.code == 1 && marked.stdout == "0\n" && marked.stderr.hasPrefix(gone))
        #expect(await program.run("view").stdout == "v\t\t\t'(removed feed 1)' '(removed feed 2)'\n")
        await program.run("undo")
        await program.run("undo")
        #expect(await program.run("list", "@v", "--count") == .printed("4"))
    }

    @Test func `a view follows a category that is renamed`() async {
        await program.run("view", "add", "v", "--category", "news", "--search", "News")
        await program.run("category", "edit", "News", "--name", "Noise's")
        #expect(await program.run("view", "--fields", "filters").stdout == "--category 'Noise'\\''s' --search News\n")
        #expect(await program.run("list", "@v") == .silent)
        await program.run("category", "rm", "Noise's", "--yes")
        let broken = await program.run("view")
        #expect(broken.stderr.hasPrefix("rssium: the view v names category Noise's, which was removed: "))
    }
}
