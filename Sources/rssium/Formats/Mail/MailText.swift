internal import FeedCore

/// The text of one part of a message as lines of ASCII, and the name of its encoding (RFC 2045, section 6).
///
/// No line begins with `From `, also behind `>`, so an mbox needs to quote none. None begins with `--`, as the lines
/// between parts do.
struct MailText {
    let encoding: String
    /// Lines that end with LF.
    let bytes: [UInt8]

    /// The recommended length of a line (RFC 5322, section 2.1.1), and the length that an encoding allows.
    private static let lineLimit = 78
    private static let codedLineLimit = 76

    /// Unchanged if that is possible, else in the shorter one of quoted-printable and base64.
    init(_ text: String) {
        var source: [UInt8] = []
        source.reserveCapacity(text.utf8.count + 1)
        ControlCharacterFilter.append(text, to: &source, as: .document)
        if source.last != UInt8(ascii: "\n") { source.append(UInt8(ascii: "\n")) }
        if MailText.isPlain(source) {
            (encoding, bytes) = ("7bit", source)
        } else if source.count(where: { $0 >= 0x80 }) > source.count / 6 {
            (encoding, bytes) = ("base64", MailText.base64(source))
        } else {
            (encoding, bytes) = ("quoted-printable", MailText.quotedPrintable(source))
        }
    }

    /// Whether every line can stay as it is.
    private static func isPlain(_ source: [UInt8]) -> Bool {
        var start = 0
        for index in source.indices {
            let byte = source[index]
            guard byte == UInt8(ascii: "\n") else {
                if byte >= 0x7F || byte < 0x20 { return false }
                continue
            }
            let endsInSpace = index > start && source[index - 1] == UInt8(ascii: " ")
            if index - start > lineLimit || endsInSpace || isMarked(source, at: start) { return false }
            start = index + 1
        }
        return true
    }

    /// Whether the line means something to programs that carry messages: it may end one, begin one, or divide one.
    private static func isMarked(_ source: [UInt8], at start: Int) -> Bool {
        switch source[start] {
        case UInt8(ascii: "."): true
        case UInt8(ascii: "-"): source[start...].starts(with: "--".utf8)
        case UInt8(ascii: "F"), UInt8(ascii: ">"):
            // Only as far as a line can reach: `>` may come a million times.
            source[start...].prefix(lineLimit).drop { $0 == UInt8(ascii: ">") }.starts(with: "From ".utf8)
        default: false
        }
    }

    private static func base64(_ source: [UInt8]) -> [UInt8] {
        let letters = Base64.encoded(source)
        var lines: [UInt8] = []
        lines.reserveCapacity(letters.count + letters.count / codedLineLimit + 1)
        for start in stride(from: 0, to: letters.count, by: codedLineLimit) {
            lines += letters[start..<min(start + codedLineLimit, letters.count)]
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }

    private static func quotedPrintable(_ source: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(source.count + source.count / 4)
        var used = 0
        var index = 0
        while index < source.count {
            // One place is for the `=` of a line that goes on.
            let plainEnd = used == 0 ? index : endOfPlain(source, from: index, atMost: codedLineLimit - 1 - used)
            if plainEnd > index {
                result += source[index..<plainEnd]
                used += plainEnd - index
                index = plainEnd
                continue
            }
            let byte = source[index]
            defer { index += 1 }
            if byte == UInt8(ascii: "\n") {
                result.append(byte)
                used = 0
                continue
            }
            let isLast = source[index + 1] == UInt8(ascii: "\n")
            let isWhite = byte == 0x20 || byte == 0x09
            var isCoded = byte == UInt8(ascii: "=") || byte >= 0x7F || (isWhite ? isLast : byte < 0x20)
            if used + (isCoded ? 3 : 1) > codedLineLimit - (isLast ? 0 : 1) {
                result.append(UInt8(ascii: "="))
                result.append(UInt8(ascii: "\n"))
                used = 0
            }
            if used == 0, isMarked(source, at: index) { isCoded = true }
            if isCoded { appendEscape(of: byte, to: &result) } else { result.append(byte) }
            used += isCoded ? 3 : 1
        }
        return result
    }

    /// The end of bytes that stay as they are within a line: visible ASCII, and spaces that do not end a line.
    private static func endOfPlain(_ source: [UInt8], from start: Int, atMost count: Int) -> Int {
        source.withUnsafeBufferPointer { source in
            let end = min(start + count, source.count)
            var index = start
            while index < end {
                let byte = source[index]
                let isPlain = byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "=")
                guard isPlain || byte == 0x20 && source[index + 1] != UInt8(ascii: "\n") else { break }
                index += 1
            }
            return index
        }
    }

    /// Appends `=3D`.
    static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "="))
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
