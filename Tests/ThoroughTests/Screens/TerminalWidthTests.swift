import TestSupport
import Testing

@testable import rssium
@testable import rssiumTests

/// What is seen on terminals of all widths and kinds, the built program.
@Suite struct TerminalWidthTests {
    private static func shelf(_ environment: [String: String?] = [:]) async -> SubscribedProgram {
        let shelf = SubscribedProgram(environment: environment.merging(["PAGER": "cat"]) { $1 })
        await shelf.subscribe(
            "/a.xml", title: "日本語のとても長い名前のフィードです",
            ["絵文字👩‍👩‍👧と" + String(repeating: "漢字", count: 60), "Émile’s “café” – a naïve façade…", "Short"])
        await shelf.subscribe("/b.xml", title: "A feed with a name that is rather long for a column", ["Another one"])
        await shelf.program.run("edit", "1", "--category", "News of the day", "--favorite")
        await shelf.program.run("category", "edit", "News of the day", "--color", "red")
        await shelf.program.run("rule", "add", "title:something OR title:another OR title:third", "--star")
        return shelf
    }

    private static let commands = [
        ["list"], ["list", "--fields", "id,title,url,summary"], ["feeds"],
        ["feeds", "--fields", "title,error,last_refreshed"],
        ["category"], ["rule"], ["rule", "test", "Short"], ["config"], ["discover", "science"],
    ]

    @Test(arguments: [20, 80, 300])
    func `no line of a list goes past the edge`(width: Int) async {
        let shelf = await Self.shelf()
        for words in Self.commands {
            let ending = await shelf.program.run(arguments: words, on: .init(columns: width))
            #expect(ending.code == 0)
            let lines = seen(ending)
            #expect(!lines.isEmpty)
            // An address is never cut: the user copies it.
            for line in lines where !line.hasPrefix("https://") {
                #expect(TextWidth.cells(of: line) <= width, "\(words): \(line)")
            }
        }
    }

    @Test(arguments: [20, 40, 80, 300])
    func `no line that tells how things are goes past the edge`(width: Int) async {
        let shelf = await Self.shelf()
        await shelf.program.run("edit", "1", "--force", "--url", "file:///no/such/place/at/all/feed.xml")
        await shelf.program.run("refresh")
        for words in [["status"], ["schedule", "--quiet"]] {
            let ending = await shelf.program.run(arguments: words, on: .init(columns: width))
            for line in seen(ending) { #expect(TextWidth.cells(of: line) <= width, "\(words): \(line)") }
        }
        let status = seen(await shelf.program.run(arguments: ["status"], on: .init(columns: width)))
        #expect(status.contains("feeds         2: 1 retrying") || width < 40)
        #expect(status.joined(separator: " ").contains(/next\s+try\s+in\s/))
    }

    @Test(arguments: [60, 80, 300])
    func `a feed that fails tells why`(width: Int) async {
        let shelf = await Self.shelf()
        await shelf.program.run("edit", "2", "--title", "Short", "--force", "--url", "file:///nowhere.xml")
        await shelf.program.run("refresh")
        let why = await shelf.program.run("feeds", "Short", "--fields", "error").lines.first ?? ""
        #expect(!why.isEmpty)
        let lines = seen(await shelf.program.run(arguments: ["feeds"], on: .init(columns: width)))
        #expect(lines.contains { $0.contains(why.prefix(10)) }, "\(lines)")
        for line in lines { #expect(TextWidth.cells(of: line) <= width, "\(line)") }
    }

    @Test(arguments: [1, 2, 7, 13])
    func `a terminal of a few cells harms nobody`(width: Int) async {
        let shelf = await Self.shelf()
        for words in Self.commands + [["read", "1", "--keep-unread", "--no-pager"], ["status"], ["help"]] {
            #expect(
                await shelf.program.run(arguments: words, on: .init(columns: width, rows: 3)).code == 0, "\(words)")
        }
    }

    @Test(arguments: ["C", "POSIX", "de_DE.ISO-8859-1"])
    func `a terminal of another encoding gets ASCII that is as wide`(locale: String) async {
        let shelf = await Self.shelf(["LC_ALL": locale])
        for words in Self.commands + [["read", "2", "--keep-unread"], ["list", "--format", "json"], ["read", "99"]] {
            let ending = await shelf.program.run(arguments: words, on: .init())
            #expect(ending.stdout.utf8.allSatisfy { $0 < 0x80 }, "\(words)")
        }
        let list = seen(await shelf.program.run(arguments: ["list"], on: .init()))
        #expect(list.contains { $0.contains("Emile's \"cafe\" - a naive facade.") })
        #expect(await shelf.program.run("list").stdout.contains("Émile’s “café” – a naïve façade…"))
    }

    @Test func `without colors the layout is the same`() async {
        let shelf = await Self.shelf()
        var plain = shelf.program
        plain.environment["NO_COLOR"] = "1"
        let words = ["list", "--all", "--fields", "id,flags,feed,title"]
        await shelf.program.run(arguments: words, on: .init())
        let colored = await shelf.program.run(arguments: words, on: .init())
        let bare = await plain.run(arguments: words, on: .init())
        #expect(colored.stdout.contains("\u{1B}[31m"))
        #expect(!bare.stdout.contains("\u{1B}"))
        #expect(seen(colored) == seen(bare))
    }

    /// The lines without their styles.
    private func seen(_ ending: Program.Ending) -> [String] {
        ending.stdout.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing("\r\n", with: "\n").split(separator: "\n")
            .map(String.init)
    }
}
