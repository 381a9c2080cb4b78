import TestSupport
import Testing

@Suite struct CategoryTests {
    let program: Program

    init() async {
        program = await Program.withTwoFeeds()
    }

    @Test func `categories are listed in every format`() async {
        #expect(await program.run("category") == Program.Ending(stdout: "News\t\t1\t1\t2\n"))
        #expect(await program.run("category", "list", "--fields", "id,name").stdout == "1\tNews\n")
        let object = #"{"id":1,"name":"News","position":1,"feeds":1,"unread":2}"#
        #expect(await program.run("category", "--format", "jsonl").stdout == object + "\n")
        #expect(await program.run("category", "--format", "json").stdout == "[\n" + object + "\n]\n")
    }

    @Test func `a category is added once`() async {
        #expect(await program.run("category", "add", "Old") == Program.Ending(stderr: "made the category Old\n"))
        #expect(
            await program.run("category", "add", "old")
                == Program.Ending(stderr: "rssium: there is a category old already\n", code: 1))
        #expect(await program.run("category", "add", "none").code == 2)
        #expect(await program.run("category", "add").code == 2)
        #expect(await program.run("category", "nix").code == 2)
    }

    @Test func `one that has feeds is removed only with yes, and they stay`() async {
        #expect(await program.run("category", "rm", "News").code == 2)
        #expect(await program.runOnTerminal("category", "rm", "News", typing: "n\n").code == 1)
        #expect(
            await program.run("category", "rm", "news", "--yes")
                == Program.Ending(stderr: "removed the category News; 1 feed without a category now\n"))
        #expect(await program.run("feeds", "2", "--fields", "title,category").stdout == "Beta\t\n")
        #expect(await program.run("category", "rm", "News").code == 1)
    }
}
