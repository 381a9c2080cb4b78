import TestSupport
import Testing

/// Views with an order and a limit, wherever articles are chosen.
@Suite struct LimitedViewTests {
    private let program: Program

    /// Feed `A` has the articles 1 to 5, `B` 6 to 10, each from the oldest to the newest, with a link and an enclosure.
    init() async {
        program = Program()
        for name in ["A", "B"] {
            let items = (1...5).map { number in
                """
                <item><guid isPermaLink="false">\(name)\(number)</guid><title>\(name)\(number)</title>
                <link>https://\(name).example/\(number)</link><pubDate>Fri, 20 Nov 2020 10:0\(number):00 GMT</pubDate>
                <description>text</description></item>
                """
            }
            await program.subscribe(name, items: items)
        }
        await program.run("view", "add", "old", "A", "--reverse", "-n", "2")
        await program.run("view", "add", "new", "A", "-n", "3")
        await program.run("view", "add", "other", "B", "-n", "2")
    }

    private func titles(_ line: String) async -> [String] {
        let words = line.split(separator: " ").map(String.init)
        return await program.run(arguments: words + ["--fields", "title"]).lines
    }

    @Test(arguments: [
        ("list @old", ["A1", "A2"]), ("list @new", ["A5", "A4", "A3"]), ("list @new -n 5", ["A5", "A4", "A3"]),
        ("list @new -n 2", ["A5", "A4"]), ("list @new -n none", ["A5", "A4", "A3"]),
        ("list @new --reverse", ["A3", "A4", "A5"]),
        ("list @new --reverse -n 2", ["A3", "A4"]), ("list @new --search title:A2", []),
        ("list @new --search title:A4", ["A4"]), ("list @old @other", ["B5", "B4", "A2", "A1"]),
        ("list @old --per-feed 1", ["A2"]), ("list @new --per-feed 4", ["A5", "A4", "A3"]),
        ("list @old --per-feed 2 --reverse", ["A2", "A1"]), ("list @new --per-feed 2 -n 1", ["A5"]),
    ])
    func `options beside a view choose among its articles`(line: String, expected: [String]) async {
        #expect(await titles(line).sorted() == expected.sorted())
        if !line.contains("@other") { #expect(await titles(line) == expected) }
    }

    @Test func `a limit of its own goes before list limit`() async {
        await program.run("config", "list.limit", "2")
        #expect(await titles("list @new").count == 3)
        #expect(await titles("list A").count == 2)
        await program.run("view", "add", "every", "A", "-n", "none")
        await program.run("view", "add", "plain", "A")
        #expect(await titles("list @every").count == 5)
        #expect(await titles("list @every --search text").count == 5)
        #expect(await titles("list @new --search text").count == 3)
        #expect(await titles("list @new @every").count == 5)
        #expect(await titles("list @every -n 1").count == 1)
        #expect(await titles("list @plain").count == 2)
        #expect(await titles("list @every B").count == 2)
    }

    @Test func `a category beside a view brings back no duplicate that the view leaves out`() async {
        await program.subscribe("C", items: ["<item><title>Copy</title><link>https://A.example/1</link></item>"])
        await program.run("category", "add", "Copies")
        await program.run("edit", "C", "--category", "Copies")
        await program.run("view", "add", "once", "A", "C", "--unique")
        #expect(await titles("list @once --category Copies") == [])
        #expect(await titles("list A C --unique --category Copies") == ["Copy"])
    }

    @Test(arguments: [
        ("read @old", ["A1"]), ("read @old -n 1", ["A1"]), ("read --oldest @new", ["A3"]),
        ("read @new @old", ["A1", "A5"]), ("read @old --reverse", ["A2"]),
    ])
    func `read shows only articles of the view`(line: String, expected: [String]) async {
        let words = line.split(separator: " ").map(String.init)
        let text = await program.run(arguments: words + ["--keep-unread"]).stdout
        let shown = ["A1", "A2", "A3", "A4", "A5"].filter(text.contains)
        #expect(shown == expected.sorted(), "\(text)")
    }

    @Test(arguments: [
        (["A", "--all", "-n", "3"], "1\t3\n"), (["A", "--label", "L", "-n", "2"], "0\t2\n"),
        (["--sort", "read", "-n", "2"], "0\t2\n"), (["A", "-n", "2"], "2\t2\n"), (["A", "-n", "4"], "3\t4\n"),
        (["A", "--unread", "-n", "2"], "2\t2\n"), (["A", "--unread", "-n", "4"], "3\t3\n"),
        (["A", "--all", "-n", "5"], "3\t5\n"), (["A", "--all", "--reverse", "-n", "2"], "2\t2\n"),
    ]) func `the unread articles of a view are those that list shows of it`(words: [String], counts: String) async {
        for name in ["old", "new", "other"] { await program.run("view", "rm", name) }
        await program.run("label", "add", "L", "1-5")
        await program.run("mark", "read", "4,5")
        await program.run(arguments: ["view", "add", "v"] + words)
        #expect(await program.run("view", "--fields", "unread,articles").stdout == counts)
        guard !words.contains("read") else { return }
        let listed = await program.run("list", "@v", "--unread", "--count").stdout
        #expect(listed.dropLast() == counts.prefix { $0 != "\t" })
    }

    @Test func `open opens the first article of the view`() async {
        #expect(await program.run("open", "--print", "@old").stdout == "https://A.example/1\n")
        #expect(await program.run("open", "--print", "@new").stdout == "https://A.example/5\n")
    }

    @Test func `only read or only unread articles are chosen among those of a view with all`() async {
        await program.run("view", "add", "top", "A", "--all", "-n", "3")
        await program.run("mark", "read", "5")
        #expect(await titles("list @top --unread") == ["A4", "A3"])
        #expect(await titles("list @top --read") == ["A5"])
        #expect(await titles("list @new --read") == ["A5"])
        await program.run("mark", "starred", "@top", "--unread")
        #expect(await titles("list --starred") == ["A4", "A3"])
        #expect(await program.run("open", "--print", "@top").stdout == "https://A.example/4\n")
    }

    @Test func `what a run leaves of several views comes in the next ones`() async {
        var seen: [[String]] = []
        for _ in 1...5 { seen.append(await titles("list @old @other --new --cursor c")) }
        #expect(seen.flatMap(\.self).sorted() == (1...5).flatMap { ["A\($0)", "B\($0)"] }.sorted())
        #expect(seen.allSatisfy { $0.count == 2 })
        let mailed = await program.run("mail", "@old", "B", "--print", "--cursor", "m", "--all")
        #expect(mailed.lines.filter { $0.hasPrefix("Subject: ") }.count == 2, "\(mailed.stderr)")
    }
}
