import FeedCore
import TestSupport
import Testing

/// Names that differ only in case are the same, also beyond the letters of ASCII.
@Suite struct NamesInOtherCaseTests {
    private static let pairs = [
        ("Abc", "aBC"), ("Ä", "ä"), ("Яблоко", "яБЛОКО"), ("E\u{301}tude", "étude"), ("Ωmega", "ωMEGA"),
        ("Νέος", "ΝΈΟΣ"),
    ]

    @Test(arguments: pairs) func `a category is found and refused in other case`(name: String, other: String) async {
        let program = await Program.withTwoFeeds()
        #expect(await program.run("category", "add", name).code == 0)
        #expect(await program.run("category", "add", other).code == 1)
        #expect(await program.run("edit", "1", "--category", other).code == 0)
        #expect(await program.run("list", "--category", other, "--count").stdout != "0\n")
        #expect(await program.run("category", "--fields", "name").lines.count { $0.foldedName == name.foldedName } == 1)
        #expect(await program.run("category", "rm", other, "--yes").code == 0)
        #expect(await program.run("undo").code == 0)
        #expect(await program.run("list", "--category", name, "--count").stdout != "0\n")
    }

    @Test(arguments: pairs) func `a rule with the label in other case is the same`(name: String, other: String) async {
        let program = await Program.withTwoFeeds()
        await program.run("rule", "add", "x", "--label", name)
        #expect(await program.run("rule", "add", "x", "--label", other) == .error("the rule exists already (id 1)"))
        #expect(await program.run("rule", "add", "x", "--label", other, "--feed", "1").code == 0)
    }

    @Test(arguments: pairs) func `a view is found and refused in other case`(name: String, other: String) async {
        let program = await Program.withTwoFeeds()
        let first = await program.run("view", "add", name, "--starred")
        guard first.code == 0 else { return }
        #expect(await program.run("view", "add", other, "--unread").code == 1)
        #expect(await program.run("view", "edit", other, "--unread").code == 0)
        #expect(await program.run("list", "@\(other)", "--count").stdout == "4\n")
        #expect(await program.run("view", "edit", other, "--name", other).code == 0)
        #expect(await program.run("view", "--fields", "name").lines == [other])
        #expect(await program.run("view", "rm", name).code == 0)
        #expect(await program.run("view", "add", other, "--all").code == 0)
        await program.run("undo")
        await program.run("view", "add", name, "--all")
        #expect(await program.run("undo").code == 0)
        #expect(await program.run("undo").code == 0)
        #expect(await program.run("view", "--fields", "name").lines.count == 1)
    }

    @Test(arguments: pairs) func `a label is one in other case`(name: String, other: String) async {
        let program = await Program.withTwoFeeds()
        await program.run("label", "add", name, "1")
        #expect(await program.run("label", "add", other, "2").code == 0)
        #expect(await program.run("label", "--fields", "articles").stdout == "2\n")
        #expect(await program.run("list", "--label", other, "--count").stdout == "2\n")
        #expect(await program.run("label", "rm", other, "1").code == 0)
    }

    @Test func `a label with other marks on its letters is another one`() async {
        let program = await Program.withTwoFeeds()
        await program.run("label", "add", "schön", "1")
        await program.run("label", "add", "schon", "2")
        for (name, id) in [("schon", "2"), ("SCHÖN", "1")] {
            #expect(await program.run("list", "--label", name, "--fields", "id").lines == [id])
            #expect(await program.run("list", "--search", "label:\(name)", "--fields", "id").lines == [id])
        }
    }

    @Test(arguments: pairs) func `two machines that chose another case agree`(name: String, other: String) async {
        let (folder, machines) = (TemporaryFolder(), [Program(), Program()])
        for (machine, name) in zip(machines, [name, other]) {
            machine.folder.write("sync.folder = \(folder.path)\n", to: "config")
            machine.folder.write("https://a.example/feed\n", to: "urls")
            await machine.run("import", "urls")
            await machine.run("edit", "1", "--category", name)
            await machine.run("view", "add", name, "--starred")
        }
        for machine in machines + machines + machines { await machine.run("sync", "--folder") }
        for command in [["category", "--fields", "name,feeds"], ["view", "--fields", "name,filters"]] {
            let found = await (machines[0].run(arguments: command).lines, machines[1].run(arguments: command).lines)
            #expect(found.0 == found.1 && found.0.count <= 1, "\(found)")
        }
    }
}
