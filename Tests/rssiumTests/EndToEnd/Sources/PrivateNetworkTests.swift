import TestSupport
import Testing

/// What a public server names is not requested from this machine. A proxy gives the server its public name.
@Suite struct PrivateNetworkTests {
    private let server = FeedServer()
    private let program = Program()
    private static let words = "127.0.0.1 is in a private network, and the server that names it is not"

    init() {
        server.serve("/inner.xml", .feed("Inner", ["Secret"]))
        program.folder.write("refresh.proxy = \(server.url(""))\n", to: "config")
    }

    private var isAsked: Bool { !server.requests(for: "/inner.xml").isEmpty }

    @Test(arguments: ["add", "preview"])
    func `a redirect of a public server leads to no private address`(command: String) async {
        server.serve("http://far.example/feed.xml", .redirect(302, to: server.url("/inner.xml")))
        let ending = await program.run(command, "http://far.example/feed.xml")
        #expect(ending.code == 1)
        #expect(ending.stderr.contains(Self.words), "\(ending.stderr)")
        #expect(!isAsked)
    }

    @Test func `a feed that begins to redirect there fails, and keeps its address`() async {
        let url = "http://far.example/feed.xml"
        server.serve(url, .feed("Far", ["One"]))
        await program.run("add", url)
        server.serve(url, .redirect(301, to: server.url("/inner.xml")))
        let ending = await program.run("refresh")
        #expect(ending.code == 3)
        #expect(ending.stderr.contains(Self.words), "\(ending.stderr)")
        #expect(await program.run("feeds", "--fields", "url").stdout == url + "\n")
        #expect(!isAsked)
    }

    @Test(arguments: ["add", "discover"])
    func `a page of a public server advertises no private feed`(command: String) async {
        let link = "<link rel=alternate type=application/rss+xml href=\"\(server.url("/inner.xml"))\">"
        server.serve("http://far.example/", .document("<html><head>\(link)</head></html>", type: "text/html"))
        let ending = await program.run(command, "http://far.example/")
        // `discover` lists what a page advertises, also where it has no answer.
        #expect(ending.code == (command == "add" ? 1 : 0))
        #expect(!ending.stdout.contains("Inner"))
        #expect(!isAsked)
    }

    @Test func `what the user names is requested, and what a private server names on itself`() async {
        program.folder.write("", to: "config")
        server.serve("/old.xml", .redirect(301, to: server.url("/inner.xml")))
        #expect(await program.run("add", server.url("/old.xml")).code == 0)
    }
}
