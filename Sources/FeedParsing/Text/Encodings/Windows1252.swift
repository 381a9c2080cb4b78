/// Windows-1252, which is what documents that say Latin-1 are written in (WHATWG Encoding Standard, section 9).
package enum Windows1252 {
    /// The characters of the bytes from 0x80 to 0x9F. The five that Microsoft left undefined are control characters.
    private static let upper: [Unicode.Scalar] = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// The character of a byte. Latin-1 differs from 0x80 to 0x9F only.
    package static func scalar(of byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    /// The byte of a character, also of those from U+0080 to U+009F, which Latin-1 has there; nil if it has none.
    static func byte(of scalar: UInt32) -> UInt8? {
        if let byte = UInt8(exactly: scalar) { return byte }
        return upper.firstIndex { $0.value == scalar }.map { UInt8(0x80 + $0) }
    }

    /// The text with U+0080 to U+009F replaced by the characters that windows-1252 has there. They come from windows-1252
    /// that was decoded as Latin-1. Nil if the text has none, which is the usual case.
    static func replacingControls(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var offset = 0
        while let found = bytes.index(of: 0xC2, from: offset) {
            if found + 1 < bytes.count, bytes[found + 1] < 0xA0 {
                var text = String.UnicodeScalarView()
                for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
                    let meant = (0x80...0x9F).contains(scalar.value) ? self.scalar(of: UInt8(scalar.value)) : scalar
                    if !(0x80...0x9F).contains(meant.value) { text.append(meant) }
                }
                return String(text)
            }
            offset = found + 1
        }
        return nil
    }
}
