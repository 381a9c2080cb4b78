import TestSupport
import Testing

@Suite struct BackfillCommandTests {
    private let publisher = StoryPublisher()
    private var program: Program { publisher.program }

    @Test func `the archive of a feed is stored, and other feeds are refused`() async {
        publisher.publish(["New"])
        await publisher.subscribe()
        let none = await program.run("backfill", "1")
        #expect(none.code == 1 && none.stderr.contains("the feed offers no older pages"))
        let next = "<link xmlns=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"/old.xml\"/>"
        let feed = publisher.feed(["New"]).replacing("</channel>", with: next + "</channel>")
        publisher.server.serve("/feed.xml", .document(feed))
        publisher.server.serve("/old.xml", .document(publisher.feed(["Old", "Older"])))
        #expect(
            await program.run("backfill", "1", "--dry-run").report == [
                "Harbour News: 2 new articles to store on 1 older page"
            ])
        #expect(await program.run("backfill", "1").report == ["Harbour News: 2 new articles on 1 older page"])
        #expect(await program.run("list", "--read", "--fields", "title").lines == ["Old", "Older"])
        #expect(await program.run("list", "--new", "--fields", "title").lines == ["New"])
        #expect(await program.run("doctor").code == 0)
        try? program.alter("UPDATE feed SET url = 'http://255.255.255.255/', host = '255.255.255.255:80'")
        #expect(await program.run("backfill", "1").code == 5)
        program.folder.write(publisher.feed(["Local"]), to: "local.xml")
        await program.run("add", "./local.xml")
        let local = await program.run("backfill", "2")
        #expect(local.code == 1 && local.stderr.contains("it is a local file"))
    }
}
