/// Windows-1252, which is what documents that say Latin-1 are written in (WHATWG Encoding Standard, section 9).
enum Windows1252 {
    /// The characters of the bytes from 0x80 to 0x9F. The five that Microsoft left undefined are control characters.
    static let marks: [Unicode.Scalar] = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// What a byte means; of Latin-1 it differs from 0x80 to 0x9F only.
    static func scalar(of byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? marks[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }
}
