/// The kind of a document that should be a web page, by its first bytes.
enum PageDocument {
    case page
    case text(String)
    /// Neither, such as `a feed`.
    case other(String)

    /// - Parameter isPlainText: the server says so: tags in it are words, unless the document begins as a page.
    init(_ document: [UInt8], charset: String?, isPlainText: Bool = false) {
        switch DocumentKind(of: document) {
        case .empty: self = .other("an empty document")
        case .html, .xhtml: self = .page
        case .file(let kind): self = .other(kind)
        case .json, .xml, .other:
            let head = DocumentKind.head(of: document, 4096)
            if let kind = PageDocument.feed(head) {
                self = .other(kind)
            } else if !isPlainText, DocumentKind.hasTagsOfPage(head) || PageDocument.hasTags(document) {
                self = .page
            } else if DocumentKind.isBinary(document) {
                self = .other("binary data")
            } else {
                self = .text(String(decoding: HTMLCharset.utf8(document, charset: charset), as: UTF8.self))
            }
        }
    }

    /// The kind of a document in XML or JSON that is not a page, by the name of its first element.
    private static func feed(_ head: String) -> String? {
        if head.hasPrefix("{") || head.hasPrefix("[") {
            if head.contains("jsonfeed.org/version") { return "a feed" }
            // Texts begin with `[1]` or with a picture of Markdown, too.
            return head.first { !"[{".contains($0) && !$0.isWhitespace } == "\"" ? "JSON" : nil
        }
        var head = head
        guard let start = head.withUTF8({ HTMLTag.endOfProlog(in: $0) }) else { return nil }
        let rest = Substring(head.utf8.dropFirst(start))
        guard rest.hasPrefix("<") else { return nil }
        let name = rest.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        switch name.split(separator: ":").last ?? "" {
        case "rss", "feed", "rdf": return "a feed"
        case "opml": return "an OPML document"
        case "svg": return "an image"
        case "urlset", "sitemapindex": return "a sitemap"
        default: return nil
        }
    }

    private static func hasTags(_ document: [UInt8]) -> Bool {
        document.withUnsafeBufferPointer { HTMLTag.areIn($0) }
    }
}
