/// One tag of HTML as bytes: read where it stands, nothing is copied.
struct HTMLTag {
    /// Its name in lower case, packed: compare it with `HTMLTag.name("img")`.
    let name: UInt64
    let isEnd: Bool
    /// Where the attributes begin: the byte after the name.
    let attributesStart: Int
    /// The index after the `>`, or the end of the text where it never comes.
    let end: Int

    /// The tag that begins with the `<` at `start`; nil where that is only a less-than sign.
    init?(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        guard let (name, isEnd, index) = HTMLTag.start(in: bytes, at: start) else { return nil }
        (self.name, self.isEnd, attributesStart) = (name, isEnd, index)
        var attributes = HTMLAttributes(bytes, from: index)
        while attributes.next() != nil {}
        end = attributes.index
    }

    /// The same where the caller knows that the attributes of all tags up to `knownEnd` end there.
    init?(in bytes: UnsafeBufferPointer<UInt8>, at start: Int, knownEnd: Int) {
        guard let (name, isEnd, index) = HTMLTag.start(in: bytes, at: start) else { return nil }
        (self.name, self.isEnd, attributesStart) = (name, isEnd, index)
        end = index < knownEnd && bytes[index] == UInt8(ascii: "<") ? index : knownEnd
    }

    /// The name of the tag at `start`, and the index after it; the attributes are not read.
    static func start(
        in bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (name: UInt64, isEnd: Bool, nameEnd: Int)? {
        var index = start + 1
        guard index < bytes.count else { return nil }
        let isEnd = bytes[index] == UInt8(ascii: "/")
        if isEnd { index += 1 }
        guard index < bytes.count, HTMLTag.isLetter(bytes[index]) else { return nil }
        var packed: UInt64 = 0
        while index < bytes.count, HTMLTag.isNameByte(bytes[index]) {
            packed = HTMLTag.pack(packed, bytes[index])
            index += 1
        }
        return (packed, isEnd, index)
    }

    func attributes(in bytes: UnsafeBufferPointer<UInt8>) -> HTMLAttributes {
        HTMLAttributes(bytes, from: attributesStart)
    }

    /// The end of the element of code that begins with this tag: in it, what looks like a tag is none. An element that
    /// is never closed ends with its tag.
    static func end(ofElement tag: HTMLTag, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var place = tag.end
        while let found = bytes.index(of: UInt8(ascii: "<"), from: place) {
            place = found + 1
            // The attributes of another tag are not read: they can reach to the end of the text.
            guard place < bytes.count, bytes[place] == UInt8(ascii: "/"),
                HTMLTag.start(in: bytes, at: found)?.name == tag.name
            else { continue }
            if let end = HTMLTag(in: bytes, at: found)?.end { return end }
        }
        return tag.end
    }

    /// What is called text is HTML after all: an end tag that HTML knows, or a tag that has none, gives it away.
    static func areIn(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var place = 0
            while let found = bytes.index(of: UInt8(ascii: "<"), from: place) {
                place = found + 1
                guard let tag = HTMLTag(in: bytes, at: found) else { continue }
                if tag.kind != .unknown, tag.isEnd || isVoid(tag.name) { return true }
                place = tag.end
            }
            return false
        }
    }

    /// What the name of a tag means for the text around it.
    var kind: Kind { HTMLTag.names.place(of: name).map { HTMLTag.kinds[$0] } ?? .unknown }

    enum Kind: UInt8 {
        /// Part of a line of text.
        case inline
        /// Begins or ends a line of text.
        case block
        /// Neither it nor what is in it is text.
        case hidden
        case unknown
    }

    /// Elements without an end tag.
    static func isVoid(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        isVoid(name.reduce(0, pack))
    }

    static func isVoid(_ name: UInt64) -> Bool { voidNames.place(of: name) != nil }

    /// A name that HTML knows.
    static func isKnown(_ name: UInt64) -> Bool { names.place(of: name) != nil }

    /// A name as it is packed: eight letters fit; of a longer one the first are folded in.
    static func name(_ text: StaticString) -> UInt64 {
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).reduce(0, pack)
    }

    /// One more letter of a name.
    @inline(__always) static func pack(_ packed: UInt64, _ byte: UInt8) -> UInt64 {
        let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
        return (packed << 8 | packed >> 56) ^ UInt64(lower)
    }

    @inline(__always) static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    @inline(__always) private static func isNameByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "<")
    }

    private static func packed(_ names: String) -> [UInt64] {
        names.split(separator: " ").map { $0.utf8.reduce(0, pack) }
    }

    private static let voidNames = HTMLCodes(
        packed("area base br col embed hr img input link meta param source track wbr"))

    private static let names = HTMLCodes(known.map(\.name))
    private static let kinds = known.map(\.kind)

    private static let known: [(name: UInt64, kind: Kind)] = {
        let inline = """
            a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark math nobr q rp rt \
            ruby s samp small span strike strong sub sup svg time tt u var wbr picture source blink noscript
            """
        let block = """
            address article aside audio base blockquote body br button caption center col colgroup dd details \
            dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr html \
            input legend li link main map marquee menu meta nav ol optgroup option p param pre progress section select \
            summary table tbody td tfoot th thead tr track ul video area canvas
            """
        let hidden = "script style template head title iframe object embed applet textarea"
        return packed(inline).map { ($0, .inline) } + packed(block).map { ($0, .block) }
            + packed(hidden).map { ($0, .hidden) }
    }()
}

/// The attributes of a tag, one after the other.
struct HTMLAttributes {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// After the last attribute: the index after the `>`.
    private(set) var index: Int

    struct Attribute {
        let name: UInt64
        /// Where the value stands, without its quotes; empty where there is none.
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
        // A tag that was never closed ends where the next one begins.
        if bytes[index] == UInt8(ascii: "<") { return nil }
        var name: UInt64 = 0
        repeat {
            let byte = bytes[index]
            let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            name = (name << 8 | name >> 56) ^ UInt64(lower)
            index += 1
        } while index < count && !HTMLAttributes.endsName(bytes[index])
        var next = index
        while next < count, bytes[next] <= 0x20 { next += 1 }
        guard next < count, bytes[next] == UInt8(ascii: "=") else { return Attribute(name: name, value: index..<index) }
        index = next + 1
        while index < count, bytes[index] <= 0x20 { index += 1 }
        return Attribute(name: name, value: value())
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
    }
}
