/// The letters and numbers of a text, byte by byte where that says enough: pages have many short texts to compare.
enum PageLetters {
    /// The letters and digits of a text in lower case, to compare texts by.
    static func of(_ text: String) -> String {
        var text = text
        return text.withUTF8 { source in
            var letters: [UInt8] = []
            letters.reserveCapacity(source.count)
            var index = 0
            while index < source.count {
                let byte = source[index]
                if byte < 0x80 {
                    if ASCII.isLetterOrDigit(byte) { letters.append(ASCII.lowercased(byte)) }
                    index += 1
                } else {
                    let (scalar, length) = scalar(in: source, at: index)
                    append(scalar, to: &letters)
                    index += length
                }
            }
            return String(decoding: letters, as: UTF8.self)
        }
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

    /// The character of several bytes that begins at `index`.
    private static func scalar(
        in source: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (scalar: Unicode.Scalar, length: Int) {
        let length = source[index] < 0xE0 ? 2 : source[index] < 0xF0 ? 3 : 4
        let first = UInt32(source[index]) & (0x7F >> UInt32(length))
        let value = source[index + 1..<index + length].reduce(first) { $0 << 6 | UInt32($1 & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }

    private static func append(_ scalar: Unicode.Scalar, to letters: inout [UInt8]) {
        switch scalar.value {
        // Dashes and quotation marks.
        case 0x2000..<0x2070: break
        case 0..<UInt32(common.count): letters += common[Int(scalar.value)]
        // Chinese characters have no case.
        case 0x5000..<0x9000: letters.append(scalar)
        default: letters += letter(scalar)
        }
    }

    /// The reduced form of each character of the Latin, Greek and Cyrillic alphabets.
    private static let common: [[UInt8]] = (0..<0x500).map { value in
        Unicode.Scalar(value as UInt32).map(letter) ?? []
    }

    private static func letter(_ scalar: Unicode.Scalar) -> [UInt8] {
        var letter: [UInt8] = []
        for part in scalar.properties.lowercaseMapping.unicodeScalars
        where part.properties.isAlphabetic || part.properties.numericType != nil {
            letter.append(part)
        }
        return letter
    }
}
