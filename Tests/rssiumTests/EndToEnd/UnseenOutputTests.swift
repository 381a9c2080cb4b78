import TestSupport
import Testing

/// An article stays unread while its text cannot have been seen.
@Suite struct UnseenOutputTests {
    @Test(arguments: [">/dev/full", ">&-"])
    func `output that cannot be written is an error and marks nothing read`(place: String) async {
        let program = await Program.withTwoFeeds()
        let reads = ["", "--format json", "--format html", "--format markdown"].map { "read \($0) 1" }
        for command in reads + ["list", "feeds --format json", "--version", "help"] {
            let ending = await program.shell("rssium \(command) \(place)")
            #expect(ending.code == 1, "\(command)")
            #expect(ending.stderr.hasPrefix("rssium: cannot write the output: "), "\(command): \(ending)")
        }
        #expect(await program.run("list", "--count").stdout == "4\n")
        #expect(await program.shell("rssium list Alpha --read \(place)") == .silent)
    }

    @Test func `a pager that fails leaves the article unread`() async {
        let shelf = SubscribedProgram()
        await shelf.subscribe(to: .feed("A", ["One"], html: (1...60).map { "<p>Line \($0)</p>" }.joined()))
        for (pager, ending) in [("false", "ended with exit status 1"), ("kill -9 $$; :", "was ended by signal 9")] {
            await shelf.program.run("config", "read.pager", pager)
            let read = await shelf.program.runOnTerminal("read", "1")
            #expect(read.code == 1)
            #expect(read.stdout == "rssium: the pager \(pager) \(ending); article 1 is not marked read\r\n", "\(read)")
        }
        #expect(await shelf.program.run("list", "--count").stdout == "1\n")
        await shelf.program.run("config", "read.pager", "true")
        #expect(await shelf.program.runOnTerminal("read", "1").code == 0)
        #expect(await shelf.program.run("list", "--count").stdout == "0\n")
    }
}
