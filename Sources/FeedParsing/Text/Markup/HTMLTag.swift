/// One tag of HTML, read in place from the bytes of a text.
package struct HTMLTag {
    /// The name in lower case, packed: compare it with `HTMLTag.name("img")`.
    package let name: UInt64
    let isEnd: Bool
    /// The index after the name.
    let attributesStart: Int
    /// The index after the `>`; the end of the text where that is missing.
    let end: Int

    /// Reads the tag that begins with the `<` at `start`; nil if that is a less-than sign.
    init?(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        guard let start = HTMLTag.start(in: bytes, at: start) else { return nil }
        self.init(start, in: bytes)
    }

    init(_ start: Start, in bytes: UnsafeBufferPointer<UInt8>) {
        (name, isEnd, attributesStart) = start
        var attributes = HTMLAttributes(bytes, from: attributesStart)
        while attributes.next() != nil {}
        end = attributes.index
    }

    /// The name of a tag, and the index after the name.
    typealias Start = (name: UInt64, isEnd: Bool, nameEnd: Int)

    static func start(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Start? {
        var index = start + 1
        guard index < bytes.count else { return nil }
        let isEnd = bytes[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        guard index < bytes.count, ASCII.isLetter(bytes[index]) else { return nil }
        var packed: UInt64 = 0
        while index < bytes.count, HTMLTag.isNameByte(bytes[index]) {
            // `<br="">`: what is known is the name.
            if bytes[index] == UInt8(ascii: "="), isKnown(packed) { break }
            packed = HTMLTag.pack(packed, bytes[index])
            index += 1
        }
        return (packed, isEnd, index)
    }

    /// The offset of the text behind the declarations, instructions and comments before the first tag of a document.
    static func endOfProlog(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        var start = 0
        while text.has("<!", at: start) || text.has("<?", at: start) {
            let end = text.has("<!--", at: start) ? text.end(of: "-->", from: start) : text.end(of: ">", from: start)
            guard let end, let next = text[end...].firstIndex(where: { $0 > 0x20 }) else { return nil }
            start = next
        }
        return start
    }

    func attributes(in bytes: UnsafeBufferPointer<UInt8>) -> HTMLAttributes {
        HTMLAttributes(bytes, from: attributesStart)
    }

    /// Bytes of a tag in a line that are read at most: a quotation mark that is never closed reaches no further.
    static let longestInLine = 2048

    /// The offset of the last end tag of each element.
    static func lastEnds(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt64: Int] {
        var ends: [UInt64: Int] = [:]
        var offset = 0
        while let found = bytes.end(of: "</", from: offset) {
            offset = found
            if let name = HTMLTag.start(in: bytes, at: found - 2)?.name { ends[name] = found - 2 }
        }
        return ends
    }

    /// Whether a text is HTML: it has an end tag of HTML, or a tag such as `<br>` that needs none, and does not only
    /// name them.
    package static func areIn(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { areIn($0) }
    }

    package static func areIn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else { return false }
        var offset = 0
        var beginsWithTag = false
        while let found = bytes.index(of: UInt8(ascii: "<"), from: offset) {
            offset = found + 1
            guard let tag = HTMLTag(in: bytes, at: found) else { continue }
            offset = tag.end
            guard isKnown(tag.name) else { continue }
            if found == first { beginsWithTag = true }
            guard tag.isEnd || isVoid(tag.name) else { continue }
            if beginsWithTag && last < tag.end || !tag.isNamed(in: bytes, at: found) { return true }
        }
        return false
    }

    /// Whether a sentence names the tag: without attributes, apart from the words before it and behind it.
    private func isNamed(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        guard bytes[attributesStart..<end].allSatisfy({ " />".utf8.contains($0) }) else { return false }
        return (start == 0 || " \"'`([".utf8.contains(bytes[start - 1]))
            && (end == bytes.count || " \"'`)].,;:!?".utf8.contains(bytes[end]))
    }

    /// Whether a sentence names this start tag. Where such an element is meant, it has an end tag.
    func isOnlyNamed(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        !isEnd && start > 0 && isNamed(in: bytes, at: start) && HTMLTag.isKnown(name)
            && !HTMLTag.seldomClosed.contains(name)
    }

    static let seldomClosed: Set<UInt64> = {
        let names: [StaticString] = ["br", "wbr", "hr", "p", "li", "dt", "dd", "td", "th", "tr"]
        return Set(names.map(HTMLTag.name))
    }()

    /// Elements without an end tag.
    static func isVoid(_ name: UnsafeBufferPointer<UInt8>) -> Bool { isVoid(name.reduce(0, pack)) }

    static func isVoid(_ name: UInt64) -> Bool { HTMLElement.of(name).contains(.void) }

    /// Whether HTML has an element of this name.
    static func isKnown(_ name: UInt64) -> Bool { HTMLElement.of(name).isKnown }

    /// Packs a name. Eight letters fit; the first ones of a longer name are folded in.
    ///
    /// Constants are written as numbers with the name behind them, because the compiler would make any other at the first
    /// use, and look at each use whether that was done.
    package static func name(_ text: StaticString) -> UInt64 {
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).reduce(0, pack)
    }

    /// Packs one more letter of a name.
    @inline(__always) static func pack(_ packed: UInt64, _ byte: UInt8) -> UInt64 {
        (packed << 8 | packed >> 56) ^ UInt64(ASCII.lowercased(byte))
    }

    @inline(__always) static func isNameByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "<")
    }
}

/// Reads the attributes of a tag one by one.
struct HTMLAttributes {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// After the last attribute, this is the index after the `>`.
    private(set) var index: Int

    struct Attribute {
        package let name: UInt64
        let nameRange: Range<Int>
        /// The range of the value, without its quotes; empty without a value.
        let value: Range<Int>
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        self.bytes = bytes
        index = start
    }

    mutating func next() -> Attribute? {
        let count = bytes.count
        while index < count, bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: "/") { index += 1 }
        guard index < count else { return nil }
        if bytes[index] == UInt8(ascii: ">") {
            index += 1
            return nil
        }
        // A tag without a `>` ends where the next one begins.
        if bytes[index] == UInt8(ascii: "<") { return nil }
        var name: UInt64 = 0
        let nameStart = index
        repeat {
            name = HTMLTag.pack(name, bytes[index])
            index += 1
        } while index < count && !HTMLAttributes.endsName(bytes[index])
        let nameRange = nameStart..<index
        var next = index
        while next < count, bytes[next] <= 0x20 { next += 1 }
        guard next < count, bytes[next] == UInt8(ascii: "=") else {
            return Attribute(name: name, nameRange: nameRange, value: index..<index)
        }
        index = next + 1
        while index < count, bytes[index] <= 0x20 { index += 1 }
        return Attribute(name: name, nameRange: nameRange, value: value())
    }

    private mutating func value() -> Range<Int> {
        let count = bytes.count
        guard index < count else { return count..<count }
        let quote = bytes[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = index + 1
            if let end = bytes.index(of: quote, from: start) {
                index = end + 1
                return start..<end
            }
        }
        let start = index
        while index < count, bytes[index] > 0x20, bytes[index] != UInt8(ascii: ">") { index += 1 }
        return start..<index
    }

    @inline(__always) private static func endsName(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: "<")
    }
}
