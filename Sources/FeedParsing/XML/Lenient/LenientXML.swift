/// Reads a feed that is not well-formed, and gives its reader the elements that were meant.
///
/// The tags of the root, the channel and the articles divide the document: a field never reaches beyond one of them, so
/// damage in one article does not affect the others. The part between two of these tags is a *run*. It is read twice:
/// first to pair its tags, then for its elements. HTML that was not escaped arrives as elements of a field. An example:
///
///     <item><title>Fish & chips</titel><description>For <b>two, by Bob <bob@x.example></description></item>
///
/// 1. `startPart` begins the article. All up to `</item>` is a run.
/// 2. `pairUp` pairs the description with its end. The tags `title`, `b` and `bob@x.example` have none.
/// 3. `start` begins the title, a *loose* field. No tag matches `</titel>`, and HTML has no such element: `end` takes it for
///    the misspelt end of the title, which is `Fish & chips`.
/// 4. `start` begins the description. In it, `<b>` is of HTML: it is written, and without an end it holds nothing.
///    `<bob@x.example>` is not, so it is text.
/// 5. `end` ends the description: `For <b>two, by Bob &lt;bob@x.example&gt;`.
struct LenientXML {
    let reader: XMLReader
    let input: UnsafeBufferPointer<UInt8>
    var text: LenientText
    var tokens: XMLTokens
    var names: LenientNames
    var count = 0

    private var root: LenientNames.Name?
    private var channel: LenientNames.Name?
    private var article: LenientNames.Name?
    var isRootClosed = false

    /// The starts of the run's tags that have no end tag, and whether the run goes to the end of the document.
    var run = (unclosed: Set<Int>(), isLast: false)
    /// The elements of the run that have begun, without those that have no end tag.
    var open: [LenientNames.Name] = []
    /// How many elements were open when a field without end tag began.
    var looseField: Int?

    typealias Markup = (token: XMLTokens.Token, name: LenientNames.Name?)

    /// How much may precede the root.
    private static let prologLimit = 1_000_000
    /// How many elements of an article may be open or have no end.
    static let unclosedLimit = 100_000

    init(_ input: UnsafeBufferPointer<UInt8>, for reader: XMLReader) {
        self.input = input
        self.reader = reader
        text = LenientText(input)
        tokens = XMLTokens(input)
        names = LenientNames(reader)
    }

    /// Reads the document. False if it was cut off; nil if it contains no feed.
    mutating func read() -> Bool? {
        guard let (start, name) = skipToRoot(), let root = name else { return nil }
        self.root = root
        tokens.setRoot(start.content)
        begin(root, start)
        isRootClosed = start.isEmpty
        // Without a channel, a document that was cut off has nothing to give.
        var hasBegun = root.tag == .feed
        while let (token, name) = readRun(), let name {
            if token.kind == .end {
                endPart(name, token)
            } else if role(of: name) == .root {
                // Some files hold a feed twice. The articles of both count.
                if isRootClosed, name.isSame(as: root) { isRootClosed = token.isEmpty }
            } else if role(of: root) != .article {
                startPart(name, token)
                hasBegun = true
            }
        }
        let isComplete = isRootClosed
        if !isComplete {
            guard hasBegun, role(of: root) != .article else { return nil }
            reader.cutOff()
        }
        endChannel()
        if !start.isEmpty { reader.endElement(root.local) }
        return isComplete
    }

    /// Skips what precedes the root: spaces, HTTP headers, the warnings of a script. Returns the root's tag; nil for a web
    /// page and for other documents without a feed.
    private mutating func skipToRoot() -> Markup? {
        var hasJunk = false
        var textStart = 0
        while let (token, name) = next(), token.range.lowerBound < LenientXML.prologLimit {
            hasJunk = hasJunk || input[textStart..<token.range.lowerBound].contains { $0 > 0x20 && $0 < 0x80 }
            textStart = token.range.upperBound
            guard let name, token.kind == .start else {
                hasJunk = hasJunk || token.kind != .nothing
                if input.hasLetters("doctype", at: token.range.lowerBound + 2) {
                    text.readEntities(in: token.range, for: reader)
                }
                continue
            }
            switch names.isRoot(name, tokens.attributes, in: input) ? .root : role(of: name) {
            case .root: return (token, name)
            // Behind junk, only a root tag shows that a feed begins.
            case .channel, .article: return hasJunk ? nil : (token, name)
            case .other:
                // PHP writes its warnings as HTML, without the tags of a page.
                guard name.isHTML, !name.isOfPage else { return nil }
                hasJunk = true
            }
        }
        return nil
    }

    // MARK: The parts of the document

    enum Role {
        case root, channel, article, other
    }

    func role(of name: LenientNames.Name) -> Role {
        // Whatever the root's prefix is, its channel and articles have the same.
        guard name.isOfFormat || root.map({ $0.prefix == name.prefix }) == true else { return .other }
        switch name.tag {
        case .rss, .rdf, .feed: return .root
        case .channel: return .channel
        case .item, .entry: return .article
        default: return .other
        }
    }

    /// A start tag of a channel or an article ends the one before it.
    private mutating func startPart(_ name: LenientNames.Name, _ token: XMLTokens.Token) {
        isRootClosed = false
        endArticle()
        let isChannel = role(of: name) == .channel
        if isChannel { endChannel() }
        begin(name, token)
        guard !token.isEmpty else { return }
        if isChannel { channel = name } else { article = name }
    }

    private mutating func endPart(_ name: LenientNames.Name, _ token: XMLTokens.Token) {
        if let root, name.isSame(as: root) {
            // `</rss` as the last bytes is an end only where nothing is unfinished.
            guard !tokens.isCutOff || article == nil else { return }
            endChannel()
            isRootClosed = true
        } else if tokens.isCutOff {
            return
        } else if role(of: name) == .article {
            endArticle()
        } else if role(of: name) == .channel {
            endChannel()
        }
    }

    private mutating func endArticle() {
        if let article { reader.endElement(article.local) }
        article = nil
    }

    private mutating func endChannel() {
        endArticle()
        if let channel { reader.endElement(channel.local) }
        channel = nil
    }

    /// Begins an element with the attributes of the last tag.
    mutating func begin(_ name: LenientNames.Name, _ token: XMLTokens.Token) {
        names.withAttributes(tokens.attributes, in: input) { attributes in
            reader.startElement(name.local, name.prefix, reader.uri(of: name.prefix), attributes)
        }
        if token.isEmpty { reader.endElement(name.local) }
    }
}
