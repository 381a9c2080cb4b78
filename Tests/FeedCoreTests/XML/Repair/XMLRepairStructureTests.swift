import Testing

@testable import FeedCore

/// Elements whose ends or beginnings are missing, and those that are whole beside them.
@Suite struct XMLRepairStructureTests {
    private static func parse(_ document: String) throws -> ParsedFeed {
        try FeedParser.parse(Array(document.utf8), base: nil)
    }

    private static func rss(_ items: String) throws -> ParsedFeed {
        try parse("<rss xmlns:x='urn:x'><channel><title>T</title>\(items)</channel></rss>")
    }

    private static func atom(_ entries: String) throws -> ParsedFeed {
        try parse(
            "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:x='urn:x'><title>T</title>\(entries)</feed>")
    }

    private static let source = """
        <source><title>S</title><id>s</id><link href="http://s/"/><updated>2020-01-01T00:00:00Z</updated>\
        <author><name>N</name></author></source>
        """

    // MARK: What is whole

    @Test(arguments: [
        "<author><x:image src='x'/><name>N</name></author>",
        "<author><first>A</first><last>B</last></author>",
        "<dc:creator><x:Description><x:value>V</x:value></x:Description></dc:creator>",
        "<category><name>cn</name></category>", "<category><title>cn</title></category>",
        "<x:related><item><title>rel</title></item></x:related>",
        "<x:related><entry><title>rel</title><id>r</id></entry></x:related>",
        "<comments><comment><title>ct</title></comment></comments>", source,
        "<x:y><title>a</title></x:y>",
        "<media:group><media:title>m</media:title><media:content url='http://m/'/></media:group>",
        "<link><url>u</url><title>b</title></link>", "<source url='http://s/'>text</source>",
    ])
    func `what is whole keeps its structure beside what is broken`(element: String) throws {
        for content in [element + "<title>A</title><id>1</id>", "<title>A</title><id>1</id>" + element] {
            let whole = "<item>\(content)</item><item><title>B</title></item>"
            #expect(
                try Self.rss(whole + "<item>&</item>").articles.prefix(2)
                    == Self.rss(whole).articles.prefix(2))
            let entries = whole.replacing("item", with: "entry")
            let strict = try Self.atom(entries)
            let mended = try Self.atom(entries + "<entry>&</entry>")
            #expect(strict.articles.count == 2)
            #expect(mended.articles.prefix(2) == strict.articles.prefix(2))
        }
    }

    @Test func `what is broken inside keeps the structure around it`() throws {
        let feed = try Self.atom(
            """
            <entry><source><title>S & T</title><id>s</id><link href=http://s/></link></source><title>A</title><id>1</id>\
            <author><x:image src=x /><name>N & M</name></author></entry>
            """)
        let article = try #require(feed.articles.first)
        #expect(article.title == "A")
        #expect(article.guid == "1")
        #expect(article.authors.map(\.name) == ["N & M"])
    }

    @Test(arguments: [
        "<x:related><item><title>b<br></title></item><item><q></item></x:related>", "<x:y><item><p></item></x:y>",
    ])
    func `what is no article where all is whole is none where it is broken`(element: String) throws {
        let feed = try Self.rss("<item><title>A</title>\(element)<guid>g</guid></item><item><title>B</title></item>")
        #expect(feed.articles.map(\.title) == ["A", "B"])
        #expect(feed.articles.first?.guid == "g")
    }

    @Test func `another vocabulary that never ends takes no articles`() throws {
        let feed = try Self.rss("<item><title>A</title><x:y><item><title>B</title></item><item><title>C</title></item>")
        #expect(feed.articles.map(\.title) == ["A", "B", "C"])
    }

    @Test func `a document nested too deep is refused for that`() {
        let deep = String(repeating: "<a>", count: 5000) + String(repeating: "</a>", count: 5000)
        #expect(throws: ParseError.nesting) { try Self.rss("<item>\(deep)</item>") }
    }

    // MARK: Ends that are missing

    @Test(arguments: [
        "<author><name>N</name>", "<author><name>N</name></aut", "<author><name>N</name></aut>",
        "<author><name>N",
        "<author><x:image/><name>N</name>", "<author>\n<email>e</email><name>N</name>",
        "<author><name>N</name><x:image/></auhtor>",
    ])
    func `an author that never ends takes nothing of its entry`(author: String) throws {
        let rest = "<summary>Sum</summary><content>Text</content><category term='c'/><title>A</title>"
        for entry in [author + rest, author + rest + "<contributor><name>M</name></contributor>"] {
            let feed = try Self.atom(
                "<entry><id>1</id>\(entry)</entry><entry><title>B</title><id>2</id></entry>")
            #expect(feed.articles.map(\.title) == ["A", "B"])
            let article = try #require(feed.articles.first)
            #expect(article.authors.map(\.name) == ["N"])
            #expect(article.summary == .plain("Sum"))
            #expect(article.text == .plain("Text"))
            #expect(article.tags == ["c"])
        }
    }

    @Test func `of two authors the first need not end`() throws {
        let feed = try Self.atom(
            "<entry><author><name>N</name><author><name>M</name></author><title>A</title><id>1</id></entry>"
        )
        #expect(feed.articles.first?.authors.map(\.name) == ["N", "M"])
        #expect(feed.articles.first?.title == "A")
    }

    @Test func `a source that never ends takes what it has and no more`() throws {
        let unclosed = Self.source.dropLast("</source>".count)
        let feed = try Self.atom(
            "<entry>\(unclosed)<title>A</title><id>1</id><summary>Sum</summary></entry>")
        let article = try #require(feed.articles.first)
        #expect(article.title == "A")
        #expect(article.guid == "1")
        #expect(article.summary == .plain("Sum"))
    }

    @Test(arguments: [
        "<x:y>", "<q>", "<media:group><media:thumbnail url='http://m/'/>", "<p>", "<x:y>text",
        "<div><p>",
    ])
    func `what else never ends takes nothing of its article`(start: String) throws {
        let feed = try Self.rss(
            "<item>\(start)<title>A</title><guid>g</guid></item><item><title>B</title></item>")
        #expect(feed.articles.map(\.title) == ["A", "B"])
        #expect(feed.articles.first?.guid == "g")
    }

    @Test func `an image of a feed that never ends takes no article`() throws {
        let feed = try Self.rss(
            "<image><url>http://i/</url><title>I</title><item><title>A</title></item>")
        #expect(feed.title == "T")
        #expect(feed.articles.map(\.title) == ["A"])
    }

    @Test(arguments: [
        "", "</desc>", "</ description>", "<//description>", "</description", "]]", "]]</desc>", "\n",
    ])
    func `a section that never ends takes no other article`(end: String) throws {
        let next = "<title>Z</title><description><![CDATA[dz]]></description>"
        let feed = try Self.rss(
            "<item><title>A</title><description><![CDATA[<p>x\(end)</item>\n<item>\(next)</item>")
        #expect(feed.articles.map(\.title) == ["A", "Z"])
        #expect(feed.articles.last?.text == .html("dz"))
        let entries = try Self.atom(
            """
            <entry><id>1</id><title>A</title><summary><![CDATA[x\(end)</entry><entry><id>2</id>\
            <title><![CDATA[Z]]></title></entry>
            """)
        #expect(entries.articles.map(\.title) == ["A", "Z"])
    }

    @Test(arguments: [
        "a <![CDATA[ b", "</item><item>", "</item> <![CDATA[<p>x</p>",
        "<pre>&lt;/item>&lt;item><![CDATA[</pre>",
    ])
    func `a section that speaks of sections and articles stays whole`(text: String) throws {
        let feed = try Self.rss(
            "<item><title>A</title><description><![CDATA[\(text)]]></description></item>")
        #expect(feed.articles.map(\.text) == [.html(text)])
    }

    @Test func `a section that never ends outside a field takes no other article`() throws {
        let feed = try Self.rss(
            "<item><title>A</title><x:y><![CDATA[x</item><item><title><![CDATA[Z]]></title></item>")
        #expect(feed.articles.map(\.title) == ["A", "Z"])
    }

    // MARK: Beginnings that are missing

    @Test(arguments: [
        "", "item>", "<>", "< >", "<itm>", "<tem>", "</item>", "< item>", "<item ", "<item", "<<item>",
    ])
    func `an article whose start is missing or misspelt is one all the same`(start: String) throws {
        let lost =
            start + "<title>B</title><link>http://e.org/b</link><description>db</description></item>"
        for (before, titles) in [
            ("<item><title>A</title></item>", ["A", "B", "C"]), ("", ["B", "C"]),
        ] {
            let feed = try Self.rss(before + lost + "<item><title>C</title></item>")
            #expect(feed.title == "T")
            #expect(feed.articles.map(\.title) == titles)
            #expect(feed.articles.dropLast().last?.url == "http://e.org/b")
        }
    }

    @Test func `an article without start and end is between two others`() throws {
        let lost = "<title>B</title><guid>g</guid>"
        let feed = try Self.rss("<item><title>A</title></item>\(lost)<item><title>C</title>&</item>")
        #expect(feed.title == "T")
        #expect(feed.articles.map(\.title) == ["A", "B", "C"])
    }

    @Test func `an entry whose start is missing is one all the same`() throws {
        let feed = try Self.atom(
            "<entry><title>A</title><id>1</id></entry><id>2</id><title>B</title></entry>")
        #expect(feed.title == "T")
        #expect(feed.articles.map(\.title) == ["A", "B"])
        #expect(feed.articles.map(\.guid) == ["1", "2"])
    }

    @Test func `what a feed says of itself behind its articles stays its own`() throws {
        let feed = try Self.parse(
            """
            <rss><channel><item><title>A & B</title></item><title>T</title><image><url>http://i/</url></image>\
            <item><title>C</title></item></channel></rss>
            """)
        #expect(feed.title == "T")
        #expect(feed.icon == "http://i/")
        #expect(feed.articles.map(\.title) == ["A & B", "C"])
    }

    @Test func `an article whose start is doubled is one`() throws {
        let feed = try Self.rss(
            "<item><item><title>A</title></item></item>\n<item> <item> <item><title>B</title></item>")
        #expect(feed.articles.map(\.title) == ["A", "B"])
    }

    // MARK: Slips in tags

    @Test(arguments: [
        "< title>A</title>", "<title>A</ title>", "<title>A<//title>", "<title>A< /title>",
        "<\ntitle>A</\ttitle >", "< title x='y'>A</title>", "< Title>A</ TITLE>",
    ])
    func `blanks and slashes before a name are none of it`(title: String) throws {
        let feed = try Self.rss(
            "<item>\(title)<link>http://e.org/1</link></item><item><title>B</title></ item>")
        #expect(feed.articles.map(\.title) == ["A", "B"])
        #expect(feed.articles.first?.url == "http://e.org/1")
    }

    @Test func `a less-than sign with a blank behind it stays one`() throws {
        let feed = try Self.rss("<item><title>1 < title > 2 & 3 < 4 </ 5</title></item>")
        #expect(feed.articles.map(\.title) == ["1 < title > 2 & 3 < 4 </ 5"])
    }

    // MARK: What stands before the feed

    @Test(arguments: [
        "<script>if (a<rss) b='<feed>';</script>", "<style>p {}</style>", "<xmp>", "<error>x</error>",
        "<meta charset=utf-8>", "<error code='1'><text>x & y</text></error>\n", "<pre>",
    ])
    func `what is whole before a feed does not hide it`(junk: String) throws {
        let feed = "<rss><channel><title>T</title><item><title>A</title></item></channel></rss>"
        for document in [junk + "<?xml version='1.0'?>" + feed, junk + feed] {
            #expect(try Self.parse(document).articles.map(\.title) == ["A"])
        }
    }

    @Test func `a page stays a page`() {
        for page in [
            "<script>a</script><html><head><title>x</title></head><body><rss><channel/></rss></body></html>",
            "<x><rss><channel><title>T</title></channel></rss></x><br>",
            "<meta charset=utf-8><title>x</title><rss/>",
        ] {
            #expect(throws: ParseError.self) { try Self.parse(page) }
        }
    }

    @Test func `entities of the document's own are kept in what is mended as HTML`() throws {
        let feed = try Self.parse(
            """
            <!DOCTYPE rss [<!ENTITY me "Joe"><!ENTITY amp "&#38;#38;">]><rss><channel><item><title>T &me; <br></title>
            <description><p>&me; &amp;lt; &us;<br><![CDATA[&me;]]></description></item></channel></rss>
            """)
        let article = try #require(feed.articles.first)
        #expect(article.title == "T Joe")
        #expect(article.text == .html("<p>Joe &amp;lt; &us;<br>&me;"))
    }
}
