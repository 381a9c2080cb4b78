/// Gives the text of a document that is not well-formed to its reader: references are decoded, an ampersand that begins
/// none stays, and characters that XML forbids (XML 1.0, 2.2) are left out.
struct LenientText {
    private let input: UnsafeBufferPointer<UInt8>
    private var clean: [UInt8] = []
    private var entities: [String: [UInt8]] = [:]

    /// The most bytes of an entity. Longer texts go to the reader in pieces, so that it sees how much entities grow.
    private static let pieceSize = 65_536

    init(_ input: UnsafeBufferPointer<UInt8>) { self.input = input }

    mutating func append(_ range: Range<Int>, to reader: XMLReader) {
        var index = range.lowerBound
        while index < range.upperBound, reader.failure == nil {
            index = decode(index..<range.upperBound)
            flush(to: reader)
        }
    }

    /// Decodes a piece of the range, and returns the index after it.
    private mutating func decode(_ range: Range<Int>) -> Int {
        clean.removeAll(keepingCapacity: true)
        let text = UnsafeBufferPointer(rebasing: input[..<range.upperBound])
        var index = range.lowerBound
        while index < range.upperBound, clean.count <= LenientText.pieceSize {
            if text[index] == UInt8(ascii: "&"), let end = appendReference(in: text, at: index) {
                index = end
            } else {
                index = appendCharacter(in: text, at: index)
            }
        }
        return index
    }

    /// Reads the entities whose text is in the document type itself, each after those in its text. Others are never loaded.
    mutating func readEntities(in range: Range<Int>, for reader: XMLReader) {
        let type = UnsafeBufferPointer(rebasing: input[..<range.upperBound])
        var position = range.lowerBound
        while let start = type.end(of: "<!ENTITY", from: position) {
            let name = type[type.afterSpaces(from: start)...].prefix(while: XMLTokens.isInName)
            let mark = type.afterSpaces(from: name.endIndex)
            position = mark
            guard !name.isEmpty, type.has("\"", at: mark) || type.has("'", at: mark) else { continue }
            guard let end = type.index(of: type[mark], from: mark + 1) else { return }
            position = end
            guard decode(mark + 1..<end) == end, entities.count < XMLReader.entityLimit else {
                return reader.stop(.limit("entities that never end"))
            }
            entities[String(decoding: name, as: UTF8.self)] = clean
        }
    }

    /// Appends the content of a section. One that is not whole may have other sections in it, and a broken end.
    mutating func append(section range: Range<Int>, isWhole: Bool, to reader: XMLReader) {
        clean.removeAll(keepingCapacity: true)
        let text = UnsafeBufferPointer(rebasing: input[..<(isWhole ? range : withoutBrokenEnd(range)).upperBound])
        var index = range.lowerBound
        while index < text.count {
            if !isWhole, text.has("<![CDATA[", at: index) {
                index += 9
            } else if !isWhole, text.has("]]>", at: index) {
                index += 3
            } else {
                index = appendCharacter(in: text, at: index)
            }
        }
        flush(to: reader)
    }

    private func flush(to reader: XMLReader) {
        clean.withUnsafeBufferPointer { reader.characters($0.baseAddress, $0.count) }
    }

    /// Without what was meant to end a section: `]] >`, `]]`, `]>`.
    private func withoutBrokenEnd(_ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, input[end - 1] <= 0x20 || input[end - 1] == UInt8(ascii: ">") { end -= 1 }
        guard end > range.lowerBound, input[end - 1] == UInt8(ascii: "]") else { return range }
        while end > range.lowerBound, input[end - 1] == UInt8(ascii: "]") { end -= 1 }
        return range.lowerBound..<end
    }

    /// Appends a character unless XML forbids it, with a line feed for every line end. Returns the index after it.
    private mutating func appendCharacter(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        switch text[index] {
        case 0x0D: if !text.has("\n", at: index + 1) { clean.append(0x0A) }
        case 0xEF where text.has("\u{FFFE}", at: index) || text.has("\u{FFFF}", at: index): return index + 3
        case 0x09, 0x0A, 0x20...: clean.append(text[index])
        default: break
        }
        return index + 1
    }

    /// Appends the text of the reference at `start`, and returns the index after it; nil if that is only an ampersand.
    private mutating func appendReference(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        guard let (value, end) = HTMLEntity.reference(in: text, at: start) else {
            return appendEntity(in: text, at: start)
        }
        if value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D { HTMLEntity.append(value, to: &clean) }
        return end
    }

    private mutating func appendEntity(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        guard !entities.isEmpty else { return nil }
        let name = text[(start + 1)...].prefix(while: XMLTokens.isInName)
        guard text.has(";", at: name.endIndex), let entity = entities[String(decoding: name, as: UTF8.self)]
        else { return nil }
        clean += entity
        return name.endIndex + 1
    }
}
