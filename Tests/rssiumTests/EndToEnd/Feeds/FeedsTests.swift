import TestSupport
import Testing

@Suite struct FeedsTests {
    let program: Program

    init() async {
        program = await Program.withTwoFeeds()
    }

    @Test func `every subscription is a record`() async {
        let folder = program.folder.path
        #expect(
            await program.run("feeds")
                == Program.Ending(
                    stdout:
                        "1\t2\t2\tok\tAlpha\tfile://\(folder)/alpha.xml\n2\t2\t2\tok\tBeta\tfile://\(folder)/beta.xml\n"
                ))
    }

    @Test func `filters select feeds, and an empty result is not an error`() async {
        #expect(
            await program.run("feeds", "--category", "News", "--fields", "title") == Program.Ending(stdout: "Beta\n"))
        #expect(await program.run("feeds", "alph", "--fields", "title") == Program.Ending(stdout: "Alpha\n"))
        #expect(await program.run("feeds", "--failing") == Program.Ending())
        #expect(await program.run("feeds", "--stale", "50000w") == Program.Ending())
        await program.run("mark", "read", "--feed", "1")
        #expect(await program.run("feeds", "--unread", "--fields", "title") == Program.Ending(stdout: "Beta\n"))
        #expect(await program.run("feeds", "--sort", "unread", "--fields", "title").lines == ["Beta", "Alpha"])
        #expect(await program.run("feeds", "--sort", "category", "--fields", "title").lines == ["Beta", "Alpha"])
    }

    @Test func `an unknown feed is an error`() async {
        #expect(
            await program.run("feeds", "nix")
                == Program.Ending(stderr: "rssium: no feed nix: `rssium feeds` lists them\n", code: 1))
        #expect(await program.run("feeds", "--category", "nix").code == 1)
        #expect(await program.run("feeds", "--stale", "x").code == 2)
        #expect(await program.run("feeds", "--format", "json", "--fields", "id").code == 2)
    }
}
