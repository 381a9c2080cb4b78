@_spi(_Unicode) internal import Swift

/// Text in which upper and lower case and diacritics make no difference, for parts of names, tags and addresses.
enum FoldedText {
    static func folded(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        }
        var folded: [UInt8] = []
        for scalar in text.lowercased()._nfd where !(0x300...0x36F).contains(scalar.value) {
            folded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
        }
        return folded
    }

    /// Whether `part`, which is folded, is in the text. Takes no longer than both are long.
    static func has(_ part: [UInt8], in text: String) -> Bool {
        terminated(folded(text)).withUnsafeBytes { text in
            terminated(part).withUnsafeBytes { part in
                guard let start = text.bindMemory(to: CChar.self).baseAddress,
                    let wanted = part.bindMemory(to: CChar.self).baseAddress
                else { return false }
                return strstr(start, wanted) != nil
            }
        }
    }

    /// As the C library takes it. No text of an article has a NUL.
    private static func terminated(_ text: [UInt8]) -> [UInt8] { text.filter { $0 != 0 } + [0] }
}
