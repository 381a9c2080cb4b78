import TestSupport
import Testing

@Suite struct FeedsTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test func `every subscription is a record`() async {
        let folder = program.folder.path
        #expect(
            await program.run("feeds")
                == .printed(
                    "1\t2\t2\tok\tAlpha\tfile://\(folder)/alpha.xml\n2\t2\t2\tok\tBeta\tfile://\(folder)/beta.xml"))
    }

    @Test func `filters select feeds, and an empty result is not an error`() async {
        #expect(await program.run("feeds", "--category", "News", "--fields", "title") == .printed("Beta"))
        #expect(await program.run("feeds", "alph", "--fields", "title") == .printed("Alpha"))
        #expect(await program.run("feeds", "--failing") == .silent)
        #expect(await program.run("feeds", "--stale", "50000w") == .silent)
        await program.run("mark", "read", "--feed", "1")
        #expect(await program.run("feeds", "--unread", "--fields", "title") == .printed("Beta"))
        #expect(await program.run("feeds", "--sort", "unread", "--fields", "title").lines == ["Beta", "Alpha"])
        #expect(await program.run("feeds", "--sort", "category", "--fields", "title").lines == ["Beta", "Alpha"])
        #expect(await program.run("feeds", "--sort", "unread", "-n", "1", "--fields", "title").lines == ["Beta"])
        #expect(await program.run("feeds", "-n", "none").lines.count == 2)
    }

    @Test(arguments: ["title", "unread", "updated", "category"])
    func `ties go by id, newest first`(order: String) async {
        for (file, title) in [("1", "Same"), ("2", "same"), ("3", "Same")] {
            program.folder.write(Program.feed(titled: title), to: file)
            await program.run("add", "--category", "Ties", "./" + file)
        }
        let ending = await program.run("feeds", "--category", "Ties", "--sort", order, "--fields", "id")
        #expect(ending.stdout == "5\n4\n3\n")
    }
}
