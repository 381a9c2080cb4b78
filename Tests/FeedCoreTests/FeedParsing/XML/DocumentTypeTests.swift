import Testing

@testable import FeedCore

/// Declarations that stand before the root of a document.
@Suite struct DocumentTypeTests {
    private static func titles(_ declarations: String) throws -> [String?] {
        let document = """
            <?xml version="1.0"?><!-- a feed -->
            <!DOCTYPE rss [\(declarations)]>
            <rss version="2.0"><channel><title>t</title><item><guid>1</guid><title>Fish &amp; chips</title></item></channel></rss>
            """
        return try FeedParser.parse(Array(document.utf8), base: nil).articles.map(\.title)
    }

    @Test(arguments: [
        #"<!ATTLIST item a CDATA "v" b (x|y) "x">"#,
        #"<!ENTITY % more '<!ATTLIST item a CDATA "v">'> %more;"#,
        #"<!ENTITY chips "fish"><!ATTLIST item a CDATA #IMPLIED>"#,
    ])
    func `declarations of attributes are ignored`(declarations: String) throws {
        #expect(try Self.titles(declarations) == ["Fish & chips"])
    }

    @Test(arguments: [
        #"<!ENTITY a "]>"><!-- ]> ' --><?x ]> " ?><!ELEMENT item ANY>"#,
        "<!ENTITY a \"" + String(repeating: "a", count: 60_000) + "\">",
    ])
    func `a document is read behind declarations of a usual size`(declarations: String) throws {
        #expect(try Self.titles(declarations) == ["Fish & chips"])
    }

    @Test(arguments: [
        "<!ENTITY a \"" + String(repeating: "a", count: 64 << 10) + "\">",
        "<!--" + String(repeating: "]>", count: 32 << 10) + "-->",
        String(repeating: "<!ELEMENT item ANY>", count: 4000),
        "<!ENTITY a '" + String(repeating: " ", count: 64 << 10),
    ])
    func `declarations of more than 64 KiB are refused`(declarations: String) {
        #expect(throws: ParseError.limit("the DTD is too large")) { try Self.titles(declarations) }
    }
}
