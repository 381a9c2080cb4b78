/// Finds in HTML what libxml2 would take otherwise than browsers do, or what would cost text, and says how to write it so
/// that it does not: less-than signs that begin no tag, marks of Word, tags that somebody forgot to close.
struct HTMLRepair {
    /// Bytes and what takes their place.
    struct Edit {
        let range: Range<Int>
        let replacement: [UInt8]
    }

    private(set) var edits: [Edit] = []
    private let bytes: UnsafeBufferPointer<UInt8>
    private let start: Int
    private var blocks = HTMLOpenBlocks()
    /// Within formulas and drawings names are not those of HTML.
    private var foreign: UInt64?
    /// The names of all end tags, once they are needed.
    private var ended: Set<UInt64>?
    /// The names of the elements of code that no end tag follows any more.
    private var unclosed: Set<UInt64> = []
    /// Whether such an end may still follow: what was not found once is not searched for again.
    private var (mayEndComment, mayEndSection, mayEndMark) = (true, true, true)
    /// The index after the `]]>` that was found last.
    private var sectionEnd = 0
    /// Up to here stands what looked like a tag and was text. It has no `=`, so tags that begin in it end there too.
    private var textEnd = 0

    private let mendsTags: Bool

    /// - Parameters:
    ///   - start: where the document begins.
    ///   - mendsTags: whether what looks like a tag may be text.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, mendsTags: Bool) {
        self.bytes = bytes
        self.mendsTags = mendsTags
        self.start = start
        var place = start
        var looks = 0
        while let found = bytes.index(of: UInt8(ascii: "<"), from: place) {
            place = next(after: found)
            looks += 1
            // What a cancelled task reads is not kept.
            if looks & 0x3FF == 0, Task.isCancelled { return }
        }
    }

    /// Looks at the `<` at a place, and says where to go on.
    private mutating func next(after found: Int) -> Int {
        if mendsTags, isNamedAsText(at: found) { return escape(found) }
        if let tag = tag(at: found) { return look(at: tag, from: found) }
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

    private func tag(at found: Int) -> HTMLTag? {
        found < textEnd ? HTMLTag(in: bytes, at: found, knownEnd: textEnd) : HTMLTag(in: bytes, at: found)
    }

    /// Several sections may begin before one ends.
    private mutating func dropEndOfSection(from start: Int) {
        guard mayEndSection, sectionEnd - 3 < start else { return }
        guard let end = bytes.end(of: "]]>", from: start) else {
            mayEndSection = false
            return
        }
        sectionEnd = end
        edits.append(Edit(range: end - 3..<end, replacement: []))
    }

    /// Makes text of a `<`, and says where to go on.
    private mutating func escape(_ found: Int) -> Int {
        edits.append(Edit(range: found..<found + 1, replacement: Array("&lt;".utf8)))
        return found + 1
    }

    private mutating func look(at tag: HTMLTag, from found: Int) -> Int {
        if mendsTags, !tag.isEnd, isText(tag, from: found) {
            textEnd = tag.end
            return escape(found)
        }
        if isCutOff(tag) {
            // A tag that the end of the document cuts off is none, as in browsers.
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
        if role == .code { return tag.isEnd ? tag.end : end(ofCode: tag) }
        let missing = tag.isEnd ? blocks.end(tag.name, role) : blocks.start(tag.name, role)
        if missing > 0 {
            let ends = [[UInt8]](repeating: Array("</div>".utf8), count: missing).flatMap(\.self)
            edits.append(Edit(range: found..<found, replacement: ends))
        }
        return tag.end
    }

    /// As `HTMLTag.end(ofElement:)`, which searches to the end of the document for each element that has no end.
    private mutating func end(ofCode tag: HTMLTag) -> Int {
        guard !unclosed.contains(tag.name) else { return tag.end }
        let end = HTMLTag.end(ofElement: tag, in: bytes)
        if end == tag.end { unclosed.insert(tag.name) }
        return end
    }

    /// Whether its `>` never comes.
    private func isCutOff(_ tag: HTMLTag) -> Bool { bytes[tag.end - 1] != UInt8(ascii: ">") }

    /// Whether the name alone shows that no tag begins there: `Bob <bob@x.example>`, `<https://x.example>`.
    private func isNamedAsText(at found: Int) -> Bool {
        guard let (_, isEnd, nameEnd) = HTMLTag.start(in: bytes, at: found), !isEnd else { return false }
        let name = UnsafeBufferPointer(rebasing: bytes[found + 1..<nameEnd])
        return name.contains(UInt8(ascii: "@")) || name.last == UInt8(ascii: ":") && name.count > 4
    }

    /// Whether it is a less-than sign after all: `if a<b then`, `List<String>`.
    private mutating func isText(_ tag: HTMLTag, from found: Int) -> Bool {
        if tag.end == tag.attributesStart + 1, tag.kind != .unknown { return false }
        let name = UnsafeBufferPointer(rebasing: bytes[found + 1..<tag.attributesStart])
        let rest = bytes[tag.attributesStart..<tag.end]
        guard found < textEnd || !rest.contains(UInt8(ascii: "=")) else { return false }
        // Whether there are more than two does not matter.
        let words = rest.dropLast(isCutOff(tag) ? 0 : 1)
            .split(maxSplits: 2) { $0 <= 0x20 || $0 == UInt8(ascii: "/") }.count
        if isCutOff(tag) || rest.contains(UInt8(ascii: "<")) {
            return words > 1 || tag.kind == .unknown && (words > 0 || name.count == 1 || tag.end < bytes.count)
        }
        guard tag.kind == .unknown, rest.count == 1 || words > 1, foreign == nil, HTMLRole.of(tag.name) != .rare,
            !name.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") })
        else { return false }
        return !hasEnd(tag.name)
    }

    private mutating func hasEnd(_ name: UInt64) -> Bool {
        if ended == nil {
            var names: Set<UInt64> = []
            var place = start
            while let found = bytes.index(of: UInt8(ascii: "<"), from: place) {
                place = found + 1
                guard place < bytes.count, bytes[place] == UInt8(ascii: "/") else { continue }
                if let name = HTMLTag.start(in: bytes, at: found)?.name { names.insert(name) }
            }
            ended = names
        }
        return ended?.contains(name) == true
    }
}

/// What the name of a tag means for the tags around it.
private enum HTMLRole {
    case division, item, list, cell, table, block
    /// Names in it are not those of HTML.
    case foreign
    /// In it a `<` begins no tag.
    case code
    /// Known once, or to few, and perhaps never ended.
    case rare

    static func of(_ name: UInt64) -> HTMLRole? { names.place(of: name).map { roles[$0] } }

    private static let names = HTMLCodes(known.map(\.name))
    private static let roles = known.map(\.role)

    private static let known: [(name: UInt64, role: HTMLRole)] = {
        let roles: [(HTMLRole, String)] = [
            (.division, "div"), (.item, "li"), (.list, "ul ol"), (.cell, "td th caption"), (.table, "table"),
            (.block, "blockquote section article aside figure address details header footer main nav"),
            (.foreign, "math svg"), (.code, "script style textarea title xmp noembed noframes plaintext"),
            (
                .rare,
                "basefont bgsound command image isindex keygen layer listing menuitem meter nextid output progress rb "
                    + "rtc slot spacer"
            ),
        ]
        return roles.flatMap { role, names in
            names.split(separator: " ").map { ($0.utf8.reduce(0, HTMLTag.pack), role) }
        }
    }()
}

/// The blocks that are open at a place of a document, to see which `div` somebody forgot to close: browsers end it with
/// the block that it is in, libxml2 lets it hold everything that follows.
private struct HTMLOpenBlocks {
    private var open: [(name: UInt64, role: HTMLRole)] = []

    /// Deeper ones are not looked for, so that the time stays linear.
    private static let reach = 64

    /// How many `div` end before this tag.
    mutating func start(_ name: UInt64, _ role: HTMLRole) -> Int {
        guard role != .rare else { return 0 }
        var missing = 0
        if role == .item, let place = place(of: name, within: [.list, .cell]) { missing = cut(to: place) }
        open.append((name, role))
        return missing
    }

    mutating func end(_ name: UInt64, _ role: HTMLRole) -> Int {
        let isPart = role == .cell || role == .table
        guard role != .rare, let place = place(of: name, within: isPart ? [] : [.cell, .table]) else { return 0 }
        let missing = cut(to: place)
        return role == .division || isPart ? 0 : missing
    }

    /// The last open one of the name that no border is above of.
    private func place(of name: UInt64, within borders: [HTMLRole]) -> Int? {
        for place in open.indices.reversed().prefix(Self.reach) {
            if open[place].name == name { return place }
            if borders.contains(open[place].role) { return nil }
        }
        return nil
    }

    private mutating func cut(to place: Int) -> Int {
        let missing = open[(place + 1)...].count { $0.role == .division }
        open.removeSubrange(place...)
        return missing
    }
}
