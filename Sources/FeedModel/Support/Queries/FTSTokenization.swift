/// Prepares text for the full-text index: every character of writings without spaces between words, such as Chinese,
/// Japanese and Thai, and of Korean, becomes a word of its own, and letters lose their diacritics. The tokenizer itself
/// knows only those of Latin letters. Invisible characters are left out.
package enum FTSTokenization {
    /// The text with spaces around each of those characters: the tokenizer splits at spaces.
    static func split(_ text: String) -> String {
        String(decoding: split(Array(text.utf8)), as: UTF8.self)
    }

    /// The same for UTF-8. Every indexed text goes through it, so a text that needs no change is not copied.
    package static func split(_ text: [UInt8]) -> [UInt8] { split(text, isComposed: false) }

    private static func split(_ text: [UInt8], isComposed: Bool) -> [UInt8] {
        var split: [UInt8] = []
        var copied = 0
        var isDecomposed = false
        text.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                let start = index
                let first = bytes[start]
                index += 2
                if isPlainLetter(bytes, at: start) { continue }
                let invisible = first < 0xC2 ? 0 : InvisibleCharacter.length(in: bytes, at: start)
                if invisible > 0 {
                    split.append(contentsOf: bytes[copied..<start])
                    (index, copied) = (start + invisible, start + invisible)
                    continue
                }
                // No other scalar that is changed here begins with a smaller byte.
                guard first >= 0xCD else {
                    index = first < 0x80 ? bytes.endOfASCII(from: start + 1) : start + 1
                    continue
                }
                index = min(start + (first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4), bytes.count)
                // Dashes, quotation marks and other signs below the first Chinese radical are frequent.
                if first == 0xE2, start + 1 < bytes.count, bytes[start + 1] < 0xBA { continue }
                let scalar = scalar(bytes, start..<index)
                isDecomposed = !isComposed && isPiece(scalar)
                if isDecomposed { return }
                let unmarked = unmarked(scalar)
                guard unmarked != scalar || isSingle(scalar) else { continue }
                if split.isEmpty { split.reserveCapacity(bytes.count + bytes.count / 4) }
                if copied < start { split.append(contentsOf: bytes[copied..<start]) }
                if unmarked == scalar {
                    append(bytes, start..<index, to: &split)
                } else if unmarked > 0, let letter = Unicode.Scalar(unmarked) {
                    split.append(contentsOf: UTF8.encode(letter) ?? UTF8.EncodedScalar())
                }
                copied = index
            }
            if copied > 0 { split.append(contentsOf: bytes[copied...]) }
        }
        if isDecomposed { return self.split(composed(text), isComposed: true) }
        return copied == 0 ? text : split
    }

    /// Whether a letter of two bytes stays as it is, as most of Greek, Cyrillic, Hebrew and Arabic do.
    @inline(__always)
    private static func isPlainLetter(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard (0xCE...0xDB).contains(bytes[index]), index + 1 < bytes.count else { return false }
        let scalar = UInt32(bytes[index] & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
        return common[Int(scalar - commonStart)] == scalar
    }

    /// Appends a character as a word of its own.
    @inline(__always)
    private static func append(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, to split: inout [UInt8]) {
        split.append(0x20)
        for index in range { split.append(bytes[index]) }
        split.append(0x20)
    }

    /// A part of a Korean syllable or of a voiced kana that is written as several scalars.
    private static func isPiece(_ scalar: UInt32) -> Bool {
        (0x1100...0x11FF).contains(scalar) || scalar == 0x3099 || scalar == 0x309A
    }

    /// The text with such parts composed into one scalar.
    private static func composed(_ text: [UInt8]) -> [UInt8] {
        var composed: [UInt8] = []
        composed.reserveCapacity(text.count)
        for scalar in CanonicalForm.composed(String(decoding: text, as: UTF8.self)) {
            composed.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
        }
        return composed
    }

    /// Greek, Cyrillic, Hebrew and Arabic letters without diacritics, in a table for speed.
    private static let common = (commonStart...commonEnd).map(CaseFolding.unmarked)
    private static let commonStart: UInt32 = 0x370
    private static let commonEnd: UInt32 = 0x6FF

    /// The letter without its diacritics; 0 for a diacritic that stands alone.
    private static func unmarked(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case commonStart...commonEnd:
            common[Int(scalar - commonStart)]
        case 0x1F00...0x1FFF:
            CaseFolding.unmarked(scalar)
        default: scalar
        }
    }

    /// The text as a string of FTS5's language, whatever characters it has.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in split(text).unicodeScalars where scalar != "\0" {
            quoted.unicodeScalars.append(scalar)
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "\""
    }

    /// How many words the tokenizer (`unicode61`) finds at most: runs of letters, numbers and private-use characters.
    package static func tokenCount(of text: String) -> Int {
        var count = 0
        var isWithin = false
        for scalar in split(text).unicodeScalars {
            let isPart = isOfToken(scalar)
            if isPart, !isWithin { count += 1 }
            isWithin = isPart
        }
        return count
    }

    private static func isOfToken(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }

    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt32 {
        var scalar = UInt32(bytes[range.lowerBound]) & (range.count == 2 ? 0x1F : range.count == 3 ? 0x0F : 0x07)
        for index in range.dropFirst() { scalar = scalar << 6 | UInt32(bytes[index] & 0x3F) }
        return scalar
    }

    private static func isSingle(_ scalar: UInt32) -> Bool {
        guard scalar >= 0xE00 else { return false }
        return switch scalar {
        // Thai and Lao, Burmese, Khmer.
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: true
        case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x318F, 0x31A0...0x31FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1AFF0...0x1B2FF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
