/// Reads the tags, texts and comments of HTML one after the other (HTML, section 13.2.5).
///
/// It loses no text where browsers do: what only looks like a tag is text, as in `if a<b then`, `$0<s<1$`, `List<String>`,
/// `Bob <bob@x.example>` and `the <button> element`, and what has no end hides nothing.
struct HTMLTokens {
    enum Token {
        /// - Parameter tag: from the name to behind the `>`.
        case start(UInt64, HTMLElement, tag: Range<Int>, isSelfClosing: Bool)
        case end(UInt64)
        case text(Range<Int>)
        /// The content of a `script`, `style` or the like. Its end follows.
        case code(Range<Int>)
        case comment(Range<Int>)
        /// Something outside the tree, such as the document type.
        case nothing
    }

    /// Within SVG and MathML, `title` and `style` are elements like any other.
    var isForeign = false
    /// Whether the task was cancelled, so that the rest was not read.
    private(set) var isCancelled = false

    let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0
    /// How many less-than signs were looked at.
    private var count = 0
    /// The element whose content is next, and whether references count in it.
    private var inside: (name: UInt64, hasReferences: Bool)?
    /// The token after the text or the content that was read last.
    private var pending: Token?
    /// The elements that have no further end tag.
    private var unclosed: Set<UInt64> = []
    /// The offset of the last end tag of each name, gathered when first needed.
    lazy var lastEnds = HTMLTag.lastEnds(in: bytes)
    private var mayEndComment = true
    private var mayEndSection = true
    /// A section of text has begun in HTML, where its marks mean nothing.
    private var isInSection = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.has("\u{FEFF}", at: 0) { offset = 3 }
    }

    mutating func next() -> Token? {
        while true {
            let token = nextOrNothing()
            if case .nothing? = token { continue }
            return token
        }
    }

    private mutating func nextOrNothing() -> Token? {
        if let token = pending {
            pending = nil
            return token
        }
        if let (name, hasReferences) = inside {
            inside = nil
            // Without an end it has no content: browsers would take the rest of the page for it.
            guard let content = content(of: name), !content.isEmpty else { return .end(name) }
            pending = .end(name)
            return hasReferences ? .text(content) : .code(content)
        }
        guard offset < bytes.count else { return nil }
        return textOrMarkup(from: offset)
    }

    private mutating func textOrMarkup(from start: Int) -> Token {
        while true {
            let found = bytes.index(of: UInt8(ascii: "<"), from: offset) ?? bytes.count
            if isInSection, let end = UnsafeBufferPointer(rebasing: bytes[..<found]).end(of: "]]>", from: offset) {
                (isInSection, offset) = (false, end)
                return end - 3 > start ? .text(start..<end - 3) : .nothing
            }
            guard found < bytes.count else {
                offset = found
                return .text(start..<found)
            }
            count += 1
            if count & 0x3FF == 0, Task.isCancelled {
                (isCancelled, offset) = (true, bytes.count)
                return .nothing
            }
            guard let token = markup(at: found) else {
                offset = found + 1
                continue
            }
            guard found > start else { return token }
            pending = token
            return .text(start..<found)
        }
    }

    /// The token that begins with the `<`; nil if that is a less-than sign.
    private mutating func markup(at found: Int) -> Token? {
        guard found + 1 < bytes.count else { return nil }
        switch bytes[found + 1] {
        case UInt8(ascii: "!"):
            if bytes.has("<!--", at: found) { return comment(at: found) }
            if bytes.has("<![CDATA[", at: found) { return section(at: found) }
            return bogusComment(from: found + 2, isSeen: !bytes.hasLetters("<!doctype", at: found))
        case UInt8(ascii: "?"): return bogusComment(from: found + 1, isSeen: true)
        case UInt8(ascii: "/"):
            guard found + 2 < bytes.count else { return nil }
            return ASCII.isLetter(bytes[found + 2]) ? tag(at: found) : bogusComment(from: found + 2, isSeen: true)
        case let byte: return ASCII.isLetter(byte) ? tag(at: found) : nil
        }
    }

    private mutating func tag(at found: Int) -> Token? {
        guard let start = HTMLTag.start(in: bytes, at: found), !isAddress(at: found + 1), !isPath(start) else {
            return nil
        }
        let tag = HTMLTag(start, in: bytes)
        var element = HTMLElement.of(tag.name)
        if !tag.isEnd, isText(tag, element, at: found) { return nil }
        offset = tag.end
        let isCutOff = bytes[tag.end - 1] != UInt8(ascii: ">")
        if isCutOff, tag.end == bytes.count { return .nothing }
        if tag.isEnd { return .end(tag.name) }
        if !isForeign || tag.name == PackedName.script {
            if element.contains(.code) { inside = (tag.name, false) }
            if element.contains(.textOnly) { inside = (tag.name, true) }
            // Without an end it hides nothing.
            if element.contains(.hiding), inside == nil, !isEnded(tag.name, after: found) { element.insert(.void) }
        }
        let isSelfClosing = !isCutOff && bytes[tag.end - 2] == UInt8(ascii: "/")
        return .start(tag.name, element, tag: found + 1..<tag.end, isSelfClosing: isSelfClosing)
    }

    // MARK: Content

    /// The content up to the end tag; nil if that is missing.
    private mutating func content(of name: UInt64) -> Range<Int>? {
        guard let found = end(of: name, from: offset), let tag = HTMLTag(in: bytes, at: found) else { return nil }
        defer { offset = tag.end }
        return offset..<found
    }

    /// The offset of the next end tag of a name.
    mutating func end(of name: UInt64, from start: Int) -> Int? {
        guard !unclosed.contains(name) else { return nil }
        var search = start
        while let found = bytes.end(of: "</", from: search) {
            search = found
            if HTMLTag.start(in: bytes, at: found - 2)?.name == name { return found - 2 }
        }
        unclosed.insert(name)
        return nil
    }

    private mutating func comment(at found: Int) -> Token {
        let start = found + 4
        // `<!-->` is empty.
        if bytes.has(">", at: start) || bytes.has("->", at: start) {
            offset = start + (bytes[start] == UInt8(ascii: ">") ? 1 : 2)
            return .comment(start..<start)
        }
        guard mayEndComment, let end = bytes.end(of: "-->", from: start) else {
            mayEndComment = false
            // Without an end it hides nothing, but only goes to the end of its tag.
            return bogusComment(from: found + 2, isSeen: true)
        }
        offset = end
        return .comment(start..<end - 3)
    }

    private mutating func bogusComment(from start: Int, isSeen: Bool) -> Token {
        let end = bytes.index(of: UInt8(ascii: ">"), from: start)
        offset = end.map { $0 + 1 } ?? bytes.count
        return isSeen ? .comment(start..<(end ?? bytes.count)) : .nothing
    }

    private mutating func section(at found: Int) -> Token {
        offset = found + 9
        isInSection = !isForeign
        guard isForeign, mayEndSection else { return .nothing }
        guard let end = bytes.end(of: "]]>", from: offset) else {
            mayEndSection = false
            return .nothing
        }
        defer { offset = end }
        return .code(offset..<end - 3)
    }
}
