/// The encoding of a web page: from HTTP, else from the page's head.
enum HTMLCharset {
    /// A page declares it in the first 1024 bytes (HTML, 4.2.5.4); some are late.
    private static let headSize = 4096

    /// The page in UTF-8.
    static func utf8(_ html: [UInt8], charset: String?) -> [UInt8] {
        TextEncoding.utf8(html, charset: charset ?? declared(in: html)).bytes
    }

    /// The value of `charset` in a `meta` element.
    static func declared(in html: [UInt8]) -> String? {
        let head = String(decoding: html.prefix(headSize), as: UTF8.self).lowercased()
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
