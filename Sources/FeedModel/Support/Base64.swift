/// Bytes as letters (RFC 4648), none of which drives a terminal. Read are both alphabets, with white space anywhere.
package enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var word: UInt32 = 0
        var count = 0
        for byte in bytes {
            word = word << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                append(word, letterCount: 4, to: &result)
                (word, count) = (0, 0)
            }
        }
        if count > 0 {
            append(word << (count == 1 ? 16 : 8), letterCount: count + 1, to: &result)
            for _ in count..<3 { result.append(UInt8(ascii: "=")) }
        }
        return result
    }

    package static func isLetter(_ byte: UInt8) -> Bool { ASCII.isLetterOrDigit(byte) || "+/=".utf8.contains(byte) }

    private static func append(_ word: UInt32, letterCount: Int, to result: inout [UInt8]) {
        for index in 0..<letterCount { result.append(letters[Int(word >> UInt32(18 - 6 * index) & 0x3F)]) }
    }

    /// Nil for anything but letters and white space.
    package static func decode(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes where byte > 0x20 && byte != UInt8(ascii: "=") {
            guard let value = value(byte) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a") + 26)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0") + 52)
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
