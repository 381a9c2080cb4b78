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
    /// A document whose entities make more than this of it is refused.
    static let growthLimit = 8

    /// Adds an article to those of its feed, unless they are too many.
    func add(_ article: ParsedArticle, to feed: inout ParsedFeed) {
        guard feed.articles.count < XMLReader.articleLimit else { return stop(.tooManyArticles) }
        feed.articles.append(article)
    }
}

extension XMLReader {
    /// Brackets are rare in HTML, so that they are looked for first.
    static func beginsSection(_ characters: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let text = UnsafeBufferPointer(start: characters, count: count)
        var place = 0
        while let bracket = text.index(of: UInt8(ascii: "["), from: place) {
            if bracket >= 2, text.has("<![CDATA[", at: bracket - 2) { return true }
            place = bracket + 1
        }
        return false
    }
}

extension ParseError {
    /// The document ends too soon to say anything.
    static let cutOff = ParseError.malformed(reason: "it ends before its first article is whole", line: nil)
    static let tooManyArticles = ParseError.limit("more than \(XMLReader.articleLimit) articles")
    /// Elements nested too deep.
    static let nesting = ParseError.limit("more than \(XMLReader.nestingLimit) levels of elements")
}
