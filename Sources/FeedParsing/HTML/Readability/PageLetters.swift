/// The letters and numbers of a text. Pages have many short texts to compare, so Unicode is asked only where the range of
/// a character does not say enough.
enum PageLetters {
    /// The letters and digits of a text, folded, to compare texts by.
    static func of(_ text: String) -> String {
        var letters: [UInt8] = []
        letters.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars where isLetter(scalar) {
            if scalar.isASCII {
                letters.append(ASCII.lowercased(UInt8(truncatingIfNeeded: scalar.value)))
            } else {
                CaseFolding.append(scalar, to: &letters)
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// How many numbers are in the text: digits of any script, fractions and the like.
    static func numbers(in text: some StringProtocol) -> Int {
        text.unicodeScalars.count { scalar in
            switch scalar.value {
            case 0..<0x80: ASCII.isDigit(UInt8(scalar.value))
            // Latin, Greek, Cyrillic and Hebrew letters; dashes and quotation marks.
            case 0xBF..<0x660, 0x2000..<0x2070: false
            default: scalar.properties.numericType != nil
            }
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80: ASCII.isLetterOrDigit(UInt8(scalar.value))
        // Latin and Cyrillic letters, and Chinese.
        case 0xC0..<0x2B0: scalar != "×" && scalar != "÷"
        case 0x400..<0x482, 0x5000..<0x9000: true
        // Dashes and quotation marks.
        case 0x2000..<0x2070: false
        default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
    }
}
