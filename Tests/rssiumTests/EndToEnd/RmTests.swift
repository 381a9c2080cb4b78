import TestSupport
import Testing

@Suite struct RmTests {
    let program: Program

    init() async {
        program = await Program.withTwoFeeds()
    }

    @Test func `without a terminal yes is required`() async {
        #expect(
            await program.run("rm", "1")
                == Program.Ending(
                    stderr: "rssium: rm wants --yes where there is no terminal to ask on; see rssium help rm\n", code: 2
                ))
        #expect(
            await program.run("rm", "1", "Alpha", "-y")
                == Program.Ending(stderr: "removed feed 1, Alpha, with 2 articles\n"))
        #expect(await program.run("list", "--count").stdout == "2\n")
    }

    @Test func `one that is not there keeps all the others`() async {
        #expect(
            await program.run("rm", "--yes", "1", "nix")
                == Program.Ending(
                    stderr: "rssium: cannot remove nix: no feed nix: `rssium feeds` lists them\n", code: 1))
        #expect(await program.run("rm", "--yes", "a").code == 1)
        #expect(await program.run("feeds", "--fields", "id").stdout == "1\n2\n")
    }

    @Test func `a terminal is asked`() async {
        let no = await program.runOnTerminal("rm", "1", typing: "\n")
        #expect(no.code == 1)
        #expect(no.stdout.contains("feed 1, Alpha, with 2 articles"))
        #expect(await program.runOnTerminal("rm", "1", typing: "y\n").code == 0)
        #expect(await program.run("feeds", "--fields", "id").stdout == "2\n")
    }
}
