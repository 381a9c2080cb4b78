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

    /// The bytes, decoded from `%XX` (section 2.1). A sign without two digits stays.
    package static func percentDecoded(_ text: some Sequence<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = Array(text)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count > 1, let high = ASCII.hexValue(rest[rest.startIndex]),
                let low = ASCII.hexValue(rest[rest.startIndex + 1])
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// The text with `%XX` for what an IRI cannot have (RFC 3987, section 2.2). Letters of all scripts stay.
    package static func iri(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let literal = hostInBrackets(of: scalars)
        let fragment = scalars.firstIndex(of: "#")
        var result = ""
        for (index, scalar) in scalars.enumerated() {
            let isAllowed =
                switch scalar {
                case "<", ">", "\"", "{", "}", "|", "\\", "^", "`": false
                case "[", "]": literal?.contains(index) ?? false
                case "#": index == fragment
                case "%": scalars.dropFirst(index + 1).prefix(2).count(where: \.properties.isASCIIHexDigit) == 2
                default:
                    scalar.value > 0x20 && !(0x7F...0xA0).contains(scalar.value)
                        && ![.format, .privateUse].contains(scalar.properties.generalCategory)
                }
            if isAllowed {
                result.unicodeScalars.append(scalar)
            } else {
                result += percentEncoded(String(scalar)) { _ in true }
            }
        }
        return result
    }

    /// Where the address of a host with colons is, with its brackets: `http://[::1]/`.
    private static func hostInBrackets(of scalars: [Unicode.Scalar]) -> ClosedRange<Int>? {
        guard let scheme = scalars.firstIndex(of: ":"), scalars[scheme...].starts(with: "://[".unicodeScalars),
            let end = scalars[scheme...].firstIndex(of: "]"),
            scalars[(scheme + 4)..<end].allSatisfy({ $0.properties.isASCIIHexDigit || $0 == ":" || $0 == "." })
        else { return nil }
        return scheme + 3...end
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
