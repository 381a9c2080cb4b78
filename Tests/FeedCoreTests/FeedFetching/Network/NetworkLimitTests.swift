import Testing

@testable import FeedFetching

/// Which servers what a feed links to may be asked of.
@Suite struct NetworkLimitTests {
    private func allows(_ url: String, at address: String, feed: String) throws -> Bool {
        let limit = NetworkLimit(feed: try #require(WebAddress(feed)))
        return limit.allows(try #require(NetworkAddress(literal: address)), for: try #require(WebAddress(url)))
    }

    @Test(arguments: [
        // A public feed leads to public places alone, whatever their names say.
        ("https://example.org/f", "https://example.com/a", "8.8.8.8", true),
        ("https://example.org/f", "https://example.com/a", "10.0.0.1", false),
        ("https://example.org/f", "http://localhost/a", "127.0.0.1", false),
        ("https://example.org/f", "http://192.168.1.1/a", "192.168.1.1", false),
        // Its own name may lead to a private address where that gives its owner nothing new.
        ("https://example.org/f", "https://example.org:8443/a", "10.0.0.1", true),
        ("https://example.org/f", "http://example.org/a", "10.0.0.1", false),
        ("http://example.org/f", "http://example.org/a", "10.0.0.1", true),
        ("http://example.org/f", "http://example.org:6379/a", "127.0.0.1", false),
        // A feed of a private network.
        ("http://192.168.1.5/f", "http://192.168.1.5:8080/a", "192.168.1.5", true),
        ("http://192.168.1.5/f", "http://192.168.1.6/a", "192.168.1.6", false),
        ("http://192.168.1.5/f", "http://127.0.0.1/a", "127.0.0.1", false),
        ("http://nas:5000/f", "http://nas:8080/a", "192.168.1.5", true),
        ("http://nas.local/f", "http://nas.local:8080/a", "192.168.1.5", true),
        ("http://nas/f", "http://router/a", "192.168.1.1", false),
        // A feed of this machine.
        ("http://localhost:4000/f", "http://127.0.0.1:5000/a", "127.0.0.1", true),
        ("http://127.0.0.1/f", "http://localhost/a", "::1", true),
        ("http://[::1]/f", "http://localhost/a", "127.0.0.1", true),
        ("file:///home/ann/f.xml", "http://localhost/a", "127.0.0.1", true),
        ("file:///home/ann/f.xml", "http://192.168.1.1/a", "192.168.1.1", false),
    ])
    func `an address is allowed`(feed: String, url: String, address: String, isAllowed: Bool) throws {
        #expect(try allows(url, at: address, feed: feed) == isAllowed)
    }

    @Test(arguments: [
        ("https://example.org/f", "https://example.com/a", true),
        ("https://example.org/f", "http://93.184.215.14/a", true),
        ("https://example.org/f", "http://10.0.0.1/a", false),
        ("https://example.org/f", "http://2130706433/a", false),
        ("https://example.org/f", "http://[::ffff:10.0.0.1]/a", false),
        ("https://example.org/f", "http://localhost/a", false),
        ("https://example.org/f", "http://localhost./a", false),
        ("https://example.org/f", "http://a.localhost/a", false),
        ("https://example.org/f", "http://router/a", false),
        ("https://example.org/f", "http://printer.local/a", false),
        ("https://example.org/f", "http://localhost.localdomain/a", false),
        ("https://example.org/f", "http://wiki.corp./a", false),
        ("https://example.org/f", "http://nas.home/a", false),
        ("https://example.org/f", "http://my.home.example.com/a", true),
        ("http://localhost/f", "http://localhost:8080/a", true),
        ("http://localhost/f", "http://router/a", false),
        ("http://nas/f", "http://nas:8080/a", true),
    ])
    func `a proxy may be asked by name`(feed: String, url: String, isAllowed: Bool) throws {
        let limit = NetworkLimit(feed: try #require(WebAddress(feed)))
        #expect(limit.allowsByName(try #require(WebAddress(url))) == isAllowed)
    }

    @Test(arguments: [
        ("http://a.example/f", "http://a.example/x", true), ("http://a.example/f", "https://a.example/x", true),
        ("https://a.example/f", "http://a.example/x", false), ("https://a.example/f", "https://b.example/x", false),
    ])
    func `a password goes to the host of the feed, and by no worse way`(feed: String, url: String, mayHave: Bool) throws
    {
        let limit = NetworkLimit(feed: try #require(WebAddress(feed)))
        #expect(limit.mayHavePassword(try #require(WebAddress(url))) == mayHave)
    }

    @Test func `only the answer of a far host tells that there is a network`() {
        let offline = FetchError.offline("no route")
        #expect(offline.behindRedirect(of: "a.example") == .connection("no route"))
        for host in ["localhost", "127.0.0.1", "nas", "192.168.1.2"] {
            #expect(offline.behindRedirect(of: host) == offline)
        }
    }
}
