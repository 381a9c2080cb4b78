/// Characters that are never shown and carry no meaning: soft hyphens, word joiners, byte order marks. Plain texts, searches and
/// comparisons leave them out; the HTML of articles keeps them.
@usableFromInline package enum InvisibleCharacter {
    package static func contains(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xAD, 0x34F, 0x180E, 0x200B, 0x2060...0x2064, 0xFEFF: true
        default: false
        }
    }

    /// Characters that only take up room, with which newsletters fill the excerpts that mail programs show: the figure
    /// space, the blank Braille pattern, the Hangul filler.
    package static func isFiller(_ scalar: UInt32) -> Bool { scalar == 0x2007 || scalar == 0x2800 || scalar == 0x115F }

    /// Whether such a character, which has three bytes, begins at `index`.
    package static func isFiller(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index + 2 < bytes.count else { return false }
        switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
        case (0xE2, 0x80, 0x87), (0xE2, 0xA0, 0x80), (0xE1, 0x85, 0x9F): return true
        default: return false
        }
    }

    /// Joiners that change the letters beside them.
    package static func isJoiner(_ scalar: UInt32) -> Bool { scalar == 0x200C || scalar == 0x200D }

    /// Whether an invisible character or a joiner may begin with this byte.
    @inlinable @inline(__always) package static func canBegin(with byte: UInt8) -> Bool {
        byte == 0xC2 || byte == 0xCD || byte == 0xE1 || byte == 0xE2 || byte == 0xEF
    }

    /// How many bytes an invisible character has that begins at `index`; 0 where none does.
    package static func length(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        guard index + 1 < bytes.count, canBegin(with: bytes[index]) else { return 0 }
        switch (bytes[index], bytes[index + 1]) {
        case (0xC2, 0xAD), (0xCD, 0x8F): return 2
        case (0xE1, 0xA0), (0xE2, 0x80...0x81), (0xEF, 0xBB): break
        default: return 0
        }
        guard index + 2 < bytes.count else { return 0 }
        let scalar =
            UInt32(bytes[index] & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
        return contains(scalar) && !(scalar == 0x200B && separatesWords(bytes, before: index)) ? 3 : 0
    }

    /// Whether a zero width space follows a letter of Thai, Lao, Burmese or Khmer, which have it between words.
    private static func separatesWords(_ bytes: UnsafeBufferPointer<UInt8>, before index: Int) -> Bool {
        guard index >= 3 else { return false }
        switch (bytes[index - 3], bytes[index - 2]) {
        case (0xE0, 0xB8...0xBB), (0xE1, 0x80...0x82), (0xE1, 0x9E...0x9F): return true
        default: return false
        }
    }
}
