/// Finds the places in HTML that libxml2 reads differently from browsers, or where it loses text, and how to rewrite
/// them: less-than signs that begin no tag, text in fields of forms, conditional comments of Word, `div` elements without end tag.
struct HTMLRepair {
    /// Bytes, and what replaces them.
    struct Edit {
        let range: Range<Int>
        let replacement: [UInt8]
    }

    private(set) var edits: [Edit] = []
    private let bytes: UnsafeBufferPointer<UInt8>
    private var blocks = HTMLOpenBlocks()
    /// The name of the open `math` or `svg`, in which names are not HTML's.
    private var foreign: UInt64?
    private var signs: LessThanSigns
    /// The names of code elements that have no further end tag.
    private var unclosed: Set<UInt64> = []
    /// Whether such an end may still follow. An end that was not found once is not searched for again.
    private var (mayEndComment, mayEndSection, mayEndMark) = (true, true, true)
    /// The index after the last `]]>` found.
    private var sectionEnd = 0

    private let mendsTags: Bool

    /// - Parameters:
    ///   - start: where the document begins.
    ///   - mendsTags: whether what looks like a tag may be text.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, mendsTags: Bool) {
        self.bytes = bytes
        self.mendsTags = mendsTags
        signs = LessThanSigns(bytes, from: start)
        var place = start
        var count = 0
        while let found = bytes.index(of: UInt8(ascii: "<"), from: place) {
            place = repair(at: found)
            count += 1
            // The caller drops the result of a cancelled task.
            if count & 0x3FF == 0, Task.isCancelled { return }
        }
    }

    /// Repairs what begins with the `<` at `found`. Returns the index at which to go on.
    private mutating func repair(at found: Int) -> Int {
        if mendsTags, signs.isNamedAsText(at: found) { return escape(found) }
        if let tag = signs.tag(at: found) { return repair(tag, at: found) }
        guard bytes.has("<!", at: found) else { return found + 1 }
        if bytes.has("<!--", at: found) {
            let end = mayEndComment ? bytes.end(of: "-->", from: found + 4) : nil
            mayEndComment = end != nil
            return end ?? found + 4
        }
        guard bytes.has("<![", at: found) else { return found + 2 }
        if bytes.has("<![CDATA[", at: found) {
            edits.append(Edit(range: found..<found + 9, replacement: []))
            dropEndOfSection(from: found + 9)
            return found + 9
        }
        // `<![if !supportLists]>`
        let end = mayEndMark ? bytes.index(of: UInt8(ascii: ">"), from: found) : nil
        mayEndMark = end != nil
        guard let end else { return found + 3 }
        edits.append(Edit(range: found..<end + 1, replacement: []))
        return end + 1
    }

    /// Drops the next `]]>`. Several sections may begin before it.
    private mutating func dropEndOfSection(from start: Int) {
        guard mayEndSection, sectionEnd - 3 < start else { return }
        guard let end = bytes.end(of: "]]>", from: start) else {
            mayEndSection = false
            return
        }
        sectionEnd = end
        edits.append(Edit(range: end - 3..<end, replacement: []))
    }

    /// Makes text of a `<`. Returns the index at which to go on.
    private mutating func escape(_ found: Int) -> Int {
        edits.append(Edit(range: found..<found + 1, replacement: Array("&lt;".utf8)))
        return found + 1
    }

    private mutating func repair(_ tag: HTMLTag, at found: Int) -> Int {
        if mendsTags, signs.isText(tag, from: found, isForeign: foreign != nil) { return escape(found) }
        if isCutOff(tag) {
            // Browsers drop a tag that the end of the document cuts off.
            if tag.end == bytes.count { edits.append(Edit(range: found..<bytes.count, replacement: [])) }
            return tag.end
        }
        guard let role = HTMLRole.of(tag.name) else { return tag.end }
        if foreign != nil || role == .foreign {
            if tag.isEnd, tag.name == foreign {
                foreign = nil
            } else if !tag.isEnd, foreign == nil {
                foreign = tag.name
            }
            return tag.end
        }
        if role == .code { return tag.isEnd ? tag.end : repair(code: tag, at: found) }
        let range = found..<tag.end
        if role == .formatting {
            if !tag.isEnd {
                blocks.openFormatting(tag.name, at: range)
            } else if let misnested = blocks.closeFormatting(tag.name) {
                split(misnested.formatting, at: misnested.blocks)
            }
            return tag.end
        }
        let missing = tag.isEnd ? blocks.close(tag.name, role) : blocks.open(tag.name, role, at: range)
        if missing > 0 {
            let ends = [[UInt8]](repeating: Array("</div>".utf8), count: missing).flatMap(\.self)
            edits.append(Edit(range: found..<found, replacement: ends))
        }
        return tag.end
    }

    /// Ends a formatting element before each block in it and begins it again within the block, as browsers do where its
    /// end tag comes before the block's: `<b><blockquote>one</b> two</blockquote>`. libxml2 would end the block too.
    private mutating func split(_ formatting: Range<Int>, at blocks: [Range<Int>]) {
        let nameEnd = HTMLTag.start(in: bytes, at: formatting.lowerBound)?.nameEnd ?? formatting.upperBound
        let name = Array(bytes[formatting.lowerBound + 1..<nameEnd])
        let end = Array("</".utf8) + name + [UInt8(ascii: ">")]
        for block in blocks {
            edits.append(Edit(range: block.lowerBound..<block.lowerBound, replacement: end))
            edits.append(
                Edit(range: block.upperBound..<block.upperBound, replacement: [UInt8(ascii: "<")] + name + [0x3E]))
        }
    }

    /// Makes preformatted text of a text field, and of what `xmp` has: text for the reader to copy.
    private mutating func repair(code tag: HTMLTag, at found: Int) -> Int {
        let end = end(ofCode: tag)
        guard mendsTags, let content = tag.copiedText(in: bytes, end: end) else { return end }
        let text = UnsafeBufferPointer(rebasing: bytes[content])
        var replacement = Array("<pre>".utf8)
        let decoded = tag.hasReferences ? HTMLEntity.decodedOnce(text) : String(decoding: text, as: UTF8.self)
        for byte in decoded.utf8 { replacement.appendEscaped(byte) }
        edits.append(Edit(range: found..<end, replacement: replacement + "</pre>".utf8))
        return end
    }

    /// As `HTMLTag.end(ofElement:)`, but searches only once for the end tag of a name that has no further one.
    private mutating func end(ofCode tag: HTMLTag) -> Int {
        guard !unclosed.contains(tag.name) else { return tag.end }
        let end = HTMLTag.end(ofElement: tag, in: bytes)
        if end == tag.end { unclosed.insert(tag.name) }
        return end
    }

    /// Whether the tag has no `>`.
    private func isCutOff(_ tag: HTMLTag) -> Bool { bytes[tag.end - 1] != UInt8(ascii: ">") }
}

/// What the name of a tag means for the tags around it.
private enum HTMLRole {
    case division, item, list, cell, table, block
    /// Its end tag may be in another block than its start tag.
    case formatting
    /// Names in it are not HTML's.
    case foreign
    /// In it a `<` begins no tag.
    case code

    static func of(_ name: UInt64) -> HTMLRole? { names.place(of: name).map { roles[$0] } }

    private static let names = HTMLCodes(known.map(\.name))
    private static let roles = known.map(\.role)

    private static let known: [(name: UInt64, role: HTMLRole)] = {
        let roles: [(HTMLRole, String)] = [
            (.division, "div"), (.item, "li"), (.list, "ul ol"), (.cell, "td th caption"), (.table, "table"),
            (.block, "blockquote section article aside figure address details header footer main nav"),
            (.formatting, "b strong i em u s strike font big small"),
            (.foreign, "math svg"), (.code, "script style textarea title xmp noembed noframes plaintext"),
        ]
        return roles.flatMap { role, names in
            names.split(separator: " ").map { ($0.utf8.reduce(0, HTMLTag.pack), role) }
        }
    }()
}

/// The open blocks at a place of a document, to find each `div` without end tag: browsers end it with the block around
/// it, libxml2 puts everything that follows into it.
private struct HTMLOpenBlocks {
    private var blocks: [(name: UInt64, role: HTMLRole, tag: Range<Int>)] = []
    /// The open formatting elements, each with the number of blocks around it.
    private var formatting: [(name: UInt64, tag: Range<Int>, depth: Int)] = []

    /// How many blocks are searched, so that the time stays linear.
    private static let reach = 64
    /// How often formatting may yet be split at a block: people do it a few times, a hostile page as often as it can.
    private var splitsLeft = 1024

    /// The number of `div` elements that end before this start tag.
    mutating func open(_ name: UInt64, _ role: HTMLRole, at tag: Range<Int>) -> Int {
        var missing = 0
        if role == .item, let place = place(of: name, within: [.list, .cell]) { missing = cut(to: place) }
        blocks.append((name, role, tag))
        return missing
    }

    /// The number of `div` elements that end before this end tag.
    mutating func close(_ name: UInt64, _ role: HTMLRole) -> Int {
        let isPart = role == .cell || role == .table
        guard let place = place(of: name, within: isPart ? [] : [.cell, .table]) else { return 0 }
        let missing = cut(to: place)
        return role == .division || isPart ? 0 : missing
    }

    mutating func openFormatting(_ name: UInt64, at tag: Range<Int>) {
        formatting.append((name, tag, blocks.count))
    }

    /// Closes the last open formatting element of the name. Returns it with the open blocks in it, if there are any: not
    /// across the cell of a table.
    mutating func closeFormatting(_ name: UInt64) -> (formatting: Range<Int>, blocks: [Range<Int>])? {
        guard let place = formatting.indices.reversed().prefix(Self.reach).first(where: { formatting[$0].name == name })
        else { return nil }
        let (_, tag, depth) = formatting[place]
        let inner = blocks.dropFirst(depth)
        guard inner.count <= min(Self.reach, splitsLeft),
            inner.allSatisfy({ $0.role != .cell && $0.role != .table })
        else { return nil }
        formatting.remove(at: place)
        splitsLeft -= inner.count
        return inner.isEmpty ? nil : (tag, inner.map(\.tag))
    }

    /// The last open block of the name, if no block of `borders` is inside it.
    private func place(of name: UInt64, within borders: [HTMLRole]) -> Int? {
        for place in blocks.indices.reversed().prefix(Self.reach) {
            if blocks[place].name == name { return place }
            if borders.contains(blocks[place].role) { return nil }
        }
        return nil
    }

    private mutating func cut(to place: Int) -> Int {
        let missing = blocks[(place + 1)...].count { $0.role == .division }
        blocks.removeSubrange(place...)
        while let last = formatting.last, last.depth > place { formatting.removeLast() }
        return missing
    }
}
