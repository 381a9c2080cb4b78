/// The context of a text, which decides which characters are escaped in it.
enum SafeContext {
    case text
    /// Text that keeps its white space: a tab is escaped, so that later handling of lines does not change it.
    case preformatted
    case attribute
}

extension [UInt8] {
    /// Appends text, escaped, without control characters but tabs and line ends, and without U+FFFE and U+FFFF.
    mutating func appendSafe(_ text: String, as context: SafeContext) {
        var text = text
        text.withUTF8 { source in
            var copied = 0
            var index = 0
            while index < source.count {
                let (escape, length) = SafeContext.escape(of: source, at: index, in: context)
                if let escape {
                    append(contentsOf: source[copied..<index])
                    append(contentsOf: UnsafeBufferPointer(start: escape.utf8Start, count: escape.utf8CodeUnitCount))
                    copied = index + length
                }
                index += length
            }
            append(contentsOf: source[copied...])
        }
    }
}

extension SafeContext {
    /// The escape of the character at `index`, nil if it needs none, and the length of the character in bytes.
    @inline(__always) fileprivate static func escape(
        of source: UnsafeBufferPointer<UInt8>, at index: Int, in context: SafeContext
    ) -> (escape: StaticString?, length: Int) {
        switch source[index] {
        case UInt8(ascii: "&"): return ("&amp;", 1)
        case UInt8(ascii: "<"): return ("&lt;", 1)
        case UInt8(ascii: ">"): return ("&gt;", 1)
        case UInt8(ascii: "\""): return (context == .attribute ? "&quot;" : nil, 1)
        case UInt8(ascii: "'"): return (context == .attribute ? "&#39;" : nil, 1)
        case 0x09: return (context == .preformatted ? "&#9;" : nil, 1)
        case 0x0A: return (nil, 1)
        case 0x0D: return (index + 1 < source.count && source[index + 1] == 0x0A ? "" : "\n", 1)
        case 0..<0x20, 0x7F: return ("", 1)
        case 0xC2 where index + 1 < source.count: return (source[index + 1] < 0xA0 ? "" : nil, 2)
        case 0xEF where index + 2 < source.count && source[index + 1] == 0xBF && source[index + 2] >= 0xBE:
            return ("", 3)
        default: return (nil, 1)
        }
    }
}
