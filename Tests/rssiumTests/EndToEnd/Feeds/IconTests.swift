import TestSupport
import Testing

/// The picture of a feed, as `feeds` shows it.
@Suite struct IconTests {
    let shelf = SubscribedProgram()

    private var icon: String { get async { await shelf.program.run("feeds", "--fields", "icon").stdout } }

    private func serve(_ feed: String, page: String = "<html><link rel=icon href=/page.png></html>") {
        shelf.server.serve("/feed.xml", .document(feed))
        shelf.server.serve("/home", .document(page, type: "text/html"))
    }

    private func feed(_ more: String, site: String = "/home") -> String {
        "<rss version='2.0'><channel><title>T</title><link>\(shelf.server.url(site))</link>\(more)</channel></rss>"
    }

    @Test func `the icon of the feed is used, and its page is not fetched`() async {
        serve(feed("<image><url>/own.png</url></image>"))
        await shelf.program.run("add", shelf.server.url("/feed.xml"))
        #expect(await icon == shelf.server.url("/own.png") + "\n")
        #expect(shelf.server.requests(for: "/home").isEmpty)
    }

    @Test func `without an icon of the feed, that of its page is used and kept`() async {
        serve(feed(""))
        await shelf.program.run("add", shelf.server.url("/feed.xml"))
        #expect(await icon == shelf.server.url("/page.png") + "\n")
        shelf.server.serve("/feed.xml", .document(feed("<description>New</description>")))
        #expect(await shelf.program.run("refresh").code == 0)
        #expect(await icon == shelf.server.url("/page.png") + "\n")
        let json = await shelf.program.run("feeds", "--format", "jsonl").stdout
        #expect(json.contains("\"icon\":\"\(shelf.server.url("/page.png"))\""))
        #expect(shelf.server.requests(for: "/home").count == 1)
    }

    @Test func `the icon of an imported feed is looked for once, where it is refreshed at once`() async {
        serve(feed(""))
        shelf.server.serve("/own.xml", .document(feed("<image><url>/own.png</url></image>", site: "/other")))
        let list = ["/feed.xml", "/own.xml"].map { shelf.server.url($0) + "\n" }.joined()
        #expect(await shelf.program.run("import", "-", "--refresh", input: list).code == 0)
        let icons = ["/page.png", "/own.png"].map { shelf.server.url($0) }
        #expect(await icon.split(separator: "\n").map(String.init).sorted() == icons.sorted())
        #expect(shelf.server.requests(for: "/other").isEmpty)
        #expect(await shelf.program.run("refresh").code == 0)
        #expect(shelf.server.requests(for: "/home").count == 1)
    }

    @Test func `after Ctrl-C an import looks for no icons`() async {
        serve(feed(""))
        shelf.server.serve("/slow.xml", .silence)
        shelf.program.folder.write(["/feed.xml", "/slow.xml"].map { shelf.server.url($0) + "\n" }.joined(), to: "list")
        let running = shelf.program.start(["import", "list", "--refresh"])
        let server = shelf.server
        await server.received(2) { running.send(signal: 2) }
        #expect(await running.end().code == 130)
        #expect(server.requests(for: "/home").isEmpty)
    }

    @Test func `the page that advertises the feed is fetched once`() async {
        serve(feed(""), page: "<html><link rel=icon href=i.svg><link rel=feed href=/feed.xml></html>")
        await shelf.program.run("add", shelf.server.url("/home"))
        #expect(await icon == shelf.server.url("/i.svg") + "\n")
        #expect(shelf.server.requests(for: "/home").count == 1)
    }
}
