/// What XML 1.0 says about text in UTF-8: which characters are allowed, what references mean, and how lines end.
enum XMLText {
    /// Whether these bytes are characters of XML in UTF-8 (XML 1.0, 2.2).
    static func areAllowed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var offset = bytes.endBeforeControl(from: 0)
        while offset < bytes.count {
            guard (0x09...0x0A).contains(bytes[offset]) || bytes[offset] == 0x0D else { return false }
            offset = bytes.endBeforeControl(from: offset + 1)
        }
        return UTF8Text.isValid(bytes) && bytes.end(of: "\u{FFFE}", from: 0) == nil
            && bytes.end(of: "\u{FFFF}", from: 0) == nil
    }

    /// Whether a text is well-formed and refers only to characters: what other references mean, libxml2 knows.
    static func isWhole(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var offset = 0
        while let found = text.index(of: UInt8(ascii: "&"), from: offset) {
            guard let reference = reference(in: text, at: found) else { return false }
            offset = reference.end
        }
        return areAllowed(text) && text.end(of: "]]>", from: 0) == nil
    }

    /// The character that a reference means, by its number or by a name of XML (XML 1.0, 4.1 and 4.6).
    private static func reference(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> (UInt32, end: Int)? {
        if text.has("&lt;", at: start) { return (0x3C, start + 4) }
        if text.has("&gt;", at: start) { return (0x3E, start + 4) }
        if text.has("&amp;", at: start) { return (0x26, start + 5) }
        if text.has("&quot;", at: start) { return (0x22, start + 6) }
        if text.has("&apos;", at: start) { return (0x27, start + 6) }
        guard text.has("&#", at: start) else { return nil }
        let isHex = text.has("x", at: start + 2)
        let first = start + (isHex ? 3 : 2)
        var (value, end): (UInt32, Int) = (0, first)
        while end < min(text.count, first + 7), let digit = ASCII.hexValue(text[end]), isHex || digit < 10 {
            value = value * (isHex ? 16 : 10) + UInt32(digit)
            end += 1
        }
        guard end > first, text.has(";", at: end), isAllowed(value) else { return nil }
        return (value, end + 1)
    }

    private static func isAllowed(_ character: UInt32) -> Bool {
        switch character {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// The content with line feeds for all line ends (XML 1.0, 2.11); nil if it has no others.
    static func normalizeLineEnds(of content: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard content.index(of: 0x0D, from: 0) != nil else { return nil }
        var lines: [UInt8] = []
        lines.reserveCapacity(content.count)
        for (index, byte) in content.enumerated() where byte != 0x0A || index == 0 || content[index - 1] != 0x0D {
            lines.append(byte == 0x0D ? 0x0A : byte)
        }
        return lines
    }

    /// Calls `take` with the content whose references are decoded. A section has none.
    static func decode(
        _ text: UnsafeBufferPointer<UInt8>, isSection: Bool, _ take: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        guard !isSection, var found = text.index(of: UInt8(ascii: "&"), from: 0) else { return take(text) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var copied = 0
        while let (value, end) = reference(in: text, at: found) {
            decoded += text[copied..<found]
            HTMLEntity.append(value, to: &decoded)
            copied = end
            guard let next = text.index(of: UInt8(ascii: "&"), from: end) else { break }
            found = next
        }
        decoded += text[copied...]
        decoded.withUnsafeBufferPointer(take)
    }
}
