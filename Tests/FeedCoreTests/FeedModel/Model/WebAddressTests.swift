import Testing

@testable import FeedCore

@Suite struct WebAddressTests {
    @Test(arguments: [
        ("https://example.org/feed", "example.org", "example.org:443", "/feed"),
        ("HTTP://Example.ORG:8080", "example.org", "example.org:8080", ""),
        ("http://example.org:/a:b", "example.org", "example.org:80", "/a:b"),
        ("http://example.org?q=a@b/c", "example.org", "example.org:80", "?q=a@b/c"),
        ("https://[2001:DB8::1]:8443/x", "[2001:db8::1]", "[2001:db8::1]:8443", "/x"),
        ("http://[::1]#top", "[::1]", "[::1]:80", "#top"),
        ("http://joe:secret@example.org:81/", "example.org", "example.org:81", "/"),
        ("https://BÜCHER.example/", "bücher.example", "bücher.example:443", "/"),
        ("file:///home/joe/a%20b.xml", "", "", "/home/joe/a%20b.xml"),
    ])
    func `an address has host, port and path`(text: String, host: String, hostAndPort: String, path: String) throws {
        let address = try #require(WebAddress(text))
        #expect(address.host == host && address.hostAndPort == hostAndPort && address.path == path)
    }

    @Test func `the scheme is put in lower case, the rest stays`() {
        #expect(WebAddress("HTTPS://Example.org/A")?.text == "https://Example.org/A")
        #expect(WebAddress("fiLe:///A")?.text == "file:///A")
    }

    @Test(arguments: [
        ("https://Example.org:443/b", true), ("https://example.org/A", true), ("http://example.org:443/A", false),
        ("https://example.org:8443/A", false), ("file:///A", false),
    ])
    func `an origin is scheme, host and port`(other: String, isSame: Bool) throws {
        #expect(try #require(WebAddress("https://example.org/A")).hasOrigin(of: #require(WebAddress(other))) == isSame)
    }

    @Test(arguments: [
        "", "example.org", "ftp://example.org", "http:/example.org", "http://", "http:///a", "https://?q",
        "http:example.org", "httpx://example.org", "://example.org", "hțtp://example.org", "http://exa mple.org",
        "http://example.org/\u{7F}", "file://home",
    ])
    func `what names no place is no address`(text: String) {
        #expect(WebAddress(text) == nil)
    }
}
