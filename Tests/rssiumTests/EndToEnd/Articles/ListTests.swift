import TestSupport
import Testing

@testable import FeedStore

/// `rssium list`.
@Suite struct ListTests {
    private let shelf: SubscribedProgram

    /// Two feeds; article 2 is read, 3 is starred. A: 1 to 3, B: 4.
    init() async {
        shelf = await SubscribedProgram.subscribed("/a.xml", title: "Apple", ["Three", "Two", "One"])
        await shelf.subscribe(to: .feed("Banana", ["Four"]), at: "/b.xml", "--category", "Fruit")
        await shelf.program.run("read", "2")
        await shelf.program.run("mark", "starred", "3")
    }

    @Test func `unread articles are listed newest first, as tab-separated records`() async {
        let shelf = await SubscribedProgram.subscribed("/a.xml", title: "Apple", ["Two", "One"])
        #expect(
            await shelf.program.run("list")
                == Program.Ending(
                    stdout: "2\tU\t2020-11-20T10:59:00Z\tApple\tTwo\thttps://a.example/0\n"
                        + "1\tU\t2020-11-20T10:58:00Z\tApple\tOne\thttps://a.example/1\n"))
    }

    @Test func `filters select articles`() async {
        let cases: [([String], String)] = [
            ([], "4 3 1"), (["--all"], "4 3 2 1"), (["--unread"], "4 3 1"), (["--read"], "2"), (["--starred"], "3"),
            (["--starred", "--read"], ""), (["--category", "Fruit"], "4"), (["Banana"], "4"), (["1"], "3 1"),
            (["apple", "banana"], "4 3 1"), (["--all", "-n", "2"], "4 3"), (["--all", "-n2", "--reverse"], "1 2"),
            (["--since", "2020-11-20", "--until", "2020-11-20", "--all"], "4 3 2 1"),
            (["--since", "2020-11-20T10:59Z"], "4 3"), (["--until", "2020-11-20T10:59Z"], "1"),
            (["--since", "2020-11-20T12:59+02:00"], "4 3"), (["--since", "1w"], ""),
            (["--since", "1h", "--by", "fetched"], "4 3 1"), (["--until", "1h", "--by", "fetched"], ""),
            (["--sort", "title", "--all"], "4 1 3 2"), (["--sort", "feed", "--all"], "3 2 1 4"),
            (["--sort", "read"], "2 4 3 1"), (["--sort", "fetched", "--all"], "4 3 2 1"),
            (["-n", "1", "--", "Banana"], "4"), (["--per-feed", "1"], "4 3"), (["--per-feed", "2", "--all"], "4 3 2"),
            (["--per-feed", "1", "--reverse"], "3 4"), (["--per-feed", "2", "-n", "2"], "4 3"),
            (["--per-feed", "1", "--sort", "title", "--all", "-n", "1"], "4"), (["--per-feed", "9", "--read"], "2"),
            (["--per-feed", "1", "--starred"], "3"), (["--per-feed", "2", "--category", "Fruit"], "4"),
            (["--per-feed", "2", "--all", "--search", "text"], "4 3 2"),
            (["--per-feed", "1", "--all", "--by", "fetched"], "4 3"), (["--per-feed", "1", "apple"], "3"),
            (["--per-feed", "1", "--all", "--new", "--peek"], "3 4"),
        ]
        for (words, expected) in cases {
            let ending = await shelf.program.run(arguments: ["list", "--fields", "id"] + words)
            #expect(ending.lines.joined(separator: " ") == expected, "\(words)")
            #expect(ending.code == 0 && ending.stderr.isEmpty, "\(words)")
        }
    }

    @Test func `articles are sorted by the date that --by names, unless --sort names another one`() async {
        let program = await Program.withTwoFeeds()
        let cases: [([String], String)] = [
            ([], "4 2 3 1"), (["--by", "fetched"], "4 3 2 1"), (["--by", "fetched", "--sort", "published"], "4 2 3 1"),
            (["--sort", "fetched"], "4 3 2 1"), (["--by", "fetched", "-n", "2", "--sort", "published"], "4 2"),
            (["--by", "fetched", "--sort", "published", "Alpha", "Beta", "-n", "2"], "4 2"),
        ]
        for (words, expected) in cases {
            let ending = await program.run(arguments: ["list", "--fields", "id"] + words)
            #expect(ending.lines.joined(separator: " ") == expected, "\(words)")
        }
    }

    @Test func `a count is a number and nothing else`() async {
        #expect(await shelf.program.run("list", "--count") == .printed("3"))
        #expect(await shelf.program.run("list", "--count", "--all", "-n", "2") == .printed("2"))
        #expect(await shelf.program.run("list", "--count", "--per-feed", "1") == .printed("2"))
        #expect(await shelf.program.run("list", "--count", "--read") == .printed("1"))
        for words in [["-0"], ["--header"], ["--fields", "id"], ["--format", "json"]] {
            #expect(await shelf.program.run(arguments: ["list", "--count"] + words).code == 2, "\(words)")
        }
        #expect(await Program(environment: ["RSSIUM_DB": nil]).run("list", "--count") == .printed("0"))
    }

    @Test func `a header, other columns, and records that end with NUL`() async {
        #expect(
            await shelf.program.run("list", "--header", "--fields", "title,id", "-n1").stdout == "title\tid\nFour\t4\n")
        #expect(await shelf.program.run("list", "-0", "--fields", "id").stdout == "4\u{0}3\u{0}1\u{0}")
        #expect(await shelf.program.run("list", "--all", "--fields", "id,flags").stdout == "4\tU\n3\tUS\n2\t-\n1\tU\n")
    }

    @Test func `json is a document, jsonl a line an article, and both are valid`() async throws {
        let document = await shelf.program.run("list", "--format", "json")
        #expect(document.stdout.hasPrefix("{\"version\":\"https://jsonfeed.org/version/1.1\""))
        let database = try Database(path: "", access: .memory)
        #expect(try database.number("SELECT json_array_length(?1, '$.items')", .string(document.stdout)) == 3)
        let lines = await shelf.program.run("list", "--format", "jsonl").lines
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.contains("\"_rssium\":{\"id\":") })
        #expect(
            await Program(environment: ["RSSIUM_DB": nil]).run("list", "--format", "json").stdout.contains(
                "\"items\":["))
        #expect(await Program(environment: ["RSSIUM_DB": nil]).run("list", "--format", "jsonl") == .silent)
    }

    @Test func `a document can itself be subscribed to`() async {
        _ = await shelf.program.shell("rssium list --all --format json >mine.json")
        #expect(await shelf.program.run("add", "./mine.json").code == 0)
        #expect(await shelf.program.run("list", "3", "--count").stdout == "4\n")
    }

    @Test(arguments: [
        (["Cherry"], "rssium: no feed Cherry: `rssium feeds` lists them\n"),
        (["99"], "rssium: no feed 99: `rssium feeds` lists them\n"),
        (["an"], ""), (["p"], ""), (["a"], ""),
        (["fruit"], "rssium: no feed Fruit: it is a category, as in `rssium list --category Fruit`\n"),
        (["@fruit"], "rssium: no view Fruit: it is a category, as in `rssium list --category Fruit`\n"),
        (["@fruits"], "rssium: no view fruits: `rssium view` lists them\n"),
        (
            ["--category", "None"],
            "rssium: no category None: `rssium category` lists them, `rssium edit FEED --category NAME` creates one\n"
        ),
    ])
    func `feeds, articles and categories that do not exist are reported`(words: [String], said: String) async {
        let ending = await shelf.program.run(arguments: ["list"] + words)
        #expect(ending.stderr == said)
        #expect(ending.code == (said.isEmpty ? 0 : 1))
        #expect(ending.stdout.isEmpty == !said.isEmpty)
    }

    @Test func `a terminal sees aligned columns cut to its width, and what to do next`() async {
        let shelf = await SubscribedProgram.subscribed(
            "/a.xml", title: "日本語のとても長い名前のフィードです", ["絵文字👩‍👩‍👧と" + String(repeating: "漢字", count: 60), "Short"])
        let lines = await shelf.program.runOnTerminal("--color", "never", "list").screen
        #expect(lines.count == 2)
        for line in lines { #expect(cells(line) <= 80, "\(line)") }
        #expect(lines.first?.contains("…") == true)
        #expect(
            await Program(environment: ["RSSIUM_DB": nil]).runOnTerminal("list").stdout
                == "no feeds yet; `rssium add URL` subscribes to one\r\n")
        #expect(
            await shelf.program.runOnTerminal("list", "--starred").stdout
                == "no article matches; `rssium list --all` lists all articles\r\n")
    }

    @Test func `an empty list hints at a command that shows something`() async {
        let shelf = SubscribedProgram()
        await shelf.subscribe(to: .feed("A", []))
        // Hints have no styles.
        func said(_ words: String...) async -> [String] {
            await shelf.program.run(arguments: ["list"] + words, on: .init()).stdout.split(separator: "\r\n").map(
                String.init)
        }
        #expect(await said("--all") == ["no articles yet; `rssium refresh` fetches them"])
        #expect(await said("-n", "5") == ["no unread articles; `rssium refresh` fetches new ones"])
        await shelf.subscribe("/b.xml", title: "B", ["One"])
        #expect(await said("--read") == ["no read articles; `rssium list` lists the unread ones"])
        #expect(await said("--new").last?.contains("One") == true)
        #expect(await said("--new") == ["no new articles since the last list --new; `rssium refresh` fetches new ones"])
        await shelf.program.run("mark", "read", "--all")
        #expect(await said("--format", "json", "B").last == "no unread article matches; --all shows others")
        #expect(await said("--search", "nothing") == ["no article matches; `rssium list --all` lists all articles"])
    }

    /// Two cells for what is wide, none for what joins or ends the line.
    private func cells(_ line: String) -> Int {
        line.reduce(0) { sum, character in
            let value = character.unicodeScalars.first?.value ?? 0
            return sum + (value < 0x20 ? 0 : value >= 0x1100 && value != 0x2026 ? 2 : 1)
        }
    }

    @Test func `color is for terminals, unless an option says otherwise`() async {
        #expect(await !shelf.program.run("list").stdout.contains("\u{1B}"))
        #expect(await shelf.program.runOnTerminal("list").stdout.contains("\u{1B}["))
        #expect(await !shelf.program.runOnTerminal("list", "--color", "never").stdout.contains("\u{1B}"))
        #expect(await shelf.program.run("list", "--format", "text", "--color", "always").stdout.contains("\u{1B}["))
    }

    @Test func `only a terminal gets a hint about old content`() async throws {
        try shelf.program.alter("UPDATE feed_refresh SET last_refreshed = last_refreshed - 259200")
        #expect(await shelf.program.runOnTerminal("list").stdout.hasSuffix("\r\nlast refreshed 3d ago\r\n"))
        #expect(await shelf.program.run("list").stderr.isEmpty)
    }
}
