/// Folds letters, so that case, diacritics and ligatures make no difference, and writes text in lower case. Search, the
/// names of months and the order of titles use it.
public enum CaseFolding {
    /// The text folded, as UTF-8.
    public static func folded(_ text: String) -> [UInt8] {
        var text = text
        let ascii = text.withUTF8 { $0.endOfASCII(from: 0) == $0.count ? $0.map(ASCII.lowercased) : nil }
        if let ascii { return ascii }
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars { append(scalar, to: &folded) }
        return folded
    }

    /// The order of two texts in UTF-8 by their letters, without case and marks: negative, 0 or positive. Reads only as
    /// far as they are equal.
    package static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        var equal = 0
        let shorter = min(left.count, right.count)
        while equal < shorter {
            let (first, second) = (left[equal], right[equal])
            guard first | second < 0x80 else { break }
            if first != second {
                let order = Int(ASCII.lowercased(first)) - Int(ASCII.lowercased(second))
                if order != 0 { return order }
            }
            equal += 1
        }
        var first = FoldedBytes(left, from: equal)
        var second = FoldedBytes(right, from: equal)
        while true {
            let (one, other) = (first.next(), second.next())
            if one != other || one < 0 { return one - other }
        }
    }

    /// The bytes of a text, folded one character at a time: titles are compared often, so that it does without memory
    /// of its own as far as possible.
    private struct FoldedBytes {
        private let text: UnsafeRawBufferPointer
        private var index: Int
        /// The rest of a folded character.
        private var folded: [UInt8] = []
        private var offset = 0

        init(_ text: UnsafeRawBufferPointer, from index: Int) {
            self.text = text
            self.index = index
        }

        /// The next byte; -1 at the end.
        mutating func next() -> Int {
            while offset == folded.count {
                guard index < text.count else { return -1 }
                let byte = text[index]
                if byte < 0x80 {
                    index += 1
                    return Int(ASCII.lowercased(byte))
                }
                fold(from: byte)
                offset = 0
            }
            offset += 1
            return Int(folded[offset - 1])
        }

        private mutating func fold(from byte: UInt8) {
            if (0xC2..<0xDC).contains(byte), index + 1 < text.count, text[index + 1] & 0xC0 == 0x80 {
                // Below `tableEnd`.
                folded = CaseFolding.foldedLetter(UInt32(byte & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F))
                index += 2
                return
            }
            let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            let character = String(decoding: text[index..<min(index + length, text.count)], as: UTF8.self)
            folded = CaseFolding.folded(character)
            index += length
        }
    }

    /// Appends one character of a text, folded.
    package static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
        if scalar.isASCII {
            folded.append(ASCII.lowercased(UInt8(scalar.value)))
        } else if scalar.value < tableEnd {
            folded.append(contentsOf: foldedLetter(scalar.value))
        } else if (0x2010...0x205E).contains(scalar.value) || (0x3100...0xA63F).contains(scalar.value) {
            // Dashes and quotation marks; Chinese, and most of Japanese.
            folded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
            folded.append(contentsOf: fold(scalar))
        }
    }

    /// Whether the text has `part`, which is folded, in it. Takes linear time.
    public static func contains(_ part: [UInt8], in text: String) -> Bool {
        terminated(folded(text)).withUnsafeBytes { text in
            terminated(part).withUnsafeBytes { part in
                guard let start = text.bindMemory(to: CChar.self).baseAddress,
                    let wanted = part.bindMemory(to: CChar.self).baseAddress
                else { return false }
                return strstr(start, wanted) != nil
            }
        }
    }

    /// Whether a character is an accent or a vowel point of Latin, Greek, Cyrillic, Hebrew or Arabic, which folding drops.
    /// In other scripts a mark makes another letter.
    private static func isMark(_ scalar: UInt32) -> Bool {
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
        var unmarked: UInt32 = 0
        CanonicalForm.decompose(letter) { part in
            if unmarked == 0, !isMark(part.value) { unmarked = part.value }
        }
        return unmarked
    }

    // MARK: One character

    private static func fold(_ scalar: Unicode.Scalar) -> [UInt8] {
        var folded: [UInt8] = []
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            CanonicalForm.decompose(lower) { part in
                guard !isMark(part.value) else { return }
                if let letters = undivided(part) {
                    folded.append(contentsOf: letters.utf8)
                } else {
                    folded.append(contentsOf: UTF8.encode(part) ?? UTF8.encodedReplacementCharacter)
                }
            }
        }
        return folded
    }

    /// Letters with a stroke and ligatures, which Unicode does not decompose, and the final sigma.
    private static func undivided(_ letter: Unicode.Scalar) -> String? {
        switch letter {
        case "æ": "ae"
        case "œ": "oe"
        case "ß": "ss"
        case "ð", "đ": "d"
        case "ħ": "h"
        case "ı": "i"
        case "ł": "l"
        case "ø": "o"
        case "ŧ": "t"
        case "ς": "σ"
        default: nil
        }
    }

    /// Latin letters, and Greek, Cyrillic, Hebrew and Arabic ones, come from tables, because to decompose them takes long.
    /// Each table is made when it is first needed.
    private static func foldedLetter(_ scalar: UInt32) -> [UInt8] {
        scalar < latinEnd ? latin[Int(scalar)] : others[Int(scalar - latinEnd)]
    }

    private static let latinEnd: UInt32 = 0x250
    private static let tableEnd: UInt32 = 0x700
    private static let latin = folded(0..<latinEnd)
    private static let others = folded(latinEnd..<tableEnd)

    private static func folded(_ scalars: Range<UInt32>) -> [[UInt8]] {
        scalars.map { Unicode.Scalar($0).map(fold) ?? [] }
    }

    /// As a C string. NUL, which no article has, is left out.
    private static func terminated(_ text: [UInt8]) -> [UInt8] { text.filter { $0 != 0 } + [0] }
}
