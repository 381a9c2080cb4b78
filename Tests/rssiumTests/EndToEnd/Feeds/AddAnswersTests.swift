import TestSupport
import Testing

/// `add` of addresses that answer with neither a feed nor a page that names one.
@Suite struct AddAnswersTests {
    private let shelf = SubscribedProgram()
    private var server: FeedServer { shelf.server }

    private func add(_ path: String) async -> Program.Ending { await shelf.program.run("add", server.url(path)) }

    @Test func `an address with a page and a feed is asked for the feed, and refreshes ask so, too`() async {
        server.answer { request in
            let accepted = request["Accept"] ?? "*/*"
            let isFeed = accepted.hasPrefix("application/atom+xml, ") && accepted.hasSuffix(", */*;q=0.8")
            return isFeed ? .feed("A", ["One"]) : .document("<html>a page</html>", type: "text/html")
        }
        #expect(await add("/both").code == 0)
        #expect(await shelf.program.run("refresh").report == ["refreshed 1 of 1 feed, 0 new articles"])
        await shelf.program.run("config", "refresh.header", "Accept: text/x-own")
        await shelf.program.run("refresh")
        #expect(server.requests.last?["Accept"] == "text/x-own")
    }

    @Test func `a feed that only the header field Link names is found`() async {
        let links =
            "</style.css>; rel=preload, </x/posts>; rel=\"alternate\"; type=\"application/atom+xml\"; title=\"a, b\""
        server.serve("/", .document("<html>a page</html>", type: "text/html", headers: [("Link", links)]))
        server.serve("/x/posts", .feed("A", ["One"]))
        #expect(await add("/").code == 0)
        #expect(await shelf.program.run("feeds", "--fields", "url").stdout == server.url("/x/posts") + "\n")
    }

    @Test func `a server that wants Digest gets it, in refreshes, too`() async {
        server.answer { request in
            guard request["Authorization"]?.hasPrefix("Digest username=\"ann\"") == true else {
                let challenge = "Digest realm=\"feeds\", nonce=\"dcd98b7102dd2f0e\", qop=\"auth\", algorithm=MD5"
                return .status(401, headers: [("WWW-Authenticate", challenge)])
            }
            return .feed("A", ["One"])
        }
        let url = server.url("/f").replacing("http://", with: "http://ann:secret@")
        #expect(await shelf.program.run("add", url).code == 0)
        #expect(await shelf.program.run("refresh").report == ["refreshed 1 of 1 feed, 0 new articles"])
    }

    private static let test = "<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>"

    @Test(arguments: [200, 403, 503], [true, false])
    func `a test for browsers is named as that, with what may help`(status: Int, isDeclared: Bool) async {
        let headers = isDeclared ? [("cf-mitigated", "challenge")] : []
        let page = isDeclared ? "<html>Wait</html>" : Self.test
        let answer = Answer.status(status, headers: [("Content-Type", "text/html")] + headers, body: Array(page.utf8))
        await shelf.subscribe("/f")
        server.answer { _ in answer }
        let ending = await add("/g")
        #expect(ending.code == 1 && ending.errorLines.count == 1)
        #expect(
            ending.stderr.contains(": a test for browsers, which no feed reader passes; another refresh.user-agent"))
        #expect(await shelf.program.run("refresh").stderr.contains(": a test for browsers, "))
    }

    @Test func `gzip data that nothing declares is unpacked once, within the limit, also that of a program`() async {
        let feed = Array("<rss><channel><title>A</title><item><title>One</title></item></channel></rss>".utf8)
        server.serve("/once", .document(Gzip.stored(feed), type: "application/x-gzip"))
        server.serve("/twice", .document(Gzip.stored(Gzip.stored(feed)), type: "text/xml"))
        server.serve("/bomb", .document(Gzip.zeros(64 << 20), type: "text/xml"))
        #expect(await add("/once").code == 0)
        #expect(await shelf.program.run("refresh").report == ["refreshed 1 of 1 feed, 0 new articles"])
        let path = shelf.program.folder.write(Gzip.stored(feed), to: "feed.gz")
        #expect(await shelf.program.run("add", "--exec", "cat \(path)").code == 0)
        #expect(await add("/twice").stderr.hasSuffix(": not a feed: gzip data\n"))
        #expect(await add("/bomb").stderr.hasSuffix(": more than 32 MiB; a larger refresh.max-size may help\n"))
    }

    @Test(arguments: ["gemini://a.example/feed", "gopher://a.example/"])
    func `an address of another kind names a way`(address: String) async {
        let ending = await shelf.program.run("add", address)
        #expect(
            ending.errorLines.count == 1
                && ending.stderr.contains(
                    "; a program that can read it may print the feed: `rssium add --exec 'PROGRAM ARGS...'`")
        )
    }
}
