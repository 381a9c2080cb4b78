@_spi(_Unicode) internal import Swift

/// Text in which upper and lower case and diacritics make no difference, for parts of names, tags and addresses.
enum FoldedText {
    static func folded(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        }
        var folded: [UInt8] = []
        for scalar in text.lowercased()._nfd where !isMark(scalar.value) {
            // A sigma at the end of a word is the same letter.
            folded.append(contentsOf: UTF8.encode(scalar == "ς" ? "σ" : scalar) ?? UTF8.EncodedScalar())
        }
        return folded
    }

    /// Whether a scalar is an accent, a vowel point or the like, which can be left out: of Latin, Greek, Cyrillic,
    /// Hebrew and Arabic. In other scripts a mark makes another letter.
    static func isMark(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x300...0x36F, 0x483...0x487, 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0x610...0x61A,
            0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7...0x6E8, 0x6EA...0x6ED:
            true
        default: false
        }
    }

    /// A letter without its marks, in its case; 0 for a mark that stands alone.
    static func unmarked(_ scalar: UInt32) -> UInt32 {
        guard let letter = Unicode.Scalar(scalar) else { return scalar }
        return String(Character(letter))._nfd.first { !isMark($0.value) }?.value ?? 0
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
