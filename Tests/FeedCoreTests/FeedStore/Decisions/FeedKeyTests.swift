import Testing

@testable import FeedCore

@Suite struct FeedKeyTests {
    @Test(arguments: [
        ("https://example.org/feed.xml", "example.org/feed.xml"),
        ("http://WWW.Example.org:80/Feed.xml#news", "example.org/Feed.xml"),
        ("https://reader:secret@example.org:443/feed/", "example.org/feed"),
        ("https://example.org", "example.org"), ("https://example.org/", "example.org"),
        ("https://example.org//", "example.org/"),
        ("https://example.org/feed/?format=rss/", "example.org/feed?format=rss/"),
        ("https://example.org?a=1#b", "example.org?a=1"), ("https://example.org:80/a", "example.org:80/a"),
        ("http://example.org:443/a", "example.org:443/a"), ("https://example.org:8443/a", "example.org:8443/a"),
        ("https://www.www.example.org/", "www.example.org"), ("https://www./a", "www./a"),
        ("http://[2001:DB8::1]:80/a", "[2001:db8::1]/a"), ("https://example.org/www.a/", "example.org/www.a"),
        ("https://example.org/a#b?c", "example.org/a"),
    ])
    func `a key is an address without what differs between addresses of one place`(url: String, key: String) {
        #expect(FeedKey(of: url)?.text == key)
    }

    @Test(arguments: ["file:///srv/feed.xml", "ftp://example.org/", "example.org", "", "exec:feed"])
    func `what is no web address has no key`(text: String) {
        #expect(FeedKey(of: text) == nil)
    }

    @Test func `a written key is bounded and has no spaces`() {
        #expect(FeedKey(written: "example.org/feed.xml")?.text == "example.org/feed.xml")
        #expect(FeedKey(written: "") == nil)
        #expect(FeedKey(written: "example.org/a b") == nil)
        #expect(FeedKey(written: "example.org/\n") == nil)
        #expect(FeedKey(written: String(repeating: "a", count: 4096)) != nil)
        #expect(FeedKey(written: String(repeating: "a", count: 4097)) == nil)
    }
}
