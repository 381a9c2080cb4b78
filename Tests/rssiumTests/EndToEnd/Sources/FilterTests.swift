import TestSupport
import Testing

/// Documents that go through a program before they are read.
@Suite struct FilterTests {
    @Test func `the document of a server goes through the filter, and its validators stay the server's`() async throws {
        let shelf = SubscribedProgram()
        let program = shelf.program
        let filter = program.script("shout", "echo run >> ~/runs; sed 's/One/Uno/; s/Two/Due/'")
        shelf.server.serve("/a", .feed("A", ["One"], etag: "\"1\""))
        #expect(await program.run("add", shelf.server.url("/a"), "--filter", filter).code == 0)
        #expect(await shelf.titles == ["Uno"])
        // A 304, and a body that is the same, run no filter.
        shelf.server.serve(
            "/a", .feed("A", ["One"], etag: "\"1\""),
            .feed("A", ["One"], etag: "\"2\""),
            .feed("A", ["Two", "One"], etag: "\"3\""))
        #expect(await program.run("refresh").code == 0)
        #expect(shelf.server.requests.last?["If-None-Match"] == "\"1\"")
        #expect(await program.run("refresh").code == 0)
        #expect(await program.shell("cat runs").lines.count == 1)
        #expect(await program.run("refresh").code == 0)
        #expect(await program.shell("cat runs").lines.count == 2)
        #expect(await shelf.titles == ["Due", "Uno"])
        #expect(try shelf.ask("SELECT etag FROM feed_refresh") == "\"3\"")
        #expect(await program.run("feeds", "--format", "jsonl").stdout.contains(#""source":"http","filter":"~/shout""#))
    }

    @Test func `the first refresh after edit of a filter reads the same document again`() async throws {
        let shelf = await SubscribedProgram.subscribed("/a", title: "A", ["One"])
        shelf.server.serve("/a", .feed("A", ["One"], etag: "\"1\""))
        await shelf.program.run("refresh")
        let filter = shelf.program.script("more", "sed 's/One/Uno/g'")
        #expect(await shelf.program.run("edit", "1", "--filter", filter).stderr == "feed 1, A: filter ~/more\n")
        #expect(await shelf.program.run("refresh").code == 0)
        #expect(shelf.server.requests.last?["If-None-Match"] == nil)
        #expect(await shelf.titles.contains("Uno"))
        await shelf.program.run("refresh")
        #expect(shelf.server.requests.last?["If-None-Match"] == "\"1\"")
        #expect(await shelf.program.run("edit", "1", "--filter", "none").stderr == "feed 1, A: no filter\n")
        #expect(try shelf.ask("SELECT filter FROM feed") == "")
    }

    @Test func `a filter that fails is a failed feed, and the next refresh runs it again`() async {
        let shelf = await SubscribedProgram.subscribed("/a", title: "A", ["One"])
        let filter = shelf.program.script("filter", "cat > /dev/null; echo no such field >&2; exit 1")
        await shelf.program.run("edit", "1", "--filter", filter)
        let ending = await shelf.program.run("refresh")
        #expect(ending.code == 3 && ending.errorLines.first?.hasSuffix(": no such field") == true)
        #expect(shelf.server.requests.count == 2, "the server is not asked twice")
        _ = shelf.program.script("filter", "sed 's/One/Uno/g'")
        #expect(await shelf.program.run("refresh").code == 0)
        #expect(await shelf.titles.contains("Uno"))
    }

    @Test func `files and programs have filters, and a filter may make a feed of anything`() async {
        let program = Program()
        program.folder.write("One\nTwo\n", to: "list.txt")
        let filter = program.script(
            "make",
            #"echo '<rss><channel><title>List</title>'; sed 's,.*,<item><title>&</title></item>,'; echo '</channel></rss>'"#
        )
        #expect(await program.run("add", "./list.txt", "--filter", filter).stdout == "1\tList\n")
        #expect(await program.run("add", "--exec", "cat list.txt", "--filter", filter).stdout == "2\tList\n")
        #expect(await program.run("list", "--count").stdout == "4\n")
        #expect(await program.run("preview", "-", "--filter", filter, input: "Three\n").stdout.contains("\tThree\t"))
        #expect(await program.run("preview", "list.txt").code == 1)
    }

    @Test func `a page with a filter is not searched for feeds`() async {
        let shelf = SubscribedProgram()
        shelf.server.serve("/page", .document("<html><link rel=alternate href=/feed></html>", type: "text/html"))
        let ending = await shelf.program.run("add", shelf.server.url("/page"), "--filter", "cat")
        #expect(ending.code == 1 && ending.stderr.hasSuffix(": not a feed: a web page\n"))
        #expect(shelf.server.requests.count == 1)
    }

    @Test func `a filter may change the encoding, or leave it`() async {
        let program = Program()
        program.folder.write(
            [UInt8]("<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><title>caf".utf8) + [0xE9]
                + [UInt8]("</title></channel></rss>".utf8), to: "latin.xml")
        #expect(await program.run("add", "latin.xml", "--filter", "cat").stdout == "1\tcafé\n")
        let filter = program.script("utf8", "iconv -f latin1 -t utf-8")
        #expect(await program.run("edit", "1", "--filter", filter).code == 0)
        #expect(await program.run("refresh").code == 0)
        #expect(await program.run("feeds", "--fields", "title").stdout == "café\n")
    }
}
