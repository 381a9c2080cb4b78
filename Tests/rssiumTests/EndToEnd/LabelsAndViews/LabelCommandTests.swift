import TestSupport
import Testing

/// `rssium label`, and labels wherever articles are listed and chosen.
@Suite struct LabelCommandTests {
    private let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test func `labels are put on and taken off, and counted`() async {
        #expect(await program.run("label") == .silent)
        #expect(await program.run("label", "add", "later", "1", "2") == .printed("2"))
        #expect(await program.run("label", "add", "Later", "2", "3") == .printed("1"))
        #expect(
            await program.run("label", "add", "art", ".", "4").stderr.hasPrefix("rssium: . means the article read last")
        )
        #expect(await program.run("label").stdout == "art\t1\nlater\t3\n")
        #expect(await program.run("label", "list", "--format", "jsonl").lines[0] == #"{"name":"art","articles":1}"#)
        #expect(await program.run("label", "rm", "LATER", "1") == Program.Ending(stdout: "1\n"))
        #expect(await program.runOnTerminal("label", "rm", "later", "--all").stdout == "unlabeled 2 articles\r\n")
        #expect(await program.runOnTerminal("label", "add", "later", "4").stdout == "labeled 1 article\r\n")
        #expect(await program.run("label").stdout == "art\t1\nlater\t1\n")
    }

    @Test func `a label is renamed, also in case, or merged with another one`() async {
        await program.run("label", "add", "a", "1", "2")
        await program.run("label", "add", "b", "2", "3")
        #expect(await program.run("label", "rename", "A", "Later") == .printed("2"))
        #expect(await program.run("label", "rename", "later", "LATER") == .printed("2"))
        #expect(await program.run("label", "rename", "LATER", "LATER") == .printed("0"))
        #expect(await program.run("label").stdout == "b\t2\nLATER\t2\n")
        #expect(await program.run("label", "rename", "b", "later") == .printed("2"))
        #expect(await program.run("label").stdout == "LATER\t3\n")
        #expect(await program.run("label", "rename", "b", "c").stderr.contains("no label b: "))
    }

    @Test func `a label that no article has is named`() async {
        let unknown = Program.Ending.error("no label y: `rssium label` lists them")
        #expect(await program.run("label", "rm", "y", "1") == unknown)
        #expect(await program.run("label", "rm", "y", "--all") == unknown)
    }

    @Test func `a label has 255 bytes at most, and no extra spaces`() async {
        #expect(await program.run("label", "add", String(repeating: "x", count: 256), "1").code == 2)
        #expect(await program.run("label", "add", "  to   read ", "1").code == 0)
        #expect(await program.run("label").stdout == "to read\t1\n")
    }

    @Test func `lists choose by a label and show labels`() async {
        await program.run("label", "add", "Później", "1", "4")
        await program.run("label", "add", "b", "1")
        let fields = ["--fields", "id,labels"]
        #expect(await program.run(arguments: ["list"] + fields).stdout == "4\tPóźniej\n2\t\n3\t\n1\tPóźniej,b\n")
        let labeled = await program.run(arguments: ["list", "--label", "pozniej"] + fields)
        #expect(labeled.stdout == "4\tPóźniej\n1\tPóźniej,b\n")
        #expect(await program.run("list", "--label", "późnie") == .silent)
        let found = await program.run(arguments: ["list", "--search", "label:pozniej -label:b"] + fields)
        #expect(found.stdout == "4\tPóźniej\n")
        #expect(await program.run(arguments: ["list", "--label", "b", "--search", "new"] + fields) == .silent)
        #expect(await program.run("list", "--label", "b", "--count").stdout == "1\n")
        #expect(await program.run("mark", "read", "--search", "label:b").stdout == "1\n")
        #expect(await program.run("list", "--label", "b", "--count").stdout == "1\n")
        #expect(await program.run("list", "--label", "b", "--unread", "--count").stdout == "0\n")
        #expect(await program.run("list", "--label", "b", "--read", "--count").stdout == "1\n")
        #expect(await program.run("read", "1").lines[3] == "Później, b")
        #expect(await program.run("read", "--label", "b").lines[3] == "Później, b")
        #expect(await program.run("read", "--label", "b", "--unread").code == 1)
    }

    @Test func `JSON has labels beside the other marks, and leaves them out of articles without labels`() async {
        await program.run("label", "add", "b", "1")
        await program.run("label", "add", "a", "1")
        #expect(await program.run("read", "--format", "json", "1").stdout.contains(#""labels":["a","b"]"#))
        #expect(await program.run("list", "--format", "json", "--label", "a").stdout.contains("\"labels\""))
        #expect(await !program.run("list", "--format", "jsonl", "Beta").stdout.contains("\"labels\""))
    }

    @Test func `labels that would not fit the state file are refused, and all others are in it`() async {
        let shelf = await SubscribedProgram.subscribed("/feed.xml", title: "A feed", ["One", "Two"])
        let program = shelf.program
        let names = (0..<60).map { "\($0)" + String(repeating: "\u{1F600}", count: 75) }
        var refused = 0
        for name in names {
            let ending = await program.run("label", "add", name, "1", "2")
            refused += ending.code == 1 ? 1 : 0
            #expect(ending.code == 0 || ending.errorLines.count == 2)
        }
        #expect(refused > 10)
        // One that was taken off makes room.
        #expect(await program.run("label", "rm", names[0], "1").code == 0)
        #expect(await program.run("label", "add", "last", "1").code == 0)
        let labels =
            await program.run("list", "--all", "--fields", "id,labels").lines.first { $0.hasPrefix("1\t") } ?? ""
        let state = await program.run("export", "--format", "state").stdout
        for label in labels.dropFirst(2).split(separator: ",") { #expect(state.contains("\"\(label)\":[true")) }
        await program.run("rule", "add", "One", "--label", names[59])
        #expect(await program.run("refresh", "--force").code == 0)
    }
}
