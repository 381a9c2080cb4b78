import TestSupport
import Testing

/// An article stays unread while its text cannot have been seen.
@Suite struct UnseenOutputTests {
    @Test func `output that was closed at the start is an error`() async {
        let program = await Program.withTwoFeeds()
        for line in ["rssium read 1 >&-", "rssium list >&-", "rssium --version >&-", "rssium feeds --format json >&-"] {
            let ending = await program.shell(line)
            #expect(ending.code == 1, "\(line)")
            #expect(ending.stderr.hasPrefix("rssium: cannot write the output: "), "\(line): \(ending)")
        }
        let unread = await program.run("list", "--count")
        #expect(unread.stdout == "4\n")
        let silent = await program.shell("rssium list Alpha --read >&-")
        #expect(silent == .silent)
    }

    @Test func `a pager that fails leaves the article unread`() async {
        let shelf = SubscribedProgram()
        let long = "<![CDATA[" + (1...60).map { "<p>Line \($0)</p>" }.joined() + "]]>"
        shelf.server.serve(
            "/a.xml", .document(SubscribedProgram.rss("A", ["One"]).replacing("Text of One", with: long)))
        await shelf.program.run("add", shelf.server.url("/a.xml"))
        for (pager, ending) in [("false", "failed with exit status 1"), ("kill -9 $$; :", "was ended by signal 9")] {
            await shelf.program.run("config", "read.pager", pager)
            let read = await shelf.program.runOnTerminal("read", "1")
            #expect(read.code == 1)
            #expect(read.stdout == "rssium: the pager \(pager) \(ending); article 1 is not marked read\r\n", "\(read)")
        }
        let unread = await shelf.program.run("list", "--count")
        #expect(unread.stdout == "1\n")
        await shelf.program.run("config", "read.pager", "true")
        let left = await shelf.program.runOnTerminal("read", "1")
        #expect(left.code == 0)
        let rest = await shelf.program.run("list", "--count")
        #expect(rest.stdout == "0\n")
    }
}
