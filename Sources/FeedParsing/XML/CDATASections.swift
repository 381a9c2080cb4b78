/// The CDATA sections of a document. Most feeds consist of them, and libxml2 looks at each of their bytes several times. So
/// it reads the document with one byte in each section, and `XMLReader` takes the contents from here.
struct CDATASections {
    private static let placeholder = UInt8(ascii: "-")

    /// The ranges of the contents in the document, in order.
    private let contents: [Range<Int>]
    /// How many of them libxml2 has reached.
    private var reached = 0

    /// Nil if the document has none, and if a section or a comment has no end or characters that XML forbids: libxml2 reads
    /// that document whole, and reports them.
    init?(in document: UnsafeBufferPointer<UInt8>) {
        var contents: [Range<Int>] = []
        // It looks for the exclamation mark behind the `<`, which is rarer.
        var offset = 1
        while let mark = document.index(of: UInt8(ascii: "!"), from: offset) {
            offset = mark + 1
            if document.has("<!--", at: mark - 1) {
                guard let end = document.end(of: "-->", from: mark + 3) else { return nil }
                offset = end
            } else if document.has("<![CDATA[", at: mark - 1) {
                let start = mark + 8
                guard let end = document.end(of: "]]>", from: start),
                    CDATASections.areAllowed(UnsafeBufferPointer(rebasing: document[start..<end - 3]))
                else { return nil }
                contents.append(start..<end - 3)
                offset = end
            }
        }
        guard !contents.isEmpty else { return nil }
        self.contents = contents
    }

    /// Whether these bytes are characters of XML in UTF-8 (XML 1.0, 2.2).
    private static func areAllowed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var offset = bytes.endBeforeControl(from: 0)
        while offset < bytes.count {
            guard (0x09...0x0A).contains(bytes[offset]) || bytes[offset] == 0x0D else { return false }
            offset = bytes.endBeforeControl(from: offset + 1)
        }
        return UTF8Text.isValid(bytes) && bytes.end(of: "\u{FFFE}", from: 0) == nil
            && bytes.end(of: "\u{FFFF}", from: 0) == nil
    }

    /// The document with one byte in each section.
    func shortened(_ document: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var short: [UInt8] = []
        short.reserveCapacity(document.count - contents.reduce(0) { $0 + $1.count - 1 })
        var copied = 0
        for content in contents {
            short += document[copied..<content.lowerBound]
            short.append(CDATASections.placeholder)
            copied = content.upperBound
        }
        short += document[copied...]
        return short
    }

    /// The content of the section that libxml2 has reached; nil if `run` is not the byte in its place.
    mutating func next(insteadOf run: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard reached < contents.count, run.count == 1, run[0] == CDATASections.placeholder else { return nil }
        defer { reached += 1 }
        return contents[reached]
    }

    /// False for a document with what looks like a section where XML has none, as in an instruction.
    var areComplete: Bool { reached == contents.count }

    /// How many lines end in the sections up to the one that libxml2 has reached.
    func lineCount(in document: [UInt8]) -> Int {
        contents[..<reached].reduce(0) { count, content in
            document[content].reduce(count) { $0 + ($1 == 0x0A ? 1 : 0) }
        }
    }

    /// The content with line feeds for all line ends (XML 1.0, 2.11); nil if it has no others.
    static func normalizeLineEnds(of content: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard content.index(of: 0x0D, from: 0) != nil else { return nil }
        var lines: [UInt8] = []
        lines.reserveCapacity(content.count)
        for (index, byte) in content.enumerated() where byte != 0x0A || index == 0 || content[index - 1] != 0x0D {
            lines.append(byte == 0x0D ? 0x0A : byte)
        }
        return lines
    }

    /// Whether a section contains the start of another one, so that the first may lack its end.
    static func areNested(in document: [UInt8]) -> Bool {
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
