/// Reads numbers and strings.
extension JSONText {
    mutating func number() throws(JSONError) -> JSONValue {
        let start = index
        var isInteger = true
        if byte == UInt8(ascii: "-") { index += 1 }
        if byte == UInt8(ascii: "0") { index += 1 } else { try skipDigits() }
        if byte == UInt8(ascii: ".") {
            isInteger = false
            index += 1
            try skipDigits()
        }
        if let letter = byte, letter | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            index += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
            try skipDigits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        // Ids can have more digits than any number.
        if isInteger { return Int64(text).map { .integer($0) } ?? .string(text) }
        guard let number = Double(text) else { throw .malformed }
        return .number(number)
    }

    var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipDigits() throws(JSONError) {
        let start = index
        while let byte, ASCII.isDigit(byte) { index += 1 }
        guard index > start else { throw .malformed }
    }

    /// Reads from the opening quotation mark to behind the closing one.
    mutating func string() throws(JSONError) -> String {
        let start = index + 1
        index = plainEnd(from: start)
        if byte == UInt8(ascii: "\"") {
            defer { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        var text = [UInt8](bytes[start..<index])
        while byte == UInt8(ascii: "\\") {
            index += 1
            try readEscape(into: &text)
            let start = index
            index = plainEnd(from: start)
            text.append(contentsOf: bytes[start..<index])
        }
        guard byte == UInt8(ascii: "\"") else { throw .malformed }
        index += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// The offset of the next quotation mark or backslash. Publishers forget to escape control characters.
    private func plainEnd(from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5C { index += 1 }
        return index
    }

    /// Reads what follows a backslash.
    private mutating func readEscape(into text: inout [UInt8]) throws(JSONError) {
        guard let letter = byte else { throw .malformed }
        escapes += 1
        if escapes & 0xFFF == 0, Task.isCancelled { throw .stopped }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            text.append(contentsOf: Character(try scalar(from: unit)).utf8)
        default: throw .malformed
        }
    }

    private mutating func scalar(from unit: UInt32) throws(JSONError) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard (0xD800...0xDBFF).contains(unit) else {
            return Unicode.Scalar(unit == 0 ? 0xD800 : unit) ?? replacement
        }
        let offset = index
        if bytes.has("\\u", at: index) {
            index += 2
            let low = try codeUnit()
            if (0xDC00...0xDFFF).contains(low) {
                return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + low - 0xDC00) ?? replacement
            }
            // The second escape is a character of its own.
            index = offset
        }
        return replacement
    }

    /// Reads the four hexadecimal digits of `\uXXXX`.
    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = byte.flatMap(ASCII.hexValue) else { throw .malformed }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }
}
