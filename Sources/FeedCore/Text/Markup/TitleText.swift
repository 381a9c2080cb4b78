/// Takes the text out of a title that is HTML.
///
/// `List<String>`, `a < b`, `<3` and `The <template> element` are text: only elements of HTML make tags, and an opening
/// tag without attributes that is never closed is what the title is about.
struct TitleText {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var text: [UInt8] = []
    private var isInSection = false
    /// The end of each element found so far, so that no search is made twice; nil if it has no end tag.
    private var ends: [UInt64: Int?] = [:]
    /// No comment that begins later has an end, so none is searched for.
    private var hasNoCommentEnd = false

    /// The most bytes of a tag in a title. It bounds the search for the end of an unclosed quotation.
    private static let longestTag = 2048

    /// The text without tags and comments, its references decoded once.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var title = TitleText(bytes: bytes)
        title.text.reserveCapacity(bytes.count)
        title.read()
        return title.text
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private mutating func read() {
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<") {
                index = readMarkup(at: index)
            } else if bytes[index] == UInt8(ascii: "&"), let found = HTMLEntity.reference(in: bytes, at: index) {
                HTMLEntity.append(found.value, to: &text)
                index = found.end
            } else if isInSection, bytes.has("]]>", at: index) {
                isInSection = false
                index += 3
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
    }

    /// Reads what begins with the `<` at `index`, and returns the index behind it.
    private mutating func readMarkup(at index: Int) -> Int {
        let start = UnsafeBufferPointer(rebasing: bytes.prefix(index + TitleText.longestTag))
        if let tag = HTMLTag(in: start, at: index), isMarkup(tag) {
            if tag.kind == .block { text.append(0x20) }
            let isCode = !tag.isEnd && (tag.name == TitleText.script || tag.name == TitleText.style)
            return isCode ? end(of: tag) ?? tag.end : tag.end
        }
        if !hasNoCommentEnd, bytes.has("<!--", at: index) {
            if let end = bytes.end(of: "-->", from: index + 4) { return end }
            if let end = bytes.index(of: UInt8(ascii: ">"), from: index) { return end + 1 }
            hasNoCommentEnd = true
        }
        if let end = endOfProlog(at: index) { return end }
        // A CDATA section that was escaped together with its text.
        if bytes.has("<![CDATA[", at: index) {
            isInSection = true
            return index + 9
        }
        text.append(UInt8(ascii: "<"))
        return index + 1
    }

    /// The index after a declaration that a program wrote before the title. One that a sentence goes on behind is what the
    /// title is about.
    private func endOfProlog(at index: Int) -> Int? {
        let start = UnsafeBufferPointer(rebasing: bytes.prefix(index + TitleText.longestTag))
        guard start.has("<?xml", at: index) || start.has("<!DOCTYPE", at: index) || start.has("<!doctype", at: index),
            let end = start.index(of: UInt8(ascii: ">"), from: index), !text.contains(where: { $0 > 0x20 })
        else { return nil }
        let isNamed = end + 2 < bytes.count && bytes[end + 1] == 0x20 && bytes[end + 2] != UInt8(ascii: "<")
        let hasIdentifier = start[index..<end].contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
        return end + 1 < bytes.count && (hasIdentifier || !isNamed) ? end + 1 : nil
    }

    private mutating func isMarkup(_ tag: HTMLTag) -> Bool {
        guard tag.kind != .unknown, bytes[tag.end - 1] == UInt8(ascii: ">") else { return false }
        let isBare = tag.attributesStart == tag.end - 1
        return tag.isEnd || !isBare || TitleText.seldomClosed.contains(tag.name) || end(of: tag) != nil
    }

    /// The index after the end tag of the element that begins with this tag.
    private mutating func end(of tag: HTMLTag) -> Int? {
        if let known = ends[tag.name], known.map({ $0 > tag.end }) ?? true { return known }
        let end = HTMLTag.end(ofElement: tag, in: bytes)
        ends[tag.name] = .some(end > tag.end ? end : nil)
        return end > tag.end ? end : nil
    }

    private static let script = HTMLTag.name("script")
    private static let style = HTMLTag.name("style")
    private static let seldomClosed: Set<UInt64> = [
        HTMLTag.name("br"), HTMLTag.name("wbr"), HTMLTag.name("hr"), HTMLTag.name("p"), HTMLTag.name("li"),
        HTMLTag.name("dt"), HTMLTag.name("dd"), HTMLTag.name("td"), HTMLTag.name("th"), HTMLTag.name("tr"),
    ]
}
