import FeedCore
import TestSupport
import Testing

/// Requests and responses.
@Suite final class FetcherTests: Sendable {
    private let server = FeedServer()
    private let loop = FetchLoop(hostJobs: 2)
    private let fetcher: Fetcher

    init() {
        fetcher = Fetcher(loop: loop) { .zero }
    }

    deinit {
        loop.stop()
        server.stop()
    }

    private func request(_ path: String) throws -> Request { try Request.loopback(server.url(path)) }

    @Test func `a response has its status, headers and body`() async throws {
        server.serve("/feed.xml", .document("<rss/>", type: "text/xml; charset=utf-8", etag: "\"1\""))
        let response = try await fetcher.fetch(request("/feed.xml"))
        #expect(response.status == 200)
        #expect(response.url.text == server.url("/feed.xml"))
        #expect(response.movedTo == nil)
        #expect(response.headers["etag"] == "\"1\"")
        #expect(response.headers.charset == "utf-8")
        #expect(response.body == Array("<rss/>".utf8))
        #expect(response.duration > .zero)
    }

    @Test func `a request has the user agent and no other identification`() async throws {
        server.serve("/feed.xml", .document("<rss/>"))
        _ = try await fetcher.fetch(request("/feed.xml"))
        let received = try #require(server.requests.first)
        #expect(received.method == "GET")
        #expect(received["User-Agent"] == "rssium/test")
        let names = Set(received.headers.map { $0.name.lowercased() })
        #expect(names == ["host", "user-agent", "accept", "accept-encoding"])
    }

    @Test(arguments: ["utf-8", "UTF-8", "identity, utf-8", "binary", "none"])
    func `a body with an unknown content coding is read as it is`(coding: String) async throws {
        server.serve("/x", .document(" <rss/>", headers: [("Content-Encoding", coding)]))
        #expect(try await fetcher.fetch(request("/x")).body == Array(" <rss/>".utf8))
    }

    @Test func `credentials and headers go to the feed's own server`() async throws {
        server.serve("/feed.xml", .document("<rss/>"))
        var request = try request("/feed.xml")
        request.credentials = Credentials(user: "ann", password: "secret")
        request.headers = [.init(name: "X-Key", value: "1"), .init(name: "X-Empty", value: "")]
        _ = try await fetcher.fetch(request)
        let received = try #require(server.requests.first)
        #expect(received["Authorization"] == "Basic YW5uOnNlY3JldA==")
        #expect(received["X-Key"] == "1")
        #expect(received["X-Empty"] == "")
    }

    @Test func `a header line cannot smuggle in another`() async throws {
        var request = try request("/feed.xml")
        request.headers = [.init(name: "X-Key", value: "1\r\nX-Other: 2")]
        await #expect(throws: FetchError.address("a header line with a control character cannot be sent")) {
            try await fetcher.fetch(request)
        }
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [("", "YW5uOnNlY3JldA=="), ("a@b/é", "YUBiL8OpOm90aGVy"), ("eve", "ZXZlOg==")])
    func `the password comes from the netrc entry of the same user`(user: String, login: String) async throws {
        let netrc = Netrc(
            Array(
                "machine 127.0.0.1 login ann password secret machine 127.0.0.1 login a@b/é password other"
                    .utf8))
        server.serve("/feed.xml", .document("<rss/>"))
        var request = try request("/feed.xml")
        if !user.isEmpty { request.credentials = Credentials(user: user, password: "") }
        #expect(try await Fetcher(loop: loop, netrc: netrc).fetch(request).url == request.url)
        let received = try #require(server.requests.first)
        #expect(received["Authorization"] == "Basic " + login)
        #expect(received.path == "/feed.xml" && received["Host"] == request.url.hostAndPort)
    }

    @Test func `a compressed body is decompressed`() async throws {
        let body = Array("<rss>text</rss>".utf8)
        server.serve("/feed.xml", .document(Gzip.stored(body), headers: [("Content-Encoding", "gzip")]))
        #expect(try await fetcher.fetch(request("/feed.xml")).body == body)
        #expect(server.requests.first?["Accept-Encoding"]?.contains("gzip") == true)
    }

    @Test func `the limit counts bytes after decompression`() async throws {
        server.serve("/bomb", .document(Gzip.zeros(1 << 20), headers: [("Content-Encoding", "gzip")]))
        server.serve("/exact", .document([UInt8](repeating: 32, count: 1000)))
        server.serve("/more", .document([UInt8](repeating: 32, count: 1001)))
        server.serve("/chunks", .chunked([[UInt8](repeating: 32, count: 600), [UInt8](repeating: 32, count: 600)]))
        func fetch(_ path: String) async throws -> Int {
            var request = try request(path)
            request.byteLimit = 1000
            return try await fetcher.fetch(request).body.count
        }
        #expect(try await fetch("/exact") == 1000)
        for path in ["/bomb", "/more", "/chunks"] {
            await #expect(throws: FetchError.tooLarge(limit: 1000)) { try await fetch(path) }
        }
    }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let unreadable: [(answer: Answer, error: FetchError)] = [
        (.document([0x28, 0xB5, 1, 2], headers: [("Content-Encoding", "lzma")]), .coding("lzma")),
        (.status(304), .answer("HTTP 304 Not Modified to an unconditional request")),
        (
            .document([1, 2, 3, 4], headers: [("Content-Encoding", "gzip")]),
            .answer("the compressed answer of 127.0.0.1 cannot be read")
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
        await #expect(throws: Self.unreadable[index].error) { try await fetcher.fetch(request("/feed.xml")) }
        #expect(FetchError.coding("a").message == "the answer has an unknown Content-Encoding: a")
    }

    @Test func `an interim answer and a trailer leave no fields behind`() async throws {
        server.serve(
            "/feed.xml",
            .raw(
                "HTTP/1.1 103 Early Hints\r\nX-Hint: 1\r\n\r\nHTTP/1.1 200 OK\r\nETag: 1\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n6\r\n<rss/>\r\n0\r\nX-Trailer: 1\r\n\r\n"))
        let response = try await fetcher.fetch(request("/feed.xml"))
        #expect(["X-Hint", "X-Trailer", "ETag"].map { response.headers[$0] } == [nil, nil, "1"])
        #expect(response.body == Array("<rss/>".utf8))
    }

    @Test func `the large body of an error response is not read to its end`() async throws {
        server.serve(
            "/feed.xml", .raw("HTTP/1.1 404 Not Found\r\n\r\n" + String(repeating: "x", count: 400_000)).thenSilence())
        let response = try await fetcher.fetch(request("/feed.xml"))
        #expect(response.status == 404)
        #expect(response.body.isEmpty)
    }
}

extension Request {
    /// A request that ignores the proxy settings of the machine.
    static func loopback(_ url: String) throws -> Request {
        var request = Request(url: try FetchAddress(url).url, userAgent: "rssium/test", timeout: .seconds(600))
        request.proxy = ""
        return request
    }
}
