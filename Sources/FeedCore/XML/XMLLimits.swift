/// What no feed needs, and what would cost more than a feed is worth.
extension XMLReader {
    /// Documents nested deeper are refused; libxml2's own limit is 256.
    static let nestingLimit = 240
    /// A document that declares more namespaces at one place is refused.
    static let namespaceLimit = 1000
    /// A document that declares more entities is refused.
    static let entityLimit = 5000
    /// A feed of more articles is refused.
    static let articleLimit = 100_000
    /// A longer `xml:base` is left out: every relative link of the document would grow by it.
    static let baseLimit = 2048
    /// A document whose entities make more than this of it is refused.
    static let growthLimit = 8
}

extension ParseError {
    /// The document ends too soon to say anything.
    static let cutOff = ParseError.malformed(reason: "it ends before its first article is whole", line: nil)
    static let tooManyArticles = ParseError.limit("more than \(XMLReader.articleLimit) articles")
    /// Elements nested too deep.
    static let nesting = ParseError.limit("more than \(XMLReader.nestingLimit) levels of elements")
}

// MARK: - Where it stands

extension XMLReader {
    /// An element whose text or markup is gathered, and how deep inside it we are.
    struct Gathered {
        let name: ElementName
        let isMarkup: Bool
        var depth = 0
    }

    /// What `xml:base` and `xml:lang` of an element mean inside it.
    struct Scope {
        let depth: Int
        let base: String?
        let language: String?
    }
}
