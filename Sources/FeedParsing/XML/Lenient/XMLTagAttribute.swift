/// An attribute of a tag of a document that need not be well-formed, by its range.
///
/// Programs leave quotation marks out, and write them unescaped into values, as of a description with a link in it. So
/// one ends the value only where the tag can go on behind it.
package struct XMLTagAttribute {
    package let name: Range<Int>
    /// Without its quotation marks.
    package let value: Range<Int>
    /// The index behind the attribute.
    let end: Int

    /// Behind how many tags in a value its end is still searched.
    private static let tagLimit = 32
    /// Behind how many quotation marks.
    private static let markLimit = 64

    /// Reads the attribute whose name begins at `start`.
    init(in input: UnsafeBufferPointer<UInt8>, from start: Int) {
        let name = start..<XMLTagAttribute.nameEnd(in: input, from: start)
        self.name = name
        let sign = input.afterSpaces(from: name.upperBound)
        guard input.has("=", at: sign) else {
            (value, end) = (name.upperBound..<name.upperBound, name.upperBound)
            return
        }
        let begin = input.afterSpaces(from: sign + 1)
        if begin < input.count, input[begin] == UInt8(ascii: "\"") || input[begin] == UInt8(ascii: "'") {
            value = XMLTagAttribute.quoted(in: input, from: begin)
            let isClosed = value.upperBound < input.count && input[value.upperBound] == input[begin]
            end = value.upperBound + (isClosed ? 1 : 0)
        } else {
            value = XMLTagAttribute.unquoted(in: input, from: begin)
            end = value.upperBound
        }
    }

    private static func nameEnd(in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var end = start
        while end < input.count, input[end] > 0x20, !"=></\"'".utf8.contains(input[end]) { end += 1 }
        return end
    }

    private static func unquoted(in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int> {
        var end = start
        while end < input.count, input[end] > 0x20, input[end] != UInt8(ascii: ">"), input[end] != UInt8(ascii: "<") {
            end += 1
        }
        return start..<(end > start && input.has("/>", at: end - 1) ? end - 1 : end)
    }

    /// The value whose quotation mark is at `open`: to the first mark behind which the tag can go on, or to the next
    /// attribute if that comes first. If neither comes, to the first mark or the end of the tag.
    private static func quoted(in input: UnsafeBufferPointer<UInt8>, from open: Int) -> Range<Int> {
        let start = open + 1
        var index = start
        var isInTag = false
        var (tagCount, markCount) = (0, 0)
        var firstMark: Int?
        var firstMarkInTag: Int?
        var firstGreater: Int?
        scan: while index < input.count {
            switch input[index] {
            case UInt8(ascii: "<"):
                tagCount += 1
                if tagCount > tagLimit || isBoundary(in: input, at: index) { break scan }
                isInTag = beginsTag(in: input, at: index)
            case UInt8(ascii: ">"):
                if !isInTag, firstMark != nil { break scan }
                firstGreater = firstGreater ?? index
                isInTag = false
            case input[open] where !isInTag:
                if mayEnd(in: input, at: index) { return start..<index }
                if let end = endBeforeName(in: input, at: index), end >= start { return start..<end }
                firstMark = firstMark ?? index
            case input[open] where firstGreater == nil: firstMarkInTag = firstMarkInTag ?? index
            default: break
            }
            if input[index] == input[open] {
                markCount += 1
                if markCount > markLimit { break scan }
            }
            index += 1
        }
        if let mark = firstMark ?? firstMarkInTag { return start..<mark }
        let end = firstGreater ?? index
        return start..<(end > start && input.has("/>", at: end - 1) ? end - 1 : end)
    }

    /// Whether the tag can go on behind the mark: with its end, or with another attribute.
    private static func mayEnd(in input: UnsafeBufferPointer<UInt8>, at mark: Int) -> Bool {
        var next = input.afterSpaces(from: mark + 1)
        guard next < input.count else { return true }
        let end = nameEnd(in: input, from: next)
        guard end > next else {
            while input.has("/", at: next) { next = input.afterSpaces(from: next + 1) }
            return input.has(">", at: next)
        }
        let isApart = next > mark + 1
        guard ASCII.isLetter(input[next]) else { return isApart }
        let sign = isApart ? input.afterSpaces(from: end) : end
        guard input.has("=", at: sign) else { return false }
        let value = isApart ? input.afterSpaces(from: sign + 1) : sign + 1
        return isApart && sign == end || input.has("\"", at: value) || input.has("'", at: value)
    }

    /// The end of the value if ` name=` stands before the mark, so that the value lacks its own mark.
    private static func endBeforeName(in input: UnsafeBufferPointer<UInt8>, at mark: Int) -> Int? {
        guard input[mark - 1] == UInt8(ascii: "=") else { return nil }
        var start = mark - 1
        while XMLTokens.isInName(input[start - 1]) { start -= 1 }
        guard start < mark - 1, input[start - 1] <= 0x20 else { return nil }
        while input[start - 1] <= 0x20 { start -= 1 }
        return start
    }

    private static func beginsTag(in input: UnsafeBufferPointer<UInt8>, at less: Int) -> Bool {
        let start = less + (input.has("</", at: less) ? 2 : 1)
        let end = nameEnd(in: input, from: start)
        return end > start && end < input.count && ASCII.isLetter(input[start])
            && (input[end] <= 0x20 || input[end] == UInt8(ascii: ">") || input[end] == UInt8(ascii: "/"))
    }

    /// Whether a tag of the document itself is here, not one of HTML in a value. No value reaches beyond it.
    private static func isBoundary(in input: UnsafeBufferPointer<UInt8>, at less: Int) -> Bool {
        let start = less + (input.has("</", at: less) ? 2 : 1)
        let name = input[start..<max(start, nameEnd(in: input, from: start))]
        return name.first.map(ASCII.isLetter) == true && !HTMLTag.isKnown(name.reduce(0, HTMLTag.pack))
    }
}
