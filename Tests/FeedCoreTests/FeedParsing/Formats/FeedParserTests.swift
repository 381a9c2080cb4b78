import TestSupport
import Testing

@testable import FeedParsing

@Suite struct FeedParserTests {
    private func parse(_ document: String) throws -> ParsedFeed {
        try FeedParser.parse(Array(document.utf8), base: "https://a.example/feed")
    }

    @Test(arguments: fixtures)
    func `where only headings are wanted, they are what they are in the whole document`(name: String) throws {
        let body = try #require(FixtureFolder.bytes(name))
        let whole = try FeedParser.parse(body, base: "https://fetched.example/dir/feed.xml")
        let feed = try FeedParser.parse(body, base: "https://fetched.example/dir/feed.xml", extent: .headings)
        #expect(feed.title == whole.title && feed.link == whole.link)
        #expect(feed.articles.map(\.shownTitle) == whole.articles.map(\.shownTitle))
        #expect(feed.articles.map(\.url) == whole.articles.map(\.url))
        #expect(feed.articles.map(\.published) == whole.articles.map(\.published))
        #expect(feed.articles.allSatisfy { $0.title == nil || $0.text == nil && $0.summary == nil })
    }

    @Test(
        arguments: [
            ("<comments>https://t.example/1</comments>", "https://t.example/1"),
            ("<comments> /c#x </comments>", "https://a.example/c#x"),
            ("<comments/>", nil), ("<comments>none yet</comments>", "https://a.example/none%20yet"),
            ("<comments>javascript:x</comments>", nil), ("<slash:comments>12</slash:comments>", nil),
            ("<atom:link rel='replies' href='https://t.example/2'/>", "https://t.example/2"),
            (
                "<comments>https://t.example/1</comments><atom:link rel='replies' href='https://t.example/2'/>",
                "https://t.example/1"
            ),
        ] as [(String, String?)]) func `an item of RSS may have a page of comments`(element: String, expected: String?)
        throws
    {
        let body = """
            <rss xmlns:atom="http://www.w3.org/2005/Atom" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"><channel>
            <link>https://a.example/</link><item><title>T</title>\(element)</item></channel></rss>
            """
        #expect(try parse(body).articles.map(\.comments) == [expected])
    }

    @Test(
        arguments: [
            (
                "<link rel='replies' type='application/atom+xml' href='https://t.example/f'/>"
                    + "<link rel='replies' type='text/html' href='https://t.example/p'/>", "https://t.example/p"
            ),
            (
                "<link rel='replies' href='https://t.example/a'/><link rel='replies' href='https://t.example/b'/>",
                "https://t.example/a"
            ),
            ("<link rel='replies' type='application/atom+xml' href='https://t.example/f'/>", nil),
            ("<link rel='alternate' href='https://a.example/1'/>", nil),
        ] as [(String, String?)]) func `an entry of Atom may have a page of replies`(links: String, expected: String?)
        throws
    {
        let body = "<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>1</id><title>T</title>\(links)</entry></feed>"
        #expect(try parse(body).articles.map(\.comments) == [expected])
    }

    static let fixtures =
        ["rss", "rdf", "atom"].flatMap { FixtureFolder.names(in: $0, ending: ".xml").map { $0 + ".xml" } }
        + FixtureFolder.names(in: "json", ending: ".feed").map { $0 + ".feed" }

    @Test(arguments: fixtures)
    func `a document gives what stands beside it`(name: String) throws {
        let body = try #require(FixtureFolder.bytes(name))
        let stem = name.prefix { $0 != "." }
        let expected = try JSONReader.read(try #require(FixtureFolder.bytes(stem + ".json")))
        let feed = try FeedParser.parse(body, base: "https://fetched.example/dir/feed.xml")
        let found = JSONValue(feed)
        for key in Set(expected.names).union(found.names).subtracting(["articles"]).sorted() {
            #expect(found[key] == expected[key], "\(key)")
        }
        let articles = try #require(expected["articles"]?.array)
        try #require(found["articles"]?.array?.count == articles.count)
        for (index, article) in articles.enumerated() {
            let other = try #require(found["articles"]?.array?[index])
            for key in Set(article.names).union(other.names).sorted() {
                #expect(other[key] == article[key], "\(key) of article \(index)")
            }
        }
    }

    @Test func `every kind of feed has a fixture`() {
        #expect(FeedParserTests.fixtures.count >= 13)
    }

    @Test(arguments: [
        ("", ParseError.empty),
        (" \n\t", .empty),
        ("<!DOCTYPE html><title>A page</title><p>unclosed", .page),
        ("<HTML><body><p>unclosed", .page),
        ("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head/></html>", .page),
        ("<!-- a comment first -->\n<html><br></html>", .page),
        ("<title>x</title><link rel=alternate type=application/rss+xml href=/f>", .page),
        ("<LINK REL=alternate TYPE=application/rss+xml HREF=/f><p>x", .page),
        ("<!-- < --><meta charset=utf-8><p>x", .page),
        ("<script>var a = 1 < 2;</script>", .page),
        ("<div class='a'>well-formed</div>", .page),
        ("PHP Warning: x\n<!doctype html><html><p>y", .page),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", .notAFeed(kind: .xml, beginning: "<svg>")),
        ("<svg>\n<g>\n<title>x</wrong></g></svg>", .notAFeed(kind: .xml, beginning: "<svg>")),
        (
            "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>",
            .notAFeed(kind: .xml, beginning: "<rdf:RDF>")
        ),
        (#"{"name": "package"}"#, .notAFeed(kind: .json, beginning: #"{"name": "package"}"#)),
        ("[1, 2]", .notAFeed(kind: .json, beginning: "[1, 2]")),
        (#"{"items":[{"id":1}],"a":1}"#, .notAFeed(kind: .json, beginning: #"{"items":[{"id":1}],"a":1}"#)),
        (#"{"version": "#, .malformed(reason: "not valid JSON", line: nil)),
        ("Not found", .notAFeed(kind: .other, beginning: "Not found")),
        ("%PDF-1.7", .notAFeed(kind: .other, beginning: "a PDF document")),
    ])
    func `what is no feed is named`(body: String, expected: ParseError) {
        #expect(throws: expected) { try parse(body) }
    }

    @Test(
        arguments: [
            (Gzip.stored(Array("<rss><channel/></rss>".utf8)), "gzip data"),
            ([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48], "an image"),
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A], "an image"),
            (Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80], "an image"),
            (Array("PK".utf8) + [3, 4, 20, 0, 8, 8], "a ZIP archive"),
            ([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0x3E, 0], "binary data"),
        ] as [([UInt8], String)])
    func `what is no text is named, and none of it is shown`(body: [UInt8], kind: String) {
        #expect(throws: ParseError.notAFeed(kind: .other, beginning: kind)) {
            try FeedParser.parse(body, base: nil)
        }
    }

    @Test(
        arguments: [
            ("<ttl>60</ttl>", 60), ("<ttl>527039</ttl>", 527_039), ("<ttl>527040</ttl>", 527_040),
            ("<ttl> 99999999999999999999999 </ttl>", 527_040), ("<ttl>0</ttl>", nil),
            ("<ttl>-5</ttl>", nil), ("<ttl>10</ttl><sy:updatePeriod>daily</sy:updatePeriod>", 1440),
            ("<ttl>2000</ttl><sy:updatePeriod>daily</sy:updatePeriod>", 2000), ("<ttl>x</ttl>", nil),
        ] as [(String, Int64?)])
    func `of a ttl, however large, and sy:updatePeriod the longer counts`(xml: String, minutes: Int64?) throws {
        let document = "<rss><channel><title>a</title>\(xml)</channel></rss>"
        #expect(try parse(document).hints.interval == minutes.map { $0 * 60 })
    }

    @Test(arguments: [
        (
            "<rss><channel><item><title><![CDATA[The &amp;nbsp; <b>entity</b>]]></title></item></channel></rss>",
            "The &nbsp; entity"
        ),
        ("<feed><entry><title>Fix &lt;b&gt;x&lt;/b&gt; &amp;amp; y</title></entry></feed>", "Fix <b>x</b> &amp; y"),
        ("<feed><entry><title type='html'>Fix &lt;b&gt;x&lt;/b&gt; &amp;amp; y</title></entry></feed>", "Fix x & y"),
        (
            #"{"version": "https://jsonfeed.org/version/1", "items": [{"id": "1", "title": "<b>x</b> &amp; y"}]}"#,
            "<b>x</b> &amp; y"
        ),
        ("<rss><channel><item><title>&lt;![CDATA[A &amp;amp; B]]&gt;</title></item></channel></rss>", "A & B"),
        ("<feed><entry><title> &lt;![CDATA[A &amp;amp; B]]&gt;\n</title></entry></feed>", "A &amp; B"),
        ("<feed><entry><title>What &lt;![CDATA[x]]&gt; means</title></entry></feed>", "What <![CDATA[x]]> means"),
    ])
    func `a title is decoded once, as declared`(document: String, title: String) throws {
        #expect(try parse(document).articles.first?.title == title)
    }

    @Test(arguments: [
        """
        <rss xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><item><description>The words</description>
        <content:encoded><![CDATA[<p>&nbsp;</p><div class="x"><br/></div>]]></content:encoded></item></channel></rss>
        """,
        """
        <feed xmlns="http://www.w3.org/2005/Atom"><entry><summary>The words</summary>
        <content type="html">&lt;p&gt;&lt;/p&gt;</content></entry></feed>
        """,
        """
        {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_html": "<p></p>",
        "content_text": "The words"}]}
        """,
    ])
    func `a content without words leaves the text to the next element`(document: String) throws {
        #expect(try parse(document).drafts.map { $0.text?.plain } == ["The words"])
    }

    @Test(
        arguments: [
            ("<noscript>&lt;img src='/a.jpg'&gt;</noscript>", "https://a.example/a.jpg", ""),
            ("a<noscript>\n&lt;img src='/a.jpg'&gt;</noscript>b &lt;img&gt;", "https://a.example/a.jpg", "a b <img>"),
            ("<noscript>&lt;img src=/a.jpg&gt;", nil, "<img src=/a.jpg>"),
        ] as [(String, String?, String)])
    func `a picture that was escaped in a noscript is one`(html: String, image: String?, plain: String) throws {
        let document = "<rss><channel><item><description><![CDATA[\(html)]]></description></item></channel></rss>"
        let draft = try #require(try parse(document).drafts.first)
        #expect(draft.image == image && draft.text?.plain == plain)
    }

    @Test func `a content of a picture alone is kept`() throws {
        let document =
            #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_html": "<p><img src='https://a.example/a.jpg'></p>", "content_text": "The words"}]}"#
        #expect(try parse(document).drafts.first?.text?.written.contains("a.jpg") == true)
    }

    @Test func `a JSON feed may forget to escape lines and quotes, and count its dates in seconds`() throws {
        let document = #"""
            {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "date_published": 1725357600,
            "content_html": "
            <p>It's	here</p>"}]}
            """#
        let draft = try #require(try parse(document).drafts.first)
        #expect(draft.text?.plain == "It's here")
        #expect(draft.published == Timestamp(seconds: 1_725_357_600))
    }

    @Test func `a guid that is a permanent path is the link of an article without one`() throws {
        let document = "<rss><channel><item><guid isPermaLink='true'>/a/1</guid></item></channel></rss>"
        #expect(try parse(document).drafts.first?.url == "https://a.example/a/1")
    }

    @Test(arguments: [
        ("&#xD83D;&#xDE00;!", "😀!"), ("<![CDATA[&#xD83D;&#xDE00;!]]>", "😀!"),
        ("&amp;#55357;&amp;#56832;!", "😀!"),
        ("a&#xD83D; &#xDE00;b", "a\u{FFFD} \u{FFFD}b"), ("&#xDE00;&#xD83D;", "\u{FFFD}\u{FFFD}"),
        ("&#xD83D;&#xD83D;&#xDE00;", "\u{FFFD}😀"),
    ])
    func `a character that is written as its two halves is one`(title: String, expected: String) throws {
        let document = "<rss><channel><title>a</title><item><title>\(title)</title></item></channel></rss>"
        #expect(try parse(document).articles.first?.title == expected)
    }

    @Test func `a document that cannot be repaired is refused with reason and line`() {
        #expect {
            try parse("<rss>\n\n<cha")
        } throws: { error in
            guard case .malformed(_, let line) = error as? ParseError else { return false }
            return line == 3
        }
    }

    @Test(arguments: [
        "<rss>", "<rss><!--\(String(repeating: " ", count: 9_000_000))-->", "<!DOCTYPE rss [<!ENTITY e ''>]><rss>",
        "<!DOCTYPE rss SYSTEM \"<a>\(String(repeating: "Ünd so ", count: 24))\"><rss>",
        "<!DOCTYPE rss SYSTEM 'a'><rss>",
    ])
    func `line ends in CDATA are line feeds, in small documents and large ones of any type`(start: String) throws {
        let document = """
            \(start)<channel><item>\
            <description><![CDATA[a\r\nb\rc\n\r\n\r<i>d</i>]]>&#13;e</description></item></channel></rss>
            """
        #expect(try parse(document).articles.map(\.text) == [.html("a\nb\nc\n\n\n<i>d</i>\re")])
    }

    @Test(arguments: ["", "<link>&</link>"])
    func `entities that multiply are an error, also where the document is broken`(before: String) {
        var bomb = "<!DOCTYPE rss [<!ENTITY a0 'aaaaaaaaaaaaaaaaaaaa'>"
        for level in 1...12 {
            bomb += "<!ENTITY a\(level) '" + String(repeating: "&a\(level - 1);", count: 10) + "'>"
        }
        bomb += "]><rss><channel>\(before)<title>&a12;</title></channel></rss>"
        #expect(throws: ParseError.self) { try parse(bomb) }
        let loop = "<!DOCTYPE rss [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><rss><channel><title>&a;</title></channel></rss>"
        #expect(throws: ParseError.self) { try parse(loop) }
        let wide =
            "<!DOCTYPE rss [<!ENTITY a '" + String(repeating: "x", count: 50_000) + "'>]><rss><channel><description>"
            + String(repeating: "&a;", count: 5_000) + "</description></channel></rss>"
        #expect(throws: ParseError.self) { try parse(wide) }
    }

    @Test(arguments: [
        ("[<!ENTITY me 'Ad&#97;'>]", "&me; &me; &nbsp;&hellip;", "Ada Ada …"),
        (
            #"[<!ENTITY me "Ad&#97; &lt;b&gt; &amp; 100%"><!ENTITY us "&me;">]"#, "[&us;] & more",
            "[Ada <b> & 100%] & more"
        ),
        ("[<!ENTITY f SYSTEM 'file:///etc/hostname'>]", "[&f;]", "[]"),
        (
            #"SYSTEM "file:/etc/hostname" [<!ENTITY % p SYSTEM "file:/etc/hostname"> %p;<!ENTITY f SYSTEM "file:/etc/hostname">]"#,
            "[&f;] & more", "[&f;] & more"
        ),
    ])
    func `the document's own entities are expanded, and nothing outside is read`(
        type: String, title: String, expected: String
    ) throws {
        let body = "<!DOCTYPE rss \(type)><rss><channel><title>\(title)</title></channel></rss>"
        #expect(try parse(body).title == expected)
    }

    @Test func `nesting beyond the limit is refused, in XML and in JSON`() {
        let tags = String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000)
        let xml = "<rss><channel>\(tags)</channel></rss>"
        #expect(throws: ParseError.limit("more than 240 levels of elements")) { try parse(xml) }
        let json =
            #"{"version": "https://jsonfeed.org/version/1", "items": "#
            + String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + "}"
        #expect(throws: ParseError.limit("more than 200 levels of values")) { try parse(json) }
    }

    @Test(arguments: [
        #"{"version": "https://jsonfeed.org/version/1", "title": "Feed", "items": [{"title": "One"}, {"title": "Two"}"#,
        #"{"rss":{"version":"2.0","channel":{"title":"Feed","item":[{"title":"One"},{"title":"Two"}"#,
    ])
    func `JSON that ends too soon gives its complete items`(start: String) throws {
        for end in ["", ",", #",{"title":"Thr"#, #",{"title":"#, #",{"x":[1"#, "]"] {
            let feed = try parse(start + end)
            #expect(feed.articles.map(\.title) == ["One", "Two"] && feed.title == "Feed" && !feed.isComplete)
        }
    }

    @Test(arguments: [
        "<rss xmlns='http://www.w3.org/2005/Atom'><channel><item><title>i</title></item></channel></rss>",
        "<RSS><Channel><ITEM><Title>i</Title></ITEM></Channel></RSS>",
        "<x:rss xmlns:x='http://backend.userland.com/rss2'><x:item><x:title>i</x:title></x:item></x:rss>",
        "<rss><channel><item xmlns='http://nobody.example/'><title>i</title></item></channel></rss>",
        "<feed><entry><title>i</title></entry></feed>",
        "<feed xmlns='http://purl.org/atom/ns#draft-ietf-atompub-format-09'><entry><title>i</title></entry></feed>",
    ])
    func `the slips that are made with namespaces change nothing`(body: String) throws {
        #expect(try parse(body).articles.map(\.title) == ["i"])
    }

    @Test(arguments: ["http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/"])
    func `RDF that declares RSS and has nothing in it is an empty feed`(namespace: String) throws {
        let rdf = "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
        for start in ["<rdf:RDF \(rdf) xmlns='\(namespace)'", "<rdf:RDF \(rdf) xmlns:r='\(namespace)'"] {
            for rest in ["/>", "></rdf:RDF>", "><!-- none --></rdf:RDF>"] {
                #expect(try parse(start + rest).articles.isEmpty)
            }
            let other = start + "><x:Person xmlns:x='http://xmlns.example/foaf/'/></rdf:RDF>"
            #expect(throws: ParseError.notAFeed(kind: .xml, beginning: "<rdf:RDF>")) { try parse(other) }
            #expect(throws: ParseError.cutOff) { try parse(start + "><channel>") }
        }
    }

    @Test(arguments: ["<r:channel r:about='/feed'/>", "<r:channel r:about='/feed'><r:title>Ann</r:title></r:channel>"])
    func `a list of people that names their channels is refused`(channel: String) {
        let roll = """
            <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:f='http://xmlns.com/foaf/0.1/' \
            xmlns:r='http://purl.org/rss/1.0/'><f:Group><f:name>Planet</f:name><f:member><f:Agent><f:weblog>\
            <f:Document>\(channel)</f:Document></f:weblog></f:Agent></f:member></f:Group></rdf:RDF>
            """
        #expect(throws: ParseError.notAFeed(kind: .xml, beginning: "<rdf:RDF>")) { try parse(roll) }
    }

    @Test(arguments: [
        "<rss><channel><title>Cut</title><item><title>On", "<feed xmlns='http://www.w3.org/2005/Atom'><title>Cu",
        #"{"version":"https://jsonfeed.org/version/1.1","title":"Cut","items":[{"id":"1","ti"#,
        #"{"version":"https://jsonfeed.org/version/1.1","ti"#, #"{"rss":{"channel":{"item":[{"title":"On"#,
        #"{"rss":{"channel":{"ti"#,
    ])
    func `a feed that ends before its first article is whole is said to be one`(body: String) {
        #expect(throws: ParseError.cutOff) { try parse(body) }
    }

    @Test func `an empty feed is a feed`() throws {
        #expect(try parse("<rss version='2.0'><channel/></rss>").articles.isEmpty)
        #expect(try parse("<feed xmlns='http://www.w3.org/2005/Atom'/>").format == .atom)
    }
}

/// A document that nobody waits for any more.
@Suite struct CancelledParseTests {
    @Test(arguments: ["", "<title>a</title>", "a"])
    func `a large document is not read to its end`(before: String) async {
        let items = String(repeating: "<item><title>a &lt; b</title></item>", count: 5000)
        let json = String(repeating: "{\"id\":\"1\"},", count: 5000)
        for text in [
            "<rss><channel>\(before)\(items)</channel></rss>",
            "<rss><channel>\(before)<title>A & B</title>\(items)</channel></rss>",
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\(json){\"id\":\"2\"}]}",
        ] {
            let task = Task { () -> ParseError? in
                withUnsafeCurrentTask { $0?.cancel() }
                do throws(ParseError) {
                    _ = try FeedParser.parse(Array(text.utf8), base: nil)
                    return nil
                } catch {
                    return error
                }
            }
            #expect(await task.value == .cancelled)
        }
    }
}

extension JSONValue {
    fileprivate var names: [String] { if case .object(let members) = self { Array(members.keys) } else { [] } }
}
