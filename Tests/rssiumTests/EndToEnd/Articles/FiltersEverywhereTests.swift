import TestSupport
import Testing

/// Filters, limits and URLs of articles mean the same in every command.
@Suite struct FiltersEverywhereTests {
    private let program: Program

    /// Two feeds of two articles: 2 is read, 2 and 3 have the label `y`, and the view `v` has the newest one of Beta.
    init() async {
        program = await Program.withTwoFeeds()
        await program.run("mark", "read", "2")
        await program.run("label", "add", "y", "2", "3")
        await program.run("view", "add", "v", "Beta", "-n", "1")
    }

    /// A line, what it prints, and the articles that are starred then.
    private static let lines: [(line: String, printed: String, starred: String)] = [
        ("mark starred Alpha --search old", "1\n", "1\n"), ("mark starred Alpha Beta --search new", "2\n", "4\n2\n"),
        ("mark starred --category News --until 2021-01-01", "1\n", "3\n"),
        ("mark starred --unread", "3\n", "4\n3\n1\n"), ("mark starred @v --search old", "0\n", ""),
        ("mark starred --since 2021-01-01 --before 2026-11-01 Alpha", "0\n", ""),
        ("mark starred --label y --category News", "1\n", "3\n"), ("mark starred Alpha --read", "1\n", "2\n"),
        ("mark starred Alpha --by fetched --before 1w", "0\n", ""), ("mark starred Alpha --all", "2\n", "2\n1\n"),
        ("mark starred Alpha Beta --unique", "2\n", "2\n1\n"), ("label add x Alpha --search old", "1\n", ""),
        ("label add x --category News --unread", "2\n", ""), ("label rm y Beta --search old", "1\n", ""),
        ("label rm y --all", "2\n", ""), ("label add x --all", "4\n", ""), ("open --print Alpha --starred", "", ""),
        ("open --print --category News", "https://beta.example/new\n", ""),
        ("open --print Alpha Beta --search old", "https://alpha.example/old\nhttps://beta.example/old\n", ""),
        ("open --print --label y", "https://alpha.example/new\n", ""), ("list --count Alpha --search old", "1\n", ""),
        ("download Alpha --search old --dry-run", "", ""), ("download --until 2021-01-01 --starred", "", ""),
    ]

    @Test(arguments: lines)
    func `mark, label, open and download take every filter`(line: String, printed: String, starred: String) async {
        let ending = await program.run(arguments: line.split(separator: " ").map(String.init))
        #expect(ending.stdout == printed && ending.code == 0, "\(ending)")
        #expect(await program.run("list", "--starred", "--fields", "id").stdout == starred)
    }

    @Test(arguments: [
        "list -n none", "read -n none --keep-unread", "feeds -n none", "mail -n none --print",
        "run -n none --peek -- true",
        "download -n none --all", "backfill -n none Alpha", "preview -n none ./alpha.xml", "rule test -n none x",
        "view add w --all -n none",
    ])
    func `-n none removes the limit, wherever -n is`(line: String) async {
        let ending = await program.run(arguments: line.split(separator: " ").map(String.init))
        #expect(ending.code != 2, "\(ending)")
    }

    @Test func `the URL of an article is an ID`() async {
        #expect(await program.run("mark", "starred", "http://www.alpha.example/new/?utm_source=x") == .printed("1"))
        #expect(await program.run("list", "--starred", "--fields", "id").stdout == "2\n")
        #expect(await program.run("mark", "read", "-", input: "https://beta.example/old\n").stdout == "1\n")
        #expect(await program.run("open", "--print", "https://beta.example/old").stdout == "https://beta.example/old\n")
        #expect(await program.run("read", "https://beta.example/old").stdout.contains("old text"))
        let several = """
            https://beta.example/new/
            1
            https://beta.example/none
            http://www.beta.example/new
            http://alpha.example/new

            """
        let list = await program.run("open", "--print", "-", input: several)
        #expect(list.code == 1 && list.stderr == "rssium: https://beta.example/none is not an article id\n", "\(list)")
        #expect(
            list.lines == ["https://beta.example/new", "https://alpha.example/old", "https://alpha.example/new"],
            "\(list)")
        let refused = await program.run("mark", "read", "https://beta.example/old", "--search", "x")
        #expect(refused.code == 2, "\(refused)")
        let unknown = await program.run("mark", "read", "https://beta.example/none")
        #expect(unknown.code == 1 && unknown.stderr.contains("is neither an article id nor a feed"), "\(unknown)")
    }

    @Test(arguments: [["save", "--queue"], ["save", "queue"], ["undo", "--list"], ["undo", "list"]])
    func `old spellings stay, and help does not show them`(words: [String]) async {
        #expect(await program.run(arguments: words + ["--format", "json"]).stdout.hasPrefix("["))
        let help = await program.run("help", words[0]).stdout
        #expect(!help.contains("--queue") && !help.contains("--list") && help.contains("rssium \(words[0]) "))
    }

    @Test(arguments: ["none", ""]) func `none and an empty value take away whatever can be absent`(word: String) async {
        await program.run("edit", "2", "--title", "T", "--category", "C", "--interval", "2h", "--filter", "cat")
        await program.run("edit", "2", "--items", "//li", "--item-title", "b")
        let ending = await program.run(
            "edit", "2", "--title", word, "--category", word, "--interval", word, "--filter", word, "--item-title",
            word,
            "--items", word)
        #expect(ending.code == 0, "\(ending)")
        let shown = await program.run("feeds", "2", "--fields", "title,category,interval,source").stdout
        #expect(shown == "Beta\t\t\tfile\n")
        #expect(!(await program.run("feeds", "2", "--format", "json").stdout.contains("filter")))
    }
}
