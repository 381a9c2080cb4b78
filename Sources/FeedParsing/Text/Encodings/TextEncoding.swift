/// The encoding of a document, and its text in UTF-8.
///
/// The byte order mark decides, then the `charset` of HTTP, then the XML declaration. Each of them may be wrong, so the
/// bytes have a say: valid UTF-8 is UTF-8, and where no label fits, the encoding is detected.
package enum TextEncoding: Hashable {
    case utf8
    /// Any other, by the name that iconv knows it by.
    case iconv(String)

    /// A document in UTF-8.
    package struct Decoded {
        /// Without a byte order mark, unless they are the bytes as they came.
        package let bytes: [UInt8]
        let isUnchanged: Bool
    }

    /// Whether the beginning and the labels of a document say that a parser of UTF-8 cannot read it as it is.
    /// Invalid UTF-8 without a label of another encoding is not looked for: a strict parser finds it anyway.
    ///
    /// - Parameter charset: the `charset` of HTTP's `Content-Type`.
    package static func needsDecoding(_ body: [UInt8], charset: String?) -> Bool {
        body.withUnsafeBufferPointer { body in
            if WideEncoding(of: body) != nil { return true }
            switch labels(of: body, charset: charset).first {
            case .iconv(let name)?:
                return name.hasPrefix("ISO-2022-") || !UTF8Text.isASCII(body)
                    || Mojibake.repaired(body) != nil
            case nil where UTF8Text.isLatinByChance(body): return true
            case .utf8?, nil: return Mojibake.repaired(body) != nil
            }
        }
    }

    /// The document in UTF-8. A byte that its encoding does not know becomes U+FFFD.
    ///
    /// - Parameters:
    ///   - charset: the `charset` of HTTP's `Content-Type`.
    ///   - other: the label that a page has for itself, for one that is not in UTF-8.
    package static func utf8(_ body: [UInt8], charset: String?, other: String? = nil) -> Decoded {
        body.withUnsafeBufferPointer { bytes in
            if let wide = WideEncoding(of: bytes) {
                let text = UnsafeBufferPointer(rebasing: bytes[wide.markLength...])
                let decoded = IconvText.decoded(text, from: wide.name, unit: wide.width) ?? []
                return Decoded(bytes: decoded, isUnchanged: false)
            }
            let labels = labels(of: bytes, charset: charset)
            if case .iconv(let name)? = labels.first, name.hasPrefix("ISO-2022-"), UTF8Text.isASCII(bytes),
                let text = IconvText.decoded(bytes, from: name)
            {
                return Decoded(bytes: text, isUnchanged: false)
            }
            let census = UTF8Text.Census(bytes)
            // The letters tell more than Latin-1, which templates say of every page.
            let own = [census.invalid == 0 ? nil : other.flatMap(TextEncoding.init(label:))].compactMap(\.self)
            if let legacy = legacy(bytes, labels + own.filter { $0 != .iconv("CP1252") }, census) { return legacy }
            let text = census.invalid == 0 ? nil : UTF8Text.repaired(bytes)
            if let text = (text ?? body).withUnsafeBufferPointer({ Mojibake.repaired($0) }) ?? text {
                return Decoded(bytes: text, isUnchanged: false)
            }
            return Decoded(bytes: body, isUnchanged: true)
        }
    }

    /// The encodings that HTTP and the document name, in this order, as far as they are known.
    private static func labels(of body: UnsafeBufferPointer<UInt8>, charset: String?) -> [TextEncoding] {
        [charset, XMLDeclaration.encoding(of: body)].compactMap { $0.flatMap(TextEncoding.init(label:)) }
    }

    /// The text of a document that is not in UTF-8; nil if it is.
    private static func legacy(
        _ body: UnsafeBufferPointer<UInt8>, _ labels: [TextEncoding], _ census: UTF8Text.Census
    ) -> Decoded? {
        var names = labels.compactMap { label in if case .iconv(let name) = label { name } else { nil } }
        let isMarked = body.markLength > 0
        if census.invalid == 0 {
            let isLatin = labels.first != .utf8 && UTF8Text.isLatinByChance(body)
            // Two or three characters of two bytes may be valid UTF-8 by chance.
            guard !isMarked, isLatin || census.isDoubtful else { return nil }
            if isLatin { names.append("CP1252") } else { names = names.filter(isMultiByte) }
        } else {
            // The whole document is in one encoding: in another one a few sequences are valid UTF-8 by chance, and in UTF-8
            // a few bytes are strays.
            let isUTF8Expected = isMarked || labels.first == .utf8 || names.isEmpty
            guard census.weight <= (isUTF8Expected ? census.invalid : census.invalid * 4 - 1) else { return nil }
        }
        // Many servers say Latin-1 of every document, so a declaration that says otherwise is believed.
        if names.first == "CP1252" { names.reverse() }
        for name in names {
            guard let text = IconvText.decoded(body, from: name), hasMarkup(text) else { continue }
            // In the wrong encoding of several bytes a character, every other word is invalid.
            let replaced = isMultiByte(name) ? UTF8Text.replacementCount(in: text) : 0
            if replaced <= 2 || replaced * 20 <= text.withUnsafeBufferPointer({ UTF8Text.Census($0).sequences }) {
                return Decoded(bytes: text, isUnchanged: false)
            }
        }
        guard census.invalid > 0 else { return nil }
        let name = EncodingDetector.name(of: body) ?? "CP1252"
        return IconvText.decoded(body, from: name).map { Decoded(bytes: $0, isUnchanged: false) }
    }

    private static func isMultiByte(_ name: String) -> Bool {
        ["CP932", "EUC-JP-MS", "GB18030", "BIG5-HKSCS", "UHC"].contains(name)
    }

    /// It begins like markup or JSON, so the encoding may be the right one.
    private static func hasMarkup(_ text: [UInt8]) -> Bool {
        text.prefix(1024).contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "{") }
    }
}

/// UTF-16 or UTF-32, as the first bytes of a document give it away (XML 1.0, appendix F).
private struct WideEncoding {
    let name: String
    /// Bytes in a unit.
    let width: Int
    let markLength: Int

    /// Nil for other encodings. A byte order mark alone is not enough: the first character has to be ASCII, as in every
    /// document of markup or JSON.
    init?(of body: UnsafeBufferPointer<UInt8>) {
        guard let first = body.first, first == 0 || first >= 0xFE || body.count > 1 && body[1] == 0 else { return nil }
        for (name, width, mark) in WideEncoding.all {
            let isMarked = body.starts(with: mark)
            let unit = body.dropFirst(isMarked ? width : 0).prefix(width)
            guard unit.count == width, unit.count(where: { $0 == 0 }) == width - 1,
                let byte = name.hasSuffix("BE") ? unit.last : unit.first, byte != 0,
                isMarked ? byte < 0x7F : byte <= 0x20 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "{")
            else { continue }
            (self.name, self.width, markLength) = (name, width, isMarked ? width : 0)
            return
        }
        return nil
    }

    private static let all: [(name: String, width: Int, mark: [UInt8])] = [
        ("UTF-32LE", 4, [0xFF, 0xFE, 0, 0]), ("UTF-32BE", 4, [0, 0, 0xFE, 0xFF]),
        ("UTF-16LE", 2, [0xFF, 0xFE]), ("UTF-16BE", 2, [0xFE, 0xFF]),
    ]
}
