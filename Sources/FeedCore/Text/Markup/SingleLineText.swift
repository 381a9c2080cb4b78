/// One line of plain text made of what a feed wrote: titles, names, tags, addresses.
///
/// Control characters are dropped, so no stored line can hold a separator or drive a terminal.
enum SingleLineText {
    /// No line is longer, in bytes: a title of megabytes is cut.
    static let longest = 8192

    /// The text on one line, its white space folded; nil where nothing is left.
    static func clean(_ text: String) -> String? {
        var text = text
        if text.withUTF8({ isClean($0) }) { return text.isEmpty ? nil : text }
        return text.withUTF8 { line($0) }
    }

    static func clean(_ bytes: [UInt8]) -> String? {
        bytes.withUnsafeBufferPointer { line($0) }
    }

    /// A title as plain text: tags are dropped, references are decoded, `a < b` and `D&D & more` stay.
    ///
    /// - Parameter isDeclared: it is HTML by what the document says, and not by what it looks like.
    static func title(_ bytes: [UInt8], isDeclared: Bool = false) -> String? {
        bytes.withUnsafeBufferPointer { bytes in
            let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(longest * 4))
            guard
                bytes.index(of: UInt8(ascii: "<"), from: 0) != nil || bytes.index(of: UInt8(ascii: "&"), from: 0) != nil
            else { return line(bytes) }
            var text = TitleText.read(bytes)
            // `AT&amp;amp;T`: escaped once more than was meant.
            if text.contains(UInt8(ascii: "&")) {
                text = text.withUnsafeBufferPointer { Array(HTMLEntity.decodedOnce($0).utf8) }
            }
            // `&amp;lt;b&amp;gt;`: its tags were, too, if they come in pairs; one alone is what the title is about.
            if !isDeclared, text.contains(UInt8(ascii: "<")), !bytes.elementsEqual(text) {
                text = text.withUnsafeBufferPointer { TitleText.hasPair($0) ? TitleText.read($0) : Array($0) }
            }
            return text.withUnsafeBufferPointer { line($0) }
        }
    }

    static func title(_ text: String) -> String? { title(Array(text.utf8)) }

    /// A title that is declared to be text: only what was escaped twice is put right.
    static func titleKeepingTags(_ bytes: [UInt8]) -> String? {
        guard bytes.contains(UInt8(ascii: "&")) else { return clean(bytes) }
        return clean(Array(bytes.withUnsafeBufferPointer { HTMLEntity.decodedOnce($0) }.utf8))
    }

    private static func isClean(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= longest, bytes.first != 0x20, bytes.last != 0x20 else { return false }
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        var isBehindBlank = false
        while index < bytes.count {
            if index + 8 <= bytes.count {
                let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
                if let blanks = blanks(ofText: word) {
                    if blanks & (blanks << 8 | (isBehindBlank ? 0x80 : 0)) != 0 { return false }
                    isBehindBlank = blanks >> 63 != 0
                    index += 8
                    continue
                }
            }
            let byte = bytes[index]
            if byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0x20 && isBehindBlank { return false }
            // Only these three begin a wide blank.
            if byte >= 0xE1 && byte <= 0xE3, isWideBlank(bytes, at: index) { return false }
            isBehindBlank = byte == 0x20
            index += 1
        }
        return true
    }

    /// The highest bit of each byte that is a blank; nil where not all eight are characters of ASCII that are shown.
    private static func blanks(ofText word: UInt64) -> UInt64? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs = ones << 7
        guard word & highs == 0, (word &+ ones &* 0x60) & ((word ^ ones &* 0x7F) &+ ones &* 0x7F) & highs == highs
        else { return nil }
        return ~((word ^ ones &* 0x20) &+ ones &* 0x7F) & highs
    }

    private static func line(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        // No blanks around a line make up as much.
        let bytes = UnsafeBufferPointer(rebasing: bytes.prefix(longest * 4))
        return folded(bytes)
    }

    /// One line, its white space folded and its control characters dropped.
    private static func folded(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        if isClean(bytes) { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
        var line: [UInt8] = []
        line.reserveCapacity(min(bytes.count, longest))
        var hasGap = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte <= 0x20 {
                if byte == 0x20 || (0x09...0x0D).contains(byte) { hasGap = true }
                continue
            }
            if byte == 0x7F { continue }
            if byte == 0xC2, index < bytes.count, bytes[index] == 0xA0 {
                hasGap = true
                index += 1
                continue
            }
            if byte == 0xC2, index < bytes.count, bytes[index] < 0xA0 {
                // A control character of Latin-1 is a letter of Windows-1252 that was called Latin-1.
                let meant = Windows1252.scalar(of: bytes[index]).value
                index += 1
                guard meant > 0xA0 else { continue }
                if hasGap, !line.isEmpty { line.append(0x20) }
                hasGap = false
                HTMLEntity.append(meant, to: &line)
                continue
            }
            if byte >= 0xE1, isWideBlank(bytes, at: index - 1) {
                hasGap = true
                index += 2
                continue
            }
            if hasGap, !line.isEmpty { line.append(0x20) }
            hasGap = false
            if line.count >= longest, byte & 0xC0 != 0x80 { break }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// A blank or a line break of Unicode that is three bytes long.
    private static func isWideBlank(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
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
