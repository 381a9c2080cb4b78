import Glibc
import TestSupport
import Testing

@testable import rssium

/// The built program `rssium read --each` on a terminal. The test looks at the screen, and types the keys.
@Suite struct ReadEachTests {
    private let shelf = SubscribedProgram()

    /// Article 1 is the newest.
    private func subscribe(_ count: Int, lines: Int = 1) async {
        let text = String(repeating: "<p>Some words.</p>", count: lines)
        let items = (1...count).map { number in
            "<item><title>Article \(number)</title><guid>\(number)</guid><link>http://a.example/\(number)</link>"
                + "<description><![CDATA[\(text)]]></description></item>"
        }
        await shelf.program.subscribe("Blog", items: items)
        #expect(await unread == count)
    }

    private var unread: Int { get async { Int(await shelf.program.run("list", "--count").lines[0]) ?? -1 } }

    private func start(_ words: String = "", width: Int = 80) -> RunningProgram {
        shelf.program.startShell("exec \(Program.path) read --each \(words)", on: .init(columns: width))
    }

    private func undone() async -> [String] { await shelf.program.run("undo", "list", "--fields", "what").lines }

    @Test(arguments: [40, 80, 120])
    func `each key does what it says, at any width`(width: Int) async {
        await subscribe(30)
        shelf.program.folder.write("browser = sh -c \"touch opened\"\n", to: "config")
        let reading = start(width: width)
        await reading.type(["1/30": "n", "2/30": "N", "3/30": "s", "★ 3/30": " ", "4/30": "d", "5/30": "\u{1B}[A"])
        reading.type("xo")
        await reading.type(["opened in the browser": "lno \u{15}latest\u{17}later\r", "labeled later": "?"])
        await reading.waitForOutput(of: "q goes back")
        let shown = reading.output.utf8.count
        // The second key was typed before the article is shown again.
        reading.type("xd")
        _ = await reading.waitForOutput(of: "5/30", after: shown)
        reading.type("p")
        await reading.waitForOutput(of: ", deleted", thenType: "q")
        let ending = await reading.end()
        #expect(ending.code == 0, "\(ending)")
        #expect(await shelf.program.shell("cat opened").code == 0)
        let lines = ending.stdout.replacing(/\u{1B}\[(H|\?1049[hl])/, with: "\n").split(whereSeparator: \.isNewline)
            .flatMap { $0.split(separator: "\r") }
        #expect(lines.allSatisfy { TextWidth.cells(of: plain($0)) <= width }, "\(lines)")
        let listed = await shelf.program.run("list", "--all", "--fields", "flags,title,labels", "--limit", "4").lines
        #expect(listed == ["-\tArticle 1\t", "U\tArticle 2\t", "S\tArticle 3\t", "U\tArticle 5\tlater"])
        let commands = [
            "label add later: 1 article", "read --each, deleted: 1 article", "read --each, read: 1 article",
            "read --each, starred: 1 article", "read --each, read: 1 article",
        ]
        #expect(await undone() == commands)
        for _ in commands { #expect(await shelf.program.run("undo").code == 0) }
        #expect(await unread == 30)
        #expect(await shelf.program.run("list", "--starred", "--count").stdout == "0\n")
    }

    @Test func `the keys are tried one after the other, and u takes each back`() async {
        await subscribe(4)
        let reading = start()
        await reading.type([
            "1/4": "n", "2/4": "d", "3/4": "p", ", deleted": "s", "deleted, it cannot change": "u",
            "took back deleted: 1 article": "u", "took back read: 1 article": "u", "nothing to take back": "A",
        ])
        let ending = await reading.end()
        #expect(ending.code == 0 && ending.stdout.contains("marked 4 articles read"), "\(ending)")
        #expect(await undone() == ["read --each, read: 4 articles"])
        #expect(await unread == 0)
    }

    @Test func `what another command has changed since is not taken back`() async {
        await subscribe(2)
        let reading = start()
        await reading.waitForOutput(of: "1/2", thenType: "s")
        await reading.waitForOutput(of: "★ 1/2")
        await shelf.program.run("mark", "read", "2")
        reading.type("u")
        await reading.waitForOutput(of: "rssium undo list", thenType: "q")
        #expect(await reading.end().code == 0)
        #expect(await shelf.program.run("list", "--starred", "--count").stdout == "1\n")
    }

    @Test func `an article that another command deletes does not change, and is named at the end`() async {
        await subscribe(4)
        let reading = start()
        await reading.waitForOutput(of: "1/4")
        await shelf.program.run("mark", "deleted", "4,3")
        reading.type("s")
        await reading.type(["it cannot change: no article 4": "n", ", no article 3": "q"])
        let ending = await reading.end()
        #expect(ending.code == 1 && ending.stdout.hasSuffix("rssium: no article 3\r\n"), "\(ending)")
        #expect(!ending.stdout.contains("★"))
        #expect(await unread == 2)
    }

    @Test func `an article is marked read when the user goes on from it, and never before`() async {
        await subscribe(3)
        for (keys, left) in [("q", 3), ("\u{3}", 3), ("\u{4}", 3), ("p", 3), ("nq", 2)] {
            let reading = start()
            await reading.waitForOutput(of: "1/3")
            for key in keys {
                reading.type(String(key))
                if key == "n" { await reading.waitForOutput(of: "2/3") }
            }
            if keys == "p" { reading.send(signal: SIGTERM) }
            let ending = await reading.end()
            #expect(ending.code == (keys == "p" ? 143 : keys == "\u{3}" ? 130 : 0), "\(ending)")
            #expect(ending.stdout.contains("\u{1B}[?1049l"))
            #expect(await unread == left)
        }
        let reading = start()
        await reading.type(["1/2": "n", "2/2, 0 left": "n"])
        // What was on the screen stays, once the old one is back.
        let left = await reading.end().stdout.split(separator: "\u{1B}[?1049l").last ?? ""
        #expect(left.contains("Article 3") && left.contains("Some words.") && left.hasSuffix("no more articles\r\n"))
        #expect(await unread == 0)
        #expect(await start().end().code == 1)
    }

    @Test(arguments: [
        (["3"], "q", 3), (["1", "2"], "Nq", 2), (["1", "2", "--keep-unread"], "nq", 2), (["2", "1"], "A", 2),
    ])
    func `a dot is the article that was shown last, whatever was done with it`(
        words: [String], keys: String, last: Int
    ) async {
        await subscribe(3)
        await shelf.program.run("read", "1")
        let reading = start(words.joined(separator: " "))
        for (index, key) in keys.enumerated() {
            await reading.waitForOutput(of: "\(index + 1)/\(min(words.count, 2))", thenType: String(key))
        }
        #expect(await reading.end().code == 0)
        let shown = await shelf.program.run("read", "--format", "json", ".").stdout
        #expect(shown.contains("\"_rssium\":{\"id\":\(last),"), "\(shown)")
    }

    @Test func `a long article scrolls, is searched, and only its end leads to the next one`() async {
        await subscribe(2, lines: 60)
        let reading = shelf.program.startShell("PAGER='echo paged' \(Program.path) read --each")
        reading.type("nnn")
        await reading.type(["1/2, 1 left, 18%": "j", "19%": "\u{1B}[B", "20%": "k", "%": " ", "37%": "b"])
        #expect(await unread == 2)
        reading.type("/nowhere\r")
        await reading.type(["not found: nowhere": "G", "100%": " ", "2/2, 0 left": "q"])
        let ending = await reading.end()
        #expect(!ending.stdout.contains("paged") && ending.stdout.contains("Article 2"))
        #expect(await unread == 1)
    }

    @Test func `another size of the terminal, and fg after Ctrl-Z, draw the article again`() async {
        await subscribe(2, lines: 30)
        let reading = shelf.program.startShell("exec bash -c 'set -m; \(Program.path) read --each; echo stopped; fg'")
        await reading.waitForOutput(of: "1/2")
        reading.resize(to: .init(columns: 40, rows: 12))
        await reading.waitForOutput(of: "\u{1B}[12;1H")
        let start = reading.output.utf8.count
        reading.type("\u{1A}")
        #expect(await reading.waitForOutput(of: "stopped", after: start) != nil)
        #expect(await reading.waitForOutput(of: "Article 1", after: start) != nil)
        #expect(await reading.waitForOutput(of: "1/2", after: start) != nil)
        reading.type("q")
        #expect(await reading.end().code == 0)
        #expect(await unread == 2)
    }

    @Test func `help scrolls where it does not fit, and is drawn again in another size`() async {
        await subscribe(2)
        let reading = start(width: 40)
        await reading.waitForOutput(of: "1/2")
        reading.resize(to: .init(columns: 40, rows: 8))
        await reading.type(["\u{1B}[8;1H": "?", "Space more  q goes back": "jk G"])
        await reading.waitForOutput(of: "   quit")
        let start = reading.output.utf8.count
        reading.resize(to: .init(columns: 100, rows: 30))
        // The last line of the old screen may still come; only the new one has the first lines of the help.
        let top = await reading.waitForOutput(of: "Space, Enter, Page Down", after: start)
        _ = await reading.waitForOutput(of: "q goes back", after: top ?? start)
        let drawn = String(reading.output.utf8.dropFirst(start)) ?? ""
        #expect(drawn.contains("Space, Enter, Page Down") && drawn.contains("take back the last key"), "\(drawn)")
        #expect(!drawn.contains("Article 1"))
        reading.type("q")
        // Before the line below it is there, keys are discarded.
        _ = await reading.waitForOutput(of: "1/2", after: start)
        reading.type("q")
        #expect(await reading.end().code == 0)
        #expect(await unread == 2)
    }

    @Test func `feed by feed, each from its oldest article, the first with its category`() async {
        await subscribe(2)
        await shelf.program.subscribe("Another", ["Three"])
        let reading = start("--by-feed")
        await reading.type(["1/1, feed 1/2": "n", "1/2, feed 2/2": "A"])
        let ending = await reading.end()
        #expect(ending.code == 0 && ending.stdout.contains("Three"), "\(ending)")
        #expect(await unread == 0)
        #expect(await shelf.program.run("read", "--by-feed").code == 2)
    }

    @Test func `a terminal that cannot redraw gets plain lines`() async {
        await subscribe(2, lines: 60)
        let reading = shelf.program.startShell("TERM=dumb \(Program.path) read --each")
        await reading.type([
            "1/2, 1 left": " ", "2/2, 0 left": "?", "take back the last key": "/Sonx\u{7F}\u{7F}me\r",
            "search: Sonx\u{8} \u{8}\u{8} \u{8}me\r\nSome words.\r\n": "xq",
        ])
        let ending = await reading.end()
        #expect(ending.code == 0 && !ending.stdout.contains("\u{1B}"), "\(ending)")
        #expect(await unread == 1)
    }

    @Test func `without any article, only the error is shown`() async {
        await subscribe(1)
        for (words, error) in [("99", "no article 99"), ("@nope", "no view nope: `rssium view` lists them")] {
            let ending = await start(words).end()
            #expect(ending.code == 1 && ending.stdout.hasSuffix("rssium: \(error)\r\n"), "\(ending)")
        }
    }

    @Test func `ids come from a pipe, and keys from the terminal`() async {
        await subscribe(3)
        let rssium = Program.path
        let reading = shelf.program.startShell("\(rssium) list --sort title --fields id | \(rssium) read --each -")
        await reading.type(["1/3": "n", "2/3": "q"])
        #expect(await reading.end().code == 0)
        let left = await shelf.program.run("list", "--fields", "title", "--sort", "title").lines
        #expect(left == ["Article 2", "Article 3"])
    }

    @Test func `without a terminal, or with a format for programs, it is refused`() async {
        await subscribe(1)
        let ending = await shelf.program.run("read", "--each")
        #expect(ending.code == 2 && ending.stderr.contains("--each needs a terminal"))
        #expect(await shelf.program.run(arguments: ["read", "--each", "--format", "json"], on: .init()).code == 2)
        #expect(await unread == 1)
    }

    /// Without escape sequences.
    private func plain(_ text: Substring) -> String { String(text).replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "") }
}
