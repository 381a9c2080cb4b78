extension SingleLineText {
    /// A title that is HTML, as plain text: tags are dropped, references decoded once, `a < b` and `D&D & more` stay.
    static func title(_ bytes: [UInt8]) -> String? {
        let mayHaveTags = bytes.has(UInt8(ascii: "<")) && bytes.has(UInt8(ascii: ">"))
        guard mayHaveTags || bytes.has(UInt8(ascii: "&")) else { return clean(bytes) }
        let start = Array(bytes.prefix(maxLength * 4))
        if mayHaveTags, start.has(UInt8(ascii: ">")), start.has(UInt8(ascii: "<")) {
            let html = String(decoding: namedTagsAsText(start), as: UTF8.self)
            let title = clean(HTMLText(.html(html)).bytes)
            // `</example>` alone is what the title is about.
            if title != nil || HTMLTag.areIn(html) { return title }
        }
        return clean(start.withUnsafeBufferPointer { HTMLEntity.decodedOnce($0) })
    }

    package static func title(_ text: String) -> String? { title(Array(text.utf8)) }

    /// Start tags without attributes that are never closed are what the title is about: they become text.
    private static func namedTagsAsText(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { bytes in
            let lastEnds = HTMLTag.lastEnds(in: bytes)
            var html: [UInt8] = []
            var copied = 0
            var index = 0
            while let found = bytes.index(of: UInt8(ascii: "<"), from: index) {
                index = found + 1
                let rest = UnsafeBufferPointer(rebasing: bytes.prefix(found + HTMLTag.longestInLine))
                guard let tag = HTMLTag(in: rest, at: found), !tag.isEnd, tag.end == tag.attributesStart + 1,
                    !seldomClosed.contains(tag.name), lastEnds[tag.name] ?? 0 < tag.end
                else { continue }
                html += bytes[copied..<found]
                html += "&lt;".utf8
                copied = index
            }
            return html + bytes[copied...]
        }
    }

    private static let seldomClosed: Set<UInt64> = {
        let names: [StaticString] = ["br", "wbr", "hr", "p", "li", "dt", "dd", "td", "th", "tr"]
        return Set(names.map(HTMLTag.name))
    }()
}
