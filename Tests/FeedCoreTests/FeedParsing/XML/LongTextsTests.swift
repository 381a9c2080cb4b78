import Testing

@testable import FeedParsing

@Suite struct LongTextsTests {
    /// The titles of the articles that the strict parser finds in a document.
    private func titles(_ document: String) throws -> [String?] {
        let reader = try XMLReader(Array(document.utf8), base: nil) { (_, _) throws(ParseError) in
            RSSHandler(isRDF: false)
        }
        try reader.read()
        return try #require(reader.handler as? RSSHandler).feed.articles.map(\.title)
    }

    @Test(arguments: [
        ("<item><title><![CDATA[a]]><![CDATA[]]> <![CDATA[b]]></title></item>", ["a b"]),
        ("<item><title>Use <![CDATA[-]]> and <![CDATA[]] >]]></title></item>", ["Use - and ]] >"]),
        ("<!-- <![CDATA[a --><item><title><![CDATA[b <!-- c]]></title></item>", ["b <!-- c"]),
        ("<!-- <item><title><![CDATA[a]]></title></item> --><item><title><![CDATA[b]]></title></item>", ["b"]),
        ("<skipped><![CDATA[a]]></skipped><item><title><![CDATA[b]]></title></item>", ["b"]),
        ("<item><title>Wow! <![CDATA[Ü 漢!]]></title></item>", ["Wow! Ü 漢!"]),
        ("<item><title><![CDATA[a]]></title></item><?php <![CDATA[b]]> ?>", ["a"]),
        ("<?php <![CDATA[a ?><item><title><![CDATA[b]]></title></item>", ["b"]),
    ])
    func `sections are read where the document has them`(content: String, titles: [String]) throws {
        #expect(try self.titles("<rss><channel>\(content)</channel></rss>") == titles)
    }

    @Test(
        arguments: [
            "<title x='<![CDATA[a]]>'>b</title>", "<title><![CDATA[a</title>", "<title><![CDATA[a\u{1}]]></title>",
            "<title><![CDATA[a\u{FFFF}]]></title>", "<title>]]></title>",
        ] + ["&#0;", "&#x1F;", "&", "&nothing", "\u{1}", "]]>", "< "].map { "<title>\(long)\($0)\(long)</title>" })
    func `a section or a long text that is not well-formed is refused`(title: String) {
        #expect(throws: ParseError.self) { try titles("<rss><channel><item>\(title)</item></channel></rss>") }
    }

    private static let long = String(repeating: "Ünd so ", count: 24)

    @Test(arguments: [
        "<item><title>A &lt;i> &amp;amp; &quot;&apos; &#x1F600;&#228;\r\n&#13; \(long)end</title></item>",
        "<item><title>\(long)&eacute; &nbsp;end</title></item>",
        "<item><title>\(long)<![CDATA[ & ]]>\(long)end</title></item>",
        "<item a='>\(long)'><title>\(long)end</title></item>",
        "<item><skipped>\(long)</skipped><title b=\"'/>\">\(long)end</title></item>",
        "<item><description><p xmlns='http://www.w3.org/1999/xhtml'>\(long)</p></description></item>",
        "<!-- \(long) --><item><title>end</title></item><?x > \(long)?>",
        "<item><title>\(long)</title></item>\(String(repeating: "\n", count: 200))",
    ])
    func `long texts are read as libxml2 reads them`(content: String) throws {
        let document = "<rss><channel>\(content)</channel></rss>\(String(repeating: " ", count: 200))"
        // libxml2 reads a document whole that declares an entity.
        let whole = try titles("<!DOCTYPE rss [<!ENTITY e ''>]>\(document)")
        #expect(whole.count == 1)
        #expect(try titles(document) == whole)
    }

    @Test func `long texts behind many short ones are read, too`() throws {
        let short = String(repeating: "<item><title><![CDATA[a]]></title></item>", count: 99)
        let all = try titles("<rss><channel>\(short)<item><title>\(Self.long)b</title></item></channel></rss>")
        #expect(all.count == 100 && all.last == "\(Self.long)b")
    }

    @Test(arguments: ["</rss>\(long)", "<!DOCTYPE rss [<!ENTITY e '<i>\(long)</i>'>]>"])
    func `a long text in another place gives no title to an article`(part: String) {
        let document = "<rss><channel><item><title>\(Self.long)a</title></item></channel>"
        if part.hasPrefix("</rss>") {
            #expect(throws: ParseError.self) { try titles(document + part) }
        } else {
            #expect((try? titles(part + document + "</rss>")) == ["\(Self.long)a"])
        }
    }

    @Test func `an entity that the document declares is read by libxml2`() throws {
        let declared = "<!DOCTYPE rss [<!ENTITY e '\(Self.long)x'>]>"
        #expect(
            try titles(declared + "<rss><channel><item><title>&e;\(Self.long)</title></item></channel></rss>")
                == ["\(Self.long)x\(Self.long.dropLast())"])
    }

    @Test func `bytes of a section that are not UTF-8 are refused`() {
        let document = Array("<rss><![CDATA[a".utf8) + [0xE4] + Array("]]></rss>".utf8)
        #expect(document.withUnsafeBufferPointer { LongTexts(in: $0) } == nil)
    }

    @Test func `an error names the line that it is in behind sections`() {
        #expect {
            try titles("<rss>\n<x><![CDATA[a\nb\r\n]]></x>\n<y><![CDATA[\n]]></z>")
        } throws: { error in
            guard case .malformed(_, let line) = error as? ParseError else { return false }
            return line == 6
        }
    }
}
