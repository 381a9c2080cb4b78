import TestSupport
import Testing

@testable import rssium
@testable import rssiumTests

/// What the everyday commands print for a screen reader or a narrow window: words, whatever the terminal can show.
@Suite struct AccessibleOutputTests {
    private static func shelf(_ environment: [String: String?]) async -> SubscribedProgram {
        let shelf = SubscribedProgram(environment: environment.merging(["PAGER": "cat"]) { $1 })
        await shelf.subscribe("/a.xml", title: "Café „Zur Post“", ["Ein Gruß…", "Zwei – drei", "Vier", "Fünf"])
        await shelf.program.run("edit", "1", "--category", "Nächste Stadt")
        await shelf.program.run("category", "edit", "Nächste Stadt", "--color", "red")
        shelf.program.folder.write(SubscribedProgram.rss("Ένα “Blog”", ["Erstes → zweites"]), to: "b.xml")
        return shelf
    }

    /// Each in the home that the ones before have left. False: what has lines that are not cut, such as messages, paths
    /// and command lines to copy.
    private static let everyday: [(line: String, isCut: Bool)] = [
        ("preview ./b.xml", true), ("add ./b.xml", false), ("list", true), ("list --new --cursor mine", true),
        ("list --all --fields id,flags,feed,title,labels,url", true), ("list --search gruß", true), ("read 4", true),
        ("read 3 --format markdown", true), ("mark starred 1", false), ("label add später 1", false),
        ("label", true), ("view add gemerkt --starred", false), ("view", true), ("undo --list", true), ("undo", false),
        ("rule add zwei --star", false), ("rule", true), ("rule test zwei", true), ("category", true),
        ("feeds", true), ("refresh", false), ("refresh --print-new", false), ("status", true),
        ("schedule --quiet", true), ("config", true), ("prune --dry-run", true), ("discover nosuch", false),
        ("list --category nosuch", false), ("rm 2 --yes", false), ("nosuch", false), ("help", true),
        ("help read", false), ("help query", true),
    ]

    @Test func `a dumb terminal of 40 columns with only ASCII gets plain lines that fit`() async {
        let shelf = await Self.shelf(["TERM": "dumb", "LC_ALL": "C"])
        for (line, isCut) in Self.everyday {
            let words = line.split(separator: " ").map(String.init)
            let screen = await shelf.program.run(arguments: words, on: .init(columns: 40)).stdout
            #expect(!screen.isEmpty || words.contains("--print-new"), "\(line)")
            #expect(screen.utf8.allSatisfy { (9...13).contains($0) || (32..<127).contains($0) }, "\(line): \(screen)")
            let lines = screen.replacing("\r\n", with: "\n").split(separator: "\n")
            #expect(lines.allSatisfy { !$0.contains("\r") }, "\(line): a line was written over")
            guard isCut else { continue }
            for line in lines { #expect(line.utf8.count <= 40, "\(words): \(line)") }
        }
    }

    @Test func `the usage of a command in ASCII still says what can be repeated`() async {
        let shelf = SubscribedProgram(environment: ["TERM": "dumb", "LC_ALL": "C", "PAGER": "cat"])
        let help = await shelf.program.run(arguments: ["help", "list"], on: .init()).stdout
        #expect(help.contains("rssium list [options] [FEED...]"))
    }

    @Test func `without colors, letters and words tell the state of articles and feeds`() async {
        let shelf = await Self.shelf(["NO_COLOR": "1"])
        await shelf.program.run("read", "2", "3")
        await shelf.program.run("mark", "starred", "3", "4")
        let changed = SubscribedProgram.rss("Café", ["Ein Gruß…", "Zwei – drei", "Vier", "Fünf"])
        shelf.server.serve("/a.xml", .document(changed.replacing("Text of Vier", with: "Another text of Vier")))
        await shelf.program.run("refresh")
        await shelf.program.run("add", "./b.xml")
        await shelf.program.run("edit", "2", "--pause")
        #expect(await !shelf.program.runOnTerminal("list", "--all").stdout.contains("\u{1B}"))
        #expect(
            await shelf.screen("list", "Café", "--all", "--fields", "id,flags") == ["4  US", "3  S", "2  M", "1  U"])
        #expect(
            await shelf.screen("feeds", "--fields", "state,unread") == [
                "state   unread", "ok           2", "paused       1",
            ])
        await shelf.program.run("edit", "1", "--force", "--url", "file:///no/such/feed.xml")
        await shelf.program.run("refresh")
        #expect(await shelf.screen("feeds", "1", "--fields", "state").last == "retrying")
        #expect(await shelf.screen("status").contains { $0.contains("1 retrying") && $0.contains("1 paused") })
    }

    @Test(arguments: [
        "feeds", "category", "view", "rule", "undo --list", "status", "read 1 --keep-unread", "help list",
    ])
    func `colors add nothing that the words do not say`(line: String) async {
        let shelf = await Self.shelf([:])
        await shelf.program.run("view", "add", "all", "--all")
        await shelf.program.run("rule", "add", "zwei", "--star")
        await shelf.program.run("mark", "starred", "1")
        var plain = shelf.program
        plain.environment["NO_COLOR"] = "1"
        let words = line.split(separator: " ").map(String.init)
        let colored = await shelf.program.run(arguments: words, on: .init()).stdout
        let bare = await plain.run(arguments: words, on: .init()).stdout
        #expect(colored.contains("\u{1B}["))
        #expect(!bare.contains("\u{1B}"))
        // Ages, and the spaces that align them, differ between two runs.
        func plainText(of screen: String) -> String {
            screen.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(/just now|\d+[sm] ago/, with: "")
                .replacing(#/ +/#, with: " ")
        }
        #expect(plainText(of: colored) == plainText(of: bare))
    }
}
