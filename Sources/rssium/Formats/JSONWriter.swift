internal import FeedCore

/// Writes JSON (RFC 8259) piece by piece, and adds commas and escapes.
///
/// It also escapes what JSON allows and terminals or other programs do not: DEL, the C1 control characters, the line
/// separators U+2028 and U+2029, characters that override or isolate the direction of text, and U+FFFE and U+FFFF, which
/// YAML forbids.
struct JSONWriter {
    private var bytes: [UInt8] = []
    /// Whether the next value needs a comma before it.
    private var needsComma = false

    var text: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Structure

    mutating func object(_ body: (inout JSONWriter) -> Void) {
        open("{")
        body(&self)
        close("}")
    }

    mutating func array(_ body: (inout JSONWriter) -> Void) {
        open("[")
        body(&self)
        close("]")
    }

    /// For documents whose values arrive one by one; elsewhere `object` and `array` close what they open.
    mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    /// - Parameter name: letters and underscores, which need no escapes.
    mutating func key(_ name: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(contentsOf: "\":".utf8)
        needsComma = false
    }

    /// A line break between values, for people who read the document.
    mutating func lineBreak() { bytes.append(UInt8(ascii: "\n")) }

    /// A line break before the next value, after its comma.
    mutating func nextLine() {
        separate()
        lineBreak()
        needsComma = false
    }

    /// The next value begins a new document.
    mutating func startOver() { needsComma = false }

    // MARK: Values

    mutating func value(_ text: String) {
        separate()
        quote(text)
        needsComma = true
    }

    mutating func value(_ number: Int64) {
        separate()
        bytes.append(digitsOf: number)
        needsComma = true
    }

    mutating func value(_ isTrue: Bool) { literal(isTrue ? "true" : "false") }
    mutating func value(_ time: Timestamp) { value(time.rfc3339) }
    mutating func null() { literal("null") }

    /// Moves the bytes written so far to `other`, and keeps the position in the document.
    mutating func move(into other: inout [UInt8]) {
        other.append(contentsOf: bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    // MARK: Bytes

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { source in
            var copied = 0
            var index = 0
            while index < source.count {
                let byte = source[index]
                guard
                    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2
                        || byte == 0xEF,
                    let (code, length) = JSONWriter.escaped(source, at: index)
                else {
                    index += 1
                    continue
                }
                bytes.append(contentsOf: source[copied..<index])
                escape(code)
                index += length
                copied = index
            }
            bytes.append(contentsOf: source[copied...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The character at `index` and its length in bytes, where it must be escaped; else nil.
    private static func escaped(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> (code: UInt32, length: Int)? {
        let end = source.endOfCharacter(at: index)
        let code = source[index..<end].character
        switch code {
        case ..<0x20, 0x22, 0x5C, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF:
            return (code, end - index)
        default: return nil
        }
    }

    private mutating func escape(_ code: UInt32) {
        bytes.append(UInt8(ascii: "\\"))
        switch code {
        case 0x22, 0x5C: bytes.append(UInt8(code))
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default: bytes.append(contentsOf: "u\(code.padded(to: 4, radix: 16))".utf8)
        }
    }
}

extension JSONWriter {
    /// Appends the same JSON in ASCII (RFC 8259, section 7). Only its strings hold other characters.
    static func append(escaping json: [UInt8], to bytes: inout [UInt8]) {
        for unit in String(decoding: json, as: UTF8.self).utf16 {
            if unit < 0x80 {
                bytes.append(UInt8(unit))
            } else {
                bytes.append(contentsOf: "\\u\(unit.padded(to: 4, radix: 16))".utf8)
            }
        }
    }
}
