/// HTML prepared for libxml2: valid UTF-8, repaired, and with a zero only at the end, as libxml2 stops at one.
struct HTMLSource {
    private(set) var bytes: [UInt8]

    /// - Parameters:
    ///   - isUTF8: the caller knows that the bytes are UTF-8.
    ///   - mendsTags: whether what looks like a tag and cannot be one becomes text.
    ///   - wrapper: what the parser wants before the document.
    ///   - attributeLimit: further attributes of a tag are overwritten with spaces.
    init(
        _ html: UnsafeBufferPointer<UInt8>, isUTF8: Bool, mendsTags: Bool, after wrapper: some Collection<UInt8>,
        attributeLimit: Int
    ) {
        bytes = Array(wrapper)
        bytes.reserveCapacity(html.count + 16)
        if isUTF8 || String(validating: html, as: UTF8.self) != nil {
            bytes.append(contentsOf: html)
        } else {
            bytes.append(contentsOf: String(decoding: html, as: UTF8.self).utf8)
        }
        if bytes.withUnsafeBufferPointer({ $0.index(of: 0, from: 0) }) != nil {
            bytes = bytes.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }
        }
        // A form feed is a space. libxml2 drops it.
        var place = 0
        while let found = bytes.withUnsafeBufferPointer({ $0.index(of: 0x0C, from: place) }) {
            bytes[found] = 0x20
            place = found + 1
        }
        mend(from: wrapper.count, mendsTags: mendsTags)
        bytes.append(0)
        dropAttributes(beyond: attributeLimit)
    }

    /// Rewrites tags and references that libxml2 reads differently from browsers.
    private mutating func mend(from start: Int, mendsTags: Bool) {
        let edits = bytes.withUnsafeBufferPointer { bytes in
            let tags = HTMLRepair(bytes, from: start, mendsTags: mendsTags).edits
            let references = Self.references(in: bytes, from: start)
            return (tags + references).sorted { $0.range.lowerBound < $1.range.lowerBound }
        }
        guard !edits.isEmpty else { return }
        var mended: [UInt8] = []
        mended.reserveCapacity(bytes.count + edits.count * 4 + 1)
        var place = 0
        for edit in edits where edit.range.lowerBound >= place {
            mended += bytes[place..<edit.range.lowerBound]
            mended += edit.replacement
            place = edit.range.upperBound
        }
        mended += bytes[place...]
        bytes = mended
    }

    /// Replaces the references that libxml2 does not know: those of HTML 5, and `&eacute` without a semicolon. Removes
    /// those to control characters, such as `&#27;`, at which libxml2 ends an attribute's value.
    private static func references(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [HTMLRepair.Edit] {
        var edits: [HTMLRepair.Edit] = []
        var place = start
        while let found = bytes.index(of: UInt8(ascii: "&"), from: place) {
            place = found + 1
            if bytes.has("&amp;", at: found) || bytes.has("&nbsp;", at: found) { continue }
            guard let reference = HTMLEntity.reference(in: bytes, at: found) else {
                // `&copy=2`: since 2.14, libxml2 reads the beginning as a reference.
                if HTMLEntity.isBarePrefix(in: bytes, at: found) {
                    edits.append(HTMLRepair.Edit(range: found..<place, replacement: ampersand))
                }
                continue
            }
            place = reference.end
            guard let replacement = replacement(of: reference.value, isNumber: bytes[found + 1] == UInt8(ascii: "#"))
            else { continue }
            edits.append(HTMLRepair.Edit(range: found..<reference.end, replacement: replacement))
        }
        return edits
    }

    private static let ampersand = Array("&amp;".utf8)

    /// Nil where libxml2 reads the reference correctly.
    private static func replacement(of value: UInt32, isNumber: Bool) -> [UInt8]? {
        switch value {
        // Characters with a meaning in HTML stay references.
        case 0x22, 0x26, 0x27, 0x3C, 0x3E: return Array("&#\(value);".utf8)
        case 0x0C: return [0x20]
        case 0x09, 0x0A, 0x0D: return nil
        case 0..<0x20, 0xFFFD...0xFFFF: return []
        case _ where isNumber: return nil
        default:
            var bytes: [UInt8] = []
            HTMLEntity.append(value, to: &bytes)
            return bytes
        }
    }

    /// Overwrites the attributes beyond the limit. Tags are found as libxml2 finds them.
    private mutating func dropAttributes(beyond limit: Int) {
        let last = bytes.count - 1
        bytes.withUnsafeMutableBufferPointer { bytes in
            var index = 0
            while let found = UnsafeBufferPointer(bytes).index(of: UInt8(ascii: "<"), from: index), found < last {
                index = found + 1
                while ASCII.isLetter(bytes[index]) || bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
                // Most tags have no attributes.
                guard index > found + 1, bytes[index] != UInt8(ascii: ">") else { continue }
                if ASCII.isLetter(bytes[found + 1]) {
                    index = Self.overwriteAttributes(in: bytes, from: index, to: last, beyond: limit)
                }
            }
        }
    }

    /// Returns the end of the tag.
    private static func overwriteAttributes(
        in bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int, to last: Int, beyond limit: Int
    ) -> Int {
        var quote: UInt8?
        var parts = 0
        var index = start
        while index < last {
            let byte = bytes[index]
            if let open = quote {
                if byte == open {
                    quote = nil
                    parts += 1
                }
            } else if byte == UInt8(ascii: ">") {
                return index
            } else if (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) && opensValue(bytes, index) {
                quote = byte
            } else if byte <= 0x20 || byte == UInt8(ascii: "/") {
                parts += 1
            }
            // A quoted attribute counts twice: for the space before it and for its closing quote.
            if parts > limit * 2 { bytes[index] = 0x20 }
            index += 1
        }
        return index
    }

    /// Whether the quote at `index` opens a value: only one right after `=` does.
    private static func opensValue(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ index: Int) -> Bool {
        var before = index - 1
        while before > 0, bytes[before] <= 0x20, index - before < 16 { before -= 1 }
        return bytes[before] == UInt8(ascii: "=")
    }
}
