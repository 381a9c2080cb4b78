import Testing

@testable import FeedCore

/// What relative links of a feed are relative to.
@Suite struct ParsedFeedLinksTests {
    private func link(_ written: String, ownLink: String, document: String?, base: String = "") throws -> String? {
        let body = """
            <feed xmlns="http://www.w3.org/2005/Atom"\(base)><title>A</title><link href="\(ownLink)"/>
            <entry><title>E</title><id>e</id><link href="\(written)"/></entry></feed>
            """
        return try FeedParser.parse(Array(body.utf8), base: document).articles.first?.content.url
    }

    @Test(arguments: [
        ("/2020/post", "https://a.example/2020/post"), ("post.html", "https://a.example/blog/feeds/post.html"),
        ("../post.html", "https://a.example/blog/post.html"), ("?p=7", "https://a.example/blog/feeds/atom.xml?p=7"),
        ("//b.example/post", "https://b.example/post"),
    ])
    func `on the host of the feed's own link they are relative to the feed's URL`(written: String, found: String) throws
    {
        let document = "https://a.example/blog/feeds/atom.xml"
        #expect(try link(written, ownLink: "https://a.example/", document: document) == found)
        #expect(try link(written, ownLink: "https://A.example/other/", document: document) == found)
    }

    @Test(arguments: [("/2020/post", "https://a.example/2020/post"), ("post", "https://a.example/blog/post")])
    func `elsewhere they are relative to the feed's own link`(written: String, found: String) throws {
        for document in ["https://copies.example/feeds/1.xml", "file:///home/u/feed.xml", nil] {
            #expect(try link(written, ownLink: "https://a.example/blog/", document: document) == found)
        }
    }

    @Test func `xml:base goes before both`() throws {
        let base = " xml:base=\"https://b.example/c/\""
        #expect(
            try link("post", ownLink: "https://a.example/", document: "https://a.example/f", base: base)
                == "https://b.example/c/post")
    }

    @Test func `an anchor in XHTML is one of the text, whatever xml:base is`() throws {
        let text = "<a href=\"#n1\">1</a> <p id=\"n1\"><a href=\"x\">x</a></p>"
        let body = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://b.example/c/"><title>A</title>
            <entry><title>E</title><id>e</id><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">\(text)</div>
            </content></entry></feed>
            """
        let parsed = try FeedParser.parse(Array(body.utf8), base: nil).articles.first?.content.text
        #expect(parsed == .html(text.replacing("\"x\"", with: "\"https://b.example/c/x\"")))
    }

    @Test(arguments: ["<rss><channel><item>", "<feed xmlns='http://www.w3.org/2005/Atom'><entry>"])
    func `the base that a text sets is that of the text alone`(start: String) throws {
        let isAtom = start.contains("entry")
        let text = isAtom ? "summary" : "description"
        let links =
            isAtom ? "<link href='l/1'/><link rel='enclosure' href='e'/>" : "<link>l/1</link><enclosure url='e'/>"
        let html = isAtom ? " type='html'" : ""
        let others = "<title xml:base='https://c.example/'>T</title>"
        let body =
            "\(start)\(links)<\(text)\(html) xml:base='https://b.example/d/'>&lt;img src='p'></\(text)>\(others)"
            + (isAtom ? "</entry></feed>" : "</item></channel></rss>")
        for extent in [FeedParser.Extent.whole, .headings] {
            let feed = try FeedParser.parse(Array(body.utf8), base: "https://a.example/", extent: extent)
            #expect(feed.articles.first?.url == "https://a.example/l/1")
            #expect(feed.articles.first?.enclosures.map(\.url) == ["https://a.example/e"])
            if extent == .whole { #expect(feed.drafts.first?.image == "https://b.example/d/p") }
        }
    }
}
