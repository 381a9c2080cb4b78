/// Tells text that only has the form of a tag: `if a<b then`, `List<String>`, `Bob <bob@x.example>`, `the <button> element`.
extension HTMLTokens {
    /// Whether a name is an address: `Bob <bob@x.example>`, `<https://x.example>`.
    func isAddress(at start: Int) -> Bool {
        var end = start
        while end < bytes.count, HTMLTag.isNameByte(bytes[end]) {
            if bytes[end] == UInt8(ascii: "@") { return true }
            end += 1
        }
        return bytes[end - 1] == UInt8(ascii: ":") && end - start > 4
    }

    /// Whether an end tag is a path: `#include </usr/include/stdio.h>`. Its name tells, because what follows may be long.
    func isPath(_ tag: HTMLTag.Start) -> Bool {
        tag.isEnd && tag.nameEnd + 1 < bytes.count && bytes[tag.nameEnd] == UInt8(ascii: "/")
            && ASCII.isLetter(bytes[tag.nameEnd + 1])
    }

    /// Whether the form of a start tag shows that it is text. No text has a value.
    mutating func isText(_ tag: HTMLTag, _ element: HTMLElement, at found: Int) -> Bool {
        let isBare = tag.end == tag.attributesStart + 1
        if isBare, element.isKnown {
            guard !isForeign, !element.isDisjoint(with: [.hiding, .hidingInline]) else { return false }
            // Content of one kind is passed over, so that the search takes no longer than to read it.
            if !element.isDisjoint(with: [.code, .textOnly]), end(of: tag.name, from: tag.end) != nil { return false }
            return !isEnded(tag.name, after: found)
        }
        let name = UnsafeBufferPointer(rebasing: bytes[found + 1..<tag.attributesStart])
        let rest = bytes[tag.attributesStart..<tag.end]
        guard !rest.contains(UInt8(ascii: "=")) else { return false }
        if !element.isKnown, name.contains(where: HTMLTokens.isOfFormula), !name.contains(UInt8(ascii: "=")) {
            return true
        }
        // Counted up to three.
        let words = rest.split(maxSplits: 2) { $0 <= 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") }.count
        guard bytes[tag.end - 1] == UInt8(ascii: ">") else {
            let isFollowed = tag.end < bytes.count
            return words > 1 || name.count == 1 && rest.isEmpty && isFollowed && !isTag(at: tag.end)
                || !element.isKnown && (words > 0 || name.count == 1 || isFollowed)
        }
        // `a<b and c>d`
        if name.count == 1, words > 1 { return !isEnded(tag.name, after: found) }
        return element.isEmpty && (isBare || words > 1) && !isForeign
            && !name.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":") } && !isEnded(tag.name, after: found)
    }

    /// Whether another tag, an end tag or a comment begins at a less-than sign, and no number or formula.
    private func isTag(at start: Int) -> Bool {
        guard let tag = HTMLTag.start(in: bytes, at: start) else {
            return bytes.has("!", at: start + 1) || bytes.has("/", at: start + 1)
        }
        return tag.isEnd || HTMLTag.isKnown(tag.name)
    }

    /// Whether a byte is part of formulas and code, and of no name: `$a<b$`, `i<a.length;`.
    private static func isOfFormula(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "$"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "^"),
            UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            true
        default: false
        }
    }

    mutating func isEnded(_ name: UInt64, after found: Int) -> Bool {
        let isChoice = name == PackedName.option || name == PackedName.optgroup
        return lastEnds[name] ?? 0 > found || isChoice && lastEnds[PackedName.select] ?? 0 > found
    }
}
