extension XMLRepair {
    /// What begins with a `<`.
    enum Token {
        case start, end, section, comment, instruction, declaration
        /// A less-than sign.
        case text
    }

    /// A tag, where it stands. Its attributes are in `attributes`.
    struct Tag {
        let name: Name
        /// The index after the `>`; where that never comes, the next `<`, or the end of the document.
        let end: Int
        let isEmpty: Bool
        /// It has its `>`.
        let isTerminated: Bool
        /// As XML wants it.
        let isTidy: Bool
    }

    struct Attribute {
        let name: Range<Int>
        /// Without its quotes.
        let value: Range<Int>
    }

    /// More attributes of an element than these are left out.
    private static let attributeLimit = 128

    func token(at less: Int) -> Token {
        guard less + 1 < input.count else { return .text }
        switch input[less + 1] {
        case UInt8(ascii: "!"):
            if input.has("<!--", at: less) { return .comment }
            if isSectionStart(less) { return .section }
            return less + 2 < input.count && ASCII.isLetter(input[less + 2]) ? .declaration : .text
        case UInt8(ascii: "?"): return .instruction
        case UInt8(ascii: "/"):
            return less + 2 == input.count || XMLRepair.beginsName(input[less + 2])
                || isSlippedTag(at: less)
                ? .end : .text
        case let byte where byte <= 0x20:
            return !isSlippedTag(at: less) ? .text : tagName(at: less).isEnd ? .end : .start
        case let byte: return XMLRepair.beginsName(byte) ? .start : .text
        }
    }

    /// Where the name of the tag at `less` begins, and whether it is an end tag: `</title`, `</ title`, `<//title`.
    func tagName(at less: Int) -> (start: Int, isEnd: Bool) {
        var start = less + 1
        while start < input.count, input[start] <= 0x20 { start += 1 }
        guard start < input.count, input[start] == UInt8(ascii: "/") else { return (start, false) }
        repeat {
            start += 1
        } while start < input.count && (input[start] <= 0x20 || input[start] == UInt8(ascii: "/"))
        return (start, true)
    }

    /// A tag of a feed with blanks or slashes before its name: `< title>`, `</ title>`, `<//title>`.
    private func isSlippedTag(at less: Int) -> Bool {
        let near = min(input.count, less + 100)
        guard !input[less + 1..<near].prefix(while: { $0 <= 0x20 || $0 == UInt8(ascii: "/") }).isEmpty
        else {
            return false
        }
        let tag = tagName(at: less)
        guard tag.start < near, XMLRepair.beginsName(input[tag.start]) else { return false }
        let range = nameRange(from: tag.start)
        guard XMLRepair.isFeedName(name(range)),
            let end = input[range.upperBound..<max(range.upperBound, near)].firstIndex(where: {
                $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<")
            }), input[end] == UInt8(ascii: ">")
        else { return false }
        let rest = input[range.upperBound..<end]
        return rest.isEmpty
            || (tag.isEnd ? rest.allSatisfy { $0 <= 0x20 } : rest.contains(UInt8(ascii: "=")))
    }

    static func beginsName(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        beginsName(byte) || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ":")
            || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    private static func isASCIIName(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        bytes.allSatisfy { $0 < 0x80 }
            && bytes.reduce(0) { $0 + ($1 == UInt8(ascii: ":") ? 1 : 0) } <= 1
            && bytes.last != UInt8(ascii: ":") && bytes.count <= 1000
    }

    /// Scans the start or end tag at a `<`.
    mutating func scanTag(at less: Int) -> Tag {
        let (start, isEnd) = tagName(at: less)
        let range = nameRange(from: start)
        attributes.removeAll(keepingCapacity: true)
        var isTidy = start == less + (isEnd ? 2 : 1) && XMLRepair.isASCIIName(input[range])
        var isEmpty = false
        var index = range.upperBound
        func tag(_ end: Int, isTerminated: Bool) -> Tag {
            Tag(name: name(range), end: end, isEmpty: isEmpty, isTerminated: isTerminated, isTidy: isTidy)
        }
        while true {
            let blanks = index
            while index < input.count, input[index] <= 0x20 { index += 1 }
            guard index < input.count else { return tag(index, isTerminated: false) }
            switch input[index] {
            case UInt8(ascii: ">"):
                return tag(index + 1, isTerminated: true)
            case UInt8(ascii: "<"):
                isTidy = false
                return tag(index, isTerminated: false)
            case UInt8(ascii: "/"):
                index += 1
                guard index < input.count else { return tag(index, isTerminated: false) }
                if input[index] == UInt8(ascii: ">"), !isEnd { isEmpty = true } else { isTidy = false }
            default:
                if blanks == index || isEnd { isTidy = false }
                guard scanAttribute(&index, &isTidy) else { return tag(input.count, isTerminated: false) }
            }
        }
    }

    /// Scans the attribute at `index`; false where the document ends in it.
    private mutating func scanAttribute(_ index: inout Int, _ isTidy: inout Bool) -> Bool {
        let start = index
        while index < input.count, !XMLRepair.endsAttributeName(input[index]) { index += 1 }
        let name = start..<index
        while index < input.count, input[index] <= 0x20 { index += 1 }
        guard index < input.count else { return false }
        guard input[index] == UInt8(ascii: "=") else {
            isTidy = false
            if name.isEmpty {
                index += 1  // A quote that nothing goes with.
            } else {
                index = name.upperBound
                add(Attribute(name: name, value: name.upperBound..<name.upperBound), &isTidy)
            }
            return true
        }
        index += 1
        while index < input.count, input[index] <= 0x20 { index += 1 }
        guard index < input.count else { return false }
        let quote = input[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            isTidy = false
            let value = unquotedValue(from: index)
            index = value.upperBound
            add(Attribute(name: name, value: value), &isTidy)
            return true
        }
        index += 1
        let value = quotedValue(from: index, quote)
        guard value.isClosed || value.range.upperBound < input.count else { return false }
        if !value.isClosed || value.hasLess { isTidy = false }
        index = value.range.upperBound + (value.isClosed ? 1 : 0)
        add(Attribute(name: name, value: value.range), &isTidy)
        return true
    }

    /// Keeps an attribute that has a name that XML takes, the first of each name.
    private mutating func add(_ attribute: Attribute, _ isTidy: inout Bool) {
        let name = input[attribute.name]
        guard let first = name.first, XMLRepair.beginsName(first),
            name.allSatisfy(XMLRepair.isNameByte),
            XMLRepair.isASCIIName(name), attributes.count < XMLRepair.attributeLimit,
            !attributes.contains(where: {
                $0.name.count == name.count && input[$0.name].elementsEqual(name)
            })
        else {
            isTidy = false
            return
        }
        attributes.append(attribute)
    }

    private func unquotedValue(from start: Int) -> Range<Int> {
        var end = start
        while end < input.count, input[end] > 0x20, input[end] != UInt8(ascii: ">"),
            input[end] != UInt8(ascii: "<")
        {
            end += 1
        }
        if end < input.count, input[end] == UInt8(ascii: ">"), end > start,
            input[end - 1] == UInt8(ascii: "/")
        {
            end -= 1
        }
        return start..<end
    }

    /// A value up to its quote, or, where that is evidently missing, to the end of the tag.
    private mutating func quotedValue(
        from start: Int, _ quote: UInt8
    ) -> (range: Range<Int>, isClosed: Bool, hasLess: Bool) {
        let end = input.index(of: quote, from: start)
        searched += (end ?? input.count) - start
        var stop = start
        let limit = end ?? input.count
        while stop < limit, input[stop] != UInt8(ascii: "<") { stop += 1 }
        if let end {
            if stop == end { return (start..<end, true, false) }
            // A quote belongs to it where a tag can go on behind it.
            let next = end + 1 < input.count ? input[end + 1] : UInt8(ascii: ">")
            let isSlash = next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
            if next <= 0x20 || next == UInt8(ascii: ">") || isSlash { return (start..<end, true, true) }
        }
        if let greater = input[start..<stop].firstIndex(of: UInt8(ascii: ">")) { stop = greater }
        if stop > start, stop < input.count, input[stop - 1] == UInt8(ascii: "/") { stop -= 1 }
        return (start..<stop, false, false)
    }

    private static func endsAttributeName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<"),
            UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }

    // MARK: Writing

    /// Writes a start tag with the attributes scanned last. `asHTML` says that the text in it is HTML (RFC 4287,
    /// 3.1.1), whatever was said before.
    mutating func writeStart(_ tag: Tag, isEmpty: Bool, asHTML: Bool = false) {
        output.append(UInt8(ascii: "<"))
        writeName(tag.name.range)
        for attribute in attributes {
            let name = input[attribute.name]
            if asHTML, name.elementsEqual("type".utf8) || name.elementsEqual("mode".utf8) { continue }
            output.append(UInt8(ascii: " "))
            output.append(contentsOf: name)
            put("=\"")
            writeText(attribute.value, isAttribute: true)
            output.append(UInt8(ascii: "\""))
        }
        if asHTML { put(" type=\"html\"") }
        put(isEmpty ? "/>" : ">")
    }

    mutating func writeEnd(_ name: Name) {
        put("</")
        writeName(name.range)
        output.append(UInt8(ascii: ">"))
    }

    /// Names are ASCII with one colon at most; what else there is of them is no vocabulary of feeds.
    mutating func writeName(_ range: Range<Int>) {
        var hasColon = false
        for index in range.prefix(1000) {
            let byte = input[index]
            let isColon = byte == UInt8(ascii: ":")
            let isKept =
                byte < 0x80
                && (!isColon
                    || !hasColon && index + 1 < range.upperBound && index - range.lowerBound < 999
                        && XMLRepair.beginsName(input[index + 1]))
            output.append(isKept ? byte : UInt8(ascii: "_"))
            hasColon = hasColon || isColon && isKept
        }
    }
}
