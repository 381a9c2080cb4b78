import Testing

@testable import FeedParsing

/// JSON-LD of the article of a page, and of other stories on it.
struct StructuredDataTests {
    private static func object(_ headline: String, _ author: String, _ other: String = "") -> String {
        """
        <script type=application/ld+json>{"@type": "NewsArticle", "headline": "\(headline)", "author": \(author),
        "datePublished": "2019-05-03"\(other)}</script>
        """
    }

    private static func article(_ scripts: String, head: String = "") throws -> PageArticle {
        let page = "<head><title>The new pier - Coast News</title>\(scripts)\(head)</head><body><article>"
        return try PageSample.article(page + "<h1>The new pier</h1>\(PageSample.text)\(PageSample.text)</article>")
    }

    private static let jens = #"{"@type": "Person", "name": "Jens Vik"}"#

    private static let others = [
        object("A whale in the bay", jens, #", "url": "/news/whale.html""#),
        object(
            "A whale in the bay", jens, #", "mainEntityOfPage": {"@id": "https://www.post.example/news/whale.html"}"#),
    ]

    @Test(arguments: others) func `JSON-LD of another story gives neither title, author nor date`(script: String)
        throws
    {
        let article = try StructuredDataTests.article(script)
        #expect(article.title == "The new pier" && article.authors.isEmpty && article.published == nil)
        let own = StructuredDataTests.object("The new pier", #"{"name": "Ada Holm"}"#)
        #expect(try StructuredDataTests.article(script + own).authors == ["Ada Holm"])
    }

    private static let own = [
        object("The new pier", jens, #", "url": "https://amp.post.example/a/1""#),
        object("The new pier of Nordby", jens),
        object("Nordby rejoices", jens, #", "url": "https://m.post.example/news/pier.html?from=feed""#),
        object("Nordby rejoices", jens, #", "mainEntityOfPage": "/news/pier.html/""#),
    ]

    @Test(arguments: own) func `JSON-LD with the address or most of the title of the page is its own`(script: String)
        throws
    {
        let article = try StructuredDataTests.article(script)
        #expect(article.authors == ["Jens Vik"] && article.published?.rfc3339.prefix(10) == "2019-05-03")
    }

    @Test func `JSON-LD that may be of another story counts if there is no other`() throws {
        let unknown = StructuredDataTests.object("A whale in the bay", StructuredDataTests.jens)
        #expect(try StructuredDataTests.article(unknown).authors == ["Jens Vik"])
        let own = StructuredDataTests.object("The new pier", #"{"name": "Ada Holm"}"#)
        #expect(try StructuredDataTests.article(unknown + own).authors == ["Ada Holm"])
    }

    @Test(arguments: ["Person", "Organization"]) func `the site is the author if the article names no other`(
        type: String
    ) throws {
        let site = "<meta property=og:site_name content=jensvik>"
        let own = StructuredDataTests.object("The new pier", #"{"@type": "\#(type)", "name": "jensvik"}"#)
        #expect(try StructuredDataTests.article(own, head: site).authors == ["jensvik"])
        let address = StructuredDataTests.object("The new pier", #""https://post.example/""#)
        #expect(try StructuredDataTests.article(address, head: site).authors.isEmpty)
    }
}
