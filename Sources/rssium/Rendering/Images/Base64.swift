internal import FeedCore

/// Writes bytes as letters (RFC 4648, section 4), none of which drives a terminal.
enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
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

    static func isLetter(_ byte: UInt8) -> Bool {
        ASCII.isLetterOrDigit(byte) || "+/=".utf8.contains(byte)
    }

    private static func append(_ word: UInt32, letterCount: Int, to result: inout [UInt8]) {
        for index in 0..<letterCount { result.append(letters[Int(word >> UInt32(18 - 6 * index) & 0x3F)]) }
    }
}
