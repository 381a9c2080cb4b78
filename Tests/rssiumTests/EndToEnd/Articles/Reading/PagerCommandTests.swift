import FeedCore
import TestSupport
import Testing

/// `rssium read` through a pager on a terminal.
@Suite struct PagerCommandTests {
    /// Whether the pager of most users is there.
    static let hasLess = Program.isInstalled("less")
    /// The shell of most users.
    static let hasBash = Program.isInstalled("bash")

    private static func shelf(
        _ titles: [String] = ["Two", "One"], _ more: [String: String?] = [:], lines: Int = 60
    ) async -> SubscribedProgram {
        let shelf = SubscribedProgram(environment: ["LESS": nil, "PAGER": nil].merging(more) { $1 })
        let long = (1...lines).map { "<p>Line \($0)</p>" }.joined()
        var document = SubscribedProgram.rss("A feed", titles)
        for title in titles {
            document = document.replacing("Text of \(title)<", with: "<![CDATA[<p>Text of \(title)</p>\(long)]]><")
        }
        await shelf.subscribe(to: .document(document))
        return shelf
    }

    private static func unread(_ shelf: SubscribedProgram) async -> String {
        await shelf.program.run("list", "--count").stdout.trimmed
    }

    @Test(arguments: [["read", "1", "--format", "markdown"], ["help"], ["--help"], ["help", "list"]])
    func `what is longer than the screen goes through the pager of the settings`(words: [String]) async {
        let shelf = await Self.shelf(["One"], ["PAGER": "cat"])
        await shelf.program.run("config", "read.pager", "sed s/^/PAGED/")
        let ending = await shelf.program.startShell("rssium " + words.joined(separator: " ")).end()
        #expect(ending.code == 0 && ending.stdout.hasPrefix("PAGED"), "\(ending.stdout.prefix(200))")
    }

    @Test(.enabled(if: hasLess)) func `quitting less early counts as reading the article`() async {
        let shelf = await Self.shelf()
        let program = shelf.program.startShell("rssium read; echo code $?; stty -a")
        await program.waitForOutput(of: "Line 5")
        program.type("q")
        let ending = await program.end()
        #expect(ending.stdout.contains("code 0"))
        #expect(ending.stdout.contains(" icanon") && ending.stdout.contains(" echo "))
        #expect(await Self.unread(shelf) == "1")
    }

    @Test(arguments: ["text", "markdown"])
    func `a pager that the user leaves early ends its article alone`(format: String) async {
        let shelf = await Self.shelf(["Two", "One"], ["PAGER": "head -n 20"], lines: 20_000)
        let ending = await shelf.program.startShell("rssium read 1 2 --format \(format)").end()
        #expect(ending.code == 0 && ending.stdout.contains("Text of One") && ending.stdout.contains("Text of Two"))
        #expect(await Self.unread(shelf) == "0")
    }

    @Test(.enabled(if: hasLess), arguments: [nil, "less", "less -R"])
    func `Ctrl-C in less ends rssium`(pager: String?) async {
        let shelf = await Self.shelf(["Two", "One"], ["PAGER": pager, "LESS": pager.map { _ in "-FM" }])
        let program = shelf.program.startShell("exec rssium read --keep-unread")
        await program.waitForOutput(of: "Line 5")
        // While it still reads it does not see every one of them.
        for _ in 0..<60 where !program.isSilent && !program.output.contains("\u{1B}[?1049l") {
            program.type("\u{3}")
            await program.waitForOutput(of: "\u{1B}[?1049l", seconds: 1)
        }
        #expect(await program.end().code == 130)
    }

    @Test(.enabled(if: hasBash), arguments: ["exec cat /dev/tty", "trap 'exit 2' INT; while sleep 0.1; do :; done"])
    func `Ctrl-C in a pager ends a loop, and the article was shown`(rest: String) async {
        let shelf = await Self.shelf(["Three", "Two", "One"], ["PAGER": "grep '^Text'; \(rest)"])
        // Job control gives each command its own process group, so the shell gets no Ctrl-C, like an interactive one.
        let program = shelf.program.startShell(
            "exec bash -c 'set -m; rssium read; echo code $?; while rssium read; do :; done; echo after; stty -a'")
        await program.waitForOutput(of: "Text of Three")
        program.type("\u{3}")
        await program.waitForOutput(of: "code 130")
        await program.waitForOutput(of: "Text of Two")
        program.type("\u{3}")
        let ending = await program.end()
        #expect(ending.stdout.contains("code 130") && ending.stdout.contains("after"))
        #expect(ending.stdout.contains(" icanon") && ending.stdout.contains(" echo "))
        #expect(await Self.unread(shelf) == "1")
    }

    @Test(.enabled(if: hasLess)) func `a signal to rssium also ends the pager`() async {
        let shelf = await Self.shelf()
        let alone = shelf.program.startShell("exec rssium read")
        await alone.waitForOutput(of: "Line 5")
        alone.send(signal: 15)
        #expect(await alone.end().code == 143)
    }

    @Test func `the pager is used only if the article does not fit`() async {
        let shelf = await Self.shelf(["Two"], ["PAGER": "sed s/Line/PAGED/"])
        #expect(await shelf.program.run(arguments: ["read", "1"], on: .init(rows: 24)).stdout.contains("PAGED 7"))
        #expect(await shelf.program.run(arguments: ["read", "1"], on: .init(rows: 200)).stdout.contains("Line 7"))
        #expect(await shelf.program.run("read", "1").stdout.contains("Line 7"))
    }

    @Test(arguments: [
        ("", "Line 60"), ("cat", "Line 60"), ("head -n 3", "Two"),
        ("no-such-pager", "rssium: cannot run no-such-pager: No such file or directory; shown without a pager"),
    ])
    func `whatever pager there is, the article is shown and becomes read`(pager: String, shown: String) async {
        let shelf = await Self.shelf(["Two"], ["PAGER": pager])
        let ending = await shelf.program.run(arguments: ["read"], on: .init())
        #expect(ending.code == 0 && ending.stdout.contains(shown), "\(ending)")
        #expect(ending.stdout.contains("rssium:") == shown.contains("rssium:"), "\(ending)")
        #expect(await Self.unread(shelf) == "0")
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }.prefix { $0 != "\n" }) }
}
