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
        let head = "<rss version='2.0'><channel><title>Blog</title>"
        shelf.program.folder.write(head + items.joined() + "</channel></rss>", to: "feed.xml")
        await shelf.program.run("add", "./feed.xml")
        #expect(await unread == count)
    }

    private var unread: Int { get async { Int(await shelf.program.run("list", "--count").lines[0]) ?? -1 } }

    private func start(_ words: String = "", width: Int = 80) -> RunningProgram {
        shelf.program.startShell("\(Program.path) read --each \(words)", on: .init(columns: width))
    }

    @Test(arguments: [40, 80, 120])
    func `each key does what it says, at any width`(width: Int) async {
        await subscribe(30)
        shelf.program.folder.write("browser = sh -c \"touch opened\"\n", to: "config")
        let reading = start(width: width)
        await reading.waitForOutput(of: "1/30, 29 left", thenType: "n")
        await reading.waitForOutput(of: "2/30, 28 left", thenType: "k")
        await reading.waitForOutput(of: "3/30, 27 left", thenType: "s")
        await reading.waitForOutput(of: "★ 3/30, 27 left", thenType: "\r")
        await reading.waitForOutput(of: "4/30, 26 left", thenType: "d")
        await reading.waitForOutput(of: "4/29, 25 left", thenType: "\u{1B}[A")
        reading.type("xo?")
        await reading.waitForOutput(of: "Enter or n", thenType: "p")
        await reading.waitForOutput(of: "3/29, 26 left", thenType: "q")
        let ending = await reading.end()
        #expect(ending.code == 0, "\(ending)")
        #expect(await shelf.program.shell("cat opened").code == 0)
        let lines = ending.stdout.split(whereSeparator: \.isNewline).flatMap { $0.split(separator: "\r") }
        #expect(lines.allSatisfy { TextWidth.cells(of: plain($0)) <= width }, "\(lines)")
        let listed = await shelf.program.run("list", "--all", "--fields", "flags,title", "--limit", "4").lines
        #expect(listed == ["-\tArticle 1", "U\tArticle 2", "S\tArticle 3", "U\tArticle 5"])
        #expect(await shelf.program.run("undo", "--list", "--fields", "what").lines == ["read --each: 3 articles"])
        #expect(await shelf.program.run("undo").code == 0)
        #expect(await unread == 30)
        #expect(await shelf.program.run("list", "--starred", "--count").stdout == "0\n")
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
            #expect(await unread == left)
        }
        let reading = start()
        await reading.waitForOutput(of: "1/2", thenType: "n")
        await reading.waitForOutput(of: "2/2, 0 left", thenType: "n")
        #expect(await reading.end().stdout.contains("no more articles"))
        #expect(await unread == 0)
        #expect(await start().end().code == 1)
    }

    @Test func `a long article goes through the pager, and keys that were typed before are not for it`() async {
        await subscribe(2, lines: 60)
        let pager = "cat >/dev/null; sleep 0.3; echo paged; :"
        let reading = shelf.program.startShell("PAGER='\(pager)' \(Program.path) read --each")
        reading.type("nnn")
        await reading.waitForOutput(of: "1/2, 1 left")
        #expect(await unread == 2)
        reading.type("q")
        let ending = await reading.end()
        #expect(ending.stdout.contains("paged") && ending.stdout.contains("Article 1"))
        #expect(await unread == 2)
    }

    @Test func `ids come from a pipe, and keys from the terminal`() async {
        await subscribe(3)
        let rssium = Program.path
        let reading = shelf.program.startShell("\(rssium) list --sort title --fields id | \(rssium) read --each -")
        await reading.waitForOutput(of: "1/3", thenType: "n")
        await reading.waitForOutput(of: "2/3", thenType: "q")
        #expect(await reading.end().code == 0)
        let left = await shelf.program.run("list", "--fields", "title", "--sort", "title").lines
        #expect(left == ["Article 2", "Article 3"])
    }

    @Test func `without a terminal, or with a format for programs, it is refused`() async {
        await subscribe(1)
        let ending = await shelf.program.run("read", "--each")
        #expect(ending.code == 2 && ending.stderr.contains("--each needs a terminal"))
        let json = await shelf.program.run(arguments: ["read", "--each", "--format", "json"], on: .init())
        #expect(json.code == 2)
        #expect(await unread == 1)
    }

    /// Without escape sequences.
    private func plain(_ text: Substring) -> String { String(text).replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "") }
}
