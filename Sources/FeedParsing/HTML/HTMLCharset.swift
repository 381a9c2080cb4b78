/// The encoding of a web page: from HTTP, else from the page's head, which also counts where the bytes are not the UTF-8 of
/// HTTP.
enum HTMLCharset {
    /// A page declares it in the first 1024 bytes (HTML, 4.2.5.4); some are late.
    private static let headSize = 4096

    /// The page in UTF-8.
    static func utf8(_ html: [UInt8], charset: String?) -> [UInt8] {
        guard let known = charset.flatMap(TextEncoding.init(label:)) else {
            return TextEncoding.utf8(html, charset: declared(in: html)).bytes
        }
        return TextEncoding.utf8(html, charset: charset, other: known == .utf8 ? declared(in: html) : nil).bytes
    }

    /// The value of `charset` in a `meta` element, if it is that of an encoding.
    static func declared(in html: [UInt8]) -> String? {
        html.withUnsafeBufferPointer { html in
            let head = UnsafeBufferPointer(rebasing: html.prefix(headSize))
            var offset = 0
            while let found = head.index(of: UInt8(ascii: "<"), from: offset) {
                offset = found + 1
                guard head.hasLetters("<meta", at: found) else { continue }
                let end = head.index(of: UInt8(ascii: ">"), from: offset) ?? head.count
                let label = label(in: UnsafeBufferPointer(rebasing: head[offset..<end]))
                if let label, TextEncoding(label: label) != nil { return label }
            }
            return nil
        }
    }

    /// The value of `charset` in a tag, in lower case.
    private static func label(in tag: UnsafeBufferPointer<UInt8>) -> String? {
        guard let name = tag.indices.first(where: { tag.hasLetters("charset", at: $0) }) else { return nil }
        let value = tag[(name + 7)...].drop { $0 <= 0x20 || "=\"'".utf8.contains($0) }
        let label = value.prefix { $0 > 0x20 && !"\"';/".utf8.contains($0) }
        return label.isEmpty ? nil : String(decoding: label.map(ASCII.lowercased), as: UTF8.self)
    }
}
