/// Bytes that are, or should be, UTF-8 (Unicode, table 3-7).
package enum UTF8Text {
    /// The counts of a document's content besides ASCII.
    struct Census {
        /// Valid characters of several bytes.
        var sequences = 0
        /// How much these speak for UTF-8. The letters of Latin-1 and punctuation count most: in windows-1252 they
        /// would be `Ã©` and `â€™`, which no text contains. Bytes that may be `é\u{A0}»` do not count.
        var weight = 0
        /// Runs of bytes that are not a character.
        var invalid = 0

        private var longest = 0

        /// So little that text of another encoding can look like it by chance.
        var isDoubtful: Bool { (1...3).contains(sequences) && longest == 2 }

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            var offset = bytes.markLength
            while offset < bytes.count {
                offset = bytes.endOfASCII(from: offset)
                guard offset < bytes.count else { return }
                let (isValid, length) = character(bytes, at: offset)
                if isValid {
                    sequences += 1
                    if [0xC2, 0xC3, 0xE2].contains(bytes[offset]) {
                        weight += 4
                    } else if !isLatinEnd(bytes, at: offset) {
                        weight += 1
                    }
                    longest = max(longest, length)
                } else if surrogatePair(bytes, at: offset) != nil {
                    weight += 4
                    invalid += 1
                    offset += 6 - length
                } else if isTruncated(bytes[offset..<offset + length]) {
                    weight += 2
                    invalid += 1
                } else {
                    invalid += 1
                }
                offset += length
            }
        }
    }

    /// Whether all that is not ASCII may be Latin-1 that is valid UTF-8 by chance. It reads to the first that may not.
    static func isLatinByChance(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var offset = bytes.endOfASCII(from: 0)
        guard offset < bytes.count else { return false }
        while offset < bytes.count {
            guard isLatinEnd(bytes, at: offset) else { return false }
            offset = bytes.endOfASCII(from: offset + 3)
        }
        return true
    }

    /// Whether the bytes here are more likely the end of a French word, `é\u{A0}»`, than a rare character of three bytes
    /// right behind an ASCII letter.
    private static func isLatinEnd(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset > 0, ASCII.isLetter(bytes[offset - 1]), bytes[offset] >= 0xE0, offset + 2 < bytes.count,
            bytes[offset + 1] == 0xA0
        else { return false }
        return bytes[offset + 2] == 0xAB || bytes[offset + 2] == 0xBB
    }

    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { bytes.endOfASCII(from: 0) == bytes.count }

    /// How often U+FFFD occurs in the text.
    static func replacementCount(in text: [UInt8]) -> Int {
        text.withUnsafeBufferPointer { text in
            var count = 0
            var offset = 0
            while let found = text.end(of: "\u{FFFD}", from: offset) {
                count += 1
                offset = found
            }
            return count
        }
    }

    /// The text with invalid bytes read as windows-1252, and without its byte order mark.
    static func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        var offset = bytes.markLength
        var copied = offset
        var valid = 0..<0
        while offset < bytes.count {
            offset = bytes.endOfASCII(from: offset)
            guard offset < bytes.count else { break }
            let (isValid, length) = character(bytes, at: offset)
            if isValid {
                valid = offset..<offset + length
                offset += length
                continue
            }
            text.append(contentsOf: bytes[copied..<offset])
            if let scalar = surrogatePair(bytes, at: offset) {
                text.append(scalar)
                offset += 6
            } else {
                appendInvalid(bytes, offset..<offset + length, after: valid, to: &text)
                offset += length
            }
            copied = offset
        }
        text.append(contentsOf: bytes[copied...])
        return text
    }

    /// - Parameter valid: the last valid character of several bytes.
    private static func appendInvalid(
        _ bytes: UnsafeBufferPointer<UInt8>, _ part: Range<Int>, after valid: Range<Int>, to text: inout [UInt8]
    ) {
        let isLead = (0xC2...0xF4).contains(bytes[part.lowerBound])
        // In an alphabet of several bytes a letter, what remains of one is none of windows-1252.
        let isRest = valid.upperBound == part.lowerBound && isLead && !beginsWord(bytes, part, behind: bytes[valid])
        if isTruncated(bytes[part]) || isRest || isCutLetter(bytes, part) {
            text.append(contentsOf: UTF8.encodedReplacementCharacter)
        } else {
            for byte in bytes[part] { text.append(Windows1252.scalar(of: byte)) }
        }
    }

    /// Whether they begin a word of an alphabet of one byte a letter, behind a quotation mark, a dash or a space.
    private static func beginsWord(
        _ bytes: UnsafeBufferPointer<UInt8>, _ part: Range<Int>, behind mark: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Bool {
        let mark = String(decoding: mark, as: UTF8.self).unicodeScalars.first?.value ?? 0
        guard (0xA0...0xBF).contains(mark) || (0x2000...0x203A).contains(mark) else { return false }
        let next = bytes[part.upperBound...].prefix(2)
        return (next.first == 0x20 ? next.dropFirst() : next).first.map(ASCII.isLetter) ?? false
    }

    /// Whether they are the first byte of a letter of Latin-1, behind an ASCII letter and before none: `Ã` ends no word.
    private static func isCutLetter(_ bytes: UnsafeBufferPointer<UInt8>, _ part: Range<Int>) -> Bool {
        bytes[part.lowerBound] == 0xC3 && part.lowerBound > 0 && (97...122).contains(bytes[part.lowerBound - 1])
            && (part.upperBound == bytes.count || !ASCII.isLetter(bytes[part.upperBound]))
    }

    /// The character of an encoded pair of surrogates, as programs write it that encode UTF-16 unit by unit (CESU-8).
    private static func surrogatePair(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Unicode.Scalar? {
        guard offset + 6 <= bytes.count, bytes[offset] == 0xED, bytes[offset + 3] == 0xED,
            bytes[offset + 1] & 0xF0 == 0xA0, bytes[offset + 4] & 0xF0 == 0xB0, bytes[offset + 2] & 0xC0 == 0x80,
            bytes[offset + 5] & 0xC0 == 0x80
        else { return nil }
        let (high, low) = (
            UInt32(bytes[offset + 1] & 0x0F) << 6 | UInt32(bytes[offset + 2] & 0x3F),
            UInt32(bytes[offset + 4] & 0x0F) << 6 | UInt32(bytes[offset + 5] & 0x3F)
        )
        return Unicode.Scalar(0x10000 + (high << 10 | low))
    }

    /// The beginning of a quotation mark, a sign or an emoji that a program cut in two: `â€`, `â‚` and `ðŸ` are not text.
    private static func isTruncated(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        part.starts(with: [0xF0, 0x9F]) || part.first == 0xE2 && part.dropFirst().first.map(signs.contains) ?? false
    }

    /// The second bytes of punctuation, currencies, arrows, formulas and symbols that windows-1252 has behind no `â`.
    private static let signs: [UInt8] = [
        0x80, 0x82, 0x84, 0x86, 0x87, 0x88, 0x89, 0x98, 0x99, 0x9A, 0x9C, 0x9D, 0x9E,
    ]

    /// The length of the character that begins here; of an invalid one, that of its longest valid beginning.
    @inline(__always)
    static func character(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> (isValid: Bool, length: Int) {
        let first = bytes[offset]
        let length: Int
        var range: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if first == 0xE0 { range = 0xA0...0xBF }
            if first == 0xED { range = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if first == 0xF0 { range = 0x90...0xBF }
            if first == 0xF4 { range = 0x80...0x8F }
        default: return (false, 1)
        }
        for index in 1..<length {
            guard offset + index < bytes.count, range.contains(bytes[offset + index]) else { return (false, index) }
            range = 0x80...0xBF
        }
        return (true, length)
    }
}

extension [UInt8] {
    /// Appends a character in UTF-8.
    @inline(__always) mutating func append(_ scalar: Unicode.Scalar) {
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
