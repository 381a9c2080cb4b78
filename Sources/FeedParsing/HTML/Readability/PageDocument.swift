/// The kind of a document that should be a web page, by its first bytes.
enum PageDocument {
    case page
    case text(String)
    /// Neither, such as `a feed`.
    case other(String)

    init(_ document: [UInt8], charset: String?) {
        let start = document.firstIndex { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
        guard let start else {
            self = .other("an empty document")
            return
        }
        let isPage = document.withUnsafeBufferPointer { document in
            ["<!doctype html", "<html"].contains { document.has($0, at: start, ignoringCase: true) }
        }
        if isPage {
            self = .page
            return
        }
        if let kind = FileSignature.kind(of: document) ?? PageDocument.kind(of: document) {
            self = .other(kind)
            return
        }
        let head = PageDocument.letters(document[start...].prefix(PageDocument.headSize))
        if let kind = PageDocument.feed(String(decoding: head, as: UTF8.self)) {
            self = .other(kind)
        } else if PageDocument.isPage(head) || PageDocument.hasTags(document) {
            self = .page
        } else if FileSignature.isBinary(document) {
            self = .other("binary data")
        } else {
            self = .text(String(decoding: HTMLCharset.utf8(document, charset: charset), as: UTF8.self))
        }
    }

    private static let headSize = 4096

    /// In lower case. UTF-16 has a zero in each character of a tag.
    private static func letters(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.lazy.filter { $0 != 0 }.map(ASCII.lowercased)
    }

    private static func kind(of document: [UInt8]) -> String? {
        let kinds: [(String, String)] = [
            ("%PDF-", "a PDF document"), ("Rar!", "a RAR archive"), ("BZh", "bzip2 data"),
            ("OggS", "sound or film"), ("ID3", "sound or film"), ("fLaC", "sound or film"),
            ("%!PS", "a PostScript document"),
        ]
        if document.starts(with: [0x37, 0x7A, 0xBC, 0xAF]) { return "a 7z archive" }
        if document.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A]) { return "xz data" }
        if document.count > 12, document[4..<8].elementsEqual("ftyp".utf8) { return "sound or film" }
        if document.count > 262, document[257..<262].elementsEqual("ustar".utf8) { return "a tar archive" }
        return kinds.first { document.starts(with: $0.0.utf8) }?.1
    }

    /// The kind of a document in XML or JSON that is not a page, by the name of its first element.
    private static func feed(_ head: String) -> String? {
        if head.hasPrefix("{") || head.hasPrefix("[") {
            return head.contains("jsonfeed.org/version") ? "a feed" : head.dropFirst().contains("\"") ? "JSON" : nil
        }
        var rest = head[...]
        for _ in 0..<20 {
            guard rest.hasPrefix("<") else { return nil }
            let isProlog = rest.hasPrefix("<?") || rest.hasPrefix("<!")
            guard isProlog else { break }
            guard
                let end = rest.hasPrefix("<!--")
                    ? rest.firstRange(of: "-->")?.upperBound : rest.firstIndex(of: ">").map({ rest.index(after: $0) })
            else { return nil }
            rest = rest[end...].drop { $0.isWhitespace }
        }
        let name = rest.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        switch name.split(separator: ":").last ?? "" {
        case "rss", "feed", "rdf": return "a feed"
        case "opml": return "an OPML document"
        case "svg": return "an image"
        case "urlset", "sitemapindex": return "a sitemap"
        default: return nil
        }
    }

    private static func isPage(_ head: [UInt8]) -> Bool {
        head.withUnsafeBufferPointer { head in
            ["<html", "<!doctype html", "<head"].contains { head.end(of: $0, from: 0) != nil }
        }
    }

    private static func hasTags(_ document: [UInt8]) -> Bool {
        document.withUnsafeBufferPointer { HTMLTag.areIn($0) }
    }
}
