/// The encoding of a web page: that of HTTP, else what the page itself says in its head.
enum HTMLCharset {
    /// Where a page may say it (HTML, 4.2.5.4), and somewhat more than that.
    private static let head = 4096

    /// The page in UTF-8.
    static func utf8(_ html: [UInt8], charset: String?) -> [UInt8] {
        TextEncoding.utf8(html, charset: charset ?? declared(in: html)).bytes
    }

    /// What stands behind `charset=` in a `meta` element.
    static func declared(in html: [UInt8]) -> String? {
        let head = String(decoding: html.prefix(head), as: UTF8.self).lowercased()
        var rest = head[...]
        while let meta = rest.firstRange(of: "<meta") {
            rest = rest[meta.upperBound...]
            let tag = rest.prefix { $0 != ">" }
            guard let name = tag.firstRange(of: "charset") else { continue }
            let value = tag[name.upperBound...].drop { $0.isWhitespace || $0 == "=" || $0 == "\"" || $0 == "'" }
            let label = value.prefix { !$0.isWhitespace && !"\"';/>".contains($0) }
            if !label.isEmpty { return String(label) }
        }
        return nil
    }
}
