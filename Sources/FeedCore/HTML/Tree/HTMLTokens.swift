/// Reads the tags, texts and comments of a page one after the other (HTML, section 13.2.5).
struct HTMLTokens {
    enum Token {
        /// - Parameter tag: from the name to behind the `>`.
        case start(UInt64, tag: Range<Int>, isSelfClosing: Bool)
        case end(UInt64)
        case text(Range<Int>)
        /// The content of a `script`, `style` or the like. Its end follows.
        case code(Range<Int>)
        case comment(Range<Int>)
        /// What is no part of the tree, such as the document type.
        case nothing
    }

    /// Within SVG and MathML, `title` and `style` are elements like any other.
    var isForeign = false

    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0
    /// The element whose content is next, and whether references count in it.
    private var inside: (name: UInt64, hasReferences: Bool)?
    /// Where the content of `inside` ended.
    private var pendingEnd: UInt64?
    /// The elements that have no further end tag.
    private var unclosed: Set<UInt64> = []
    private var mayEndComment = true
    private var mayEndSection = true

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.has("\u{FEFF}", at: 0) { place = 3 }
    }

    mutating func next() -> Token? {
        while true {
            let token = nextOrNothing()
            if case .nothing? = token { continue }
            return token
        }
    }

    private mutating func nextOrNothing() -> Token? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name)
        }
        if let (name, hasReferences) = inside {
            inside = nil
            // Without an end it has no content: browsers would take the rest of the page for it.
            guard let content = content(of: name), !content.isEmpty else {
                pendingEnd = nil
                return .end(name)
            }
            return hasReferences ? .text(content) : .code(content)
        }
        guard place < bytes.count else { return nil }
        let start = place
        while true {
            guard let found = bytes.index(of: UInt8(ascii: "<"), from: place) else {
                place = bytes.count
                return .text(start..<place)
            }
            guard begins(at: found) else {
                place = found + 1
                continue
            }
            place = found
            if found > start { return .text(start..<found) }
            return markup(at: found)
        }
    }

    /// Whether the `<` is not a less-than sign.
    private func begins(at found: Int) -> Bool {
        guard found + 1 < bytes.count else { return false }
        switch bytes[found + 1] {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): return true
        case UInt8(ascii: "/"): return found + 2 < bytes.count
        case let byte: return ASCII.isLetter(byte)
        }
    }

    private mutating func markup(at found: Int) -> Token? {
        switch bytes[found + 1] {
        case UInt8(ascii: "!"):
            if bytes.has("<!--", at: found) { return comment(at: found) }
            if bytes.has("<![CDATA[", at: found), isForeign { return section(at: found) }
            return bogusComment(from: found + 2, isSeen: !bytes.has("<!doctype", at: found, ignoringCase: true))
        case UInt8(ascii: "?"): return bogusComment(from: found + 1, isSeen: true)
        case UInt8(ascii: "/") where !ASCII.isLetter(bytes[found + 2]):
            return bogusComment(from: found + 2, isSeen: true)
        default: break
        }
        guard let tag = HTMLTag(in: bytes, at: found) else {
            place = found + 1
            return .text(found..<found + 1)
        }
        place = tag.end
        if tag.isEnd { return .end(tag.name) }
        let rules = HTMLElementRules.of(tag.name)
        if !isForeign || tag.name == HTMLTokens.script {
            if rules.contains(.code) { inside = (tag.name, false) }
            if rules.contains(.textOnly) { inside = (tag.name, true) }
        }
        let isSelfClosing =
            tag.end - 2 > found && bytes[tag.end - 1] == UInt8(ascii: ">") && bytes[tag.end - 2] == UInt8(ascii: "/")
        return .start(tag.name, tag: found + 1..<tag.end, isSelfClosing: isSelfClosing)
    }

    /// The content up to the end tag; nil if that is missing.
    private mutating func content(of name: UInt64) -> Range<Int>? {
        guard !unclosed.contains(name) else { return nil }
        let start = place
        var search = start
        while let found = bytes.index(of: UInt8(ascii: "<"), from: search) {
            search = found + 1
            guard search < bytes.count, bytes[search] == UInt8(ascii: "/"),
                HTMLTag.start(in: bytes, at: found)?.name == name, let tag = HTMLTag(in: bytes, at: found)
            else { continue }
            place = tag.end
            pendingEnd = name
            return start..<found
        }
        unclosed.insert(name)
        return nil
    }

    private mutating func comment(at found: Int) -> Token? {
        let start = found + 4
        // `<!-->` is empty.
        if bytes.has(">", at: start) || bytes.has("->", at: start) {
            place = start + (bytes[start] == UInt8(ascii: ">") ? 1 : 2)
            return .comment(start..<start)
        }
        guard mayEndComment, let end = bytes.end(of: "-->", from: start) else {
            mayEndComment = false
            // Without an end it hides nothing, but only goes to the end of its tag.
            return bogusComment(from: found + 2, isSeen: true)
        }
        place = end
        return .comment(start..<end - 3)
    }

    private mutating func bogusComment(from start: Int, isSeen: Bool) -> Token? {
        let end = bytes.index(of: UInt8(ascii: ">"), from: start)
        place = end.map { $0 + 1 } ?? bytes.count
        return isSeen ? .comment(start..<(end ?? bytes.count)) : .nothing
    }

    private mutating func section(at found: Int) -> Token? {
        let start = found + 9
        guard mayEndSection, let end = bytes.end(of: "]]>", from: start) else {
            mayEndSection = false
            place = start
            return .nothing
        }
        place = end
        return .code(start..<end - 3)
    }

    private static let script = HTMLTag.name("script")
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the text, which is in lower case, is at `place` in letters of either case.
    func has(_ text: StaticString, at place: Int, ignoringCase: Bool) -> Bool {
        guard place + text.utf8CodeUnitCount <= count else { return false }
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return bytes.indices.allSatisfy { ASCII.lowercased(self[place + $0]) == bytes[$0] }
    }
}
