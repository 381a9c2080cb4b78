/// The start tag of an outline, by places in the document.
struct OPMLOutlineTag {
    private let input: UnsafeBufferPointer<UInt8>
    private(set) var attributes: [(name: Range<Int>, value: Range<Int>)] = []
    private(set) var isEmpty = false
    /// The index behind it.
    private(set) var end: Int
    /// A quotation mark within a tag in a value can end the value as well, and text may follow the outline.
    private var isLenient = false

    /// The attributes that OPML 2.0 gives an outline, and `url` of older lists.
    private static let names: [StaticString] = [
        "text", "title", "type", "xmlurl", "htmlurl", "description", "language", "category", "version", "url",
    ]

    /// Nil if the document ends within the tag.
    init?(_ input: UnsafeBufferPointer<UInt8>, at less: Int) {
        self.input = input
        end = less + 8
        while true {
            end = input.afterSpaces(from: end)
            guard end < input.count else { return nil }
            switch input[end] {
            case UInt8(ascii: ">"):
                end += 1
                return
            case UInt8(ascii: "<"): return
            case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="):
                isEmpty = input.has("/>", at: end)
                end += 1
            default:
                guard let attribute = readAttribute() else { return nil }
                attributes.append(attribute)
            }
        }
    }

    /// Reads an attribute, and moves `end` behind it; nil if the document ends within it.
    private mutating func readAttribute() -> (name: Range<Int>, value: Range<Int>)? {
        let name = end..<nameEnd(from: end)
        end = input.afterSpaces(from: name.upperBound)
        guard end < input.count else { return nil }
        guard input[end] == UInt8(ascii: "=") else { return (name, name.upperBound..<name.upperBound) }
        end = input.afterSpaces(from: end + 1)
        guard end < input.count else { return nil }
        let quote = input[end]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = end
            while end < input.count, input[end] > 0x20, input[end] != UInt8(ascii: ">") { end += 1 }
            if input.has(">", at: end), end > start, input[end - 1] == UInt8(ascii: "/") { end -= 1 }
            return (name, start..<end)
        }
        end += 1
        return value(in: quote).map { (name, $0) }
    }

    private func nameEnd(from start: Int) -> Int {
        var index = start
        while index < input.count, input[index] > 0x20, !"=>/<\"'".utf8.contains(input[index]) { index += 1 }
        return index
    }

    /// The value from `end` on, whose closing quotation mark `end` moves behind; nil if the document ends within it.
    private mutating func value(in quote: UInt8) -> Range<Int>? {
        let start = end
        var value = isLenient ? nil : value(from: start, in: quote)
        if value == nil {
            // For the rest of the tag, too: else each of its values would be searched to the next tag.
            isLenient = true
            value = self.value(from: start, in: quote)
        }
        if let value {
            end = value.upperBound
            if input.has(quote, at: end) { end += 1 }
            return value
        }
        // Without a closing quotation mark the value ends with the tag.
        let limit = boundary(from: start)
        let tag = UnsafeBufferPointer(rebasing: input[..<limit])
        guard let greater = tag.index(of: UInt8(ascii: ">"), from: start) else {
            if limit == input.count { return nil }
            end = limit
            return start..<limit
        }
        end = greater > start && input[greater - 1] == UInt8(ascii: "/") ? greater - 1 : greater
        return start..<end
    }

    /// The value up to the first quotation mark that can end it, or to the next attribute if that comes first; nil if
    /// neither comes within the tag.
    private func value(from start: Int, in quote: UInt8) -> Range<Int>? {
        var index = start
        var isInTag = false
        // The last word, if it is the name of an attribute.
        var next: Int?
        while index < input.count {
            let byte = input[index]
            switch byte {
            case UInt8(ascii: "<"):
                if isBoundary(index) { return nil }
                isInTag =
                    !isLenient && index + 1 < input.count
                    && (ASCII.isLetter(input[index + 1]) || input[index + 1] == UInt8(ascii: "/"))
            case UInt8(ascii: ">"): isInTag = false
            case quote where !isInTag:
                if canEnd(at: index) { return start..<index }
                if let name = next, isAssignment(name, index) {
                    var end = name
                    while end > start, input[end - 1] <= 0x20 { end -= 1 }
                    return start..<end
                }
                next = nil
            default:
                if !isInTag, byte > 0x20, index > start, input[index - 1] <= 0x20 {
                    next = isKnownName(index) ? index : nil
                }
            }
            index += 1
        }
        return nil
    }

    /// Whether only `=` and white space are between the name and the quotation mark.
    private func isAssignment(_ name: Int, _ quote: Int) -> Bool {
        let sign = input.afterSpaces(from: nameEnd(from: name))
        return input.has("=", at: sign) && input.afterSpaces(from: sign + 1) == quote
    }

    /// Whether the tag can go on behind the quotation mark: with its end, or with another attribute.
    private func canEnd(at quote: Int) -> Bool {
        let next = input.afterSpaces(from: quote + 1)
        guard next < input.count else { return true }
        var greater = next
        while input.has("/", at: greater) { greater = input.afterSpaces(from: greater + 1) }
        if input.has(">", at: greater) {
            let after = input.afterSpaces(from: greater + 1)
            return isLenient || after == input.count || input[after] == UInt8(ascii: "<")
        }
        let end = nameEnd(from: next)
        let isKnown = isKnownName(next)
        guard end > next, ASCII.isLetter(input[next]), next > quote + 1 || isKnown else { return false }
        let sign = input.afterSpaces(from: end)
        guard input.has("=", at: sign) else { return false }
        let value = input.afterSpaces(from: sign + 1)
        return isKnown && next > quote + 1 || input.has("\"", at: value) || input.has("'", at: value)
    }

    private func isKnownName(_ index: Int) -> Bool { Self.names.contains { input.hasName($0, at: index) } }

    /// Whether a tag of the list itself is here, which no value reaches beyond.
    private func isBoundary(_ less: Int) -> Bool {
        let name = input.has("/", at: less + 1) ? less + 2 : less + 1
        return ["outline", "body", "opml"].contains { (known: StaticString) in input.hasName(known, at: name) }
    }

    private func boundary(from start: Int) -> Int {
        var index = start
        while let less = input.index(of: UInt8(ascii: "<"), from: index) {
            if isBoundary(less) { return less }
            index = less + 1
        }
        return input.count
    }
}

extension UnsafeBufferPointer where Element == UInt8 {
    /// The index of the next byte that is no white space.
    func afterSpaces(from start: Int) -> Int {
        var index = start
        while index < count, self[index] <= 0x20 { index += 1 }
        return index
    }

    fileprivate func has(_ byte: UInt8, at index: Int) -> Bool { index < count && self[index] == byte }

    /// Whether the name, in any letter case, is here as a whole word.
    func hasName(_ name: StaticString, at start: Int) -> Bool {
        let end = start + name.utf8CodeUnitCount
        guard end <= count else { return false }
        for offset in 0..<name.utf8CodeUnitCount where self[start + offset] | 0x20 != name.utf8Start[offset] | 0x20 {
            return false
        }
        return end == count || !ASCII.isLetter(self[end]) && !":-_.".utf8.contains(self[end])
    }
}
