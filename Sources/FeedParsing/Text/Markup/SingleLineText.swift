/// Makes one line of plain text from what a feed writes: titles, names, tags, addresses.
///
/// Control characters are dropped, so a stored line can neither hold a separator nor control a terminal.
package enum SingleLineText {
    /// The length in bytes at which a line is cut.
    package static let maxLength = 8192

    /// The text on one line with its white space collapsed; nil if nothing is left.
    package static func clean(_ text: String) -> String? {
        var text = text
        if text.withUTF8({ isClean($0) }) { return text.isEmpty ? nil : text }
        return text.withUTF8 { line($0) }
    }

    package static func clean(_ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBufferPointer { line($0) }
    }

    private static func isClean(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= maxLength, bytes.first != 0x20, bytes.last != 0x20 else { return false }
        var index = 0
        while true {
            index = bytes.endOfPlainText(from: index, upTo: bytes.count)
            guard index < bytes.count else { break }
            // An ampersand is not plain for readers of HTML, and neither is a single space before it.
            if bytes[index] == 0x20, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "&") { index += 1 }
            guard bytes[index] == UInt8(ascii: "&") else { return false }
            index += 1
        }
        return !bytes.indices[bytes.endOfASCII(from: 0)...].contains {
            isWideSpace(bytes, at: $0) || InvisibleCharacter.length(in: bytes, at: $0) > 0
        }
    }

    private static func line(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        // A line has fewer spaces around it than this.
        let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(maxLength * 4))
        if isClean(bytes) { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
        var line: [UInt8] = []
        line.reserveCapacity(min(bytes.count, maxLength))
        var hasGap = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte <= 0x20 {
                if byte == 0x20 || (0x09...0x0D).contains(byte) { hasGap = true }
                continue
            }
            let invisible = byte == 0x7F ? 1 : InvisibleCharacter.length(in: bytes, at: index - 1)
            if invisible > 0 {
                index += invisible - 1
                continue
            }
            if byte == 0xC2, index < bytes.count, bytes[index] <= 0xA0 {
                // A control character of Latin-1 is a character of windows-1252 under the name of Latin-1.
                let meant = Windows1252.scalar(of: bytes[index]).value
                index += 1
                if meant == 0xA0 { hasGap = true }
                guard meant > 0xA0 else { continue }
                if hasGap, !line.isEmpty { line.append(0x20) }
                hasGap = false
                HTMLEntity.append(meant, to: &line)
                continue
            }
            if byte >= 0xE1, isWideSpace(bytes, at: index - 1) {
                hasGap = true
                index += 2
                continue
            }
            if hasGap, !line.isEmpty { line.append(0x20) }
            hasGap = false
            if line.count >= maxLength, byte & 0xC0 != 0x80 { break }
            line.append(byte)
        }
        return line.isEmpty ? nil : line.withUnsafeBufferPointer { String(utf8: $0) }
    }

    /// Whether a space or a line break of Unicode begins here that takes three bytes.
    private static func isWideSpace(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index + 2 < bytes.count else { return false }
        switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
        case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9), (0xE2, 0x80, 0xAF),
            (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
            return true
        default:
            return false
        }
    }
}
