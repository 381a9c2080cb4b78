import FeedCore
import TestSupport
import Testing

/// Requests and responses.
@Suite struct FetcherTests {
    private let bench = FetchBench()
    private var server: FeedServer { bench.server }

    @Test func `a response has its status, headers and body`() async throws {
        server.serve("/feed.xml", .document("<rss/>", type: "text/xml; charset=utf-8", etag: "\"1\""))
        let response = try await bench.fetch("/feed.xml")
        #expect(response.status == 200 && response.body == Array("<rss/>".utf8) && response.duration > .zero)
        #expect(response.url.text == server.url("/feed.xml") && response.movedTo == nil)
        #expect(response.headers["etag"] == "\"1\"" && response.headers.charset == "utf-8")
    }

    @Test func `a request has the user agent and no other identification`() async throws {
        server.serve("/feed.xml", .document("<rss/>"))
        _ = try await bench.fetch("/feed.xml")
        let received = try #require(server.requests.first)
        #expect(received.method == "GET" && received["User-Agent"] == "rssium/test")
        let names = Set(received.headers.map { $0.name.lowercased() })
        #expect(names == ["host", "user-agent", "accept", "accept-encoding"])
    }

    @Test(arguments: ["utf-8", "UTF-8", "identity, utf-8", "binary", "none"])
    func `a body with an unknown content coding is read as it is`(coding: String) async throws {
        server.serve("/x", .document(" <rss/>", headers: [("Content-Encoding", coding)]))
        #expect(try await bench.fetch("/x").body == Array(" <rss/>".utf8))
    }

    @Test func `credentials and headers go to the feed's own server`() async throws {
        server.serve("/feed.xml", .document("<rss/>"))
        _ = try await bench.fetch("/feed.xml") { request in
            request.credentials = Credentials(user: "ann", password: "secret")
            request.headers = [.init(name: "X-Key", value: "1"), .init(name: "X-Empty", value: "")]
        }
        let received = try #require(server.requests.first)
        #expect(received["Authorization"] == "Basic YW5uOnNlY3JldA==" && received["X-Key"] == "1")
        #expect(received["X-Empty"] == "")
    }

    @Test func `a header line cannot smuggle in another`() async throws {
        await #expect(throws: FetchError.address("a header line with a control character cannot be sent")) {
            try await bench.fetch("/feed.xml") { $0.headers = [.init(name: "X-Key", value: "1\r\nX-Other: 2")] }
        }
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [("", "YW5uOnNlY3JldA=="), ("a@b/é", "YUBiL8OpOm90aGVy"), ("eve", "ZXZlOg==")])
    func `the password comes from the netrc entry of the same user`(user: String, login: String) async throws {
        let entries = "machine 127.0.0.1 login ann password secret machine 127.0.0.1 login a@b/é password other"
        let netrc = Netrc(Array(entries.utf8))
        server.serve("/feed.xml", .document("<rss/>"))
        let request = try bench.request("/feed.xml") { request in
            if !user.isEmpty { request.credentials = Credentials(user: user, password: "") }
        }
        #expect(try await Fetcher(loop: bench.loop, netrc: netrc).fetch(request).url == request.url)
        let received = try #require(server.requests.first)
        #expect(received["Authorization"] == "Basic " + login)
        #expect(received.path == "/feed.xml" && received["Host"] == request.url.hostAndPort)
    }

    @Test func `a connection stays open while a hundred others are used`() async throws {
        let servers = (0..<100).map { _ in FeedServer() }
        for server in servers + servers {
            server.serve("/feed.xml", .document("<rss/>"))
            _ = try await bench.fetcher.fetch(.loopback(server.url("/feed.xml")))
        }
        #expect(servers.allSatisfy { $0.connections == 1 && $0.requests.count == 2 })
    }

    @Test func `a compressed body is decompressed`() async throws {
        let body = Array("<rss>text</rss>".utf8)
        server.serve("/feed.xml", .document(Gzip.stored(body), headers: [("Content-Encoding", "gzip")]))
        #expect(try await bench.fetch("/feed.xml").body == body)
        #expect(server.requests.first?["Accept-Encoding"]?.contains("gzip") == true)
    }

    @Test func `the limit counts bytes after decompression`() async throws {
        server.serve("/bomb", .document(Gzip.zeros(1 << 20), headers: [("Content-Encoding", "gzip")]))
        server.serve("/exact", .document([UInt8](repeating: 32, count: 1000)))
        server.serve("/more", .document([UInt8](repeating: 32, count: 1001)))
        server.serve("/chunks", .chunked([[UInt8](repeating: 32, count: 600), [UInt8](repeating: 32, count: 600)]))
        #expect(try await bench.fetch("/exact") { $0.byteLimit = 1000 }.body.count == 1000)
        for path in ["/bomb", "/more", "/chunks"] {
            await #expect(throws: FetchError.tooLarge(limit: 1000)) {
                try await bench.fetch(path) { $0.byteLimit = 1000 }
            }
        }
    }

    @Test func `gzip of several members, with bytes behind it, and what is only called so are read`() async throws {
        let text = Array("<rss/>".utf8)
        for body in [Gzip.stored(text) + Gzip.stored(text), Gzip.stored(text + text) + [0, 0, 0], text + text] {
            server.serve("/feed.xml", .document(body, headers: [("Content-Encoding", "gzip")]))
            #expect(try await bench.fetch("/feed.xml").body == text + text)
        }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let unreadable: [(answer: Answer, error: FetchError)] = [
        (.document([0x28, 0xB5, 1, 2], headers: [("Content-Encoding", "lzma")]), .coding("lzma")),
        (.status(304), .answer("HTTP 304 Not Modified to an unconditional request")),
        (
            .document([0x28, 0xB5, 1, 2], headers: [("Content-Encoding", "gzip")]),
            .coding("gzip")
        ),
        (.raw(ok + "Content-Length: 100\r\n\r\n<rss>"), .connection("the answer of 127.0.0.1 ended too soon")),
        (
            .raw(ok + "Transfer-Encoding: chunked\r\n\r\n5\r\n<rss>\r\n"),
            .connection("the answer of 127.0.0.1 ended too soon")
        ),
        (.raw("220 mail.example.org ESMTP\r\n"), .answer("what 127.0.0.1 answers is not HTTP")),
        (
            .raw(ok + String(repeating: "X: y\r\n", count: 1100) + "\r\n"),
            .answer("the header of the answer is too large")
        ),
        (
            .raw(ok + String(repeating: "X: \(String(repeating: "y", count: 8000))\r\n", count: 40) + "\r\n"),
            .answer("the header of the answer is too large")
        ),
    ]

    @Test(arguments: unreadable.indices) func `an answer that cannot be read is an error`(index: Int) async throws {
        server.serve("/feed.xml", Self.unreadable[index].answer)
        await #expect(throws: Self.unreadable[index].error) { try await bench.fetch("/feed.xml") }
        #expect(FetchError.coding("a").message == "the answer cannot be read by its Content-Encoding: a")
    }

    @Test func `an interim answer and a trailer leave no fields behind`() async throws {
        server.serve(
            "/feed.xml",
            .raw(
                "HTTP/1.1 103 Early Hints\r\nX-Hint: 1\r\n\r\nHTTP/1.1 200 OK\r\nETag: 1\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n6\r\n<rss/>\r\n0\r\nX-Trailer: 1\r\n\r\n"))
        let response = try await bench.fetch("/feed.xml")
        #expect(["X-Hint", "X-Trailer", "ETag"].map { response.headers[$0] } == [nil, nil, "1"])
        #expect(response.body == Array("<rss/>".utf8))
    }

    @Test func `the large body of an error response is not read to its end`() async throws {
        server.serve(
            "/feed.xml", .raw("HTTP/1.1 404 Not Found\r\n\r\n" + String(repeating: "x", count: 400_000)).thenSilence())
        let response = try await bench.fetch("/feed.xml")
        #expect(response.status == 404 && response.body.isEmpty)
    }
}
