extension XMLRepair {
    /// Writes text so that it means what it was meant to: references that mean something, stray signs as signs,
    /// without the characters that XML forbids (XML 1.0, 2.2).
    mutating func writeText(_ range: Range<Int>, isAttribute: Bool = false) {
        var run = range.lowerBound
        var index = run
        while index < range.upperBound {
            let byte = input[index]
            if byte > 0x5D && byte != 0xEF || byte > 0x3C && byte < 0x5D || byte > 0x26 && byte < 0x3C {
                index += 1
                continue
            }
            if isTooLong { return }
            let next: Int
            switch byte {
            case UInt8(ascii: "&"):
                write(run..<index)
                next = writeReference(at: index, before: range.upperBound)
            case UInt8(ascii: "<"):
                write(run..<index)
                put("&lt;")
                next = index + 1
            case UInt8(ascii: "\"") where isAttribute:
                write(run..<index)
                put("&quot;")
                next = index + 1
            case UInt8(ascii: "]") where input.has("]]>", at: index):
                write(run..<index)
                put("]]&gt;")
                next = min(index + 3, range.upperBound)
            default:
                let forbidden = forbiddenLength(at: index)
                guard forbidden > 0 else {
                    index += 1
                    continue
                }
                write(run..<index)
                next = index + forbidden
            }
            run = next
            index = next
        }
        write(run..<max(run, range.upperBound))
    }

    /// How long the forbidden character is that begins here; 0 for any other.
    func forbiddenLength(at index: Int) -> Int {
        switch input[index] {
        case 0x09, 0x0A, 0x0D: 0
        case 0..<0x20: 1
        // U+FFFE and U+FFFF.
        case 0xEF where input.has("\u{FFFE}", at: index) || input.has("\u{FFFF}", at: index): 3
        default: 0
        }
    }

    mutating func put(_ text: StaticString) {
        output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes bytes as they stand.
    mutating func write(_ range: Range<Int>) {
        if !range.isEmpty { output.append(contentsOf: UnsafeBufferPointer(rebasing: input[range])) }
    }

    /// Writes what the ampersand at `start` begins, and gives the index behind it.
    private mutating func writeReference(at start: Int, before end: Int) -> Int {
        let text = UnsafeBufferPointer(rebasing: input[..<end])
        let name = nameRange(from: start + 1)
        if name.upperBound < end, !name.isEmpty, input[name.upperBound] == UInt8(ascii: ";"),
            isDeclared(name)
        {
            write(start..<name.upperBound + 1)
            return name.upperBound + 1
        }
        guard let found = HTMLEntity.reference(in: text, at: start) else {
            put("&amp;")
            return start + 1
        }
        if XMLRepair.isAllowed(found.value) {
            output.append(contentsOf: "&#\(found.value);".utf8)
        }
        return found.end
    }

    /// One of XML's own, or of the document's.
    func isDeclared(_ name: Range<Int>) -> Bool {
        isPredefined(name)
            || !entities.isEmpty && entities.contains(String(decoding: input[name], as: UTF8.self))
    }

    /// One of XML's own (XML 1.0, 4.6).
    func isPredefined(_ name: Range<Int>) -> Bool {
        let bytes = UnsafeBufferPointer(rebasing: input[name])
        switch bytes.count {
        case 2: if bytes.elementsEqual("lt".utf8) || bytes.elementsEqual("gt".utf8) { return true }
        case 3: if bytes.elementsEqual("amp".utf8) { return true }
        case 4: if bytes.elementsEqual("quot".utf8) || bytes.elementsEqual("apos".utf8) { return true }
        default: break
        }
        return false
    }

    static func isAllowed(_ value: UInt32) -> Bool {
        value >= 0x20 && value & 0xFFFF != 0xFFFE && value & 0xFFFF != 0xFFFF
            || value == 0x09 || value == 0x0A || value == 0x0D
    }

    /// Within a section: the marks of others inside it go, `]]>` is parted.
    mutating func writeInSection(_ range: Range<Int>, droppingMarks: Bool = false) {
        var run = range.lowerBound
        var index = run
        while index < range.upperBound {
            let byte = input[index]
            if byte >= 0x20 && byte != UInt8(ascii: "]") && byte != UInt8(ascii: "<") && byte != 0xEF {
                index += 1
                continue
            }
            var next = index + 1
            if byte == UInt8(ascii: "]"), input.has("]]>", at: index) {
                write(run..<index)
                if !droppingMarks { put("]]]]><![CDATA[>") }
                next = index + 3
            } else if byte == UInt8(ascii: "<"), droppingMarks, isSectionStart(index) {
                write(run..<index)
                next = index + 9
            } else {
                let forbidden = forbiddenLength(at: index)
                guard forbidden > 0 else {
                    index += 1
                    continue
                }
                write(run..<index)
                next = index + forbidden
            }
            run = min(next, range.upperBound)
            index = run
        }
        write(run..<range.upperBound)
    }
}
