/// The CDATA sections and the long texts of a document. Most feeds consist of them, and libxml2 looks at each of their bytes
/// several times. So it reads the document with a section of one byte in place of each, and `XMLReader` takes the contents
/// from here. An example, where `…` means more than 128 bytes:
///
///     <a><![CDATA[<p>Hi]]></a> <b>Ü &amp; …</b> <c><![CDATA[-]]></c>         the document: `init` finds three texts
///     <a><![CDATA[-]]></a> <b><![CDATA[-]]></b> <c><![CDATA[-]]></c>         what `forEachPiece` gives libxml2
///
/// libxml2 calls `XMLReader.section` with `-` three times. The reader asks `next` each time, which hands out `<p>Hi`, then
/// `Ü & …`, then `-`, which the document itself has. Where libxml2 finds other sections than
/// these, or fewer, the document has a text where none belongs, and is read leniently.
struct LongTexts {
    private static let placeholder = UInt8(ascii: "-")
    /// Of a shorter text, the section in its place would save nothing.
    private static let leastCount = 128

    /// A document in which so many parts between sections have no long text most likely has none.
    private static let partLimit = 50

    private struct Text {
        /// Its range in the document; of a section, that of its content.
        let range: Range<Int>
        let isSection: Bool
    }

    /// In the order of the document.
    private var texts: [Text] = []
    /// How many of them libxml2 has reached.
    private var reached = 0

    /// None.
    init() {}

    /// Nil if the document has none, and if libxml2 has to read it whole: if its document type has declarations, or if a
    /// section, a comment, an instruction or a tag has no end or characters that XML forbids.
    init?(in document: UnsafeBufferPointer<UInt8>) {
        var offset = 0
        var (declaration, instruction) = (-1, -1)
        var partsWithoutText = 0
        while offset < document.count {
            if declaration < offset { declaration = LongTexts.markup("!", in: document, from: offset) }
            if instruction < offset { instruction = LongTexts.markup("?", in: document, from: offset) }
            let special = min(declaration, instruction)
            if partsWithoutText < LongTexts.partLimit {
                let count = texts.count
                guard takeTexts(from: offset, to: special, in: document) else { return nil }
                partsWithoutText = texts.count > count ? .min : partsWithoutText + 1
            }
            guard special < document.count else { break }
            guard let end = takeSpecial(at: special, in: document) else { return nil }
            offset = end
        }
        if texts.isEmpty { return nil }
    }

    /// The offset of the next `<` before the sign; that of the document's end without one.
    private static func markup(
        _ sign: Unicode.Scalar, in document: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int {
        var offset = start + 1
        while let found = document.index(of: UInt8(ascii: sign), from: offset) {
            if document[found - 1] == UInt8(ascii: "<") { return found - 1 }
            offset = found + 1
        }
        return document.count
    }

    /// Takes a section, or passes over a comment or an instruction. Returns its end; nil if libxml2 has to read the document
    /// whole.
    private mutating func takeSpecial(at start: Int, in document: UnsafeBufferPointer<UInt8>) -> Int? {
        if document.has("<?", at: start) { return document.end(of: "?>", from: start + 2) }
        if document.has("<!--", at: start) { return document.end(of: "-->", from: start + 4) }
        guard document.has("<![CDATA[", at: start) else {
            // A document type. Within it, anything may look like markup.
            let end = document.index(of: UInt8(ascii: ">"), from: start)
            return document.index(of: UInt8(ascii: "<"), from: start + 1).flatMap { next in
                end.flatMap { $0 < next ? $0 + 1 : nil }
            }
        }
        guard let end = document.end(of: "]]>", from: start + 9),
            XMLText.areAllowed(UnsafeBufferPointer(rebasing: document[start + 9..<end - 3]))
        else { return nil }
        texts.append(Text(range: start + 9..<end - 3, isSection: true))
        return end
    }

    /// Takes the long texts behind tags. Returns false if libxml2 has to read the document whole.
    private mutating func takeTexts(from start: Int, to end: Int, in document: UnsafeBufferPointer<UInt8>) -> Bool {
        guard var tag = document.index(of: UInt8(ascii: "<"), from: start) else { return true }
        while tag < end {
            // If another tag begins soon, no long text is before it. It looks from behind, to pass over several at once.
            var last = min(tag + LongTexts.leastCount, end - 1)
            while last > tag, document[last] != UInt8(ascii: "<") { last -= 1 }
            if last > tag {
                tag = last
                continue
            }
            let next = document.index(of: UInt8(ascii: "<"), from: tag + 1) ?? document.count
            guard next - tag > LongTexts.leastCount else { return true }
            guard let tagEnd = LongTexts.endOfTag(in: document[tag + 1..<next]) else { return false }
            takeText(tagEnd..<next, in: document)
            tag = next
        }
        return true
    }

    private mutating func takeText(_ range: Range<Int>, in document: UnsafeBufferPointer<UInt8>) {
        guard range.count >= LongTexts.leastCount else { return }
        let text = UnsafeBufferPointer(rebasing: document[range])
        // libxml2 is as fast until a reference or another letter than those of ASCII comes. So it reads white space, too,
        // which is all that may be behind the last tag.
        let plain = min(text.endOfASCII(from: 0), text.index(of: UInt8(ascii: "&"), from: 0) ?? text.count)
        if text.count - plain >= LongTexts.leastCount, XMLText.isWhole(text) {
            texts.append(Text(range: range, isSection: false))
        }
    }

    /// The offset behind a tag. A value in quotation marks may have a `>` in it.
    private static func endOfTag(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var quote: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
        }
        return nil
    }

    // MARK: What libxml2 reads

    /// The placeholder of a text: a section, or what is in it where the document has one.
    private static func replacement(of text: Text) -> UnsafeBufferPointer<UInt8> {
        let bytes: StaticString = text.isSection ? "-" : "<![CDATA[-]]>"
        return UnsafeBufferPointer(start: bytes.utf8Start, count: bytes.utf8CodeUnitCount)
    }

    /// Calls `read` with pieces of the document, from `start` on, with a section of one byte in place of each text. Ends
    /// early if `read` returns false.
    func forEachPiece(
        of document: UnsafeBufferPointer<UInt8>, from start: Int, upTo size: Int,
        _ read: (UnsafeBufferPointer<UInt8>, _ isLast: Bool) -> Bool
    ) {
        var piece: [UInt8] = []
        if !texts.isEmpty { piece.reserveCapacity(min(size, document.count)) }
        func add(_ run: UnsafeBufferPointer<UInt8>, isLast: Bool = false) -> Bool {
            var rest = run
            repeat {
                let next = UnsafeBufferPointer(rebasing: rest.prefix(size - piece.count))
                rest = UnsafeBufferPointer(rebasing: rest.dropFirst(next.count))
                let isEnd = isLast && rest.isEmpty
                if piece.isEmpty, isEnd || next.count == size {
                    guard read(next, isEnd) else { return false }
                    continue
                }
                piece.append(contentsOf: next)
                guard isEnd || piece.count == size else { return true }
                guard piece.withUnsafeBufferPointer({ read($0, isEnd) }) else { return false }
                piece.removeAll(keepingCapacity: true)
            } while !rest.isEmpty
            return true
        }
        var copied = start
        for text in texts {
            guard add(UnsafeBufferPointer(rebasing: document[copied..<text.range.lowerBound])),
                add(LongTexts.replacement(of: text))
            else { return }
            copied = text.range.upperBound
        }
        _ = add(UnsafeBufferPointer(rebasing: document[copied...]), isLast: true)
    }

    /// Calls `take` with the text whose place libxml2 has reached, in UTF-8, if it is wanted. Returns false if `run` is not the
    /// byte in its place.
    mutating func next(
        insteadOf run: UnsafeBufferPointer<UInt8>, in document: UnsafeBufferPointer<UInt8>, isWanted: Bool,
        _ take: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Bool {
        guard reached < texts.count, run.count == 1, run[0] == LongTexts.placeholder else { return false }
        let text = texts[reached]
        reached += 1
        guard isWanted else { return true }
        let content = UnsafeBufferPointer(rebasing: document[text.range])
        guard let lines = XMLText.normalizeLineEnds(of: content) else {
            XMLText.decode(content, isSection: text.isSection, take)
            return true
        }
        lines.withUnsafeBufferPointer { XMLText.decode($0, isSection: text.isSection, take) }
        return true
    }

    /// False for a document with what looks like a text where XML has none.
    var areComplete: Bool { reached == texts.count }

    /// How many lines end in the texts up to the one that libxml2 has reached.
    func lineCount(in document: [UInt8]) -> Int {
        texts[..<reached].reduce(0) { count, text in document[text.range].reduce(count) { $0 + ($1 == 0x0A ? 1 : 0) } }
    }

    // MARK: Sections without an end

    /// Whether a CDATA section contains the start of another one, so that the first may lack its end.
    static func hasNestedSections(_ document: [UInt8]) -> Bool {
        document.withUnsafeBufferPointer { bytes in
            var position = 0
            while let start = endOfStart(in: bytes, from: position), let end = bytes.end(of: "]]>", from: start) {
                if endOfStart(in: UnsafeBufferPointer(rebasing: bytes[..<end]), from: start) != nil { return true }
                position = end
            }
            return false
        }
    }

    /// The index after the next `<![CDATA[`. It looks for the bracket, which is rarer than the `<`.
    private static func endOfStart(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var offset = start
        while let end = bytes.end(of: "[CDATA[", from: offset) {
            if end >= 9, bytes.has("<!", at: end - 9) { return end }
            offset = end
        }
        return nil
    }
}
