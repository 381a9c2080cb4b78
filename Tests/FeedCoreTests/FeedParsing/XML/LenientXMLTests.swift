import Testing

@testable import FeedParsing

@Suite struct LenientXMLTests {
    static func parse(_ document: String) throws -> ParsedFeed {
        try FeedParser.parse(Array(document.utf8), base: nil)
    }

    private static func article(_ content: String) throws -> ParsedArticle {
        let feed = try parse("<rss><channel><item>\(content)</item><item><title>next</title></item></channel></rss>")
        try #require(feed.articles.count == 2)
        #expect(feed.articles[1].title == "next" && feed.isComplete)
        return feed.articles[0]
    }

    /// Stack Overflow's feed of the tag "nmea" has control characters in its code; links with a bare `&` are in gofeed's
    /// issue 320.
    @Test(arguments: [
        ("D&D & more", "D&D & more"), ("AT&T", "AT&T"), ("a&nbsp b &eacute;&foo; &copy 1", "a b é&foo; © 1"),
        ("&#0;a&#x1F;b&#X41;c&#150;&", "\u{FFFD}abAc–&"), ("a\u{1}b\u{B}c\u{FFFE}d&", "abcd&"),
        ("I <3 you & me", "I <3 you & me"), ("1 < 2 &lt; 3", "1 < 2 < 3"), ("a ]]> b", "a ]]> b"),
        ("<![CDATA[a <![CDATA[b]]> c]]>", "a b c"), ("<![cdata[a & b]]>", "a & b"), ("<![CDATA[a & b]] >", "a & b"),
        ("<![CDATA[a & b", "a & b"), ("<!-- a -- b -->c", "c"), ("a <b>b", "a <b>b"),
    ])
    func `a title keeps its text`(written: String, expected: String) throws {
        #expect(try Self.article("<title>\(written)</title>").title == expected)
    }

    /// `</langauge>` and `<title>…</subtitle>` are in the test suite of gofeed.
    @Test(arguments: [
        "<title>a</subtitle><guid>g</guid>", "<Title>a</title><guid>g</GUID>", "<title>a<guid>g</guid>",
        "<guid>g<title>a</title>", "</b><title>a</title></p><guid>g</guid>", "<title>a</title><guid>g",
        "<title x=1 x=2 y z='<' a=\"b\"c=\"d\">a</title><guid isPermaLink=false>g</guid>",
        "<title>a</title><x:y>&</x:y><guid>g</guid>", "<title>a</title><guid>g</guid><?x <!-- y ",
        "<title>a</title><q>x</r><guid>g</guid>", "<title lang=\"en>a</title><guid>g</guid>",
    ])
    func `a field without its end tag ends before the next field`(content: String) throws {
        let article = try Self.article(content)
        #expect(article.title == "a" && article.guid == "g")
    }

    @Test(arguments: [
        ("a<br>b", "a<br>b"), ("<p>a<p>b", "<p>a<p>b"), ("a &lt;i&gt;b&lt;/i&gt;<br>c", "a <i>b</i><br>c"),
        ("<b>1 &lt; 2</b><br>", "<b>1 &lt; 2</b><br>"), ("<p hidden>a</p>", "<p hidden=\"\">a</p>"),
        ("<img src=x.png alt=\"a > b\">", "<img src=\"x.png\" alt=\"a &gt; b\">"),
        ("<a href=x?a=1&b=2>a</a>", "<a href=\"x?a=1&amp;b=2\">a</a>"),
        ("&lt;p&gt;a &amp;amp; b&lt;/p&gt;<br>&lt;p&gt;c&lt;/p&gt;", "<p>a &amp; b</p><br><p>c</p>"),
    ])
    func `HTML that was not escaped stays HTML`(written: String, expected: String) throws {
        #expect(try Self.article("<description>\(written)</description>").text == .html(expected))
    }

    @Test func `XHTML that is not well-formed stays HTML`() throws {
        let atom = try Self.parse(
            """
            <feed xmlns='http://www.w3.org/2005/Atom'><entry><id>i</id>\
            <content type='xhtml'><div>1 &lt; 2<br><p>a</content></entry></feed>
            """)
        #expect(atom.articles.first?.text == .html("1 &lt; 2<br><p>a"))
    }

    @Test func `XHTML in a document that is broken elsewhere keeps its meaning`() throws {
        let feed = try Self.parse(
            """
            <feed xmlns='http://www.w3.org/2005/Atom'><title>a & b</title><entry><id>i</id>
            <content type='xhtml'><div><p>1 &lt; 2<br/></p></div></content></entry></feed>
            """)
        #expect(feed.title == "a & b" && feed.articles.first?.text == .html("<p>1 &lt; 2<br></p>"))
    }

    /// Templates leave spaces before the declaration: feeds of FeedBurner and YouTube in feedjira's test suite have
    /// them. JIRA wrote a comment there.
    @Test(arguments: [
        "\n\n", "\u{FEFF}\u{FEFF}", " \u{FEFF}\n", "Warning: no file\n", "<br />\n<b>Warning</b>: no file<br />\n",
        "HTTP/1.1 200 OK\nServer: x\n\n", "<?xml version='1.0'?>\n<?xml version=1.0>", "<!-- a -- b -->",
        "<!DOCTYPE rss [ <", "<style>p {}</style>", "<pre>",
        "<meta charset=utf-8>",
    ])
    func `a feed is found behind spaces, headers and warnings`(prolog: String) throws {
        let document = prolog + "<?xml version=\"1.0\"?><rss><channel><title>a</title></channel></rss>"
        #expect(try Self.parse(document).title == "a")
    }

    @Test func `a page stays a page`() {
        for page in [
            "<script>a</script><html><head><title>x</title></head><body><rss><channel/></rss></body></html>",
            "<x><rss><channel><title>T</title></channel></rss></x><br>", "<meta charset=utf-8><title>x</title><rss/>",
        ] {
            #expect(throws: ParseError.self) { try Self.parse(page) }
        }
    }

    @Test func `junk behind the root goes, articles behind it stay`() throws {
        let rss = "<rss><channel><item><title>a</title></item></channel></rss>"
        #expect(try Self.parse(rss + "junk <b>&").articles.map(\.title) == ["a"])
        #expect(try Self.parse(rss + rss).articles.map(\.title) == ["a", "a"])
    }

    @Test func `undeclared prefixes mean what they mean in other feeds`() throws {
        let article = try Self.article("<dc:creator>A & B</dc:creator><content:encoded>c<br></content:encoded>")
        #expect(article.authors.map(\.name) == ["A & B"] && article.text == .html("c<br>"))
    }

    @Test(arguments: [
        "<x:feed SPACE><x:entry><x:title>a & b</x:title></x:entry><x:entry>",
        "<x:rss SPACE><x:item><x:title>a & b</x:title></x:item>",
        "<x:RDF SPACE xmlns='http://purl.org/rss/1.0/'><item><title>a & b</title></item><item>",
    ])
    func `a root has any prefix, which it declares`(document: String) throws {
        let spaces = [
            "http://www.w3.org/2005/Atom", "http://backend.userland.com/rss2",
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        ]
        let found = spaces.map { try? Self.parse(document.replacing("SPACE", with: "xmlns:x='\($0)'")) }
        #expect(found.contains { $0?.articles.map(\.title) == ["a & b"] })
        for space in ["", "xmlns:x='urn:x'", "xmlns:y='\(spaces[0])'"] {
            #expect(throws: ParseError.self) { try Self.parse(document.replacing("SPACE", with: space)) }
        }
    }

    static let whole = FeedParserTests.fixtures.filter { $0.hasSuffix(".xml") }

    @Test(arguments: whole)
    func `a well-formed document is read the same leniently`(name: String) throws {
        let body = try #require(FixtureFolder.bytes(name))
        let broken = Array("junk\n".utf8) + body
        let expected = try FeedParser.parse(body, base: "https://fetched.example/dir/feed.xml")
        #expect(try FeedParser.parse(broken, base: "https://fetched.example/dir/feed.xml") == expected)
    }

    @Test(arguments: whole)
    func `a document that is cut off anywhere gives its whole articles and no others`(name: String) throws {
        let body = try #require(FixtureFolder.bytes(name))
        let whole = try FeedParser.parse(body, base: "https://fetched.example/dir/feed.xml").articles
        var known = 0
        // Each place of a small document, some hundred of a large one.
        for count in stride(from: 0, to: body.count, by: 1 + body.count / 500) {
            guard let feed = try? FeedParser.parse(Array(body[..<count]), base: "https://fetched.example/dir/feed.xml")
            else {
                #expect(known == 0, "at \(count)")
                continue
            }
            let isPrefix = feed.articles == Array(whole.prefix(feed.articles.count))
            try #require(isPrefix && feed.articles.count >= known, "at \(count)")
            known = feed.articles.count
        }
        // The largest step can leave out the last article.
        #expect(known >= whole.count - 1)
    }

    @Test func `a document that was cut off says so`() throws {
        #expect(try !Self.parse("<rss><channel><item><title>a</title></item><item><title>b").isComplete)
        #expect(throws: ParseError.cutOff) { try Self.parse("<rss><channel><title>a</title><item><title>b") }
        #expect(try Self.parse("<rss><channel><title>a</title></channel></rss>").isComplete)
        #expect(try Self.parse("<rss><channel><title>a</title></channel></rss").isComplete)
        #expect(try !Self.parse("<feed><entry><title>a</title></entry><entry><title>b</title></feed").isComplete)
    }
}
