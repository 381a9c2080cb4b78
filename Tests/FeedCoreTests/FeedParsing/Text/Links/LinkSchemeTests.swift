import Testing

@testable import FeedCore

@Suite struct LinkSchemeTests {
    private static let bad = [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "vbscript:x", "data:text/html,x",
        "file:///etc/passwd", "FILE:/etc/passwd", "blob:https://a.example/x", "ms-word:ofe|u|x",
    ]

    private func rss(_ address: String, base: String) throws -> ParsedFeed {
        let xml = """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
            <link>\(address)</link><image><url>\(address)</url></image><item><link>\(address)</link>
            <enclosure url="\(address)" type="audio/mpeg"/><itunes:image href="\(address)"/>
            <description>&lt;img src="\(address)"&gt;</description></item></channel></rss>
            """
        return try FeedParser.parse(Array(xml.utf8), base: base)
    }

    private func links(of feed: ParsedFeed) -> [String?] {
        [feed.link, feed.icon, feed.favicon, feed.selfLink]
            + feed.drafts.flatMap { [$0.url, $0.externalURL, $0.image] + $0.enclosures.map(\.url) }
    }

    @Test(arguments: bad)
    func `no link of a document leads to code or to a file`(address: String) throws {
        // A line break in an attribute is a blank: the rest is then a path.
        let found = links(of: try rss(address, base: "http://a.example/feed")).compactMap { $0 }
        #expect(found.allSatisfy { $0.hasPrefix("http://a.example/java%20script") })
        let json = """
            {"version": "https://jsonfeed.org/version/1.1", "home_page_url": "\(address)", "icon": "\(address)",
            "items": [{"id": "1", "url": "\(address)", "external_url": "\(address)", "image": "\(address)",
            "attachments": [{"url": "\(address)", "mime_type": "audio/mpeg"}]}]}
            """.replacing("java\nscript", with: "java\\nscript")
        let feed = try FeedParser.parse(Array(json.utf8), base: "http://a.example/feed")
        #expect(links(of: feed).compactMap { $0 }.isEmpty)
    }

    @Test(arguments: bad)
    func `such a link is not used as a base`(address: String) throws {
        let xml = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="\(address)"><link href="a"/><entry xml:base="\(address)">
            <link href="alert(1)"/><content type="html">&lt;img src="alert(1)"&gt;</content></entry></feed>
            """
        let feed = try FeedParser.parse(Array(xml.utf8), base: "http://a.example/d/feed")
        #expect(feed.link == "http://a.example/d/a")
        #expect(feed.drafts.first?.image?.hasPrefix("http://a.example/d/") == true)
        #expect(feed.drafts.first?.text == .html("<img src=\"\(feed.drafts.first?.image ?? "")\">"))
    }

    @Test(arguments: ["magnet:?xt=urn:btih:0", "mailto:me@a.example", "ftp://a.example/a.iso"])
    func `an article may have the schemes of links in its text, a picture may not`(address: String) throws {
        let feed = try rss(address, base: "http://a.example/feed")
        #expect(feed.link == nil && feed.icon == nil && feed.drafts.first?.image == nil)
        #expect(feed.drafts.first?.url == address && feed.drafts.first?.enclosures.map(\.url) == [address])
    }

    @Test func `a local feed may link to files`() throws {
        let feed = try rss("file:///home/a.png", base: "file:///home/feed.xml")
        #expect(Set(links(of: feed).compactMap { $0 }) == ["file:///home/a.png"])
        #expect(links(of: try rss("javascript:x", base: "file:///home/feed.xml")).compactMap { $0 }.isEmpty)
    }

    @Test(
        arguments: [
            ("en", "en"), ("de_DE", "de-DE"), ("zh-Hant-TW", "zh-Hant-TW"), ("x-klingon", "x-klingon"),
            ("i-default", "i-default"), ("es-419", "es-419"), (" fr ", "fr"), ("e", nil), ("en us", nil),
            ("en,de", nil),
            ("\"><script>", nil), ("en-", nil), ("-en", nil), ("123", nil), ("x", nil), ("abcdefghi", nil),
            ("en-abcdefghi", nil), ("日本語", nil), ("", nil),
        ] as [(String, String?)])
    func `a language is kept where it has the shape of a tag`(text: String, tag: String?) {
        #expect(LanguageTag.parse(text) == tag)
    }
}
