import TestSupport
import Testing

@testable import rssium

/// Lists on a terminal: the pager, the width, the names of columns.
@Suite struct ListScreenTests {
    /// A program with 40 articles, and a pager that can be told from none.
    private static func shelf(_ environment: [String: String?] = [:]) async -> SubscribedProgram {
        let paged: [String: String?] = ["PAGER": "sed s/^/PAGED/", "LESS": nil]
        let shelf = SubscribedProgram(environment: paged.merging(environment) { $1 })
        await shelf.subscribe(title: "A feed", (1...40).map { "Article \($0)" })
        return shelf
    }

    // MARK: The pager

    @Test func `a list goes through the pager if it does not fit the screen`() async {
        let shelf = await Self.shelf()
        #expect(await shelf.screen("list").filter { $0.hasPrefix("PAGED") }.count == 40)
        #expect(await shelf.screen("list", rows: 41).allSatisfy { !$0.hasPrefix("PAGED") })
        #expect(await shelf.screen("list", rows: 40).contains { $0.hasPrefix("PAGED") })
        #expect(await shelf.screen("list", "--no-pager").allSatisfy { !$0.hasPrefix("PAGED") })
        #expect(await shelf.screen("--no-pager", "list").allSatisfy { !$0.hasPrefix("PAGED") })
        #expect(await !shelf.program.run("list").stdout.contains("PAGED"))
    }

    @Test(arguments: [
        ["feeds"], ["discover"], ["config"], ["status"], ["rule", "test", "article"], ["list", "--format", "tsv"],
        ["list", "--format", "jsonl"], ["category"], ["help", "list"], ["list", "--help"],
        ["help", "--man", "list"], ["export"],
    ])
    func `every list does so`(words: [String]) async {
        let shelf = await Self.shelf()
        await shelf.program.run("category", "add", "One")
        await shelf.program.run("category", "add", "Two")
        let ending = await shelf.program.run(arguments: words, on: .init(rows: 2))
        #expect(ending.stdout.contains("PAGED"), "\(ending)")
    }

    @Test func `without the pager the list is printed, and with a failing one it is an error`() async {
        let missing = await Self.shelf(["PAGER": "no-such-pager"])
        let lines = await missing.screen("list")
        #expect(
            lines.contains { $0.hasPrefix("rssium: cannot run no-such-pager: ") && $0.hasSuffix("without a pager") })
        #expect(lines.count == 41)
        let failing = await Self.shelf(["PAGER": "cat >/dev/null; false"])
        let ending = await failing.program.run(arguments: ["list"], on: .init())
        let said = "rssium: the pager cat >/dev/null; false ended with exit status 1"
        #expect(ending.code == 1 && ending.stdout.contains(said))
    }

    /// Whether or not all of it fits the pipe to the pager.
    @Test func `a list whose pager is left early ends quietly, and has been seen`() async {
        let shelf = await Self.shelf(["PAGER": "head -n 1"])
        await shelf.program.run(arguments: ["list", "-n", "1"], on: .init())
        let long = String(repeating: "word ", count: 100)
        await shelf.subscribe("/b.xml", title: "B", (1...1500).map { "\(long) \($0)" })
        let ending = await shelf.program.run(arguments: ["list", "--new", "--format", "tsv"], on: .init())
        #expect(ending.code == 0 && !ending.stdout.contains("rssium:"))
        #expect(await shelf.program.run("list", "--new", "--count").stdout == "0\n")
        #expect(await shelf.program.run("list", "--fields", "flags", "--limit", "1").stdout == "U\n")
    }

    @Test(.enabled(if: PagerCommandTests.hasLess)) func `q leaves less, and Ctrl-C ends the command`() async {
        let shelf = await Self.shelf(["PAGER": nil])
        let left = shelf.program.startShell("rssium list; echo code $?; stty -a")
        await left.waitForOutput(of: "Article 5")
        left.type("q")
        let ending = await left.end()
        #expect(ending.stdout.contains("code 0") && ending.stdout.contains(" icanon"))
        // The list stays on the screen.
        #expect(!ending.stdout.contains("\u{1B}[?1049"))
        let ended = shelf.program.startShell("exec rssium list")
        await ended.waitForOutput(of: "Article 5")
        for _ in 0..<60 where !ended.isSilent {
            ended.type("\u{3}")
            await ended.waitForOutput(of: "no such text", seconds: 1)
        }
        #expect(await ended.end().code == 130)
    }

    // MARK: The width

    @Test func `the user can name the width, on a terminal and in a pipe`() async {
        let shelf = await Self.shelf(["PAGER": "cat"])
        await shelf.subscribe("/b.xml", title: "B", [String(repeating: "word ", count: 30)])
        func widest(_ lines: [String]) -> Int { lines.map { TextWidth.cells(of: $0) }.max() ?? 0 }
        #expect(await widest(shelf.screen("list", "--width", "70")) == 70)
        #expect(await widest(shelf.screen("--width", "100", "list")) <= 100)
        let text = ["list", "--format", "text"]
        #expect(await widest(shelf.program.run(arguments: text + ["--width", "70"]).lines) == 70)
        var preview = shelf.program
        preview.environment["COLUMNS"] = "65"
        #expect(await (61...65).contains(widest(preview.run(arguments: text).lines)))
        #expect(await widest(preview.run(arguments: text + ["--width", "70"]).lines) == 70)
        #expect(await widest(preview.run(arguments: ["list"]).lines) > 45)
    }

    @Test func `a narrow terminal has two lines for each article: its title, then its feed, age and flags`() async {
        let shelf = await Self.shelf(["PAGER": "cat"])
        await shelf.program.run("mark", "read", "39")
        let all = await shelf.screen("list", "-n", "2", "--all", columns: 40)
        #expect(all.count == 4 && all[0] == "40  Article 1" && all[1] == "    2020-11-20  U", "\(all)")
        #expect(all[3] == "    2020-11-20", "\(all)")
        shelf.program.folder.write(SubscribedProgram.rss("B", ["One", "Two"]), to: "b.xml")
        let preview = await shelf.screen("preview", "./b.xml", columns: 40)
        #expect(preview.suffix(4) == ["1  One", "   2020-11-20", "2  Two", "   2020-11-20"], "\(preview)")
        let long = String(repeating: "word ", count: 20)
        await shelf.subscribe("/b.xml", title: "Another feed with a long name", [long])
        for columns in [20, 30, 40, 59] {
            let lines = await shelf.screen("list", "-n", "2", columns: columns)
            #expect(lines.count == 4 && lines[0].hasPrefix("41  word word"), "\(lines)")
            let isWhole = lines[3].wholeMatch(of: /\ {4}A( f.*)?…?  2020-11-20/) != nil
            #expect(lines[1].contains("  2020-11-20") && isWhole, "\(lines)")
            #expect(lines.allSatisfy { TextWidth.cells(of: $0) <= columns })
            #expect(TextWidth.cells(of: lines[0]) == columns)
        }
        #expect(await shelf.screen("list", "-n", "2", columns: 60).count == 2)
        #expect(await shelf.screen("list", "-n", "2", "--fields", "id,title", columns: 40).count == 2)
        let found = await shelf.screen("discover", "xkcd", columns: 40)
        #expect(found.contains("xkcd") && found.contains("  https://xkcd.com/atom.xml"), "\(found)")
    }

    // MARK: Columns

    @Test func `a column that says the same in every row is left out`() async {
        let shelf = await Self.shelf(["PAGER": "cat"])
        let one = await shelf.screen("list", "-n", "3")
        #expect(one.allSatisfy { $0.wholeMatch(of: /\d+  2020-11-20  Article \d+  Text of.*/) != nil }, "\(one)")
        await shelf.subscribe("/b.xml", title: "B feed", ["Other"])
        // Then no article is new.
        _ = await shelf.screen("list")
        #expect(await shelf.screen("list", "-n", "3").allSatisfy { $0.contains(" feed  ") && !$0.contains(" U ") })
        await shelf.program.run("mark", "starred", "41")
        let starred = await shelf.screen("list", "-n", "3")
        #expect(starred[0].contains(" US") && starred[1].contains(" U "), "\(starred)")
        #expect(await shelf.screen("list", "-n", "3", "--fields", "id,flags,feed").allSatisfy { $0.contains("U") })
        #expect(await shelf.screen("list", "-n", "1")[0].contains("US"))
    }

    @Test func `on a terminal the names of columns stand above feeds, categories and rules`() async {
        let shelf = await Self.shelf()
        await shelf.program.run("category", "add", "News", "--color", "red")
        await shelf.program.run("rule", "add", "swift", "--star")
        #expect(await shelf.screen("feeds").first?.hasPrefix("id  unread  state  title   last_article") == true)
        #expect(await shelf.screen("category").first == "name  color  position  feeds  unread")
        #expect(await shelf.screen("rule").first == "id  query  scope  action")
        #expect(await shelf.screen("feeds", "--failing") == ["no feed matches; `rssium feeds` lists all feeds"])
        #expect(await shelf.screen("list", "-n", "1").count == 1)
        #expect(await shelf.screen("feeds", "--format", "tsv").count == 1)
        for words in [["feeds"], ["category"], ["rule"], ["feeds", "--format", "text", "--width", "80"]] {
            #expect(await shelf.program.run(arguments: words).lines.count == 1, "\(words)")
        }
        #expect(await shelf.screen("feeds", "--header").count == 2)
        #expect(await shelf.program.run(arguments: ["feeds"], on: .init()).stdout.contains("\u{1B}[2mid"))
    }

    @Test(arguments: [12, 20]) func `a narrow terminal still shows titles`(columns: Int) async {
        let shelf = await Self.shelf(["PAGER": "cat"])
        #expect(await shelf.screen("list", columns: columns).first?.contains("Arti") == true)
        #expect(await shelf.screen("feeds", columns: columns).last?.contains("A feed") == true)
    }

    @Test(arguments: [12, 40, 80]) func `discover never cuts an address`(columns: Int) async {
        let shelf = await Self.shelf(["PAGER": "cat"])
        let addresses = await shelf.program.run("discover", "comics", "--fields", "url").lines
        #expect(addresses.count > 5)
        let lines = await shelf.screen("discover", "comics", columns: columns)
        for address in addresses { #expect(lines.contains { $0.contains(address) }, "\(address)") }
        #expect(await shelf.screen("discover", "comics", "-n", "2", columns: 80).count == 2)
        for line in lines where !line.hasPrefix("http") { #expect(TextWidth.cells(of: line) <= columns, "\(line)") }
    }
}
