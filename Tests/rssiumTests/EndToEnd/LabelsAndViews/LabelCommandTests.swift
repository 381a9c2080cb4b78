import TestSupport
import Testing

/// `rssium label`, and labels wherever articles are listed and chosen, the built program.
@Suite struct LabelCommandTests {
    private let program: Program

    init() async {
        program = await Program.withTwoFeeds()
    }

    @Test func `labels are put on and taken off, and counted`() async {
        #expect(await program.run("label") == Program.Ending())
        #expect(await program.run("label", "add", "later", "1", "2") == Program.Ending(stdout: "2\n"))
        #expect(await program.run("label", "add", "Later", "2", "3") == Program.Ending(stdout: "1\n"))
        #expect(
            await program.run("label", "add", "art", ".", "4").stderr.hasPrefix("rssium: . means the article read last")
        )
        #expect(await program.run("label").stdout == "art\t1\nlater\t3\n")
        #expect(await program.run("label", "list", "--format", "jsonl").lines[0] == #"{"name":"art","articles":1}"#)
        #expect(await program.run("label", "rm", "LATER", "1") == Program.Ending(stdout: "1\n"))
        #expect(await program.runOnTerminal("label", "rm", "later", "--all").stdout == "unlabelled 2 articles\r\n")
        #expect(await program.runOnTerminal("label", "add", "later", "4").stdout == "labelled 1 article\r\n")
        #expect(await program.run("label").stdout == "art\t1\nlater\t1\n")
    }

    @Test func `a label is renamed, also in case, or merged with another one`() async {
        await program.run("label", "add", "a", "1", "2")
        await program.run("label", "add", "b", "2", "3")
        #expect(await program.run("label", "rename", "A", "Later") == Program.Ending(stdout: "2\n"))
        #expect(await program.run("label", "rename", "later", "LATER") == Program.Ending(stdout: "2\n"))
        #expect(await program.run("label", "rename", "LATER", "LATER") == Program.Ending(stdout: "0\n"))
        #expect(await program.run("label").stdout == "b\t2\nLATER\t2\n")
        #expect(await program.run("label", "rename", "b", "later") == Program.Ending(stdout: "2\n"))
        #expect(await program.run("label").stdout == "LATER\t3\n")
        #expect(await program.run("label", "rename", "b", "c").stderr.contains("no label b: "))
        #expect(await program.run("label", "rename", "LATER", "a,b").code == 2)
    }

    @Test func `the output of list can be piped in`() async {
        #expect(await program.shell("rssium list Beta | rssium label add b -") == Program.Ending(stdout: "2\n"))
        #expect(await program.shell("rssium list --label b | rssium label rm b -") == Program.Ending(stdout: "2\n"))
        #expect(await program.run("label", "add", "b", "-", input: "") == Program.Ending(stdout: "0\n"))
        #expect(await program.run("label", "rm", "b", "-", input: "") == Program.Ending(stdout: "0\n"))
    }

    @Test func `what does not exist is named, and the others are done`() async {
        #expect(
            await program.run("label", "add", "x", "1", "99", "abc")
                == Program.Ending(
                    stdout: "1\n", stderr: "rssium: abc is neither an article id nor a feed\nrssium: no article 99\n",
                    code: 1)
        )
        let unknown = Program.Ending(stderr: "rssium: no label y: `rssium label` lists them\n", code: 1)
        #expect(await program.run("label", "rm", "y", "1") == unknown)
        #expect(await program.run("label", "rm", "y", "--all") == unknown)
    }

    @Test func `a label is a short line of text without a comma`() async {
        for name in ["", " ", "a,b", "a\nb", "a\u{1B}[31m", String(repeating: "x", count: 256)] {
            #expect(await program.run("label", "add", name, "1").code == 2, "\(name)")
        }
        #expect(await program.run("label", "add", "  to   read ", "1").code == 0)
        #expect(await program.run("label").stdout == "to read\t1\n")
        #expect(await program.run("label", "add", "x").code == 2)
        #expect(await program.run("label", "rm", "x").code == 2)
        #expect(await program.run("label", "rm", "x", "1", "--all").code == 2)
        #expect(await program.run("rule", "add", "x", "--label", "a,b").code == 2)
    }

    @Test func `lists choose by a label and show labels`() async {
        await program.run("label", "add", "Później", "1", "4")
        await program.run("label", "add", "b", "1")
        let fields = ["--fields", "id,labels"]
        #expect(await program.run(arguments: ["list"] + fields).stdout == "4\tPóźniej\n2\t\n3\t\n1\tPóźniej,b\n")
        let labelled = await program.run(arguments: ["list", "--label", "pozniej"] + fields)
        #expect(labelled.stdout == "4\tPóźniej\n1\tPóźniej,b\n")
        #expect(await program.run("list", "--label", "późnie") == Program.Ending())
        let found = await program.run(arguments: ["list", "--search", "label:pozniej -label:b"] + fields)
        #expect(found.stdout == "4\tPóźniej\n")
        #expect(await program.run(arguments: ["list", "--label", "b", "--search", "new"] + fields) == Program.Ending())
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

    @Test func `a rule labels what arrives`() async {
        let rules = Program()
        rules.folder.write(Program.feed(titled: "Alpha"), to: "alpha.xml")
        await rules.makeDatabase()
        #expect(await rules.run("rule", "add", "title:new", "--label", "Fresh").stdout == "1\n")
        #expect(await rules.run("rule", "add", "x", "--label", "a", "--star").code == 2)
        #expect(await rules.run("rule").stdout == "1\ttitle:new\tall\tlabel:Fresh\n")
        await rules.run("add", "./alpha.xml")
        #expect(await rules.run("list", "--fields", "title,labels").stdout == "New\tFresh\nOld\t\n")
    }
}
