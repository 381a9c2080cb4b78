import Testing

@testable import FeedCore

/// Lists that no feed has: they end, and soon.
@Suite struct ArrayUniqueTests {
    private static let numbers = 0..<20_000

    private static func rss(_ part: (Int) -> String) throws -> ParsedArticle {
        let parts = numbers.map(part).joined()
        let text =
            "<rss xmlns:media='http://search.yahoo.com/mrss/'><channel><title>a</title>"
            + "<item>\(parts)</item></channel></rss>"
        return try #require(try FeedParser.parse(Array(text.utf8), base: nil).articles.first)
    }

    @Test func `only the first of endless tags, authors and files are kept`() throws {
        #expect(try Self.rss { "<category>c\($0)</category>" }.tags.count == maxListCount)
        #expect(try Self.rss { "<author>Author \($0)</author>" }.authors.count == maxListCount)
        #expect(try Self.rss { "<enclosure url='https://a.example/\($0)'/>" }.enclosures.count == maxListCount)
        #expect(try Self.rss { "<media:content url='https://a.example/\($0).mp3'/>" }.enclosures.count == maxListCount)
        #expect(try Self.rss { "<media:keywords>a\($0),b\($0)</media:keywords>" }.tags.count == maxListCount)
    }

    @Test func `only the first of endless tags in JSON are kept`() throws {
        let tags = Self.numbers.map { "\"t\($0)\"" }.joined(separator: ",")
        let text = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":\"1\",\"tags\":[\(tags)]}]}"
        let feed = try FeedParser.parse(Array(text.utf8), base: nil)
        #expect(feed.articles.first?.tags == (0..<maxListCount).map { "t\($0)" })
    }

    @Test(arguments: [
        ("<rss><channel><title>a</title>", "<item/>", "</channel></rss>"),
        ("<feed xmlns='http://www.w3.org/2005/Atom'>", "<entry/>", "</feed>"),
        ("{\"version\":\"https://jsonfeed.org/version/1\",\"items\":[", "{},", "{}]}"),
        // A document that has to be repaired.
        ("<rss><channel><title>a & b</title>", "<item></item>", ""),
    ])
    func `a feed of endless articles is refused`(start: String, article: String, end: String) {
        let text = start + String(repeating: article, count: XMLReader.articleLimit + 1) + end
        #expect(throws: ParseError.tooManyArticles) { try FeedParser.parse(Array(text.utf8), base: nil) }
    }
}
