/// Folds letters, so that case, diacritics and ligatures make no difference, and writes text in lower case. Search, the
/// names of months and the order of titles use it.
public enum CaseFolding {
    /// The text folded, as UTF-8.
    public static func folded(_ text: String) -> [UInt8] {
        var text = text
        let ascii = text.withUTF8 { $0.endOfASCII(from: 0) == $0.count ? lowercased($0) : nil }
        if let ascii { return ascii }
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars { append(scalar, to: &folded) }
        return folded
    }

    private static func lowercased(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var letters = Array(text)
        // Many bytes are changed at once.
        letters.withUnsafeMutableBufferPointer { letters in
            for index in letters.indices { letters[index] = ASCII.lowercased(letters[index]) }
        }
        return letters
    }

    /// The first seven bytes of the folded text as a number. Where the numbers of two texts differ, so does their order.
    public static func rank(_ text: String) -> Int64 {
        var text = text
        let rank: Int64? = text.withUTF8 { text in
            var rank: Int64 = 0
            for index in 0..<7 {
                let byte = index < text.count ? text[index] : 0
                guard byte < 0x80 else { return nil }
                rank = rank << 8 | Int64(ASCII.lowercased(byte))
            }
            return rank
        }
        if let rank { return rank }
        var letters: [UInt8] = []
        for scalar in text.unicodeScalars where letters.count < 7 { append(scalar, to: &letters) }
        return (0..<7).reduce(0) { $0 << 8 | ($1 < letters.count ? Int64(letters[$1]) : 0) }
    }

    /// As `order` of their bytes.
    public static func order(_ left: String, _ right: String) -> Int {
        var (left, right) = (left, right)
        return left.withUTF8 { left in
            right.withUTF8 { order(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
        }
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
                guard byte >= 0xC2, fold(from: byte) else {
                    index += 1
                    return Int(ASCII.lowercased(byte))
                }
                offset = 0
            }
            offset += 1
            return Int(folded[offset - 1])
        }

        /// False for a letter that stays as it is.
        private mutating func fold(from byte: UInt8) -> Bool {
            if byte < 0xDC, index + 1 < text.count, text[index + 1] & 0xC0 == 0x80 {
                // Below `tableEnd`.
                let letter = CaseFolding.letters[Int(byte & 0x1F) << 6 | Int(text[index + 1] & 0x3F)]
                guard let letter else { return false }
                folded = letter
                index += 2
                return true
            }
            let end = text.endOfCharacter(at: index)
            folded = CaseFolding.folded(String(decoding: text[index..<end], as: UTF8.self))
            index = end
            return true
        }
    }

    /// Appends one character of a text, folded.
    package static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
        if scalar.isASCII {
            folded.append(ASCII.lowercased(UInt8(scalar.value)))
        } else if scalar.value < tableEnd, let letter = letters[Int(scalar.value)] {
            folded.append(contentsOf: letter)
        } else if scalar.value < tableEnd || (0x2010...0x205E).contains(scalar.value)
            || (0x3100...0xA63F).contains(scalar.value)
        {
            // Letters that stay as they are, dashes and quotation marks, Chinese, and most of Japanese.
            folded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
            appendParts(of: scalar, to: &folded)
        }
    }

    private static func appendParts(of scalar: Unicode.Scalar, to folded: inout [UInt8]) {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
            CanonicalForm.decompose(lower) { part in
                if part.value < tableEnd {
                    append(part, to: &folded)
                } else {
                    folded.append(contentsOf: UTF8.encode(part) ?? UTF8.encodedReplacementCharacter)
                }
            }
        }
    }

    /// What letters of Latin, Greek, Cyrillic, Hebrew and Arabic become, because to decompose them takes long. Nil for one
    /// that stays as it is.
    private static let letters: [[UInt8]?] = {
        var letters: [[UInt8]?] = (0..<tableEnd).map { isMark($0) ? [] : nil }
        var folded: [UInt8] = []
        var isNamed = false
        for scalar in CanonicalTable.foldings.unicodeScalars {
            switch scalar {
            case " ": (folded, isNamed) = ([], false)
            case ":": isNamed = true
            case _ where isNamed: letters[Int(scalar.value)] = folded
            default: folded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return letters
    }()
    private static let tableEnd: UInt32 = 0x700

    /// Whether the text has `part`, which is folded, in it. Takes linear time.
    public static func contains(_ part: [UInt8], in text: String) -> Bool {
        String(decoding: folded(text), as: UTF8.self).has(String(decoding: part, as: UTF8.self))
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
    package static func unmarked(_ scalar: UInt32) -> UInt32 {
        guard let letter = Unicode.Scalar(scalar) else { return scalar }
        var unmarked: UInt32 = 0
        CanonicalForm.decompose(letter) { part in
            if unmarked == 0, !isMark(part.value) { unmarked = part.value }
        }
        return unmarked
    }
}
