/// Schemes and percent-encoding (RFC 3986), which links in feeds and addresses to fetch share.
@usableFromInline package enum URISyntax {
    /// The length of the scheme in bytes, without its colon (section 3.1); nil if the text has no scheme.
    @inlinable package static func schemeLength(in text: some Sequence<UInt8>) -> Int? {
        // The bytes of a string are read several times as fast there.
        if let length = text.withContiguousStorageIfAvailable(lengthOfScheme) { return length }
        return lengthOfScheme(in: text)
    }

    @inlinable static func lengthOfScheme(in text: some Sequence<UInt8>) -> Int? {
        var length = 0
        for byte in text {
            if byte == UInt8(ascii: ":") { return length > 0 ? length : nil }
            guard ASCII.isLetter(byte) || length > 0 && (ASCII.isDigit(byte) || "+-.".utf8.contains(byte))
            else { return nil }
            length += 1
        }
        return nil
    }

    /// The text with `%XX` for spaces, control characters, bytes beyond ASCII, and bytes of which `mustEscape` is true
    /// (section 2.1). Percent-encoded characters stay so.
    package static func percentEncoded(_ text: some StringProtocol, where mustEscape: (UInt8) -> Bool) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            if byte <= 0x20 || byte >= 0x7F || mustEscape(byte) {
                result += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
