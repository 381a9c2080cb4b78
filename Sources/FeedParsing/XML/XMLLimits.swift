/// The limits of what a document may ask for. No real feed reaches them.
extension XMLReader {
    /// Documents nested deeper are refused; libxml2's own limit is 256.
    static let nestingLimit = 240
    /// A document with more namespaces in force at one element is refused.
    static let namespaceLimit = 1000
    /// A document that declares more entities is refused.
    static let entityLimit = 5000
    /// A feed of more articles is refused.
    static let articleLimit = 100_000
    /// A longer `xml:base` is ignored: every relative link of the document would grow by it.
    static let baseLimit = 512
    /// A document whose entities make its text more than this many times as long as the document is refused.
    static let growthLimit = 8
}

extension ParseError {
    /// The document was cut off before its first article was whole.
    static let cutOff = ParseError.malformed(reason: "it ends before its first article is whole", line: nil)
    static let misplacedText = ParseError.malformed(reason: "it has text where XML allows none", line: nil)
    static let tooManyArticles = ParseError.limit("more than \(XMLReader.articleLimit) articles")
    static let attributes = ParseError.limit("an element of thousands of attributes")
    static let nesting = ParseError.limit("more than \(XMLReader.nestingLimit) levels of elements")
}

// MARK: - Attributes

extension XMLReader {
    /// A document with an element of more attributes is refused: libxml2 compares each with all others.
    private static let attributeLimit = 1000
    /// The tag of such an element is longer than twice this.
    private static let blockSize = 4096

    /// Whether an element of the document has too many attributes. Costs a look at one `<` in each block.
    static func hasTooManyAttributes(_ document: [UInt8]) -> Bool {
        document.withUnsafeBufferPointer { bytes in
            var start = 0
            while start + blockSize <= bytes.count {
                let end = start + blockSize
                if let less = bytes.index(of: UInt8(ascii: "<"), from: start), less < end {
                    start = end
                    continue
                }
                // The block lies in a tag or in text; a tag reaches from its `<` to the next.
                let next = bytes.index(of: UInt8(ascii: "<"), from: start) ?? bytes.count
                let tag = bytes[..<start].lastIndex(of: UInt8(ascii: "<")) ?? 0
                if hasTooManyAttributes(bytes[tag..<next]) { return true }
                start = next
            }
            return false
        }
    }

    private static func hasTooManyAttributes(_ tag: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        // A CDATA section, a comment, an instruction, an end tag or a less-than sign has none.
        guard let first = tag.dropFirst().first, ASCII.isLetter(first) || first >= 0x80 || "_:".utf8.contains(first)
        else { return false }
        var count = 0
        var quote: UInt8?
        for byte in tag {
            switch byte {
            case quote: quote = nil
            case _ where quote != nil: break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: ">"): return false
            case UInt8(ascii: "="):
                count += 1
                if count > attributeLimit { return true }
            default: break
            }
        }
        return false
    }
}
