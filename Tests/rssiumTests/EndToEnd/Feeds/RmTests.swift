import TestSupport
import Testing

@Suite struct RmTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test func `without a terminal yes is required`() async {
        #expect(await program.run("rm", "1") == .error("without a terminal, rm needs --yes; see rssium help rm", 2))
        #expect(await program.run("rm", "nix").stderr.contains("no feed nix"))
        #expect(await program.run("rm", "1", "Alpha", "-y") == .told("removed feed 1, Alpha, with 2 articles"))
        #expect(await program.run("list", "--count").stdout == "2\n")
    }

    @Test func `an unknown feed keeps all others from being removed`() async {
        #expect(
            await program.run("rm", "--yes", "1", "nix")
                == .error("cannot remove nix: no feed nix: `rssium feeds` lists them"))
        #expect(await program.run("rm", "--yes", "a").code == 1)
        #expect(await program.run("feeds", "--fields", "id").stdout == "1\n2\n")
    }

    @Test func `rm asks on a terminal`() async {
        let no = await program.runOnTerminal("rm", "1", typing: "\n")
        #expect(no.code == 1)
        #expect(no.stdout.contains("remove feed 1, Alpha, with 2 articles? [y/N] "), "\(no)")
        #expect(no.stdout.ranges(of: "2 articles").count == 1, "\(no)")
        #expect(await program.runOnTerminal("rm", "1", typing: "y\n").code == 0)
        #expect(await program.run("feeds", "--fields", "id").stdout == "2\n")
    }

    @Test func `the question counts the rules and settings of a feed`() async {
        await program.run("rule", "add", "word", "--feed", "1", "--star")
        await program.run("rule", "add", "word", "--feed", "2", "--star")
        await program.run("config", "--feed", "1", "refresh.timeout", "5s")
        await program.run("edit", "1", "--interval", "2h")
        let no = await program.runOnTerminal("rm", "1", "2", typing: "n\n").stdout
        #expect(no.contains("remove these 2 feeds with 4 articles, 2 rules and 2 settings? [y/N]"), "\(no)")
        #expect(
            await program.run("rm", "--yes", "1", "2").errorLines == [
                "removed feed 1, Alpha, with 2 articles, 1 rule and 2 settings",
                "removed feed 2, Beta, with 2 articles and 1 rule",
            ])
        #expect(await program.run("rule") == .silent)
    }

    @Test func `the end of the input means no, and ends the line`() async {
        let no = await program.runOnTerminal("rm", "1", typing: "\u{4}")
        #expect(no.code == 1)
        #expect(no.stdout.hasSuffix("[y/N] \r\nnothing was removed\r\n"), "\(no)")
        let yes = await program.runOnTerminal("rm", "1", typing: " Yes \n")
        #expect(yes.code == 0 && !yes.stdout.contains("\r\n\r\n"), "\(yes)")
    }
}
