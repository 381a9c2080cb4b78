/// Reads a document of any format of feeds, known by its content alone: bytes → `ParsedFeed`.
public enum FeedParser {
    /// How much of a document is wanted.
    public enum Extent: Sendable {
        case whole
        /// All but the texts of articles that have a title: what a table shows.
        case headings
    }

    /// The most bytes that a document may have once it is decoded, as a rule.
    public static let usualLimit = 32 << 20

    /// Reads a feed.
    ///
    /// - Parameters:
    ///   - body: Let go of as soon as it is not needed any more, where nobody else holds it: it may be large.
    ///   - base: The address it came from; what is relative to nothing else is relative to it.
    ///   - charset: The `charset` of HTTP's `Content-Type`: it yields to a byte order mark and goes before the XML
    ///     declaration.
    ///   - limit: The most bytes to which the document may grow when it is decoded: in UTF-8 it can have three times
    ///     those of its own encoding.
    public static func parse(
        _ body: consuming [UInt8], base: String?, charset: String? = nil, limit: Int = usualLimit,
        extent: Extent = .whole
    ) throws(ParseError) -> ParsedFeed {
        // Links are resolved by it in every format.
        _ = try XMLLibrary.shared.get()
        if let kind = FileSignature.kind(of: body) { throw .notAFeed(kind: .other, beginning: kind) }
        var feed: ParsedFeed
        let document = try Document(consume body, charset: charset, limit: limit, extent: extent)
        switch Sort(of: document.bytes) {
        case .empty: throw .empty
        case .page: throw .page
        case .json:
            do throws(ParseError) {
                feed = try readJSON(document)
            } catch {
                // The line of a log, `[21-Nov-2026] PHP Warning`, can begin like it.
                guard case .malformed = error, document.bytes.contains(UInt8(ascii: "<")),
                    let mended = try readMended(consume document, base: base)
                else { throw error }
                feed = mended
            }
        case .xml: feed = try readXML(consume document, base: base)
        case .other:
            let refused = refusal(of: document.bytes)
            guard let mended = try readMended(consume document, base: base) else { throw refused }
            feed = mended
        }
        feed.resolveLinks(base: base)
        return feed
    }

    /// A document as a strict parser gets it: in UTF-8, unless only its bytes can tell that it is not.
    private struct Document {
        let bytes: [UInt8]
        let isDecoded: Bool
        let charset: String?
        let limit: Int
        let extent: Extent

        init(_ body: consuming [UInt8], charset: String?, limit: Int, extent: Extent) throws(ParseError) {
            let limit = max(limit, body.count)
            isDecoded = TextEncoding.needsDecoding(body, charset: charset)
            bytes = try isDecoded ? Document.utf8(body, charset: charset) : body
            self.charset = charset
            self.limit = limit
            self.extent = extent
            try Document.check(bytes, limit)
        }

        /// In UTF-8 in any case, by a look at all of its bytes.
        func decoded() throws(ParseError) -> [UInt8] {
            guard !isDecoded else { return bytes }
            let text = try Document.utf8(bytes, charset: charset)
            try Document.check(text, limit)
            return text
        }

        /// It takes seconds where many bytes are in no encoding.
        private static func utf8(_ bytes: [UInt8], charset: String?) throws(ParseError) -> [UInt8] {
            let text = TextEncoding.utf8(bytes, charset: charset).bytes
            guard !Task.isCancelled || bytes.count < mostToFinish else { throw .cancelled }
            return text
        }

        /// A document as short as this is read to its end, even by a task that was cancelled.
        private static let mostToFinish = 16_384

        private static func check(_ text: [UInt8], _ limit: Int) throws(ParseError) {
            guard text.count > limit else { return }
            throw .limit("more than \(limit >> 20) MiB as UTF-8")
        }
    }

    /// What a document is that begins neither as XML nor as JSON.
    private static func refusal(of body: [UInt8]) -> ParseError {
        if Sort.looksLikePage(body) { return .page }
        let isText = !FileSignature.isBinary(body)
        return .notAFeed(kind: .other, beginning: isText ? beginning(of: body) : "binary data")
    }

    /// The first words of a document, to say in an error what came instead of a feed.
    static func beginning(of body: [UInt8]) -> String {
        let line = SingleLineText.clean(Array(body.prefix(400))) ?? ""
        return line.count > 40 ? line.prefix(40) + "…" : line
    }

    private static func readJSON(_ document: Document) throws(ParseError) -> ParsedFeed {
        // Nothing in JSON says that its bytes are broken, as an XML parser does.
        try JSONFeedHandler.read(try document.decoded(), document.extent)
    }

    /// Most documents are well-formed. Only of one that is not, a mended copy is read, as strictly.
    private static func readXML(
        _ given: consuming Document, base: String?
    ) throws(ParseError) -> ParsedFeed {
        let document = consume given
        guard !XMLReader.hasTooManyAttributes(document.bytes) else { throw .limit("an element of thousands of attributes") }
        do throws(ParseError) {
            let (feed, isDoubtful) = try readStrictly(document.bytes, document.extent, base: base)
            // In a section that is never closed whole articles can stand up to the next one's end.
            guard isDoubtful else { return feed }
            let mended = try? readMended(document, base: base)
            guard !Task.isCancelled else { throw .cancelled }
            return mended.map { $0.articles.count > feed.articles.count ? $0 : feed } ?? feed
        } catch {
            // What a browser shows as a page may be no XML at all.
            let isPage =
                switch error {
                case .malformed: Sort.looksLikePage(document.bytes)
                case .notAFeed: Sort.beginsWithTagOfPage(document.bytes)
                default: false
                }
            let refused = isPage ? ParseError.page : error
            switch error {
            case .malformed, .notAFeed, .nesting: break
            default: throw refused
            }
            guard let feed = try readMended(consume document, base: base) else { throw refused }
            return feed
        }
    }

    /// Decodes a document, mends it and reads it; nil where there is no feed in it.
    private static func readMended(
        _ document: consuming Document, base: String?
    ) throws(ParseError) -> ParsedFeed? {
        let extent = document.extent
        // Of the document only the mended copy is left while that is read.
        guard let mended = try mend(consume document) else { return nil }
        do throws(ParseError) {
            var feed = try readStrictly(mended.bytes, extent, base: base).feed
            feed.isComplete = mended.isComplete
            // Cut off before its first article was whole, it says nothing.
            guard feed.isComplete || !feed.articles.isEmpty else { throw .cutOff }
            return feed
        } catch {
            // The place that the parser found in the document itself says more than one in a copy.
            if case .limit = error { throw error }
            if error == .cutOff || error == .cancelled { throw error }
            return nil
        }
    }

    private static func mend(_ document: consuming Document) throws(ParseError) -> XMLRepair.Mended? {
        guard !Task.isCancelled else { throw .cancelled }
        return try XMLRepair.mend(try document.decoded())
    }

    private static func readStrictly(
        _ document: [UInt8], _ extent: Extent, base: String?
    ) throws(ParseError) -> (feed: ParsedFeed, hasNestedSection: Bool) {
        var handler: (any FeedHandler)?
        let reader = try XMLReader(document, base: base, keepsTexts: extent == .whole) {
            (root, name) throws(ParseError) in
            let chosen = try self.handler(for: root, named: name)
            handler = chosen
            return chosen
        }
        try reader.read()
        guard let handler, handler.isFeed else { throw .notAFeed(kind: .xml, beginning: "<rdf:RDF>") }
        return (handler.feed, reader.hasNestedSection)
    }

    private static func handler(
        for root: ElementName, named name: String
    ) throws(ParseError) -> any FeedHandler {
        switch root.tag {
        case .rss, .channel: return RSSHandler(isRDF: false)
        case .rdf: return RSSHandler(isRDF: true)
        case .feed, .entry: return AtomHandler()
        case .html: throw .page
        default: throw .notAFeed(kind: .xml, beginning: "<\(name)>")
        }
    }
}

/// A handler whose document becomes a feed.
protocol FeedHandler: XMLHandler {
    var feed: ParsedFeed { get }
    /// The document was a feed after all: some roots are used for other things too.
    var isFeed: Bool { get }
}

/// What a document is, by its first bytes.
private enum Sort {
    case empty, page, json, xml, other

    init(of body: [UInt8]) {
        let start = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // In UTF-16 and UTF-32 zeros and a mark stand around the first letter.
        let first = body[start...].first { $0 > 0x20 && $0 < 0xFE }
        switch first {
        case nil: self = .empty
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        case UInt8(ascii: "<"): self = Sort.beginsAsPage(body) ? .page : .xml
        default: self = .other
        }
    }

    private static func beginsAsPage(_ body: [UInt8]) -> Bool {
        let text = lowercased(body, 200).drop { $0 != "<" }
        return text.hasPrefix("<!doctype html") && !text.contains("xhtml") || text.hasPrefix("<html")
    }

    /// It has the tags of a page near its beginning.
    static func looksLikePage(_ body: [UInt8]) -> Bool {
        let text = lowercased(body, 2000)
        return ["<!doctype html", "<html", "<head>", "<body"].contains { text.contains($0) }
            || beginsWithTagOfPage(body)
    }

    /// Its first tag is one that only pages begin with, where they leave out those of HTML's that may be: behind
    /// comments and the declaration of a document type.
    static func beginsWithTagOfPage(_ body: [UInt8]) -> Bool {
        var rest = lowercased(body, 2000)[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...].dropFirst()
            if rest.hasPrefix("!--") {
                guard let end = rest.firstRange(of: "-->") else { return false }
                rest = rest[end.upperBound...]
                continue
            }
            if rest.first == "?" || rest.first == "!" { continue }
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            let next = rest.dropFirst(name.count).first
            return tagsOfPage.contains(String(name)) && next.map { $0 == ">" || $0 == "/" || $0.isWhitespace } == true
        }
        return false
    }

    private static let tagsOfPage: Set<String> = [
        "html", "head", "body", "title", "link", "meta", "script", "style", "base", "noscript", "template", "header",
        "main", "nav", "section", "article", "div", "p", "h1", "h2", "h3", "center", "table", "form", "a", "img",
        "span", "font", "b", "strong", "em", "i", "ul", "ol", "dl", "br", "hr", "pre", "iframe",
    ]

    private static func lowercased(_ body: [UInt8], _ count: Int) -> String {
        String(decoding: body.prefix(count), as: UTF8.self).lowercased()
    }
}
