import TestSupport
import Testing

@testable import FeedFetching

/// What a feed links to is never asked of this machine, unless the feed is from there.
@Suite struct LimitedFetchTests {
    private let bench = FetchBench()
    private var server: FeedServer { bench.server }
    private var fetcher: Fetcher { bench.fetcher }

    init() { server.serve("/a", .document("<p>here</p>")) }

    private func request(_ host: String, feed: String = "https://example.org/feed") throws -> Request {
        var request = try Request.loopback("http://\(host):\(server.port)/a")
        request.limitToPublicNetworks(unlessFrom: try FetchAddress(feed).url)
        return request
    }

    @Test(arguments: [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "0",
        "[::ffff:127.0.0.1]", "[::]", "[::1]", "127。0。0。1", "１２７.0.0.1",
    ])
    func `this machine is not asked, however it is written`(host: String) async throws {
        let request = try request(host)
        #expect(await fetcher.failure(of: request) == .privateNetwork(request.url.host))
        #expect(server.connections == 0)
    }

    @Test(arguments: ["http://localhost:1/feed", "http://127.0.0.1/feed", "http://[::1]/feed", "file:///tmp/feed"])
    func `a feed of this machine leads to this machine`(feed: String) async throws {
        #expect(try await fetcher.fetch(request("127.0.0.1", feed: feed)).status == 200)
        #expect(try await fetcher.fetch(request("localhost", feed: feed)).status == 200)
    }

    @Test func `a connection of another request is not used`() async throws {
        var first = try request("localhost")
        first.networkLimit = nil
        #expect(try await fetcher.fetch(first).status == 200)
        #expect(try await fetcher.failure(of: request("localhost")) == .privateNetwork("localhost"))
        #expect(server.requests.count == 1)
        #expect(try await fetcher.fetch(first).status == 200)
    }

    @Test func `a file is not read`() async throws {
        var request = Request(url: try FetchAddress(path: "/etc/hostname").url, userAgent: "rssium/test")
        request.limitToPublicNetworks(unlessFrom: try FetchAddress(path: "/tmp/feed").url)
        #expect(await fetcher.failure(of: request) == .address("the link of an article cannot lead to a file"))
    }

    // MARK: Proxies

    @Test func `a proxy may be on this machine, and no redirect leads there`() async throws {
        server.serve("http://example.com/a", .document("<p>there</p>"))
        server.serve("http://example.com/b", .redirect(302, to: server.url("/a")))
        server.serve("http://example.com/c", .redirect(302, to: "http://localhost:\(server.port)/a"))
        let hosts: [(path: String, refused: String?)] = [("a", nil), ("b", "127.0.0.1"), ("c", "localhost")]
        for (path, refused) in hosts {
            var request = try Request.loopback("http://example.com/\(path)")
            request.proxy = server.url("")
            request.limitToPublicNetworks(unlessFrom: try FetchAddress("https://example.org/feed").url)
            #expect(await fetcher.failure(of: request) == refused.map { .privateNetwork($0) })
        }
        #expect(server.requests(for: "/a").isEmpty)
    }

    @Test func `the proxy of the environment is known`() async throws {
        server.serve("http://example.com/a", .document("<p>there</p>"))
        let proxy = server.url("")
        let fetcher = Fetcher(
            loop: bench.loop, proxies: ProxyVariables { ["all_proxy": proxy, "no_proxy": "localhost"][$0] }
        ) { .zero }
        var request = try Request.loopback("http://example.com/a")
        request.proxy = nil
        request.limitToPublicNetworks(unlessFrom: try FetchAddress("https://example.org/feed").url)
        #expect(try await fetcher.fetch(request).status == 200)
        // Without the proxy, the address counts.
        var direct = try self.request("localhost")
        direct.proxy = nil
        #expect(await fetcher.failure(of: direct) == .privateNetwork("localhost"))
        #expect(server.requests(for: "/a").isEmpty)
    }

    @Test func `a redirect leads to this machine only for a feed from there`() async throws {
        server.serve("/old", .redirect(301, to: "http://localhost:\(server.port)/a"))
        var request = try Request.loopback(server.url("/old"))
        request.limitToPublicNetworks(unlessFrom: try FetchAddress("http://127.0.0.1/feed").url)
        #expect(try await fetcher.fetch(request).status == 200)
    }
}
