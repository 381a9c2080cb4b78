/// Cuts a document into its tags and sections, well-formed or not. Every byte between two tokens is text.
package struct XMLTokens {
    package struct Token {
        package enum Kind {
            case start, end, section
            /// A comment, a processing instruction, a declaration, or what only begins like a section.
            case nothing
        }

        package let kind: Kind
        /// From its `<` to behind its `>`. A tag without `>` ends before the next `<`.
        package let range: Range<Int>
        /// The name of an element, or the content of a section.
        package var content = 0..<0
        package var isEmpty = false
        /// A tag has its `>`; a section has its end and no other section in it.
        var isTerminated = true
    }

    package let input: UnsafeBufferPointer<UInt8>
    /// The attributes of the last tag, the first of each name.
    package private(set) var attributes: [XMLTagAttribute] = []
    /// The document ends inside a token.
    private(set) var isCutOff = false

    private var position = 0
    /// A comment or section without end is a mistake, and the document goes on behind it. In a document that was cut
    /// off it is where the document ends.
    private var isWhole = true
    private var mayHaveDocumentType = true
    /// The name of the last start tag.
    private var field = 0..<0
    private var sectionStarts = Lookahead("<![CDATA[")
    private var sectionEnds = Lookahead("]]>")
    private var commentEnds = Lookahead("-->")
    /// The offset of the next end tag of a name; -1 if none follows. Only for names that feeds use, because each is
    /// searched for.
    private var endTags: [ElementTag: Int] = [:]

    /// More attributes of an element than these are left out.
    private static let attributeLimit = 128

    package init(_ input: UnsafeBufferPointer<UInt8>) { self.input = input }

    /// Tells which element the document is, so that a document that was cut off is known.
    mutating func setRoot(_ name: Range<Int>) {
        let tail = input[max(0, input.count - 65_536)...]
        let end = tail.indices.last { input.has("</", at: $0) }.map { nameRange(from: $0 + 2) }
        isWhole = end.map { isSame($0, name) && input.has(">", at: input.afterSpaces(from: $0.upperBound)) } ?? false
    }

    /// The next token; nil if the document ends, or is cut off.
    package mutating func next() -> Token? {
        while !isCutOff, let less = input.index(of: UInt8(ascii: "<"), from: position) {
            if let token = token(at: less) {
                position = token.range.upperBound
                return token
            }
            position = less + 1
        }
        return nil
    }

    /// The token that begins with the `<` at `less`; nil if that is only a less-than sign, or the document is cut off.
    private mutating func token(at less: Int) -> Token? {
        if input.has("<!", at: less) { return declaration(at: less) }
        if input.has("<?", at: less) {
            // One without end is text, as it does not reach beyond the next tag.
            let next = input.index(of: UInt8(ascii: "<"), from: less + 1) ?? input.count
            return UnsafeBufferPointer(rebasing: input[..<next]).end(of: "?>", from: less + 2)
                .map { Token(kind: .nothing, range: less..<$0) }
        }
        let isEnd = input.has("</", at: less)
        let start = less + (isEnd ? 2 : 1)
        guard start < input.count else {
            isCutOff = isEnd
            return nil
        }
        return XMLTokens.beginsName(input[start]) ? tag(from: less, nameStart: start, isEnd: isEnd) : nil
    }

    // MARK: Declarations and sections

    private mutating func declaration(at less: Int) -> Token? {
        if input.has("<!--", at: less) {
            let end = commentEnds.next(in: input, from: less + 4)
            return nothing(less, to: end.map { $0 + 3 } ?? (isWhole ? endOfTag(less) : nil))
        }
        if input.has("<![", at: less), input.hasLetters("cdata", at: less + 3), input.has("[", at: less + 8) {
            return section(at: less)
        }
        guard less + 2 < input.count, ASCII.isLetter(input[less + 2]) else { return nil }
        if mayHaveDocumentType, input.hasLetters("doctype", at: less + 2) {
            mayHaveDocumentType = false
            if let end = DocumentType.end(in: input, from: less) { return nothing(less, to: end) }
        }
        return nothing(less, to: endOfTag(less))
    }

    private func endOfTag(_ start: Int) -> Int? { input.index(of: UInt8(ascii: ">"), from: start).map { $0 + 1 } }

    private mutating func nothing(_ start: Int, to end: Int?) -> Token? {
        isCutOff = end == nil
        return end.map { Token(kind: .nothing, range: start..<$0) }
    }

    /// The section that begins at `start`. One without its end, or with another one in it, ends before the end tag of its
    /// field. Without a field it is the markup that it would be without its start.
    private mutating func section(at start: Int) -> Token? {
        let begin = start + 9
        let inner = sectionStarts.next(in: input, from: begin) ?? input.count
        let close = sectionEnds.next(in: input, from: begin)
        if let close, close <= inner { return Token(kind: .section, range: start..<close + 3, content: begin..<close) }
        if let end = endOfField(from: begin) {
            return Token(kind: .section, range: start..<end, content: begin..<end, isTerminated: false)
        }
        return nothing(start, to: close != nil || isWhole ? begin : nil)
    }

    /// The offset of the next end tag of the field.
    private mutating func endOfField(from start: Int) -> Int? {
        let tag = ElementTag(localName: localName(field))
        guard tag != .other else { return nil }
        if let known = endTags[tag], known < 0 || known >= start { return known < 0 ? nil : known }
        var searchStart = start
        while let end = input.end(of: "</", from: searchStart) {
            if ElementTag(localName: localName(nameRange(from: end))) == tag {
                endTags[tag] = end - 2
                return end - 2
            }
            searchStart = end
        }
        endTags[tag] = -1
        return nil
    }

    // MARK: Tags

    /// Reads a tag; nil if the document is cut off in it, which the end tag of a whole document's root is not.
    private mutating func tag(from less: Int, nameStart: Int, isEnd: Bool) -> Token? {
        let name = nameRange(from: nameStart)
        if !isEnd { field = name }
        attributes.removeAll(keepingCapacity: true)
        var isEmpty = false
        var index = name.upperBound
        while true {
            index = input.afterSpaces(from: index)
            guard index < input.count else { break }
            switch input[index] {
            case UInt8(ascii: ">"):
                return Token(
                    kind: isEnd ? .end : .start, range: less..<index + 1, content: name, isEmpty: isEmpty && !isEnd)
            case UInt8(ascii: "<"):
                return Token(kind: isEnd ? .end : .start, range: less..<index, content: name, isTerminated: false)
            case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="):
                isEmpty = input.has("/>", at: index)
                index += 1
            default:
                let attribute = XMLTagAttribute(in: input, from: index)
                keep(attribute)
                index = attribute.end
            }
        }
        isCutOff = true
        return isEnd ? Token(kind: .end, range: less..<index, content: name, isTerminated: false) : nil
    }

    private mutating func keep(_ attribute: XMLTagAttribute) {
        guard XMLTokens.beginsName(input[attribute.name.lowerBound]), attributes.count < XMLTokens.attributeLimit,
            !attributes.contains(where: { input[$0.name].elementsEqual(input[attribute.name]) })
        else { return }
        attributes.append(attribute)
    }

    // MARK: Names

    private static func beginsName(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    static func isInName(_ byte: UInt8) -> Bool { beginsName(byte) || ASCII.isDigit(byte) || ":-.".utf8.contains(byte) }

    private func nameRange(from start: Int) -> Range<Int> {
        var end = start
        while end < input.count, XMLTokens.isInName(input[end]) { end += 1 }
        return start..<end
    }

    private func localName(_ name: Range<Int>) -> String {
        let colon = input[name].lastIndex(of: UInt8(ascii: ":"))
        return String(decoding: input[(colon.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound], as: UTF8.self)
    }

    private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        input[one].elementsEqual(input[other]) { ASCII.lowercased($0) == ASCII.lowercased($1) }
    }
}

/// Finds the next occurrence of a text. As long as the start only grows, each byte is searched once.
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

extension UnsafeBufferPointer where Element == UInt8 {
    /// The index of the next byte that is not white space.
    func afterSpaces(from start: Int) -> Int {
        var index = start
        while index < count, self[index] <= 0x20 { index += 1 }
        return index
    }
}
