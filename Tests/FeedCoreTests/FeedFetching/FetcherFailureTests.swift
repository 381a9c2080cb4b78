import TestSupport
import Testing

@testable import FeedFetching

/// The messages of failures, and the second try.
@Suite struct FetcherFailureTests {
    private let bench = FetchBench()
    private var server: FeedServer { bench.server }

    /// The answers before a good one, the requests that are made, and the status in the end.
    private static let failures: [(answers: [Answer], requests: Int, status: Int)] = [
        ([.hangUp], 2, 200), ([.reset], 2, 200), ([.status(502)], 2, 200), ([.status(503)], 2, 200),
        ([.status(504)], 2, 200), ([.hangUp, .status(504)], 2, 504), ([.status(500)], 1, 500), ([.status(404)], 1, 404),
        ([.status(429)], 1, 429), ([.status(503, headers: [("Retry-After", "1")])], 1, 503),
    ]

    @Test(arguments: failures)
    func `a transient failure is tried once more, and a lasting one is not`(
        answers: [Answer], requests: Int, status: Int
    ) async throws {
        let left = Locked(answers + [.document("<rss/>")])
        server.answer { _ in left.withLock { $0.removeFirst() } }
        #expect(try await bench.fetch("/feed.xml").status == status)
        #expect(server.requests.count == requests)
    }

    @Test func `there is no second try after the timeout`() async throws {
        server.serve("/feed.xml", .status(502))
        let patient = Fetcher(loop: bench.loop) { .seconds(6000) }
        #expect(try await patient.fetch(bench.request("/feed.xml")).status == 502)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        (FetchError.timeout(.seconds(30)), 60, FetchError.timeout(.seconds(30), tries: 2)),
        (.late(.seconds(60)), 60, .timeout(.seconds(30), tries: 2)),
        // The second try had only 15 s.
        (.late(.seconds(45)), 45, .timeout(.seconds(30))), (.unknownHost("a"), 60, .unknownHost("a")),
    ])
    func `a server that was silent at both tries is said to be`(second: FetchError, limit: Int, error: FetchError) {
        let silent = FetchError.timeout(.seconds(30))
        let result = Fetcher.result(of: .failure(silent), .failure(second), within: .seconds(limit))
        #expect(throws: error) { try result.get() }
        let other = Fetcher.result(of: .failure(.connection("")), .failure(silent), within: .seconds(limit))
        #expect(throws: silent) { try other.get() }
    }

    @Test func `a closed or reset connection is an error`() async throws {
        server.serve("/closed", .hangUp)
        server.serve("/reset", .reset)
        server.serve("/half", .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<rss>").then(.reset))
        await #expect(throws: FetchError.connection("127.0.0.1 closed the connection without an answer")) {
            try await bench.fetch("/closed")
        }
        for path in ["/reset", "/half"] {
            let error = await #expect(throws: FetchError.self) { try await bench.fetch(path) }
            #expect(error?.isTransient == true)
        }
    }

    @Test(arguments: [("/silent", false), ("/moved", false), ("/header", true), ("/body", true)])
    func `an answer that does not come or trickles times out, behind a redirect too`(
        path: String, trickles: Bool
    ) async throws {
        let header = "HTTP/1.1 200 OK\r\nX: " + String(repeating: "y", count: 30_000)
        server.serve("/silent", .silence)
        server.serve("/moved", .redirect(302, to: "/silent"))
        server.serve("/header", .raw(header).dripping(1, everyMilliseconds: 20))
        server.serve("/body", .document([UInt8](repeating: 32, count: 1_000_000)).dripping(100, everyMilliseconds: 50))
        let limit = Duration.milliseconds(300)
        // curl's clock may end a moment before the limit, with less than a pause left.
        let fetcher = Fetcher(loop: bench.loop) { .milliseconds(100) }
        let error = await fetcher.failure(of: try bench.request(path) { $0.timeout = limit })
        // On a loaded machine nothing may have arrived by then, or two clocks end at the same moment.
        #expect(error == .late(limit) || error == (trickles ? .slow(limit) : .timeout(limit)))
        // Where nothing arrived in time, there is no second try.
        #expect(trickles || server.requests(for: "/silent").count <= 1)
    }

    @Test func `a server that is silent after a body was sent has no longer than between bytes`() async throws {
        server.serve("/edit", .silence)
        let request = try bench.request("/edit") {
            var call = Request.Call()
            (call.form, call.isRepeatable, call.quietLimit) = ("a=b", false, .seconds(1))
            // curl alone would take seven seconds.
            ($0.call, $0.timeout) = (call, .seconds(6))
        }
        #expect(await bench.fetcher.failure(of: request) == .timeout(.seconds(1)))
    }

    @Test(arguments: [
        (NameLookup.unknown, FetchError.unknownHost("no-such-name.invalid")),
        (.unanswered, .offline("no name server answers for no-such-name.invalid")),
        (.known, .connection("the name no-such-name.invalid was not found at first")),
    ])
    func `a name that is not found is explained`(lookup: NameLookup, error: FetchError) async throws {
        let fetcher = bench.fetcher.explaining { _ in lookup }
        await #expect(throws: error) { try await fetcher.fetch(.loopback("http://no-such-name.invalid/")) }
    }

    @Test func `a server without TLS is reported`() async throws {
        let plain = FeedServer(greeting: Array("220 mail.example.org ESMTP\r\n".utf8))
        await #expect(throws: FetchError.handshake("127.0.0.1 does not speak TLS there")) {
            try await bench.fetcher.fetch(.loopback("https://127.0.0.1:\(plain.port)/"))
        }
    }

    @Test(arguments: [
        (9, "is not valid yet"), (10, "has expired"), (18, "is signed by itself"), (19, "is signed by itself"),
        (20, "is not signed by an authority that this machine trusts"), (23, "has been revoked"),
        (62, "is for another name"), (0, "is for another name"), (1, "is for another name"), (7, "is not valid"),
    ])
    func `the message names the fault of a certificate`(code: Int, words: String) {
        #expect(Transfer.words(forCertificateFault: code) == words)
    }
}

/// Requests through a proxy.
@Suite struct FetcherProxyTests {
    private let bench = FetchBench()
    private var proxy: FeedServer { bench.server }
    private var fetcher: Fetcher { bench.fetcher.explaining { _ in .unknown } }

    private func failure(
        _ url: String = "http://feeds.invalid/", by proxy: String, _ fetcher: Fetcher? = nil
    ) async throws -> FetchError? {
        var request = try Request.loopback(url)
        request.proxy = proxy
        return await (fetcher ?? self.fetcher).failure(of: request)
    }

    @Test(arguments: [
        (403, "the proxy answered 403 Forbidden"),
        (407, "the proxy answered 407 Proxy Authentication Required: put the user and the password into refresh.proxy"),
    ])
    func `a proxy that opens no tunnel is named`(status: Int, words: String) async throws {
        proxy.serve("feeds.invalid:443", .status(status))
        #expect(try await failure("https://feeds.invalid/x", by: proxy.url("")) == .answer(words))
    }

    @Test func `a proxy that is not there is named`() async throws {
        let port = ClosedPort()
        let refused = FetchError.offline("connection refused by the proxy", isProxy: true)
        #expect(try await failure(by: "http://127.0.0.1:\(port.number)") == refused)
        let unknown = FetchError.offline("the host name of the proxy, proxy.invalid, is not found", isProxy: true)
        for scheme in ["http", "socks5h"] {
            #expect(try await failure(by: "\(scheme)://proxy.invalid:8080") == unknown)
        }
    }

    @Test func `a server that gets its requests without the proxy is named itself`() async throws {
        let port = ClosedPort()
        let fetcher = Fetcher(loop: bench.loop, proxies: ProxyVariables { ["no_proxy": "127.0.0.1"][$0] }) { .zero }
        let refused = FetchError.refused("connection refused by 127.0.0.1:\(port.number)")
        #expect(try await failure("http://127.0.0.1:\(port.number)/", by: proxy.url(""), fetcher) == refused)
    }

    @Test func `a name that a SOCKS proxy cannot resolve is a failure of the feed`() async throws {
        let socks = FeedServer(greeting: [5, 0])
        #expect(try await failure(by: "socks5://127.0.0.1:\(socks.port)") == .unknownHost("feeds.invalid"))
    }
}

extension Fetcher {
    fileprivate func explaining(_ lookUp: @escaping @Sendable (String) -> NameLookup) -> Fetcher {
        var fetcher = self
        fetcher.lookUp = lookUp
        return fetcher
    }
}
