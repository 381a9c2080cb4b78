/// One line of a response header, as libcurl passes it on (RFC 9112, sections 4 and 5).
enum HeaderLine: Hashable {
    case status(Int)
    case field(name: String, value: String)
    /// A line that begins with a space continues the line before.
    case continuation(String)
    /// The empty line at the end, or not a header line.
    case other

    init(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else {
            self = .other
            return
        }
        if bytes.starts(with: "HTTP/".utf8) {
            let number = bytes.drop { $0 != 0x20 }.drop { $0 == 0x20 }.prefix { (48...57).contains($0) }
            self = .status(number.prefix(3).reduce(0) { $0 * 10 + Int($1 - 48) })
        } else if first == 0x20 || first == 0x09 {
            self = .continuation(HeaderLine.text(bytes[...]))
        } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
            let name = HeaderLine.text(bytes[..<colon])
            let value = HeaderLine.text(bytes[(colon + 1)...], of: name)
            self = name.isEmpty ? .other : .field(name: name, value: value)
        } else {
            self = .other
        }
    }

    /// Trims white space. Text that is not UTF-8 is Latin-1, as in old servers (RFC 9110, section 5.5).
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>, of name: String = "") -> String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let all = UnsafeRawBufferPointer(rebasing: bytes)
        guard let first = all.firstIndex(where: { !isSpace($0) }), let last = all.lastIndex(where: { !isSpace($0) })
        else { return "" }
        let text = UnsafeRawBufferPointer(rebasing: all[first...last])
        // The fast path, for almost all lines.
        if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
        let readable = HTTPHeaders.Field.isOpaque(name) ? nil : String(validating: text, as: UTF8.self)
        return readable ?? text.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
    }
}
