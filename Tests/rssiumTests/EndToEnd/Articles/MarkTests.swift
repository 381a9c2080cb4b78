import TestSupport
import Testing

@Suite struct MarkTests {
    let program: Program

    init() async { program = await Program.withTwoFeeds() }

    @Test func `a pipe gets only the number, a terminal a sentence`() async {
        #expect(await program.run("mark", "read", "1", "2") == .printed("2"))
        #expect(await program.run("mark", "read", "1") == .printed("0"))
        #expect(await program.runOnTerminal("mark", "unread", "1").stdout == "marked 1 article unread\r\n")
    }

    @Test func `a scope can be limited to older articles`() async {
        #expect(await program.run("mark", "read", "--all", "--before", "2021-01-01").stdout == "2\n")
        #expect(await program.run("mark", "deleted", "--feed", "Alpha", "--before", "2021-01-01").stdout == "1\n")
        #expect(await program.run("mark", "read", "1", "2", "3", "4", "--before", "2021-01-01").stdout == "0\n")
        #expect(await program.run("mark", "read", "--category", "News").stdout == "1\n")
        await program.run("refresh", "--force")
        #expect(await program.run("list", "Alpha", "--all", "--count").stdout == "1\n")
    }

    @Test func `a byte order mark before the first line is skipped`() async {
        #expect(await program.run("mark", "read", "-", input: "\u{FEFF}1\r\n2\r\n") == .printed("2"))
    }

    @Test func `words in the wrong order are put right`() async {
        let wrong = "rssium: mark expects read, unread, starred, unstarred or deleted, not \"2\"; did you mean "
        #expect(await program.run("mark", "2", "read").stderr.hasPrefix(wrong + "rssium mark read 2?"))
        #expect(await program.run("mark", "2", "3", "read").stderr.hasPrefix(wrong + "rssium mark read …?"))
        #expect(await !program.run("mark", "2", "3").stderr.contains("did you mean"))
    }
}
