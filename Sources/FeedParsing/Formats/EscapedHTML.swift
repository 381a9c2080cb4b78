/// Recognises a text of HTML that was escaped once too often, so that a reader would show its tags.
///
/// The escaped part has tags that are closed again, one of a block or with an attribute, and no tags that were not escaped
/// but those that a program put around it or, as Reddit did, behind it. `Use &lt;p&gt;` and code stay.
enum EscapedHTML {
    /// The HTML that was meant; nil for any other text.
    static func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.end(of: "&lt;", from: 0) != nil else { return nil }
        return whole(text) ?? withPictures(text)
    }

    /// The text with the pictures that were escaped in a `noscript`.
    private static func withPictures(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var (html, copied, offset): ([UInt8], Int, Int) = ([], 0, 0)
        while let start = text.end(of: "<noscript>", from: offset) {
            offset = start
            guard text.has("&lt;img ", at: text.afterSpaces(from: start)) else { continue }
            guard let end = text.end(of: "</noscript>", from: start) else { break }
            html += text[copied..<start]
            html += HTMLEntity.decodedOnce(UnsafeBufferPointer(rebasing: text[start..<end])).utf8
            (copied, offset) = (end, end)
        }
        return copied == 0 ? nil : html + text[copied...]
    }

    private static func whole(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let isInLine = HTMLTag.start(in: text, at: 0).map { inLine.contains($0.name) } ?? false
        var inner: [UInt8] = []
        var index = 0
        while index < text.count {
            let end = text.index(of: UInt8(ascii: "<"), from: index) ?? text.count
            let next = end < text.count ? endOfWrapping(in: text, at: end) : end
            if next == nil, isInLine || text.end(of: "&lt;", from: end) != nil { return nil }
            let run = text[index..<end].drop { inner.isEmpty && $0 <= 0x20 }
            inner += HTMLEntity.decodedOnce(UnsafeBufferPointer(rebasing: run)).utf8
            guard let next else {
                return inner.withUnsafeBufferPointer { Tags(of: $0)?.areOfBody == true } ? inner + text[end...] : nil
            }
            index = next
        }
        let areMeant = inner.withUnsafeBufferPointer { inner in
            Tags(of: inner).map { isInLine ? $0.areOfBody : $0.areMeant } ?? false
        }
        return areMeant ? inner : nil
    }

    /// The index behind a comment, or a tag of a division: TypePad escapes what is in it. A paragraph or a span counts
    /// around the whole text.
    private static func endOfWrapping(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        if text.has("<!--", at: start) { return text.end(of: "-->", from: start + 4) }
        guard let tag = HTMLTag(in: text, at: start) else { return nil }
        let isOutermost = tag.isEnd ? tag.end == text.count : start == 0
        return tag.name == PackedName.div || isOutermost && inLine.contains(tag.name) ? tag.end : nil
    }

    private static let inLine = [PackedName.p, PackedName.span]
}

/// The evidence of the tags in a text that was unescaped.
private struct Tags {
    private var isFirst = false
    private var isLast = false
    private var hasBlock = false
    private var hasAttribute = false
    private var hasAddress = false

    /// Nil for a text without tags, or that only names them.
    init?(of text: UnsafeBufferPointer<UInt8>) {
        guard let start = HTMLTag.endOfProlog(in: text), let last = text.lastIndex(where: { $0 > 0x20 }),
            HTMLTag.areIn(text)
        else { return nil }
        var offset = start
        var mayEndComment = true
        while let found = text.index(of: UInt8(ascii: "<"), from: offset) {
            offset = found + 1
            if mayEndComment, text.has("<!--", at: found) {
                if let end = text.end(of: "-->", from: found + 4) {
                    offset = end
                    if end > last { isLast = true }
                } else {
                    mayEndComment = false
                }
            }
            guard let tag = HTMLTag(in: text, at: found) else { continue }
            offset = tag.end
            guard HTMLTag.isKnown(tag.name) else { continue }
            if found == start { isFirst = !tag.isEnd }
            if tag.end > last { isLast = true }
            if HTMLElement.of(tag.name).contains(.block) { hasBlock = true }
            var attributes = tag.attributes(in: text)
            while let attribute = attributes.next() {
                hasAttribute = true
                if text.has("http", at: attribute.value.lowerBound) { hasAddress = true }
            }
        }
    }

    /// Whether the whole text is HTML. TypePad writes words before the first tag, and WordPress behind the last, too.
    var areMeant: Bool { isFirst ? hasBlock || hasAttribute : hasAddress || hasBlock && isLast }

    /// Whether the text is HTML that something else may follow.
    var areOfBody: Bool { isFirst && hasBlock }
}
