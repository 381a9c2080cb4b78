/// The encoding of a document, and the way from it to UTF-8.
///
/// A byte order mark decides, then the charset of HTTP, then the XML declaration. Each of them may lie, so the bytes
/// are looked at too: what is valid UTF-8 is UTF-8, and what no label fits is guessed.
enum TextEncoding: Hashable {
    case utf8
    /// Says nothing about bytes above 127, so a document that has some is not in it.
    case ascii
    /// Units of two or four bytes; which of them, in which order, the bytes themselves tell.
    case wide
    case windows1252
    case sevenBit(ISO2022Encoding)
    /// Any other, by the name that iconv knows.
    case iconv(String)

    /// A document in UTF-8.
    struct Decoded {
        /// What is no longer UTF-8's mark is gone; bytes that stand as they were may begin with one.
        let bytes: [UInt8]
        /// The encoding that it was read as.
        let name: String
        let isUnchanged: Bool
    }

    /// The bytes cannot be read as UTF-8 as they stand, by what their beginning and their labels say. Bytes that break
    /// the rules of UTF-8 without a label of another encoding are not looked for: a strict parser finds them anyway.
    ///
    /// - Parameter charset: The `charset` of HTTP's `Content-Type`.
    static func needsDecoding(_ body: [UInt8], charset: String?) -> Bool {
        body.withUnsafeBufferPointer { body in
            if UTF16Encoding(of: body) != nil { return true }
            switch labels(of: body, charset: charset).first {
            case nil, .utf8, .ascii, .wide: return false
            case .sevenBit: return true
            case .iconv(let name) where ISO2022Encoding.isSwitching(name): return true
            case .windows1252, .iconv: return !UTF8Text.isASCII(body)
            }
        }
    }

    /// The document in UTF-8; nothing of its text is dropped. What no encoding knows becomes U+FFFD.
    ///
    /// - Parameter charset: The `charset` of HTTP's `Content-Type`.
    static func utf8(_ body: [UInt8], charset: String?) -> Decoded {
        let (reading, bytes) = body.withUnsafeBufferPointer { bytes in
            let reading = Reading(of: bytes, charset: charset)
            return (reading, reading.decoded(bytes))
        }
        return Decoded(bytes: bytes ?? body, name: reading.name, isUnchanged: bytes == nil)
    }

    /// What HTTP and the document say, in this order, as far as it can be understood.
    static func labels(of body: UnsafeBufferPointer<UInt8>, charset: String?) -> [TextEncoding] {
        [charset, XMLDeclaration.encoding(of: body)].compactMap {
            $0.flatMap(TextEncoding.init(label:))
        }
    }

    var name: String {
        switch self {
        case .utf8, .ascii: "UTF-8"
        case .wide: "UTF-16"
        case .windows1252: "windows-1252"
        case .sevenBit(let text): text.name
        case .iconv(let name): name
        }
    }

    /// The text in UTF-8; nil where this system has no converter.
    func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        switch self {
        case .utf8, .ascii, .wide: UTF8Text.mended(bytes)
        case .windows1252: SingleByteEncoding.windows1252.decoded(bytes)
        case .sevenBit(let text): text.decoded(bytes)
        case .iconv(let name):
            SingleByteEncoding.named(name)?.decoded(bytes) ?? IconvText.decoded(bytes, from: name)
        }
    }
}

/// What a document was found to be.
private enum Reading {
    case unchanged
    /// UTF-8, in which the bytes that are none are Windows-1252.
    case mended
    case wide(UTF16Encoding)
    case legacy(TextEncoding, [UInt8])

    init(of body: UnsafeBufferPointer<UInt8>, charset: String?) {
        if let wide = UTF16Encoding(of: body) {
            self = .wide(wide)
            return
        }
        let labels = TextEncoding.labels(of: body, charset: charset)
        if let text = Reading.sevenBit(body, labels) {
            self = text
            return
        }
        let isMarked = body.starts(with: UTF8Text.mark)
        let census = UTF8Text.Census(body)
        if census.invalid == 0 {
            if !isMarked, census.isDoubtful,
                let text = Reading.labelled(body, labels.filter(\.isMultiByte))
            {
                self = text
            } else {
                self = .unchanged
            }
            return
        }
        let isLabelled = labels.contains { $0.isLegacy }
        let doubt = isMarked || labels.first == .utf8 || !isLabelled ? 1 : 4
        if census.weight >= census.invalid * doubt {
            self = .mended
        } else {
            self = Reading.labelled(body, labels) ?? Reading.guessed(body)
        }
    }

    var name: String {
        switch self {
        case .unchanged, .mended: "UTF-8"
        case .wide(let text): text.name
        case .legacy(let encoding, _): encoding.name
        }
    }

    /// The text in UTF-8; nil where it is that already.
    func decoded(_ body: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        switch self {
        case .unchanged: nil
        case .mended: UTF8Text.mended(body)
        case .wide(let text): text.decoded(body)
        case .legacy(_, let bytes): bytes
        }
    }

    /// Encodings without bytes above 127, which their escapes give away.
    private static func sevenBit(_ body: UnsafeBufferPointer<UInt8>, _ labels: [TextEncoding])
        -> Reading?
    {
        if ISO2022Encoding.iso2022JP.isIn(body) { return legacy(.sevenBit(.iso2022JP), body) }
        switch labels.first {
        case .sevenBit(let text) where text.isIn(body): return legacy(.sevenBit(text), body)
        case .iconv(let name) where ISO2022Encoding.isSwitching(name) && UTF8Text.isASCII(body):
            return legacy(.iconv(name), body)
        default: return nil
        }
    }

    /// The first of the labels that can be true.
    private static func labelled(_ body: UnsafeBufferPointer<UInt8>, _ labels: [TextEncoding])
        -> Reading?
    {
        for label in EncodingDetector.ordered(labels.filter(\.isLegacy), of: body) {
            guard let bytes = label.decoded(body), isMarkup(bytes) else { continue }
            // A document of another encoding breaks the rules of this one in every other word.
            let replaced = UTF8Text.replacements(in: bytes)
            if label.isMultiByte, replaced > 2, replaced * 20 > UTF8Text.Census(bytes).sequences {
                continue
            }
            return .legacy(label, bytes)
        }
        return nil
    }

    private static func guessed(_ body: UnsafeBufferPointer<UInt8>) -> Reading {
        guard let encoding = EncodingDetector.encoding(of: body), encoding != .windows1252 else {
            return .mended
        }
        return legacy(encoding, body) ?? .mended
    }

    private static func legacy(_ encoding: TextEncoding, _ body: UnsafeBufferPointer<UInt8>)
        -> Reading?
    {
        encoding.decoded(body).map { .legacy(encoding, $0) }
    }

    /// It begins like markup or JSON, and so is not one of the encodings that share nothing with ASCII.
    private static func isMarkup(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(1024).contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "{") }
    }
}

extension TextEncoding {
    /// It has something to say about bytes that are no UTF-8.
    fileprivate var isLegacy: Bool {
        switch self {
        case .utf8, .ascii, .wide, .sevenBit: false
        case .windows1252, .iconv: true
        }
    }

    /// It has characters of several bytes, so that not every sequence of bytes is valid in it.
    fileprivate var isMultiByte: Bool {
        if case .iconv(let name) = self { SingleByteEncoding.named(name) == nil } else { false }
    }
}
