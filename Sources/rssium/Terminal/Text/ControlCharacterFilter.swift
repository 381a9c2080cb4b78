internal import FeedCore

/// Removes control characters from text, so that no feed can send escape sequences to the terminal.
enum ControlCharacterFilter {
    enum Kind {
        /// A part of one line: a line break or a tab becomes a space.
        case line
        /// A document of lines: line breaks and tabs stay.
        case document
        /// A field of a tab-separated record: each control character becomes a space.
        case field
    }

    /// Appends the text as UTF-8, without control characters (C0, DEL, C1) and without characters that override or
    /// isolate its direction (U+202A to U+202E, U+2066 to U+2069).
    static func append(_ text: String, to bytes: inout [UInt8], as kind: Kind) {
        // Without a copy of the text, which every field of a list would need.
        if text.utf8.withContiguousStorageIfAvailable({ append($0, to: &bytes, as: kind) }) != nil { return }
        var text = text
        text.withUTF8 { append($0, to: &bytes, as: kind) }
    }

    static func append(_ text: Substring, to bytes: inout [UInt8], as kind: Kind) {
        var text = text
        text.withUTF8 { append($0, to: &bytes, as: kind) }
    }

    private static func append(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8], as kind: Kind) {
        var copied = 0
        var suspect = firstSuspect(in: source, from: 0)
        while let index = suspect {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied..<index]))
            let length = harmfulLength(in: source, at: index)
            if length == 0 {
                copied = index
                suspect = firstSuspect(in: source, from: index + 1)
            } else {
                replace(source, at: index, length, in: &bytes, as: kind)
                copied = index + length
                suspect = firstSuspect(in: source, from: copied)
            }
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied...]))
    }

    static func string(_ text: some StringProtocol, as kind: Kind) -> String {
        var bytes: [UInt8] = []
        append(Substring(text), to: &bytes, as: kind)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The length in bytes of a character to remove at `index`; 0 where the character there may stay.
    private static func harmfulLength(in source: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let end = source.endOfCharacter(at: index)
        switch source[index..<end].character {
        case ..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: return end - index
        default: return 0
        }
    }

    private static func replace(
        _ source: UnsafeBufferPointer<UInt8>, at index: Int, _ length: Int, in bytes: inout [UInt8], as kind: Kind
    ) {
        let byte = source[index]
        let isBreak = byte == UInt8(ascii: "\n")
        // Of CR LF only the LF counts.
        if byte == UInt8(ascii: "\r"), index + 1 < source.count, source[index + 1] == UInt8(ascii: "\n") { return }
        switch kind {
        case .document where isBreak || byte == UInt8(ascii: "\t"): bytes.append(byte)
        case .field where length < 3: bytes.append(UInt8(ascii: " "))
        case .line where isBreak, _ where byte == UInt8(ascii: "\t"): bytes.append(UInt8(ascii: " "))
        default: break
        }
    }

    private static func firstSuspect(in source: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < source.count {
            index = source.endOfVisibleASCII(from: index, upTo: source.count)
            while index < source.count, source[index] >= 0x7F || source[index] < 0x20 {
                if source[index] <= 0x7F || source[index] == 0xC2 || source[index] == 0xE2 { return index }
                index += 1
            }
        }
        return nil
    }
}
