import Testing

@testable import FeedParsing

/// Broken markup within one article harms neither the fields beside it nor other articles.
@Suite struct LenientXMLRunTests {
    private static func parse(_ document: String) throws -> ParsedFeed {
        try FeedParser.parse(Array(document.utf8), base: nil)
    }

    private static func rss(_ items: String) throws -> ParsedFeed {
        try parse("<rss xmlns:x='urn:x'><channel><title>T</title>\(items)</channel></rss>")
    }

    private static func atom(_ entries: String) throws -> ParsedFeed {
        try parse("<feed xmlns='http://www.w3.org/2005/Atom' xmlns:x='urn:x'><title>T</title>\(entries)</feed>")
    }

    @Test func `elements without end beyond any real feed are refused`() {
        let open = String(repeating: "<b>", count: 100_001)
        let error = #expect(throws: ParseError.self) { try Self.rss("<item><title>A</title><description>\(open)") }
        #expect(error?.message == "a document beyond the limits: more than 100000 elements without an end")
    }

    private static let source = """
        <source><title>S</title><id>s</id><link href="http://s/"/><updated>2020-01-01T00:00:00Z</updated>\
        <author><name>N</name></author></source>
        """

    @Test(arguments: [
        "<author><x:image src='x'/><name>N</name></author>", "<author><first>A</first><last>B</last></author>",
        "<dc:creator><x:Description><x:value>V</x:value></x:Description></dc:creator>",
        "<category><name>cn</name></category>", "<category><title>cn</title></category>", source,
        "<comments><comment><title>ct</title></comment></comments>", "<x:y><title>a</title></x:y>",
        "<media:group><media:title>m</media:title><media:content url='http://m/'/></media:group>",
        "<link><url>u</url><title>b</title></link>", "<source url='http://s/'>text</source>",
    ])
    func `well-formed elements keep their structure beside a stray ampersand`(element: String) throws {
        for content in [element + "<title>A</title><id>1</id>", "<title>A</title><id>1</id>" + element] {
            let whole = "<item>\(content)</item><item><title>B</title></item>"
            #expect(try Self.rss(whole + "<item>&</item>").articles.prefix(2) == Self.rss(whole).articles.prefix(2))
            let entries = whole.replacing("item", with: "entry")
            let strict = try Self.atom(entries)
            let lenient = try Self.atom(entries + "<entry>&</entry>")
            #expect(strict.articles.count == 2)
            #expect(lenient.articles.prefix(2) == strict.articles.prefix(2))
        }
    }

    @Test func `an element that is broken inside keeps its structure`() throws {
        let feed = try Self.atom(
            """
            <entry><source><title>S & T</title><id>s</id><link href=http://s/></link></source><title>A</title><id>1</id>\
            <author><x:image src=x /><name>N & M</name></author></entry>
            """)
        let article = try #require(feed.articles.first)
        #expect(article.title == "A" && article.guid == "1" && article.authors.map(\.name) == ["N & M"])
    }

    @Test(arguments: [
        "<x:y>", "<q>", "<media:group><media:thumbnail url='http://m/'/>", "<p>", "<x:y>text", "<div><p>", "<author>",
    ])
    func `an element without end takes nothing of its article`(start: String) throws {
        let feed = try Self.rss("<item>\(start)<title>A</title><guid>g</guid></item><item><title>B</title></item>")
        #expect(feed.articles.map(\.title) == ["A", "B"] && feed.articles.first?.guid == "g")
    }

    @Test func `a document nested too deep is refused`() {
        let deep = String(repeating: "<a>", count: 5000) + String(repeating: "</a>", count: 5000)
        #expect(throws: ParseError.nesting) { try Self.rss("<item>\(deep)</item>") }
    }

    @Test(arguments: ["</description>", "]]</description>", "]] ></description>", "]></description>\n"])
    func `a section without end takes no other article`(end: String) throws {
        let next = "<title>Z</title><description><![CDATA[dz]]></description>"
        let feed = try Self.rss("<item><title>A</title><description><![CDATA[<p>x\(end)</item>\n<item>\(next)</item>")
        #expect(feed.articles.map(\.title) == ["A", "Z"] && feed.articles.first?.text == .html("<p>x"))
        #expect(feed.articles.last?.text == .html("dz"))
    }

    @Test func `fields of the feed behind its articles stay the feed's`() throws {
        let feed = try Self.parse(
            """
            <rss><channel><item><title>A & B</title></item><title>T</title><image><url>http://i/</url></image>\
            <item><title>C</title></item></channel></rss>
            """)
        #expect(feed.title == "T" && feed.icon == "http://i/" && feed.articles.map(\.title) == ["A & B", "C"])
    }
}
