extension SingleLineText {
    /// A title that is HTML, as plain text: tags are dropped, references decoded once, `a < b` and `D&D & more` stay.
    static func title(_ bytes: [UInt8]) -> String? {
        let mayHaveTags = bytes.has(UInt8(ascii: "<")) && bytes.has(UInt8(ascii: ">"))
        guard mayHaveTags || bytes.has(UInt8(ascii: "&")) else { return clean(bytes) }
        let start = Array(withoutSections(bytes).prefix(maxLength * 4))
        if mayHaveTags, start.has(UInt8(ascii: ">")), start.has(UInt8(ascii: "<")) {
            let html = String(decoding: namedTagsAsText(start), as: UTF8.self)
            let title = clean(HTMLText(.html(html)).bytes)
            // `</example>` alone is what the title is about.
            if title != nil || HTMLTag.areIn(html) { return title.map(withoutLeftReferences) }
        }
        return clean(start.withUnsafeBufferPointer { HTMLEntity.decodedOnce($0) }).map(withoutLeftReferences)
    }

    /// The content of a CDATA section that was escaped together with its text: a browser would take it for a comment.
    static func withoutSections(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var text = bytes[...]
        while text.starts(with: "<![CDATA[".utf8), text.count >= 12, text.suffix(3).elementsEqual("]]>".utf8) {
            text = text.dropFirst(9).dropLast(3).drop { $0 <= 0x20 }
            while text.last.map({ $0 <= 0x20 }) ?? false { text.removeLast() }
        }
        return UnsafeBufferPointer(rebasing: text)
    }

    static func withoutSections(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), bytes[first] == UInt8(ascii: "<") else {
            return bytes
        }
        return bytes.withUnsafeBufferPointer { bytes in
            let end = bytes.lastIndex { $0 > 0x20 } ?? first
            return Array(SingleLineText.withoutSections(UnsafeBufferPointer(rebasing: bytes[first...end])))
        }
    }

    /// Decodes references that a program escaped once too often: those within words, to characters beyond ASCII. The others
    /// may be what the title is about.
    private static func withoutLeftReferences(_ title: String) -> String {
        var title = title
        guard title.utf8.contains(UInt8(ascii: "&")) else { return title }
        return title.withUTF8 { bytes in
            var result: [UInt8] = []
            var (copied, offset) = (0, 0)
            while let found = bytes.index(of: UInt8(ascii: "&"), from: offset) {
                offset = found + 1
                guard let reference = HTMLEntity.reference(in: bytes, at: found), reference.value > 0xA0,
                    bytes[reference.end - 1] == UInt8(ascii: ";"),
                    found > 0 && ASCII.isLetter(bytes[found - 1])
                        || reference.end < bytes.count && ASCII.isLetter(bytes[reference.end])
                else { continue }
                result += bytes[copied..<found]
                HTMLEntity.append(reference.value, to: &result)
                (copied, offset) = (reference.end, reference.end)
            }
            return String(decoding: result + bytes[copied...], as: UTF8.self)
        }
    }

    package static func title(_ text: String) -> String? { title(Array(text.utf8)) }

    /// Start tags without attributes that are never closed are what the title is about, whatever words an unknown
    /// element has behind its name (`Map<K, V>`), and so are those of elements that no title is marked up with, comments
    /// and declarations behind a space, and end tags of unknown elements that have not begun: they become text.
    private static func namedTagsAsText(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { bytes in
            let lastEnds = HTMLTag.lastEnds(in: bytes)
            var html: [UInt8] = []
            var copied = 0
            var index = 0
            var begun: Set<UInt64> = []
            while let found = bytes.index(of: UInt8(ascii: "<"), from: index) {
                index = found + 1
                let rest = UnsafeBufferPointer(rebasing: bytes.prefix(found + HTMLTag.longestInLine))
                if let tag = HTMLTag(in: rest, at: found) {
                    if !tag.isEnd { begun.insert(tag.name) }
                    let isKnown = HTMLTag.isKnown(tag.name)
                    let isApart = found == 0 || !ASCII.isLetter(bytes[found - 1])
                    let isNamed =
                        tag.isEnd
                        ? !isKnown && !begun.contains(tag.name)
                        : !HTMLTag.seldomClosed.contains(tag.name)
                            && (tag.end == tag.attributesStart + 1 || isApart && neverInTitles.contains(tag.name)
                                || !isKnown && !rest[tag.attributesStart..<tag.end].contains(equals))
                            && lastEnds[tag.name] ?? 0 < tag.end
                    guard isNamed else { continue }
                } else if found == 0 || !bytes.has(" <!--", at: found - 1) && !bytes.has(" <!DOC", at: found - 1) {
                    continue
                }
                html += bytes[copied..<found]
                html += "&lt;".utf8
                copied = index
            }
            return html + bytes[copied...]
        }
    }

    private static let equals = UInt8(ascii: "=")

    /// Elements with which no title is marked up.
    private static let neverInTitles: Set<UInt64> = {
        let names: [StaticString] = [
            "input", "link", "meta", "base", "source", "track", "script", "style", "template", "select", "option",
            "button", "video", "audio", "details", "dialog", "form", "label", "textarea", "canvas", "output",
            "progress", "slot",
        ]
        return Set(names.map(HTMLTag.name))
    }()
}
