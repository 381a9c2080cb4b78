// For all files of this module, and for those that import it.
@_exported public import FeedModel

/// Parses a feed of any format, which its content alone decides: bytes → `ParsedFeed`.
public enum FeedParser {
    /// How much of a document the caller needs.
    public enum Extent: Sendable {
        case whole
        /// The content that a table shows: no texts of articles that have a title.
        case headings
    }

    /// In bytes of the decoded document.
    public static let defaultLimit = 32 << 20

    /// The version of libxml2, such as `2.9.14`. Throws `library` if it cannot be opened.
    public static func libraryVersion() throws(ParseError) -> String { try XMLLibrary.shared.get().version }

    /// - Parameters:
    ///   - body: Freed as soon as possible, if the caller holds no copy: it may be large.
    ///   - base: The URL that it came from; links without another base are relative to it.
    ///   - charset: The `charset` of HTTP's `Content-Type`: a byte order mark overrides it, and it overrides the XML
    ///     declaration.
    ///   - limit: In bytes of the decoded document: UTF-8 can take three times as many as another encoding.
    public static func parse(
        _ body: consuming [UInt8], base: String?, charset: String? = nil, limit: Int = defaultLimit,
        extent: Extent = .whole
    ) throws(ParseError) -> ParsedFeed {
        let kind = DocumentKind(of: body)
        if case .file(let name) = kind { throw .notAFeed(kind: .other, beginning: name) }
        var feed: ParsedFeed
        let document = try Document(consume body, charset: charset, limit: limit, extent: extent)
        switch document.isDecoded ? DocumentKind(of: document.bytes) : kind {
        case .empty: throw .empty
        case .html: throw .page
        case .json:
            do throws(ParseError) {
                feed = try readJSON(document, base: base)
            } catch {
                // An error message of a server, `[21-Nov-2026] PHP Warning`, can come before the XML.
                guard case .malformed = error, document.bytes.contains(UInt8(ascii: "<")),
                    let lenient = try readLeniently(consume document, base: base)
                else { throw error }
                feed = lenient
            }
        case .xml, .xhtml: feed = try readXML(consume document, base: base)
        case .file, .other:
            let refused = refusal(of: document.bytes)
            guard let lenient = try readLeniently(consume document, base: base) else { throw refused }
            feed = lenient
        }
        feed.resolveLinks(base: base)
        return feed
    }

    /// A document as the strict parser gets it: decoded, unless the parser can do that itself.
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

        /// In UTF-8 in any case.
        func decoded() throws(ParseError) -> [UInt8] {
            guard !isDecoded else { return bytes }
            let text = try Document.utf8(bytes, charset: charset)
            try Document.check(text, limit)
            return text
        }

        /// This takes seconds for many bytes of no known encoding.
        private static func utf8(_ bytes: [UInt8], charset: String?) throws(ParseError) -> [UInt8] {
            let text = TextEncoding.utf8(bytes, charset: charset).bytes
            guard !Task.isCancelled || bytes.count < maxSizeToFinish else { throw .cancelled }
            return text
        }

        /// Even a cancelled task decodes a document shorter than this.
        private static let maxSizeToFinish = 16_384

        private static func check(_ text: [UInt8], _ limit: Int) throws(ParseError) {
            guard text.count > limit else { return }
            throw .limit("more than \(limit >> 20) MiB as UTF-8")
        }
    }

    /// Why a document that begins neither as XML nor as JSON is not a feed.
    private static func refusal(of body: [UInt8]) -> ParseError {
        if DocumentKind.looksLikePage(body) { return .page }
        let isText = !DocumentKind.isBinary(body)
        return .notAFeed(kind: .other, beginning: isText ? beginning(of: body) : "binary data")
    }

    /// The first words of a document, for an error that says what came instead of a feed.
    static func beginning(of body: [UInt8]) -> String {
        let line = SingleLineText.clean(Array(body.prefix(400))) ?? ""
        return line.count > 40 ? line.prefix(40) + "…" : line
    }

    private static func readJSON(_ document: Document, base: String?) throws(ParseError) -> ParsedFeed {
        // Unlike the XML parser, the JSON reader does not notice broken bytes.
        switch try JSONFeedHandler.read(try document.decoded(), document.extent) {
        case .feed(let feed):
            return try checked(feed)
        case .rss(let xml, let isComplete):
            guard !XMLReader.hasTooManyAttributes(xml) else { throw .attributes }
            var feed = try readStrictly(xml, document.extent, base: base)
            feed.isComplete = isComplete
            return try checked(feed)
        }
    }

    /// Refuses a document that was cut off before the end of its first article.
    private static func checked(_ feed: ParsedFeed) throws(ParseError) -> ParsedFeed {
        guard feed.isComplete || !feed.articles.isEmpty else { throw .cutOff }
        return feed
    }

    /// Parses strictly; only if a document is not well-formed, leniently.
    private static func readXML(
        _ given: consuming Document, base: String?
    ) throws(ParseError) -> ParsedFeed {
        let document = consume given
        guard !XMLReader.hasTooManyAttributes(document.bytes) else {
            throw .attributes
        }
        do throws(ParseError) {
            let feed = try readStrictly(document.bytes, document.extent, base: base)
            // A CDATA section that is not closed can swallow articles up to the end of the next section.
            guard LongTexts.hasNestedSections(document.bytes) else { return feed }
            let lenient = try? readLeniently(document, base: base)
            guard !Task.isCancelled else { throw .cancelled }
            return lenient.map { $0.articles.count > feed.articles.count ? $0 : feed } ?? feed
        } catch {
            // A page need not be XML.
            let isPage =
                switch error {
                case .malformed: DocumentKind.looksLikePage(document.bytes)
                case .notAFeed: DocumentKind.beginsWithTagOfPage(document.bytes)
                default: false
                }
            let refused = isPage ? ParseError.page : error
            switch error {
            // It is well-formed: a channel deep inside is part of something else.
            case otherRDF: throw refused
            case .malformed, .notAFeed, .nesting: break
            default: throw refused
            }
            guard let feed = try readLeniently(consume document, base: base) else { throw refused }
            return feed
        }
    }

    /// Decodes a document and parses it without asking whether it is well-formed; nil if it contains no feed.
    private static func readLeniently(
        _ document: consuming Document, base: String?
    ) throws(ParseError) -> ParsedFeed? {
        guard !Task.isCancelled else { throw .cancelled }
        let extent = document.extent
        do throws(ParseError) {
            // Only the decoded copy stays in memory while it is parsed.
            let reader = try reader(of: (consume document).decoded(), extent, base: base)
            guard let isComplete = try reader.readLeniently(), var feed = feed(of: reader) else { return nil }
            feed.isComplete = isComplete
            return try checked(feed)
        } catch {
            // The line that the strict parser found says more than a second error.
            if case .limit = error { throw error }
            if error == .cutOff || error == .cancelled { throw error }
            return nil
        }
    }

    private static func readStrictly(
        _ document: [UInt8], _ extent: Extent, base: String?
    ) throws(ParseError) -> ParsedFeed {
        let reader = try reader(of: document, extent, base: base)
        try reader.read()
        guard let feed = feed(of: reader) else { throw otherRDF }
        return feed
    }

    /// RDF about something else than a feed.
    private static let otherRDF = ParseError.notAFeed(kind: .xml, beginning: "<rdf:RDF>")

    private static func reader(
        of document: [UInt8], _ extent: Extent, base: String?
    ) throws(ParseError) -> XMLReader {
        try XMLReader(document, base: base, keepsTexts: extent == .whole) { (root, name) throws(ParseError) in
            try handler(for: root, named: name)
        }
    }

    /// The feed that the reader has read; nil if the document is not a feed.
    private static func feed(of reader: XMLReader) -> ParsedFeed? {
        guard let handler = reader.handler as? any FeedHandler, handler.isFeed else { return nil }
        var feed = handler.feed
        feed.settle(reader.dates)
        return feed
    }

    private static func handler(
        for root: ElementName, named name: String
    ) throws(ParseError) -> any FeedHandler {
        switch root.tag {
        case .rss, .channel: return RSSHandler(isRDF: false)
        case .rdf: return RSSHandler(isRDF: true)
        case .feed, .entry: return AtomHandler()
        case .html: throw .page
        default: throw name.lowercased() == "opml" ? .opml : .notAFeed(kind: .xml, beginning: "<\(name)>")
        }
    }
}

/// Builds a feed from the elements of a document in its format.
protocol FeedHandler: XMLHandler {
    var feed: ParsedFeed { get }
    /// False for a document that has the root of the format and is not a feed.
    var isFeed: Bool { get }
}
