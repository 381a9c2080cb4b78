/// Text in which bytes of Windows-1252, or of UTF-8, were each taken for a character of their own before it was
/// written: it gives itself away by the control characters U+0080 to U+009F, which nobody writes.
enum Mojibake {
    /// The text put right; nil where there is nothing to do, which is nearly always.
    static func mended(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var place = 0
        while let found = bytes.index(of: 0xC2, from: place) {
            if found + 1 < bytes.count, bytes[found + 1] < 0xA0 { return mend(bytes) }
            place = found + 1
        }
        return nil
    }

    private static func mend(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        // One that is certain makes the doubtful ones (`Ã©`) certain too.
        let isTwiceEncoded = scalars.indices.contains { sequence(in: scalars, at: $0, anyPair: false) != nil }
        var text = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            if isTwiceEncoded, let found = sequence(in: scalars, at: index, anyPair: true) {
                text.append(found.scalar)
                index += found.length
                continue
            }
            let value = scalars[index].value
            if (0x80...0x9F).contains(value) {
                let meant = Windows1252.scalar(of: UInt8(value)).value
                if meant > 0x9F, let scalar = Unicode.Scalar(meant) { text.append(scalar) }
            } else {
                text.append(scalars[index])
            }
            index += 1
        }
        return String(text)
    }

    /// The character that a sequence of UTF-8 means whose bytes became characters.
    ///
    /// Only one with a control character in it is certain; of two bytes, only the Latin letters with accents, since
    /// `É` before a misread quotation mark would look the same as others.
    private static func sequence(
        in scalars: [Unicode.Scalar], at index: Int, anyPair: Bool
    ) -> (scalar: Unicode.Scalar, length: Int)? {
        let lead = scalars[index].value
        let length: Int
        var value: UInt32
        switch lead {
        case 0xC2 where anyPair, 0xC3: (length, value) = (2, lead & 0x1F)
        case 0xC4...0xDF where anyPair || isEmptyPlace(in: scalars, at: index + 1): (length, value) = (2, lead & 0x1F)
        case 0xE0...0xEF: (length, value) = (3, lead & 0x0F)
        case 0xF0...0xF4: (length, value) = (4, lead & 0x07)
        default: return nil
        }
        guard index + length <= scalars.count else { return nil }
        var hasControl = false
        for scalar in scalars[index + 1..<index + length] {
            guard (0x80...0xBF).contains(scalar.value) else { return nil }
            if scalar.value < 0xA0 { hasControl = true }
            value = value << 6 | scalar.value & 0x3F
        }
        let least: UInt32 = [0, 0, 0x80, 0x800, 0x1_0000][length]
        guard hasControl || anyPair, value >= least, let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, length)
    }

    /// Where Windows-1252 has no character, only UTF-8 can have stood.
    private static func isEmptyPlace(in scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard index < scalars.count else { return false }
        return [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(scalars[index].value)
    }
}
