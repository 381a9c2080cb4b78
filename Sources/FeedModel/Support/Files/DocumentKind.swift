/// The kind of a document by its first bytes, whatever its name or its server says.
package enum DocumentKind: Equatable {
    /// No bytes, or only white space.
    case empty
    case json, xml, html
    /// With a document type of XHTML, which some feeds have, too.
    case xhtml
    /// Not text: in words for the user, such as `a ZIP archive`.
    case file(String)
    case other

    package init(of document: borrowing [UInt8]) { self = document.withUnsafeBytes { DocumentKind(of: $0) } }

    package init(of document: UnsafeRawBufferPointer) {
        let isMarkup = document.first.map("<{[".utf8.contains) ?? false
        if !isMarkup, let signature = DocumentKind.signature(of: document) {
            self = .file(signature)
            return
        }
        let head = DocumentKind.head(of: document, 200)
        switch head.utf8.first {
        case nil: self = .empty
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        case UInt8(ascii: "<") where head.begins(with: "<!doctype html"): self = head.hasBytes("xhtml") ? .xhtml : .html
        case UInt8(ascii: "<"): self = head.begins(with: "<html") ? .html : .xml
        default: self = .other
        }
    }

    package var isPage: Bool { self == .html || self == .xhtml }

    /// Whether the words are those of a signature, and not of a document.
    package static func isName(_ words: String) -> Bool { signatures.contains { $0.name == words } }

    /// The beginning of a document in lower case, without byte order marks and white space before it, and without the
    /// zeros that UTF-16 has in each character of a tag.
    package static func head(of document: UnsafeRawBufferPointer, _ count: Int) -> String {
        let start = document.drop { $0 <= 0x20 || $0 >= 0xFE || [0xEF, 0xBB, 0xBF].contains($0) }
        return String(decoding: start.prefix(count).filter { $0 != 0 }.map(ASCII.lowercased), as: UTF8.self)
    }

    package static func head(of document: [UInt8], _ count: Int) -> String {
        document.withUnsafeBytes { head(of: $0, count) }
    }

    /// Whether many of the first characters do not occur in text.
    package static func isBinary(_ document: [UInt8]) -> Bool {
        let text = String(decoding: document.prefix(400), as: UTF8.self).unicodeScalars
        // The last character may be cut in two.
        let odd = text.dropLast().count { scalar in
            scalar == "\u{FFFD}" || scalar.value < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains(scalar.value)
        }
        return odd * 10 > text.count
    }

    private static func signature(of document: UnsafeRawBufferPointer) -> String? {
        signatures.first { document.dropFirst($0.offset).starts(with: $0.bytes) }?.name
    }

    private static let signatures: [(offset: Int, bytes: [UInt8], name: String)] = [
        (0, [0x1F, 0x8B], "gzip data"), (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz data"),
        (0, Array("BZh".utf8), "bzip2 data"), (0, Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
        (0, [0x37, 0x7A, 0xBC, 0xAF], "a 7z archive"), (0, Array("Rar!".utf8), "a RAR archive"),
        (257, Array("ustar".utf8), "a tar archive"), (0, Array("%PDF-".utf8), "a PDF document"),
        (0, Array("%!PS".utf8), "a PostScript document"), (0, [0x89, 0x50, 0x4E, 0x47], "an image"),
        (0, [0xFF, 0xD8, 0xFF], "an image"), (0, Array("GIF8".utf8), "an image"), (0, [0, 0, 1, 0], "an image"),
        (0, Array("RIFF".utf8), "binary data"), (0, Array("OggS".utf8), "sound or film"),
        (0, Array("ID3".utf8), "sound or film"), (0, Array("fLaC".utf8), "sound or film"),
        (4, Array("ftyp".utf8), "sound or film"), (0, Array("SQLite format 3\0".utf8), "a database"),
        (0, Array("mozLz40\0".utf8), "a compressed backup of Firefox"),
    ]
}

/// Documents that look like web pages.
extension DocumentKind {
    /// It has tags of a page near its beginning.
    package static func looksLikePage(_ document: [UInt8]) -> Bool {
        hasTagsOfPage(head(of: document, 2000)) || beginsWithTagOfPage(document)
    }

    package static func hasTagsOfPage(_ head: String) -> Bool {
        head.hasBytes("<!doctype html") || head.hasBytes("<html") || head.hasBytes("<head>") || head.hasBytes("<body")
    }

    /// Its first tag, after comments and the document type, is one that only pages begin with: HTML allows to leave out
    /// `<html>`, `<head>` and `<body>`.
    package static func beginsWithTagOfPage(_ document: [UInt8]) -> Bool {
        var rest = head(of: document, 2000)[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...].dropFirst()
            if rest.hasPrefix("!--") {
                guard let end = rest.firstRange(of: "-->") else { return false }
                rest = rest[end.upperBound...]
                continue
            }
            if rest.first == "?" || rest.first == "!" { continue }
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            let next = rest.dropFirst(name.count).first
            return tagsOfPage.contains(String(name)) && next.map { $0 == ">" || $0 == "/" || $0.isWhitespace } == true
        }
        return false
    }

    private static let tagsOfPage: Set<String> = [
        "html", "head", "body", "title", "link", "meta", "script", "style", "base", "noscript", "template", "header",
        "main", "nav", "section", "article", "div", "p", "h1", "h2", "h3", "center", "table", "form", "a", "img",
        "span", "font", "b", "strong", "em", "i", "ul", "ol", "dl", "br", "hr", "pre", "iframe",
    ]
}
