/// Cuts a broken document into tokens, from its beginning to its end.
struct XMLRepairScanner {
    typealias Token = XMLRepairToken

    struct Attribute {
        let name: Range<Int>
        /// Without its quotes.
        let value: Range<Int>
    }

    let input: UnsafeBufferPointer<UInt8>
    /// Where the next token is searched for.
    var position = 0
    /// The attributes of the tag that was scanned last.
    private(set) var attributes: [Attribute] = []
    /// The prefix of the root's name.
    private(set) var rootPrefix: UInt64 = 0
    /// A comment or section without end is a mistake, and the document goes on behind it. In a document that was cut
    /// off it is where the document ends.
    private var hasWholeRoot = true
    /// The document ends inside a token.
    private var isCutOff = false
    /// The name of the last start tag, if it begins a field; else `Name.none`.
    private var field = Token.Name.none
    private var sectionStarts = Lookahead("<![CDATA[")
    private var sectionEnds = Lookahead("]]>")
    private var commentEnds = Lookahead("-->")
    /// The index of the next end of a section that is followed by the end tag of a field.
    private var sectionsBeforeEndTag: [UInt64: Int?] = [:]
    private var count = 0

    /// More attributes of an element than these are left out.
    private static let attributeLimit = 128
    /// How far an attribute's closing quote may be from its opening one if there is a `<` between them.
    private static let quoteLimit = 1000

    init(_ input: UnsafeBufferPointer<UInt8>) {
        self.input = input
    }

    /// Tells the scanner which element the document is.
    mutating func setRoot(_ root: Token) {
        rootPrefix = root.name.prefix
        hasWholeRoot = endsWithRoot(root.name)
    }

    /// The next token; nil if the document ends, or is cut off.
    mutating func next() throws(ParseError) -> Token? {
        while !isCutOff, let less = input.index(of: UInt8(ascii: "<"), from: position) {
            count += 1
            if count & 0xFF == 0, Task.isCancelled { throw .cancelled }
            if let token = token(at: less) {
                position = token.end
                return token
            }
            position = isCutOff ? less : less + 1
        }
        return nil
    }

    /// The token that begins with the `<` at `less`; nil if that is only a less-than sign, or the document is cut off.
    private mutating func token(at less: Int) -> Token? {
        guard less + 1 < input.count else { return nil }
        switch input[less + 1] {
        case UInt8(ascii: "!"):
            if input.has("<!--", at: less) {
                let end = commentEnds.next(in: input, from: less + 4).map { $0 + 3 }
                return dropped(less, to: end ?? (hasWholeRoot ? endOfTag(less) : nil))
            }
            if isSectionStart(less) { return section(at: less) }
            guard less + 2 < input.count, ASCII.isLetter(input[less + 2]) else { return nil }
            return dropped(less, to: endOfTag(less), isTidy: false)
        case UInt8(ascii: "?"):
            let next = input.index(of: UInt8(ascii: "<"), from: less + 1) ?? input.count
            let end = UnsafeBufferPointer(rebasing: input[..<next]).end(of: "?>", from: less + 2)
            // One without end is text, as it does not reach beyond the next tag.
            return end == nil && next < input.count ? nil : dropped(less, to: end)
        case UInt8(ascii: "/"):
            guard less + 2 < input.count else {
                isCutOff = true
                return nil
            }
            return Self.beginsName(input[less + 2]) ? tag(at: less) : nil
        case let byte:
            guard Self.beginsName(byte), let tag = tag(at: less) else { return nil }
            field = tag.role == .field || tag.role == .person ? tag.name : .none
            return tag
        }
    }

    private func endOfTag(_ start: Int) -> Int? { input.index(of: UInt8(ascii: ">"), from: start).map { $0 + 1 } }

    private mutating func dropped(_ start: Int, to end: Int?, isTidy: Bool = true) -> Token? {
        guard let end else {
            isCutOff = true
            return nil
        }
        return Token(kind: .dropped, start: start, end: end, isTidy: isTidy)
    }

    /// Only comments may follow the end tag of the root, as caches and servers write them there.
    private func endsWithRoot(_ root: Token.Name) -> Bool {
        var last: Int?
        var place = max(0, input.count - 65_536)
        while let end = input.end(of: "</", from: place) {
            if name(nameRange(from: end)) == root { last = nameRange(from: end).upperBound }
            place = end
        }
        guard var index = last, let greater = input.index(of: UInt8(ascii: ">"), from: index),
            input[index..<greater].allSatisfy({ $0 <= 0x20 })
        else { return false }
        index = greater + 1
        while index < input.count {
            if input[index] <= 0x20 {
                index += 1
            } else if input.has("<!--", at: index), let end = input.end(of: "-->", from: index) {
                index = end
            } else {
                return false
            }
        }
        return true
    }

    // MARK: Sections

    /// `<![CDATA[` in any letter case.
    func isSectionStart(_ index: Int) -> Bool {
        guard let start = input.baseAddress, index + 9 <= input.count, input[index + 1] == UInt8(ascii: "!")
        else { return false }
        return strncasecmp(UnsafeRawPointer(start + index).assumingMemoryBound(to: CChar.self), "<![CDATA[", 9) == 0
    }

    /// The section that begins at `start`. One without `]]>` ends with its field; one with another section inside ends
    /// where both do.
    private mutating func section(at start: Int) -> Token? {
        let begin = start + 9
        let close = sectionEnds.next(in: input, from: begin)
        let inner = sectionStarts.next(in: input, from: begin) ?? input.count
        func section(_ content: Range<Int>, _ end: Int, isWhole: Bool) -> Token {
            Token(kind: .section, start: start, end: end, content: content, isTerminated: isWhole)
        }
        if let close, close <= inner { return section(begin..<close, close + 3, isWhole: true) }
        guard close != nil || hasWholeRoot else {
            isCutOff = true
            return nil
        }
        if let end = endTagOfField(in: begin..<inner) {
            return section(withoutBrokenEnd(begin..<end), end, isWhole: false)
        }
        if field != .none, let end = sectionEndBeforeEndTag(of: field, from: begin) {
            return section(begin..<end, end + 3, isWhole: false)
        }
        // Without any end the section is the markup that it would be without its start.
        return section(begin..<(close ?? begin), close.map { $0 + 3 } ?? begin, isWhole: false)
    }

    /// Where the end tag of the field begins, or, outside fields, that of the article.
    private func endTagOfField(in range: Range<Int>) -> Int? {
        let text = UnsafeBufferPointer(rebasing: input[..<range.upperBound])
        var place = range.lowerBound
        while let end = text.end(of: "</", from: place) {
            let name = name(nameRange(from: end))
            if field == .none ? name.role(rootPrefix: rootPrefix) == .article : name == field { return end - 2 }
            place = end
        }
        return nil
    }

    private mutating func sectionEndBeforeEndTag(of field: Token.Name, from start: Int) -> Int? {
        if let known = sectionsBeforeEndTag[field.local], known.map({ $0 >= start }) ?? true { return known }
        var found: Int?
        var place = start
        while found == nil, let end = input.end(of: "]]>", from: place) {
            var next = end
            while next < input.count, input[next] <= 0x20 { next += 1 }
            if input.has("</", at: next), name(nameRange(from: next + 2)).local == field.local { found = end - 3 }
            place = end
        }
        sectionsBeforeEndTag[field.local] = .some(found)
        return found
    }

    /// Without what was meant to end the section: `]] >`, `]]`, `]>`.
    private func withoutBrokenEnd(_ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, input[end - 1] <= 0x20 || input[end - 1] == UInt8(ascii: ">") { end -= 1 }
        guard end > range.lowerBound, input[end - 1] == UInt8(ascii: "]") else { return range }
        while end > range.lowerBound, input[end - 1] == UInt8(ascii: "]") { end -= 1 }
        return range.lowerBound..<end
    }

    // MARK: Names

    static func beginsName(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        beginsName(byte) || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: ":")
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// A name of ASCII with at most one colon: those of all vocabularies of feeds are.
    func isPlainName(_ range: Range<Int>) -> Bool {
        let name = input[range]
        return range.count <= 1000 && name.last != UInt8(ascii: ":") && name.allSatisfy { $0 < 0x80 }
            && name.reduce(0) { $0 + ($1 == UInt8(ascii: ":") ? 1 : 0) } <= 1
    }

    func nameRange(from start: Int) -> Range<Int> {
        var end = start
        while end < input.count, Self.isNameByte(input[end]) { end += 1 }
        return start..<end
    }

    func name(_ range: Range<Int>) -> Token.Name {
        var local: UInt64 = 0
        var prefix: UInt64 = 0
        for byte in input[range] {
            if byte == UInt8(ascii: ":"), prefix == 0 {
                prefix = local
                local = 0
            } else {
                local = HTMLTag.pack(local, byte)
            }
        }
        return Token.Name(local: local, prefix: prefix)
    }

    // MARK: Tags

    /// The tag at `less`; nil for text that only begins as one, or where the document is cut off.
    private mutating func tag(at less: Int) -> Token? {
        let tag = scanTag(at: less)
        if tag.isTerminated { return tag }
        if tag.end == input.count {
            // The last tag of the document may lack its `>`.
            isCutOff = tag.kind != .end || tag.role != .root
            return isCutOff ? nil : tag
        }
        return tag.kind == .start && tag.role == .other ? nil : tag
    }

    /// Scans the tag at `less` and its attributes.
    mutating func scanTag(at less: Int) -> Token {
        let isEnd = input[less + 1] == UInt8(ascii: "/")
        let range = nameRange(from: less + (isEnd ? 2 : 1))
        let name = name(range)
        var isTidy = isPlainName(range)
        var isEmpty = false
        var index = range.upperBound
        attributes.removeAll(keepingCapacity: true)
        func tag(_ end: Int, isTerminated: Bool) -> Token {
            Token(
                kind: isEnd ? .end : .start, start: less, end: end, content: range, name: name,
                role: name.role(rootPrefix: rootPrefix), isEmpty: isEmpty, isTerminated: isTerminated,
                isTidy: isTidy && isTerminated)
        }
        var scanned = 0
        while scanned < 4 * Self.attributeLimit {
            let spaces = index
            while index < input.count, input[index] <= 0x20 { index += 1 }
            guard index < input.count else { break }
            switch input[index] {
            case UInt8(ascii: ">"): return tag(index + 1, isTerminated: true)
            case UInt8(ascii: "<"): return tag(index, isTerminated: false)
            case UInt8(ascii: "/"):
                index += 1
                isEmpty = !isEnd && index < input.count && input[index] == UInt8(ascii: ">")
                if !isEmpty { isTidy = false }
            default:
                if spaces == index || isEnd { isTidy = false }
                scanned += 1
                scanAttribute(&index, &isTidy)
            }
        }
        return tag(index, isTerminated: false)
    }

    /// Scans the attribute at `index`, and goes to the end of the document if that is cut off in it.
    private mutating func scanAttribute(_ index: inout Int, _ isTidy: inout Bool) {
        let start = index
        while index < input.count, !Self.endsAttributeName(input[index]) { index += 1 }
        let name = start..<index
        while index < input.count, input[index] <= 0x20 { index += 1 }
        guard index < input.count else { return }
        guard input[index] == UInt8(ascii: "=") else {
            isTidy = false
            // A quote that belongs to nothing has no name.
            index = max(name.upperBound, start + 1)
            return keepAttribute(name, name.upperBound..<name.upperBound, &isTidy)
        }
        index += 1
        while index < input.count, input[index] <= 0x20 { index += 1 }
        guard index < input.count else { return }
        let value: Range<Int>
        if input[index] == UInt8(ascii: "\"") || input[index] == UInt8(ascii: "'") {
            value = quotedValue(&index, &isTidy)
        } else {
            isTidy = false
            value = unquotedValue(from: index)
            index = value.upperBound
        }
        keepAttribute(name, value, &isTidy)
    }

    /// Keeps an attribute whose name XML allows, the first of each name.
    private mutating func keepAttribute(_ name: Range<Int>, _ value: Range<Int>, _ isTidy: inout Bool) {
        guard let first = input[name].first, Self.beginsName(first), input[name].allSatisfy(Self.isNameByte),
            isPlainName(name), attributes.count < Self.attributeLimit,
            !attributes.contains(where: { $0.name.count == name.count && input[$0.name].elementsEqual(input[name]) })
        else {
            isTidy = false
            return
        }
        attributes.append(Attribute(name: name, value: value))
    }

    private func unquotedValue(from start: Int) -> Range<Int> {
        var end = start
        while end < input.count, input[end] > 0x20, input[end] != UInt8(ascii: ">"), input[end] != UInt8(ascii: "<") {
            end += 1
        }
        let isSlashed =
            end > start && end < input.count && input[end] == UInt8(ascii: ">")
            && input[end - 1] == UInt8(ascii: "/")
        return start..<(isSlashed ? end - 1 : end)
    }

    /// The value whose opening quote is at `index`. If its closing quote is missing, the value ends with the tag.
    private func quotedValue(_ index: inout Int, _ isTidy: inout Bool) -> Range<Int> {
        let start = index + 1
        let quote = input[index]
        let near = UnsafeBufferPointer(rebasing: input[..<min(input.count, start + Self.quoteLimit)])
        var end = near.index(of: quote, from: start)
        let less =
            input[start..<(end ?? start)].firstIndex(of: UInt8(ascii: "<")) ?? end
            ?? input.index(of: UInt8(ascii: "<"), from: start) ?? input.count
        end = end ?? UnsafeBufferPointer(rebasing: input[..<less]).index(of: quote, from: start)
        if let end {
            let next = end + 1 < input.count ? input[end + 1] : UInt8(ascii: ">")
            // Behind a `<` a quote ends the value only where the tag can go on.
            if less == end || next <= 0x20 || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") {
                if less < end { isTidy = false }
                index = end + 1
                return start..<end
            }
        }
        isTidy = false
        var stop = input[start..<less].firstIndex(of: UInt8(ascii: ">")) ?? less
        if stop > start, stop < input.count, input[stop - 1] == UInt8(ascii: "/") { stop -= 1 }
        index = stop
        return start..<stop
    }

    private static func endsAttributeName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<"),
            UInt8(ascii: "\""), UInt8(ascii: "'"):
            true
        default: false
        }
    }
}

/// Finds the next place of a text. As long as the start only grows, each byte is searched once.
private struct Lookahead {
    private let text: StaticString
    private var found: Int? = -1

    init(_ text: StaticString) { self.text = text }

    mutating func next(in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        if let found, found < start {
            self.found = input.end(of: text, from: start).map { $0 - text.utf8CodeUnitCount }
        }
        return found
    }
}
