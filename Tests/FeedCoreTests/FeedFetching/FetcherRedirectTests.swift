import TestSupport
import Testing

@testable import FeedFetching

/// Where redirects lead, and what is sent along.
@Suite struct FetcherRedirectTests {
    private let bench = FetchBench()
    private let other = FeedServer()
    private var server: FeedServer { bench.server }
    private var fetcher: Fetcher { bench.fetcher }

    @Test(
        arguments: [
            ([301, 308, 301], "/3"), ([301, 302, 301], "/1"), ([308, 301, 307], "/2"), ([302, 301], nil), ([303], nil),
        ] as [([Int], String?)])
    func `a move goes as far as every hop is permanent`(statuses: [Int], place: String?) async throws {
        for (hop, status) in statuses.enumerated() { server.serve("/\(hop)", .redirect(status, to: "/\(hop + 1)")) }
        server.serve("/\(statuses.count)", .document("<rss/>"))
        let response = try await bench.fetch("/0")
        #expect(response.url.text == server.url("/\(statuses.count)"))
        #expect(response.movedTo?.text == place.map { server.url($0) })
    }

    @Test func `ten redirects are followed and no more`() async throws {
        for hop in 0..<11 { server.serve("/\(hop)", .redirect(302, to: "\(hop + 1)")) }
        server.serve("/11", .document("<rss/>"))
        #expect(try await bench.fetch("/1").status == 200)
        let before = server.requests.count
        await #expect(throws: FetchError.tooManyRedirects(limit: 10)) { try await bench.fetch("/0") }
        #expect(server.requests.count == before + 11)
    }

    @Test(arguments: [
        ("file:///etc/passwd", "it leads to a file: file:///etc/passwd"),
        ("gopher://example.org/", "only http, https and file addresses can be read, not gopher:"),
        ("http://", "the address names no host"), ("", "the answer 302 Found has no Location"),
    ])
    func `a redirect that leads nowhere is an error`(location: String, message: String) async throws {
        server.serve("/old", .redirect(302, to: location))
        await #expect(throws: FetchError.redirect(message)) { try await bench.fetch("/old") }
    }

    @Test func `a page that wants its cookie back gets it, and the next fetch begins without`() async throws {
        server.answer { request in
            // The order of cookies is curl's.
            ["consent=yes; id=2", "id=2; consent=yes"].contains(request["Cookie"])
                ? .document("<rss/>")
                : .redirect(
                    302, to: "/feed",
                    headers: [("Set-Cookie", "id=1"), ("Set-Cookie", "consent=yes; Path=/"), ("Set-Cookie", "id=2")])
        }
        for _ in 1...2 {
            let before = server.requests.count
            #expect(try await bench.fetch("/feed").body == Array("<rss/>".utf8))
            #expect(server.requests.count == before + 2 && server.requests[before]["Cookie"] == nil)
        }
    }

    @Test func `a server that always sets another cookie is asked twice`() async throws {
        let number = Locked(0)
        server.answer { _ in
            let next = number.withLock { number in
                number += 1
                return number
            }
            return .redirect(302, to: "/feed", headers: [("Set-Cookie", "id=\(next)")])
        }
        let message = "it leads in a circle, back to \(server.url("/feed"))"
        await #expect(throws: FetchError.redirect(message)) { try await bench.fetch("/feed") }
        #expect(server.requests.count == 2)
    }

    @Test func `another host gets no cookie`() async throws {
        let elsewhere = other.url("/b").replacing("127.0.0.1", with: "localhost")
        let cookies = ["a=1", "b=2; Domain=localhost", "c=3; Domain=.com", "d=4; Path=/other"]
        server.serve("/a", .redirect(302, to: elsewhere, headers: cookies.map { ("Set-Cookie", $0) }))
        other.serve("/b", .redirect(302, to: server.url("/c"), headers: [("Set-Cookie", "e=5")]))
        server.serve("/c", .document("<rss/>"))
        #expect(try await bench.fetch("/a").status == 200)
        #expect(other.requests.last?["Cookie"] == nil)
        #expect(server.requests.last?["Cookie"] == "a=1")
    }

    @Test func `a cookie for the whole domain is for its other hosts, too`() throws {
        var cookies = RedirectCookies()
        let setter = try #require(WebAddress("https://www.a.example/"))
        let lines = ["x=1; Domain=a.example; Secure", "y=2; domain=.Example", "z=3"]
        let headers = HTTPHeaders(lines.map { HTTPHeaders.Field(name: "Set-Cookie", value: $0) })
        cookies.append(from: Response(status: 302, url: setter, headers: headers))
        #expect(cookies.lines(for: try #require(WebAddress("https://id.a.example/"))) == [lines[0]])
        #expect(cookies.lines(for: setter) == [lines[0], lines[2]])
        // Many owners share such a domain.
        let site = try #require(WebAddress("https://a.co.uk/"))
        let shared = HTTPHeaders([HTTPHeaders.Field(name: "Set-Cookie", value: "x=1; Domain=co.uk")])
        cookies.append(from: Response(status: 302, url: site, headers: shared))
        #expect(cookies.lines(for: try #require(WebAddress("https://b.co.uk/"))) == [lines[0]])
        #expect(cookies.lines(for: site).count == 2)
    }

    @Test func `nothing leads from https to http`() throws {
        let url = try #require(WebAddress("https://example.org/feed"))
        func answer(_ location: String) -> Response {
            Response(status: 301, url: url, headers: HTTPHeaders([.init(name: "Location", value: location)]))
        }
        #expect(throws: FetchError.redirect("it leads from https to http: http://example.org/feed")) {
            try Fetcher.target(of: answer("http://example.org/feed"))
        }
        #expect(try Fetcher.target(of: answer("//example.com/x")).text == "https://example.com/x")
    }

    /// For `/old`, with all that is for this server or this address alone.
    private func secretRequest() throws -> Request {
        var request = try Request.loopback(server.url("/old"))
        request.credentials = Credentials(user: "ann", password: "secret")
        request.headers = [.init(name: "X-Key", value: "1")]
        request.validators = Validators(etag: "\"1\"", lastModified: nil, url: request.url)
        return request
    }

    @Test(arguments: [true, false])
    func `secrets stay with the feed's own server, validators with their address`(isOwn: Bool) async throws {
        let target = isOwn ? server : other
        server.serve("/old", .redirect(301, to: target.url("/new")))
        target.serve("/new", .document("<rss/>", etag: "\"1\""))
        #expect(try await fetcher.fetch(secretRequest()).status == 200)
        let (first, second) = (try #require(server.requests.first), try #require(target.requests.last))
        #expect(first["Authorization"] != nil && first["X-Key"] == "1" && first["If-None-Match"] == "\"1\"")
        #expect((second["Authorization"] != nil) == isOwn && (second["X-Key"] != nil) == isOwn)
        #expect(second["If-None-Match"] == nil)
    }

    @Test func `a redirect is not followed to a server that has asked for a back-off meanwhile`() async throws {
        let place = other.url("/feed")
        var request = try Request.loopback(server.url("/feed"))
        let host = try Request.loopback(place).url.hostAndPort
        let backoffs = HostBackoffs(at: Sample.now)
        server.answer { _ in
            backoffs.learn(RequestedBackoff(host: host, time: Self.backoff))
            return .redirect(301, to: place)
        }
        request.backoffs = backoffs
        #expect(await fetcher.failure(of: request) == .held(host: host, until: Self.backoff.until))
        #expect(server.requests.count == 1)
        #expect(other.requests.isEmpty)
    }

    @Test func `there is no second try at a server that has asked for a back-off meanwhile`() async throws {
        var request = try Request.loopback(server.url("/feed"))
        let host = request.url.hostAndPort
        let backoffs = HostBackoffs(at: Sample.now)
        let hasty = Fetcher(loop: bench.loop) {
            backoffs.learn(RequestedBackoff(host: host, time: Self.backoff))
            return .zero
        }
        server.serve("/feed", .status(502))
        request.backoffs = backoffs
        #expect(await hasty.failure(of: request) == .held(host: host, until: Self.backoff.until))
        #expect(server.requests.count == 1)
    }

    @Test func `a server that asks for a back-off is not asked again until the longest back-off ends`() async throws {
        server.serve("/feed", .status(429, headers: [("Retry-After", "5000")]))
        var request = try Request.loopback(server.url("/feed"))
        let backoffs = HostBackoffs(at: Sample.now)
        request.backoffs = backoffs
        request.longestBackoff = 1000
        #expect(try await fetcher.fetch(request).status == 429)
        let learned = try #require(backoffs.all[request.url.hostAndPort])
        #expect(learned.until - learned.since == 1000)
        #expect(await fetcher.failure(of: request) == .held(host: request.url.hostAndPort, until: learned.until))
        #expect(server.requests.count == 1)
    }

    private static let backoff = HostBackoff(since: Sample.now, until: Sample.now + 1000)
}
