/// The bytes as libxml2 takes them: valid UTF-8, and no NUL, which it stops at, but one at the end.
struct HTMLSource {
    private(set) var bytes: [UInt8]

    /// What stands before the document is put there by whoever parses it.
    ///
    /// - Parameters:
    ///   - isUTF8: that is known, and needs no look.
    ///   - attributeLimit: more attributes of a tag are blanked.
    init(
        _ html: UnsafeBufferPointer<UInt8>, isUTF8: Bool, after wrapper: some Collection<UInt8>, attributeLimit: Int
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
        dropUnfinishedTag()
        mendReferences()
        bytes.append(0)
        dropAttributes(beyond: attributeLimit)
    }

    /// A tag that the end of the document cuts off is none, as in browsers; libxml2 would make one of what there is.
    private mutating func dropUnfinishedTag() {
        let rest = (bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1) + 1
        let starts = bytes.indices[rest...].dropLast()
        let start = starts.first { bytes[$0] == UInt8(ascii: "<") && Self.isLetter(bytes[$0 + 1]) }
        if let start { bytes.removeSubrange(start...) }
    }

    /// Gives references such as `&eacute` the semicolon that they lack: browsers know them so, libxml2 does not. Takes
    /// out those to what is no character, such as `&#27;`: libxml2 ends an attribute's value there.
    private mutating func mendReferences() {
        let edits = bytes.withUnsafeBufferPointer { bytes in
            var edits: [Range<Int>] = []
            var index = 0
            while let found = bytes.index(of: UInt8(ascii: "&"), from: index) {
                index = found + 1
                guard index < bytes.count else { break }
                if bytes[index] == UInt8(ascii: "#") {
                    guard let end = Self.endOfNoCharacter(in: bytes, at: found) else { continue }
                    edits.append(found..<end)
                    index = end
                } else if let end = Self.endOfBareReference(in: bytes, at: found, upTo: &index) {
                    edits.append(end..<end)
                }
            }
            return edits
        }
        guard !edits.isEmpty else { return }
        var whole: [UInt8] = []
        whole.reserveCapacity(bytes.count + edits.count + 1)
        var start = 0
        for edit in edits {
            whole += bytes[start..<edit.lowerBound]
            if edit.isEmpty { whole.append(UInt8(ascii: ";")) }
            start = edit.upperBound
        }
        whole += bytes[start...]
        bytes = whole
    }

    private static func endOfNoCharacter(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        guard let reference = HTMLEntity.reference(in: bytes, at: start) else { return nil }
        switch reference.value {
        case 0x09, 0x0A, 0x0D: return nil
        case 0..<0x20, 0xFFFD...0xFFFF: return reference.end
        default: return nil
        }
    }

    private static func endOfBareReference(
        in bytes: UnsafeBufferPointer<UInt8>, at start: Int, upTo index: inout Int
    ) -> Int? {
        let first = start + 1
        while index < bytes.count, index - first < 7, isAlphanumeric(bytes[index]) { index += 1 }
        let isEnd = index == bytes.count || !isAlphanumeric(bytes[index]) && !";=".utf8.contains(bytes[index])
        guard isEnd, HTMLEntity.isBare(UnsafeBufferPointer(rebasing: bytes[first..<index])) else { return nil }
        return index
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Blanks what follows in a tag of too many attributes.
    private mutating func dropAttributes(beyond limit: Int) {
        let last = bytes.count - 1
        bytes.withUnsafeMutableBufferPointer { bytes in
            var index = 0
            while let found = UnsafeBufferPointer(bytes).index(of: UInt8(ascii: "<"), from: index), found < last {
                index = found + 1
                while Self.isAlphanumeric(bytes[index]) { index += 1 }
                // Most tags have none.
                guard index > found + 1, bytes[index] != UInt8(ascii: ">") else { continue }
                if Self.isLetter(bytes[found + 1]) {
                    index = Self.blankTag(in: bytes, from: index, to: last, beyond: limit)
                }
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// Walks to the end of the tag and returns its place.
    private static func blankTag(
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
            } else if (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")) && follows(bytes, index) {
                quote = byte
            } else if byte <= 0x20 || byte == UInt8(ascii: "/") {
                parts += 1
            }
            // A quoted attribute counts twice: for the blank before it and for its closing quote.
            if parts > limit * 2 { bytes[index] = 0x20 }
            index += 1
        }
        return index
    }

    /// Whether the quote opens a value: only one right after `=` does.
    private static func follows(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ index: Int) -> Bool {
        var before = index - 1
        while before > 0, bytes[before] <= 0x20, index - before < 16 { before -= 1 }
        return bytes[before] == UInt8(ascii: "=")
    }
}
