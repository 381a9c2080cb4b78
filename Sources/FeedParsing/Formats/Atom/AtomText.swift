/// The text constructs of Atom: text, HTML as text, XHTML, and what 0.3 had instead.
enum AtomText {
    /// How to understand the characters of a construct.
    enum Kind: Hashable {
        case plain, html, markup, base64
        /// Not text, such as an image.
        case unreadable

        /// By the `type` of 1.0 (RFC 4287, 3.1.1 and 4.1.3.3), or the media type and `mode` of 0.3.
        init(type: String?, mode: String?) {
            // Nearly every feed writes one of these.
            switch (type, mode) {
            case (nil, nil), ("text", nil):
                self = .plain
                return
            case ("html", nil):
                self = .html
                return
            case ("xhtml", nil):
                self = .markup
                return
            default: break
            }
            let mode = mode?.lowercased()
            // Only HTML needs to be escaped.
            let type = (type.flatMap(SingleLineText.clean) ?? (mode == "escaped" ? "html" : "text")).lowercased()
            let media = type.prefix { $0 != ";" }
            if mode == "base64" {
                self = .base64
                return
            }
            switch media {
            case "text", "text/plain": self = .plain
            case "html", "text/html": self = mode == "xml" ? .markup : .html
            case "xhtml": self = .markup
            case "application/xhtml+xml": self = mode == "escaped" ? .html : .markup
            case _ where media.hasSuffix("+xml") || media.hasSuffix("/xml"): self = mode == "escaped" ? .html : .markup
            case _ where media.hasPrefix("text/"): self = .plain
            case "application/octet-stream": self = .base64
            case _ where media.contains("/"): self = .unreadable
            default: self = .html
            }
        }
    }

    /// The construct as the text of an article.
    static func read(_ text: ElementText, kind: Kind) -> ArticleText? {
        switch kind {
        case .plain:
            return FieldText.html(text.bytes, mayBeEscaped: false, isUTF8: text.isUTF8).map {
                HTMLTag.areIn($0) ? .html($0) : .plain($0)
            }
        case .html, .markup: return text.html.map(ArticleText.html)
        case .base64:
            return Base64.decode(text.bytes).flatMap { FieldText.html($0, mayBeEscaped: false) }.map(ArticleText.html)
        case .unreadable: return nil
        }
    }

    /// The construct as one line, such as a title.
    static func line(_ bytes: [UInt8], kind: Kind) -> String? {
        switch kind {
        // As markup: elements may be in it.
        case .plain:
            SingleLineText.clean(
                SingleLineText.withoutSections(HTMLText(.html(String(decoding: bytes, as: UTF8.self))).bytes))
        case .base64: Base64.decode(bytes).flatMap { SingleLineText.title($0) }
        default: SingleLineText.title(bytes)
        }
    }
}
