import TestSupport
import Testing

/// Pages without a feed, whose articles XPaths find.
@Suite struct PageWithoutFeedTests {
    private func page(_ items: [String]) -> Answer {
        let list = items.map { "<li class=news><h3><a href=\"n/\($0)\">\($0)</a></h3><p>About \($0)</p></li>" }
        return .document(
            "<!doctype html><html><head><title>Town hall</title><link rel=alternate type=application/rss+xml href=/f>"
                + "</head><body><ul>\(list.joined())</ul></body></html>", type: "text/html")
    }

    @Test func `a page that changes over days gives each article once`() async throws {
        let shelf = SubscribedProgram()
        let program = shelf.program
        shelf.server.serve("/news", page(["b", "a"]))
        let added = await program.run("add", shelf.server.url("/news"), "--items", "//li[@class='news']")
        #expect(added.stdout == "1\tTown hall\n")
        #expect(shelf.server.requests.map(\.path) == ["/news"], "the feed that it advertises is not asked for")
        let fields = ["list", "--all", "--sort", "title", "--fields", "title,url"]
        let url = shelf.server.url("/n/")
        #expect(await program.run(arguments: fields).stdout == "a\t\(url)a\nb\t\(url)b\n")
        for (day, items) in [["c", "b", "a"], ["d", "c", "b"], ["d", "c", "b"], ["e", "d"]].enumerated() {
            shelf.server.serve("/news", page(items))
            #expect(await program.run("refresh").code == 0)
            #expect(await program.run("list", "--count", "--all").stdout == "\([3, 4, 4, 5][day])\n")
        }
        // The site has a new design.
        shelf.server.serve(
            "/news", .document("<html><title>Town</title><article>e</article></html>", type: "text/html"))
        let ending = await program.run("refresh")
        #expect(ending.code == 3)
        #expect(ending.errorLines.first?.hasSuffix(": nothing fits --items: the page may have changed") == true)
        #expect(await program.run("feeds", "--fields", "articles,state,source").stdout == "5\tretrying\tpage\n")
        #expect(
            await program.run("edit", "1", "--items", "//article").stderr
                == "feed 1, Town hall: articles by //article\n")
        #expect(await program.run("refresh").code == 0)
        #expect(await program.run("list", "--count", "--all").stdout == "6\n")
    }

    @Test func `the first refresh after edit of an XPath reads the same page again`() async {
        let shelf = SubscribedProgram()
        shelf.server.serve("/news", page(["a"]))
        await shelf.program.run("add", shelf.server.url("/news"), "--items", "//li")
        #expect(await shelf.program.run("edit", "1", "--item-title", "concat('News: ', .//a)").code == 0)
        #expect(await shelf.program.run("refresh").code == 0)
        #expect(await shelf.titles == ["News: a"])
        let json = await shelf.program.run("feeds", "--format", "jsonl").stdout
        #expect(json.contains(#""source":"page","xpaths":{"items":"//li","title":"concat('News: ', .//a)"}"#))
        #expect(await shelf.program.run("edit", "1", "--item-title", "").code == 0)
        #expect(await shelf.program.run("refresh").code == 0)
        #expect(await shelf.titles == ["a"])
        #expect(await shelf.program.run("edit", "1", "--items", "none").stderr == "feed 1, Town hall: no XPaths\n")
    }

    @Test func `a wrong XPath is marked`() async {
        let program = Program()
        let ending = await program.run("add", "https://a.example/", "--items", "//li[foo(1)]")
        #expect(
            ending.stderr
                == "rssium: --items: an unknown function: foo(); see rssium help add\n  //li[foo(1)]\n       ^\n")
        #expect(ending.code == 2)
        for words in [
            ["--items", "//li["], ["--items", "$x"], ["--items", "document('/etc/passwd')"], ["--items", "count(//a)"],
            ["--items", "//a", "--item-date", "now()"], ["--item-title", "a"], ["--items", ""],
        ] {
            #expect(await program.run(arguments: ["add", "https://a.example/"] + words).code == 2, "\(words)")
            #expect(await program.run(arguments: ["preview", "https://a.example/"] + words).code == 2, "\(words)")
        }
    }

    @Test func `preview tries an XPath on a page, a file or the input`() async {
        let program = Program()
        program.folder.write("<title>T</title><p>One</p><p>Two</p>", to: "page.html")
        let options = ["--items", "//p", "--item-title", ".", "--item-id", "."]
        for source in ["page.html", "-"] {
            let ending = await program.run(
                arguments: ["preview", source, "--format", "json"] + options,
                input: "<title>T</title><p>One</p><p>Two</p>")
            #expect(ending.code == 0 && ending.stdout.contains(#""title":"T""#))
            #expect(ending.stdout.contains(#""id":"Two""#), "\(ending)")
        }
        #expect(await program.run("preview", "page.html", "--items", "//li").stderr.hasSuffix("may have changed\n"))
    }

    @Test func `an XPath that outlasts the time is a failed feed, and a signal ends it`() async {
        let shelf = await SubscribedProgram.subscribed("/other", title: "Other", [])
        // A file, so that none of the time goes by before it is read.
        shelf.program.folder.write("<li>a", to: "news.html")
        #expect(await shelf.program.run("add", "./news.html", "--items", "//li").code == 0)
        shelf.program.folder.write(String(repeating: "<li>a<b>c</b>", count: 30_000), to: "news.html")
        shelf.server.serve("/other", .feed("Other", ["New"]))
        await shelf.program.run("edit", "2", "--items", "//*[count(following::*) > count(preceding::*)]")
        await shelf.program.run("config", "refresh.timeout", "1s", "--feed", "2")
        // In a process of its own, with which the thread of the XPath ends.
        let ending = await shelf.program.runAlone("refresh", "--print-new", "--fields", "title")
        #expect(ending.stdout == "New\n" && ending.code == 3)
        let said = ": the document could not be read in 1 s; a longer refresh.timeout may help"
        #expect(ending.errorLines.first?.hasSuffix(said) == true, "\(ending)")
        await shelf.program.run("config", "refresh.timeout", "1h", "--feed", "2")
        shelf.server.serve("/other", .feed("Other", ["Newer"]))
        let running = shelf.program.start(["refresh", "--print-new", "--fields", "title"])
        await running.waitForOutput()
        running.send(signal: 15)
        let stopped = await running.end()
        #expect(stopped.code == 143)
        #expect(stopped.report.last == "refreshed 1 of 2 feeds, 1 new article, 1 left for the next run")
    }
}
