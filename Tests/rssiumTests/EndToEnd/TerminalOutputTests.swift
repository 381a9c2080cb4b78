import TestSupport
import Testing

@testable import rssium

/// Output for terminals of several kinds.
@Suite struct TerminalOutputTests {
    @Test(arguments: ["dumb", nil])
    func `a terminal that knows no escape sequences gets none`(kind: String?) async {
        let shelf = SubscribedProgram(environment: ["TERM": kind])
        await shelf.subscribe()
        for words in [["refresh"], ["list"], ["read", "1"], ["feeds"], ["help"]] {
            let ending = await shelf.program.runOnTerminal(words[0], words.count > 1 ? words[1] : "--verbose")
            #expect(!ending.stdout.contains("\u{1B}"), "\(ending)")
            #expect(!ending.stdout.replacing("\r\n", with: "").contains("\r"), "\(ending)")
        }
    }

    @Test func `with read.plain a terminal gets plain lines, also for help`() async {
        let shelf = SubscribedProgram(environment: ["PAGER": "sed s/^/PAGED/"])
        await shelf.subscribe(title: "A", (1...40).map { "Article \($0)" })
        await shelf.program.run("config", "read.plain", "yes")
        for words in [[], ["list"], ["read", "1"], ["feeds"], ["help"], ["list", "--help"], ["status"], ["refresh"]] {
            let ending = await shelf.program.run(arguments: words, on: .init(rows: 10))
            #expect(ending.code == 0 && !ending.stdout.isEmpty, "\(ending)")
            #expect(!ending.stdout.contains("\u{1B}") && !ending.stdout.contains("PAGED"), "\(words): \(ending)")
        }
    }

    @Test func `the head of a preview keeps to the width`() async {
        let program = Program()
        let long = String(repeating: "long ", count: 60)
        program.folder.write(
            "<rss><channel><title>\(long)</title><description>\(long)</description></channel></rss>", to: "a.xml")
        let lines = await program.runOnTerminal("preview", "./a.xml").screen
        #expect(lines.contains { $0.hasPrefix("long ") && $0.hasSuffix("…") })
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(await program.run("preview", "--format", "text", "./a.xml").lines[0].count > 290)
    }
}
