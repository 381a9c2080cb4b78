/// Reads a feed that is not well-formed, and gives its reader the elements that were meant.
///
/// The tags of the root, the channel and the articles divide the document: a field never reaches beyond one of them, so
/// damage in one article does not affect the others. The part between two of these tags is a *run*. It is read twice:
/// first to pair its tags, then for its elements. HTML that was not escaped arrives as elements of a field.
struct LenientXML {
    private let reader: XMLReader
    private let input: UnsafeBufferPointer<UInt8>
    private var text: LenientText
    private var tokens: XMLTokens
    private var names: XMLNames
    private var count = 0

    private var root: XMLNames.Name?
    private var channel: XMLNames.Name?
    private var article: XMLNames.Name?
    private var isRootClosed = false

    /// The starts of the run's tags that have no end tag, and whether the run goes to the end of the document.
    private var run = (unclosed: Set<Int>(), isLast: false)
    /// The elements of the run that have begun, without those that have no end tag.
    private var open: [XMLNames.Name] = []
    /// How many elements were open when a field without end tag began.
    private var looseField: Int?

    private typealias Markup = (token: XMLTokens.Token, name: XMLNames.Name?)

    /// How much may precede the root.
    private static let prologLimit = 1_000_000
    /// How many elements of an article may be open or have no end.
    private static let unclosedLimit = 100_000

    init(_ input: UnsafeBufferPointer<UInt8>, for reader: XMLReader) {
        self.input = input
        self.reader = reader
        text = LenientText(input)
        tokens = XMLTokens(input)
        names = XMLNames(reader)
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
            switch role(of: name) {
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

    private enum Role {
        case root, channel, article, other
    }

    private func role(of name: XMLNames.Name) -> Role {
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
    private mutating func startPart(_ name: XMLNames.Name, _ token: XMLTokens.Token) {
        isRootClosed = false
        endArticle()
        let isChannel = role(of: name) == .channel
        if isChannel { endChannel() }
        begin(name, token)
        guard !token.isEmpty else { return }
        if isChannel { channel = name } else { article = name }
    }

    private mutating func endPart(_ name: XMLNames.Name, _ token: XMLTokens.Token) {
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
    private mutating func begin(_ name: XMLNames.Name, _ token: XMLTokens.Token) {
        names.withAttributes(tokens.attributes, in: input) { attributes in
            reader.startElement(name.local, name.prefix, reader.uri(of: name.prefix), attributes)
        }
        if token.isEmpty { reader.endElement(name.local) }
    }

    // MARK: Runs

    /// The next tag or section, with the name of a tag.
    private mutating func next() -> Markup? {
        while reader.failure == nil, let token = tokens.next() {
            count += 1
            if count & 0xFF == 0, Task.isCancelled { reader.stop(.cancelled) }
            guard token.kind == .start || token.kind == .end else { return (token, nil) }
            guard let name = names.name(input[token.content]) else { return nil }
            // `a <b` is text if no feed has such an element.
            if token.kind == .end || token.isTerminated || name.tag != .other { return (token, name) }
        }
        return nil
    }

    private func isBoundary(_ markup: Markup) -> Bool { markup.name.map { role(of: $0) != .other } ?? false }

    /// Reads a run. Returns the tag that ends it; nil if it is the last.
    private mutating func readRun() -> Markup? {
        guard !isRootClosed else {
            while let markup = next() {
                if isBoundary(markup) { return markup }
            }
            return nil
        }
        let start = tokens
        pairUp()
        tokens = start
        var textStart: Int?
        while let markup = next() {
            let isBoundary = isBoundary(markup)
            if let textStart { readText(textStart..<markup.token.range.lowerBound) }
            textStart = markup.token.range.upperBound
            if isBoundary {
                endLooseField()
                return markup
            }
            // An element that the end of the document cuts off is ignored.
            if run.isLast, open.isEmpty, run.unclosed.contains(markup.token.range.lowerBound) { return nil }
            read(markup)
        }
        return nil
    }

    /// Finds the start tags of the run that have no end tag.
    private mutating func pairUp() {
        run = ([], true)
        var starts: [(name: XMLNames.Name, index: Int)] = []
        var counts: [UnsafePointer<UInt8>: Int] = [:]
        while let markup = next() {
            if isBoundary(markup) {
                run.isLast = false
                break
            }
            guard let name = markup.name else { continue }
            if markup.token.kind == .start {
                guard !markup.token.isEmpty else { continue }
                starts.append((name, markup.token.range.lowerBound))
                // Each takes many times the memory of its tag.
                guard starts.count + run.unclosed.count <= LenientXML.unclosedLimit else {
                    return reader.stop(.limit("more than \(LenientXML.unclosedLimit) elements without an end"))
                }
                counts[name.folded, default: 0] += 1
            } else if counts[name.folded, default: 0] > 0 {
                while let start = starts.popLast() {
                    counts[start.name.folded, default: 0] -= 1
                    if start.name.isSame(as: name) { break }
                    run.unclosed.insert(start.index)
                }
            }
        }
        for start in starts { run.unclosed.insert(start.index) }
    }

    private mutating func read(_ markup: Markup) {
        let (token, name) = markup
        switch (token.kind, name) {
        case (.start, let name?): start(name, token)
        case (.end, let name?): end(name)
        case (.section, _) where reader.gathersText:
            text.append(section: token.content, isWhole: token.isTerminated, to: reader)
        default: break
        }
    }

    private mutating func readText(_ range: Range<Int>) {
        if reader.gathersText { text.append(range, to: reader) }
    }

    private mutating func start(_ name: XMLNames.Name, _ token: XMLTokens.Token) {
        if looseField == open.count, name.isField { endLooseField() }
        let isClosed = !run.unclosed.contains(token.range.lowerBound)
        let isInField = reader.gathersText
        // `Bob <bob@x.example>`
        if isInField, !isClosed, !name.isHTML { return readText(token.range) }
        begin(name, token)
        guard !token.isEmpty else { return }
        if isClosed {
            open.append(name)
        } else if isInField {
            reader.endElement(name.local, isWritten: false)
        } else if reader.gathersText {
            looseField = open.count
        } else {
            // So that the following elements are not inside it.
            reader.endElement(name.local)
        }
    }

    private mutating func end(_ name: XMLNames.Name) {
        let isPaired = open.last?.isSame(as: name) ?? false
        // A field without end tag ends with the element around it, or where the tag of another one is wrong.
        if looseField == open.count, isPaired || !name.isHTML || name.isField { endLooseField() }
        guard isPaired else { return }
        open.removeLast()
        reader.endElement(name.local)
    }

    private mutating func endLooseField() {
        guard looseField != nil else { return }
        looseField = nil
        reader.endElement(nil)
    }
}
