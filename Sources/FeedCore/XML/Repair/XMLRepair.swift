/// Makes well-formed XML of what was meant as XML: for the documents that no strict parser takes.
///
/// The document is walked once, token by token, and written anew, so that what comes out is well-formed whatever came
/// in: references that mean something, attributes in quotes, every element closed where it evidently ends, markup of
/// HTML inside a field as text. What is well-formed already keeps its meaning, and no text is dropped. Comments and
/// processing instructions are; of a DTD only its own entities stay.
///
/// The time is linear: whatever is searched ahead of the place is paid from a budget.
struct XMLRepair {
    /// A document made well-formed.
    struct Mended {
        /// UTF-8, without a declaration.
        let bytes: [UInt8]
        /// The document's own end was reached. A document that was cut off is mended up to its last whole article.
        let isComplete: Bool
    }

    let input: UnsafeBufferPointer<UInt8>
    var output: [UInt8] = []
    var position = 0
    /// What is open here, from the root down; the root stays until the end, as articles may follow it.
    var open: [Element] = []
    var isRootClosed = false
    /// A channel or an article has begun: with less than that nothing is known of a feed that was cut off.
    var hasChannel = false
    /// The document's own entities, and their names.
    var declarations: [EntityDeclaration] = []
    var entities: Set<String> = []
    /// The attributes of the tag that was scanned last.
    var attributes: [Attribute] = []
    /// How many bytes were searched ahead.
    var searched = 0
    /// How many pieces of markup were looked at.
    private var pieces = 0
    private var isCancelled = false
    var sectionStarts = Lookahead("<![CDATA[")
    var sectionEnds = Lookahead("]]>")
    var commentEnds = Lookahead("-->")
    var instructionEnds = Lookahead("?>")
    /// Where end tags of a field come next, by the field's name.
    var fieldEnds: [UInt64: (from: Int, found: Int?)] = [:]
    /// The end tag of an article that came next the last time it was asked for.
    var articleEnds: (from: Int, found: Int?)?
    /// The elements that were open where the last search for a counterpart failed, by where they begin.
    var unbalanced: Set<Int> = []
    /// That search ended for their number.
    var isTooDeep = false
    /// The boundary that came next the last time it was asked for, and the place behind which there is none.
    var boundary: Boundary?
    var lastBoundaryEnd: Int?
    /// The last tag of the document closes its root: nothing was cut off.
    var endsWhole = false

    /// An element that is open.
    struct Element {
        let name: Name
        let role: Role
        /// Where it begins in the output.
        let start: Int
        var hasElements = false
        /// Its end tag, if that never comes.
        var lack = Lack.nothing
        /// What was in it, if that tells where it ends.
        var parts: [UInt64] = []
        /// It had a title, or an article.
        var hasTitle = false
        var hadArticle = false
    }

    /// Mends a document in UTF-8; nil where there is no feed in it.
    static func mend(_ bytes: [UInt8]) throws(ParseError) -> Mended? {
        let result: Result<Mended?, ParseError> = bytes.withUnsafeBufferPointer { input in
            Result { () throws(ParseError) in
                var repair = XMLRepair(input: input)
                return try repair.mend()
            }
        }
        return try result.get()
    }

    private init(input: UnsafeBufferPointer<UInt8>) {
        self.input = input
    }

    private mutating func mend() throws(ParseError) -> Mended? {
        let hasRoot = skipToRoot()
        guard !isCancelled else { throw .cancelled }
        guard hasRoot else { return nil }
        output.reserveCapacity(input.count + input.count / 16 + 1024)
        writeEntities()
        let root = scanTag(at: position)
        guard root.isTerminated else { return nil }
        endsWhole = endsWithRoot(root.name)
        startElement(root)
        while position < input.count {
            try checkLimits()
            let less = input.index(of: UInt8(ascii: "<"), from: position) ?? input.count
            if !isOutside { writeText(position..<less) }
            position = less
            if less < input.count { markup() }
        }
        guard !isCancelled else { throw .cancelled }
        guard finish() else { return nil }
        return Mended(bytes: output, isComplete: isRootClosed && open.isEmpty)
    }

    /// After the root: text is none of the feed's.
    private var isOutside: Bool { isRootClosed && open.count == 1 }

    /// Signs without end that become references.
    var isTooLong: Bool { output.count > input.count * 2 + 100_000 }

    private mutating func checkLimits() throws(ParseError) {
        guard !isStopped() else { throw .cancelled }
        guard open.count <= XMLReader.nestingLimit else { throw .nesting }
        guard searched <= input.count * 16 + 1_000_000, !isTooLong else {
            throw .limit("markup too broken to be mended")
        }
    }

    /// The task was cancelled. Every loop over the document asks before each piece of markup, and ends.
    mutating func isStopped() -> Bool {
        pieces += 1
        if pieces & 0xFF == 0, Task.isCancelled { isCancelled = true }
        return isCancelled
    }

    /// What begins with the `<` at `position`.
    private mutating func markup() {
        switch token(at: position) {
        case .section:
            guard let section = section(at: position, in: nil) else {
                // Never closed: what follows is markup again, unless the document was cut off in it.
                position = endsWhole ? position + 9 : input.count
                return
            }
            if !isOutside { writeSection(section) }
            position = section.end
        case .comment: position = commentEnd(at: position)
        case .instruction: position = instructionEnd(at: position)
        case .declaration:
            position = input.index(of: UInt8(ascii: ">"), from: position).map { $0 + 1 } ?? input.count
        case .end:
            let tag = scanTag(at: position)
            guard tag.isTerminated || tag.end < input.count || endsRoot(tag) else { return cut() }
            position = tag.end
            endElement(tag.name)
        case .start:
            let tag = scanTag(at: position)
            guard tag.isTerminated || tag.end < input.count else { return cut() }
            startElement(tag)
        case .text:
            if !isOutside { put("&lt;") }
            position += 1
        }
    }

    /// A last tag that lacks no more than its `>` is the end of the document all the same.
    private func endsRoot(_ tag: Tag) -> Bool {
        isSame(tag.name, open[0].name) && open.allSatisfy { $0.role == .root || $0.role == .channel }
    }

    /// The document ends before the thing at `position` does.
    mutating func cut() { position = input.count }

    // MARK: Elements

    private mutating func startElement(_ tag: Tag) {
        var role = role(of: tag.name)
        if role == .article, isInForeign { role = .other }
        if isOutside {
            // A second root, or what belongs into the first and stands behind it.
            switch role {
            case .root where tag.name.key == open[0].name.key:
                position = tag.end
                isRootClosed = tag.isEmpty
                return
            case .channel,
                .article where open[0].role != .article:
                isRootClosed = false
            default:
                position = tag.end
                return
            }
        }
        if case .other = role, !tag.isTerminated {
            put("&lt;")
            position += 1
            return
        }
        closeUnclosed(before: tag.name)
        if role == .article { endArticle() }
        if beginLostArticle(before: tag, role) { return }
        if role == .channel || role == .article || tag.name.isNamed("feed") { hasChannel = true }
        if !open.isEmpty { noteElement(tag.name, role) }
        write(tag, role)
    }

    /// An article does not stand in another one.
    private mutating func endArticle() {
        guard let index = open.lastIndex(where: { $0.role == .article }), index > 0 else { return }
        if index == open.count - 1, isEmptyArticle(open[index]) {
            output.removeSubrange(open[index].start...)
            open.removeLast()
        } else {
            close(from: index)
        }
    }

    private mutating func noteElement(_ name: Name, _ role: Role) {
        let last = open.count - 1
        open[last].hasElements = true
        if role == .article { open[last].hadArticle = true }
        if isTitle(name) { open[last].hasTitle = true }
    }

    /// Writes the element at `position`, or its start.
    private mutating func write(_ tag: Tag, _ role: Role) {
        let holdsArticles = role == .root || role == .channel || role == .article
        let whole = holdsArticles || tag.isEmpty || open.isEmpty ? nil : balanced(tag, at: position)
        if role.isField, !tag.isEmpty { return field(tag, role, whole) }
        let isVoid = tag.name.isVoid && whole == nil && !XMLRepair.isFeedName(tag.name)
        let lack =
            !holdsArticles && whole == nil && !tag.isEmpty && !isVoid ? self.lack(of: tag) : .nothing
        // Scanned again: what was looked at has attributes too.
        _ = scanTag(at: position)
        let isEmpty = tag.isEmpty || isVoid
        let start = output.count
        writeStart(tag, isEmpty: isEmpty && !open.isEmpty)
        position = tag.end
        if let whole {
            writeContent(tag.end..<whole.content, in: tag.name, keepingTags: true)
            writeEnd(tag.name)
            position = whole.end
            return
        }
        if open.isEmpty {
            isRootClosed = tag.isEmpty
        } else if isEmpty {
            return
        }
        open.append(Element(name: tag.name, role: role, start: start, lack: lack))
    }

    private mutating func endElement(_ name: Name) {
        guard !isOutside, let index = opened(name) else { return }
        if index == 0 {
            close(from: 1)
            isRootClosed = true
        } else {
            close(from: index)
        }
    }

    /// Which of the open elements the end tag means.
    private func opened(_ name: Name) -> Int? {
        if let index = open.lastIndex(where: { isSame($0.name, name) }) { return index }
        let role = role(of: name)
        if role == .article || role == .channel || role == .root {
            return open.lastIndex { $0.role == role }
        }
        // A slip of the pen, where nothing but text is in the element and the tag is none of HTML's.
        guard let last = open.last, last.role == .other, !last.hasElements, open.count > 1, !name.isHTML
        else {
            return nil
        }
        return open.count - 1
    }

    /// Closes the open elements from that one on.
    mutating func close(from index: Int) {
        while open.count > index, let element = open.popLast() { writeEnd(element.name) }
    }

    /// Closes what is open; of a document that was cut off, what is not finished goes. False where nothing is left.
    private mutating func finish() -> Bool {
        if !isRootClosed {
            guard hasChannel, open.first?.role != .article else { return false }
            if let index = open.firstIndex(where: { $0.role != .root && $0.role != .channel }) {
                output.removeSubrange(open[index].start...)
                open.removeSubrange(index...)
            }
        }
        let wasClosed = isRootClosed && open.count == 1
        close(from: 0)
        isRootClosed = wasClosed
        return true
    }
}
