import FeedCore
import Testing

@testable import rssium

@Suite struct AtomFeedTests {
    private func document(_ articles: [Article]) throws -> String {
        try ArticleWriterTests.printed(articles, ListLayout(format: .atom))
    }

    private func parsed(_ articles: [Article]) throws -> ParsedFeed {
        try FeedParser.parse(Array(document(articles).utf8), base: nil, charset: nil)
    }

    @Test func `our parser reads the feed back`() throws {
        let full = ArticleWriterTests.full
        let feed = try parsed([full])
        #expect(feed.format == .atom && feed.title == "rssium" && feed.isComplete)
        let article = try #require(feed.articles.first)
        #expect(article.guid == "tag:1")
        #expect(article.url == full.url)
        #expect(article.title == "Hello there")
        #expect(article.text == .html("<p>Hi</p>"))
        #expect(article.summary?.plain == "An excerpt")
        #expect(
            article.authors == [
                Author(name: "Ann", url: "https://ann.org/"),
                Author(name: "bob@example.org", email: "bob@example.org"),
            ])
        #expect(article.published == full.published && article.updated == full.updated)
        #expect(article.tags == full.tags && article.language == "en" && article.image == full.image)
        #expect(article.enclosures.map(\.url) == full.enclosures.map(\.url))
        #expect(article.enclosures.first?.size == 9)
    }

    @Test func `an id is an IRI, and unique in the feed`() throws {
        let guids: [String?] = ["urn:x:1", "urn:x:1", "12", "a b:c", nil, ":", "x:", "日本:1", "http://a.example/?é"]
        let articles = guids.enumerated().map { ArticleWriterTests.bare(Int64($0 + 1), guid: $1) }
        let ids = try parsed(articles).articles.compactMap(\.guid)
        #expect(Set(ids).count == articles.count)
        #expect(ids.filter { !$0.hasPrefix("urn:rssium:") } == ["urn:x:1", "http://a.example/?é"])
    }

    @Test func `what an IRI cannot have is escaped in a link, and hashed in an id`() throws {
        for guid in ["http://a.example/?x[y]=1", "http://a.example/100%", "http://a b/", "http://a.example/#a#b"] {
            var article = ArticleWriterTests.bare(1, guid: guid)
            article.url = guid
            let text = try document([article])
            #expect(text.contains("<id>urn:rssium:") && !text.contains(guid + "\""), "\(text)")
        }
    }

    @Test(arguments: [
        ("http://a.example/?x[y]=1|2", "http://a.example/?x%5By%5D=1%7C2"), ("http://a/100%", "http://a/100%25"),
        ("http://a/%41%zz%4", "http://a/%41%25zz%254"), ("http://exa mple/x", "http://exa%20mple/x"),
        ("http://[::1]:80/[1]", "http://[::1]:80/%5B1%5D"), ("http://[x]/", "http://%5Bx%5D/"),
        ("https://bücher.example/ä?q=日本#x", "https://bücher.example/ä?q=日本#x"), ("http://a/#x#y", "http://a/#x%23y"),
        ("]://[", "%5D://%5B"), ("", ""),
    ])
    func `an IRI escapes only what it must`(written: String, expected: String) {
        #expect(URISyntax.iri(written) == expected)
    }

    @Test func `an entry has the elements that the standard requires`() throws {
        let text = try document([ArticleWriterTests.bare(1)])
        for name in ["id", "title", "updated"] {
            #expect(text.split(separator: "<\(name)>").count == 3, "one of the feed, one of the entry: \(name)")
        }
        #expect(text.contains("<author><name>F</name>"))
        #expect(try document([]).hasSuffix("</generator>\n</feed>\n"))
    }

    @Test func `markup is escaped, and characters that XML does not allow are dropped`() throws {
        var article = ArticleWriterTests.bare(1, guid: "\u{1}<&\"'>")
        article.title = "]]> <b>\u{0}\u{FFFF}\u{1B}&amp;"
        article.text = .html("<script>x()</script><p onclick='x()'>a &lt; b</p><pre>\ta</pre>")
        article.tags = ["\"<>&"]
        let read = try #require(try parsed([article]).articles.first)
        #expect(read.text == .html("<p>a &lt; b</p><pre>&#9;a</pre>"))
        #expect(read.tags == ["\"<>&"])
        #expect(try parsed([article]).isComplete)
    }
}
