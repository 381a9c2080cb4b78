/// UTF-8 that a program took for Latin-1 or windows-1252 and encoded as UTF-8 again, so that `é` became `Ã©` and `’`
/// became `â€™`.
struct Mojibake {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Whether characters may be written as `\u00e9`.
    private let isJSON: Bool

    /// The document as it was before. Nil unless all of its text was encoded twice: a sound document may quote `Ã©`, and
    /// one that is mended in parts is worse than either. It reads on only as long as every character fits, so that a
    /// sound document costs nothing.
    static func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let first = bytes[bytes.markLength...].first { $0 > 0x20 }
        let document = Mojibake(bytes: bytes, isJSON: first == UInt8(ascii: "{") || first == UInt8(ascii: "["))
        guard var original = document.decodedOnce() else { return nil }
        original.removeFirst(original.markLength)
        let census = original.withUnsafeBufferPointer { UTF8Text.Census($0) }
        return census.weight >= minWeight && !census.isDoubtful ? original : nil
    }

    /// `é\u{A0}»` in sound text, too, looks like a character that was encoded twice.
    private static let minWeight = 4

    private func decodedOnce() -> [UInt8]? {
        var original: [UInt8] = []
        var index = bytes.markLength
        var copied = index
        var isOfWords = false
        var isAfterLetter = false
        while true {
            index = nextCharacter(from: index)
            guard index < bytes.count else { break }
            guard let (scalar, end) = character(at: index) else { return nil }
            if original.isEmpty { original.reserveCapacity(bytes.count) }
            original.append(contentsOf: bytes[copied..<index])
            original.append(scalar)
            let isLetter = scalar.properties.isAlphabetic
            isOfWords = isOfWords || touchesLetter(index, end) || isLetter && isAfterLetter && index == copied
            isAfterLetter = isLetter
            index = end
            copied = end
        }
        // A sound text may name what others look like after it: `Why do I see â€™ and Ã© on my page?`
        guard isOfWords else { return nil }
        original.append(contentsOf: bytes[copied...])
        return original
    }

    private func touchesLetter(_ start: Int, _ end: Int) -> Bool {
        start > 0 && ASCII.isLetter(bytes[start - 1]) || end < bytes.count && ASCII.isLetter(bytes[end])
    }

    /// The index of the next character beyond ASCII.
    private func nextCharacter(from start: Int) -> Int {
        guard isJSON else { return bytes.endOfASCII(from: start) }
        var index = start
        while index < bytes.count, bytes[index] < 0x80 {
            if bytes[index] == UInt8(ascii: "\\") {
                if let unit = escape(at: index), unit >= 0x80 { return index }
                index += 1
            }
            index += 1
        }
        return min(index, bytes.count)
    }

    /// The character whose bytes are the characters from `index` on.
    private func character(at index: Int) -> (Unicode.Scalar, end: Int)? {
        var index = index
        guard let first = byte(at: &index) else { return nil }
        let (length, least): (Int, UInt32)
        switch first {
        case 0xC2...0xDF: (length, least) = (2, 0x80)
        case 0xE0...0xEF: (length, least) = (3, 0x800)
        case 0xF0...0xF4: (length, least) = (4, 0x10000)
        default: return nil
        }
        var value = UInt32(first) & 0xFF >> UInt32(length + 1)
        for _ in 1..<length {
            guard let next = byte(at: &index), next & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(next & 0x3F)
        }
        guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, index)
    }

    /// The byte that was decoded as the character at `index`; `index` moves behind it.
    private func byte(at index: inout Int) -> UInt8? {
        guard index < bytes.count else { return nil }
        if isJSON, let unit = escape(at: index) {
            index += 6
            return Windows1252.byte(of: unit)
        }
        let length = bytes[index] >= 0xE0 ? 3 : 2
        guard (0xC2...0xEF).contains(bytes[index]), index + length <= bytes.count else { return nil }
        var value = UInt32(bytes[index]) & (length == 3 ? 0x0F : 0x1F)
        for byte in bytes[index + 1..<index + length] { value = value << 6 | UInt32(byte & 0x3F) }
        index += length
        return Windows1252.byte(of: value)
    }

    /// The code unit of the `\uXXXX` at `index`.
    private func escape(at index: Int) -> UInt32? {
        guard bytes.has("\\u", at: index), index + 6 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[index + 2..<index + 6] {
            guard let digit = ASCII.hexValue(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }
}
