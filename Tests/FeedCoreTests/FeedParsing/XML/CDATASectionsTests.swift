import Testing

@testable import FeedParsing

@Suite struct CDATASectionsTests {
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
    ])
    func `sections are read where the document has them`(content: String, titles: [String]) throws {
        #expect(try self.titles("<rss><channel>\(content)</channel></rss>") == titles)
    }

    @Test(arguments: [
        "<item><title><![CDATA[a]]></title></item><?php <![CDATA[b]]> ?>",
        "<?php <![CDATA[a ?><item><title><![CDATA[b]]></title></item>",
        "<item><title x='<![CDATA[a]]>'>b</title></item>", "<item><title><![CDATA[a</title></item>",
        "<item><title><![CDATA[a\u{1}]]></title></item>", "<item><title><![CDATA[a\u{FFFF}]]></title></item>",
        "<item><title>]]></title></item>",
    ])
    func `a section that is not well-formed is refused`(content: String) {
        #expect(throws: ParseError.self) { try titles("<rss><channel>\(content)</channel></rss>") }
    }

    @Test func `bytes of a section that are not UTF-8 are refused`() {
        let document = Array("<rss><![CDATA[a".utf8) + [0xE4] + Array("]]></rss>".utf8)
        #expect(document.withUnsafeBufferPointer { CDATASections(in: $0) } == nil)
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
