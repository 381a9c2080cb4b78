/// Reads a document of any format of feeds, known by its content alone: bytes → `ParsedFeed`.
public enum FeedParser {
    /// Reads a feed.
    ///
    /// - Parameters:
    ///   - base: The address it came from; what is relative to nothing else is relative to it.
    ///   - charset: The `charset` of HTTP's `Content-Type`: it yields to a byte order mark and goes before the XML
    ///     declaration.
    public static func parse(
        _ body: [UInt8], base: String?, charset: String? = nil
    ) throws(ParseError) -> ParsedFeed {
        // Links are resolved by it in every format.
        _ = try XMLLibrary.shared.get()
        var feed: ParsedFeed
        let text =
            TextEncoding.needsDecoding(body, charset: charset)
            ? TextEncoding.utf8(body, charset: charset).bytes : body
        switch Sort(of: text) {
        case .empty: throw .empty
        case .page: throw .page
        case .json:
            do throws(ParseError) {
                feed = try readJSON(body, charset: charset)
            } catch {
                // The line of a log, `[21-Nov-2026] PHP Warning`, can begin like it.
                guard case .malformed = error, text.contains(UInt8(ascii: "<")),
                    let mended = try readMended(body, base: base, charset: charset)
                else { throw error }
                feed = mended
            }
        case .xml: feed = try readXML(text, of: body, base: base, charset: charset)
        case .other:
            guard let mended = try readMended(body, base: base, charset: charset) else {
                throw .notAFeed(kind: .other, beginning: beginning(of: text))
            }
            feed = mended
        }
        feed.resolveLinks(base: base)
        return feed
    }

    /// The first words of a document, to say in an error what came instead of a feed.
    static func beginning(of body: [UInt8]) -> String {
        let line = PlainLine.clean(Array(body.prefix(400))) ?? ""
        return line.count > 40 ? line.prefix(40) + "…" : line
    }

    private static func readJSON(_ body: [UInt8], charset: String?) throws(ParseError) -> ParsedFeed {
        // Nothing in JSON says that its bytes are broken, as an XML parser does.
        let text = TextEncoding.utf8(body, charset: charset).bytes
        return try JSONFeedHandler.read(
            text.starts(with: UTF8Text.mark) ? Array(text.dropFirst(3)) : text)
    }

    /// Most documents are well-formed. Only of one that is not, a mended copy is read, as strictly.
    private static func readXML(
        _ text: [UInt8], of body: [UInt8], base: String?, charset: String?
    ) throws(ParseError) -> ParsedFeed {
        guard !AttributeFlood.isIn(text) else { throw .limit("an element of thousands of attributes") }
        do throws(ParseError) {
            let (feed, isDoubtful) = try readStrictly(text, base: base)
            // In a section that is never closed whole articles can stand up to the next one's end.
            guard isDoubtful, let mended = try? readMended(body, base: base, charset: charset),
                mended.articles.count > feed.articles.count
            else { return feed }
            return mended
        } catch {
            // What a browser shows as a page may be no XML at all.
            let isPage = if case .malformed = error { Sort.looksLikePage(text) } else { false }
            let refused = isPage ? ParseError.page : error
            switch error {
            case .malformed, .notAFeed, .nesting: break
            default: throw refused
            }
            guard let feed = try readMended(body, base: base, charset: charset) else { throw refused }
            return feed
        }
    }

    /// Decodes a document, mends it and reads it; nil where there is no feed in it.
    private static func readMended(
        _ body: [UInt8], base: String?, charset: String?
    ) throws(ParseError) -> ParsedFeed? {
        guard let mended = try XMLRepair.mend(TextEncoding.utf8(body, charset: charset).bytes) else {
            return nil
        }
        do throws(ParseError) {
            var feed = try readStrictly(mended.bytes, base: base).feed
            feed.isComplete = mended.isComplete
            // Cut off before its first article was whole, it says nothing.
            return feed.isComplete || !feed.articles.isEmpty ? feed : nil
        } catch {
            // The place that the parser found in the document itself says more than one in a copy.
            if case .limit = error { throw error }
            return nil
        }
    }

    private static func readStrictly(
        _ document: [UInt8], base: String?
    ) throws(ParseError) -> (feed: ParsedFeed, hasNestedSection: Bool) {
        var handler: (any FeedHandler)?
        let reader = try XMLReader(document, base: base) { (root, name) throws(ParseError) in
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
    }

    private static func lowercased(_ body: [UInt8], _ count: Int) -> String {
        String(decoding: body.prefix(count), as: UTF8.self).lowercased()
    }
}
