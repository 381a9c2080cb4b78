/// Writes text: references are decoded, characters with a meaning in XML escaped, and characters that XML forbids (XML
/// 1.0, 2.2) dropped.
extension XMLRepair {
    /// A reference and its meaning.
    struct Reference {
        enum Meaning {
            case character(UInt32)
            /// The text of an entity that the document declares.
            case text([UInt8])
        }

        let meaning: Meaning
        /// The index after it.
        let end: Int
    }

    mutating func writeText(_ range: Range<Int>, isAttribute: Bool = false) {
        var copied = range.lowerBound
        var index = copied
        while index < range.upperBound {
            let byte = input[index]
            // Most bytes need no change.
            if byte > 0x5D && byte != 0xEF || byte > 0x3C && byte < 0x5D || byte > 0x26 && byte < 0x3C {
                index += 1
                continue
            }
            var length = 1
            let replacement: StaticString
            switch byte {
            case UInt8(ascii: "&"):
                if isTooLong { return }
                copy(copied..<index)
                copied = writeReference(at: index, before: range.upperBound)
                index = copied
                continue
            case UInt8(ascii: "<"): replacement = "&lt;"
            case UInt8(ascii: "\"") where isAttribute: replacement = "&quot;"
            case UInt8(ascii: "]") where input.has("]]>", at: index):
                length = min(3, range.upperBound - index)
                replacement = "]]&gt;"
            default:
                length = forbiddenLength(at: index)
                replacement = ""
            }
            if length > 0 {
                copy(copied..<index)
                put(replacement)
                copied = index + length
            }
            index += max(1, length)
        }
        copy(copied..<max(copied, range.upperBound))
    }

    /// Writes the content of a CDATA section.
    ///
    /// - Parameter droppingMarks: whether `<![CDATA[` and `]]>` in it belong to nested sections, and go. Otherwise they
    ///   are text.
    mutating func writeInSection(_ range: Range<Int>, droppingMarks: Bool = false) {
        var copied = range.lowerBound
        var index = copied
        while index < range.upperBound {
            let byte = input[index]
            if byte >= 0x20 && byte != UInt8(ascii: "]") && byte != UInt8(ascii: "<") && byte != 0xEF {
                index += 1
                continue
            }
            var length = forbiddenLength(at: index)
            var replacement: StaticString = ""
            if byte == UInt8(ascii: "]"), input.has("]]>", at: index) {
                length = 3
                if !droppingMarks { replacement = "]]]]><![CDATA[>" }
            } else if byte == UInt8(ascii: "<"), droppingMarks, scanner.isSectionStart(index) {
                length = 9
            }
            if length > 0 {
                copy(copied..<index)
                put(replacement)
                copied = min(index + length, range.upperBound)
            }
            index += max(1, length)
        }
        copy(copied..<range.upperBound)
    }

    mutating func put(_ text: StaticString) {
        output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes bytes as they stand.
    mutating func copy(_ range: Range<Int>) {
        if !range.isEmpty { output.append(contentsOf: UnsafeBufferPointer(rebasing: input[range])) }
    }

    /// The length of the forbidden character at `index`; 0 if it is allowed.
    private func forbiddenLength(at index: Int) -> Int {
        switch input[index] {
        case 0x09, 0x0A, 0x0D: 0
        case 0..<0x20: 1
        case 0xEF where input.has("\u{FFFE}", at: index) || input.has("\u{FFFF}", at: index): 3
        default: 0
        }
    }

    private static func isAllowed(_ value: UInt32) -> Bool {
        value >= 0x20 && value & 0xFFFF != 0xFFFE && value & 0xFFFF != 0xFFFF
            || value == 0x09 || value == 0x0A || value == 0x0D
    }

    // MARK: References

    /// The reference that begins with the `&` at `start`; nil if that is only an ampersand.
    func reference(at start: Int, before end: Int) -> Reference? {
        if !entities.isEmpty {
            let name = scanner.nameRange(from: start + 1)
            if name.upperBound < end, input[name.upperBound] == UInt8(ascii: ";"),
                let text = entities[String(decoding: input[name], as: UTF8.self)]
            {
                return Reference(meaning: .text(text), end: name.upperBound + 1)
            }
        }
        let text = UnsafeBufferPointer(rebasing: input[..<end])
        return HTMLEntity.reference(in: text, at: start).map { Reference(meaning: .character($0.value), end: $0.end) }
    }

    /// Writes what the ampersand at `start` begins, and gives the index after it.
    private mutating func writeReference(at start: Int, before end: Int) -> Int {
        guard let reference = reference(at: start, before: end) else {
            put("&amp;")
            return start + 1
        }
        switch reference.meaning {
        case .character(let value): writeCharacter(value)
        case .text(let text):
            for byte in text {
                switch byte {
                case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""):
                    writeCharacter(UInt32(byte))
                case 0..<0x20 where !Self.isAllowed(UInt32(byte)): break
                default: output.append(byte)
                }
            }
        }
        return reference.end
    }

    private mutating func writeCharacter(_ value: UInt32) {
        if Self.isAllowed(value) { output.append(contentsOf: "&#\(value);".utf8) }
    }

    /// One of XML's own entities (XML 1.0, 4.6).
    func isPredefined(_ name: Range<Int>) -> Bool {
        ["lt", "gt", "amp", "quot", "apos"].contains(String(decoding: input[name], as: UTF8.self))
    }
}
