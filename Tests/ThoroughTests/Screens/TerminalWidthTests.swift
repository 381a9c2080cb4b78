import TestSupport
import Testing

@testable import rssium
@testable import rssiumTests

/// Screens on terminals of all widths and kinds.
@Suite struct TerminalWidthTests {
    private static func shelf() async -> SubscribedProgram {
        let shelf = SubscribedProgram(environment: ["PAGER": "cat"])
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
            let lines = ending.screen
            #expect(!lines.isEmpty)
            // An address is never cut: the user copies it.
            for line in lines where !line.hasPrefix("https://") {
                #expect(TextWidth.cells(of: line) <= width, "\(words): \(line)")
            }
        }
    }

    @Test(arguments: [60, 80, 300])
    func `a feed that fails tells why`(width: Int) async {
        let shelf = await Self.shelf()
        await shelf.program.run("edit", "2", "--title", "Short", "--force", "--url", "file:///nowhere.xml")
        await shelf.program.run("refresh")
        let why = await shelf.program.run("feeds", "Short", "--fields", "error").lines.first ?? ""
        #expect(!why.isEmpty)
        let lines = await shelf.screen("feeds", columns: width)
        #expect(lines.contains { $0.contains(why.prefix(10)) }, "\(lines)")
        for line in lines { #expect(TextWidth.cells(of: line) <= width, "\(line)") }
    }

    @Test(arguments: [1, 2, 7, 13])
    func `a terminal of a few cells harms nobody`(width: Int) async {
        let shelf = await Self.shelf()
        for words in Self.commands + [["read", "1", "--keep-unread", "--no-pager"], ["status"], ["help"]] {
            #expect(await shelf.program.run(arguments: words, on: .init(columns: width, rows: 3)).code == 0, "\(words)")
        }
    }
}
