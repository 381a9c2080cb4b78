/// Parses OPML 1.0 and 2.0, the format in which feed readers exchange subscriptions.
///
/// Exports are often malformed: bare `&` in addresses, missing or extra quotation marks, missing end tags. So the
/// parser is lenient.
enum OPML {
    /// How git marks the beginning of a conflict.
    fileprivate static let conflict = "<<<<<<<"

    static func beginsWithConflict(_ document: [UInt8]) -> Bool {
        document.drop { $0 <= 0x20 }.starts(with: conflict.utf8)
    }

    /// Parses a document in UTF-8. Folders become categories, and a feed belongs to its innermost folder.
    static func read(_ document: [UInt8]) throws(ParseError) -> SubscriptionList {
        var outlines = Outlines(of: document, closesFeeds: false)
        // An end tag of a folder would end a feed in it that has none.
        if outlines.hasUnclosed { outlines = Outlines(of: document, closesFeeds: true) }
        // A cancelled task parses only the beginning.
        guard !Task.isCancelled else { throw .cancelled }
        guard outlines.isOPML else { throw .malformed(reason: "it is not OPML", line: nil) }
        var list = outlines.list
        // A comment without an end may hide feeds.
        list.isCutOff =
            outlines.isCutOff || document.withUnsafeBufferPointer { $0.count(of: "<!--") > $0.count(of: "-->") }
        return list
    }
}

/// Collects subscriptions while a document is parsed.
private struct Outlines {
    private(set) var list = SubscriptionList()
    private(set) var isOPML = false
    /// The root has no end tag.
    private(set) var isCutOff = false
    /// An outline has no end tag.
    private(set) var hasUnclosed = false
    /// The outlines without an end tag so far, the innermost last.
    private var open: [Outline] = []

    private struct Outline {
        let name: String?
        /// Its name if it is a folder, else the folder around it.
        let folder: String?
        /// Reported unless it turns out to be a folder.
        var refusal: SubscriptionList.Refusal?
        /// Its name, if it turns out to be an empty folder.
        var emptyFolder: String?
    }

    /// - Parameter closesFeeds: feeds have no end tags, so the start tag of each ends it.
    init(of document: [UInt8], closesFeeds: Bool) {
        document.withUnsafeBufferPointer { input in
            var tokens = XMLTokens(input)
            var textStart = 0
            var isInFeed = false
            while !Task.isCancelled, let token = tokens.next() {
                readText(input[textStart..<token.range.lowerBound])
                textStart = token.range.upperBound
                guard token.kind == .start || token.kind == .end else { continue }
                let isOutline = input.isName("outline", in: token.content)
                if isOutline, token.kind == .end {
                    if !isInFeed { end() }
                    isInFeed = false
                } else if isOutline {
                    let attributes = Dictionary(of: tokens)
                    start(attributes)
                    isInFeed = closesFeeds && !token.isEmpty && attributes["xmlurl"] != nil
                    if token.isEmpty || isInFeed { end() }
                } else if input.isName("opml", in: token.content) {
                    isOPML = isOPML || token.kind == .start
                    isCutOff = token.kind == .start && !token.isEmpty
                    if token.kind == .start { list.isComplete = Dictionary(of: tokens)["xmlns:rssium"] != nil }
                } else if token.kind == .start {
                    noteContent()
                    let attributes = Dictionary(of: tokens)
                    if let url = attributes.text("xmlurl") { refuse(attributes.text("text") ?? url, "not an outline") }
                }
            }
            readText(input[textStart...])
        }
        hasUnclosed = !open.isEmpty
        while !open.isEmpty { end() }
    }

    private mutating func readText(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        guard text.contains(where: { $0 > 0x20 }) else { return }
        noteContent()
        let text = String(decoding: text, as: UTF8.self)
        if Outlines.hasLostAddress(text) { refuseLost(named: open.last?.name) }
        if text.firstRange(of: OPML.conflict) != nil { refuse(OPML.conflict, "a conflict that git has marked") }
    }

    private mutating func end() {
        guard let outline = open.popLast() else { return }
        if let refusal = outline.refusal { list.refused.append(refusal) }
        if let name = outline.emptyFolder {
            list.emptyCategories.append(EmptyCategory(name: name, index: list.subscriptions.count))
        }
    }

    /// Notes that the innermost outline is not empty.
    private mutating func noteContent() {
        if !open.isEmpty { open[open.count - 1].emptyFolder = nil }
    }

    private mutating func start(_ attributes: [String: String]) {
        isOPML = true
        noteContent()
        // An outline with outlines in it is a folder.
        if !open.isEmpty { open[open.count - 1].refusal = nil }
        let folder = open.last?.folder
        let name = attributes.text("title") ?? attributes.text("text")
        switch OutlineAddress(attributes) {
        case .feed(let url):
            // Newsboat writes its programs as addresses.
            var subscription = URLList.programs(in: url) ?? Subscription(url: url)
            subscription.title = name
            subscription.addSource(attributes)
            if let folder { subscription.add(category: folder) }
            for category in categories(attributes.text("category") ?? "") { subscription.add(category: category) }
            subscription.addDetails(attributes)
            list.subscriptions.append(subscription)
            // Liferea's.
            if attributes.text("filtercmd") != nil { refuse(name ?? url, SubscriptionList.Refusal.filter) }
            open.append(Outline(name: name, folder: folder))
        case .none(let reason):
            if let name, let color = attributes.text("rssium:color") { list.colors[name] = color }
            let text = name ?? attributes.text("url") ?? attributes.text("htmlurl") ?? "an outline without a name"
            if attributes.values.contains(where: Outlines.hasLostAddress) { refuseLost(named: name) }
            open.append(
                Outline(
                    name: name, folder: name ?? folder,
                    refusal: reason.map { SubscriptionList.Refusal(name: text, reason: $0) },
                    emptyFolder: reason == nil && attributes.isFolder ? name : nil))
        }
    }

    /// Whether an attribute with an address has become text: damage that cannot be mended.
    private static func hasLostAddress(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            ["xmlUrl=", "xmlurl=", "XMLURL="].contains { (name: StaticString) in bytes.end(of: name, from: 0) != nil }
        }
    }

    private mutating func refuseLost(named name: String?) {
        refuse(name ?? "an outline without a name", "its xmlUrl cannot be told from its text")
    }

    private mutating func refuse(_ name: String, _ reason: String) {
        list.refused.append(SubscriptionList.Refusal(name: name, reason: reason))
    }

    /// `/News/World,/Other`: categories are paths, separated by commas (OPML 2.0).
    private func categories(_ text: String) -> [String] {
        text.split(separator: ",").compactMap { path in
            path.split(separator: "/").last.flatMap { SingleLineText.clean(String($0)) }
        }
    }
}

extension UnsafeBufferPointer where Element == UInt8 {
    fileprivate func count(of text: StaticString) -> Int {
        var (found, index) = (0, 0)
        while let end = end(of: text, from: index) { (found, index) = (found + 1, end) }
        return found
    }

    /// Whether these small letters, small or capital, are all of the range.
    fileprivate func isName(_ letters: StaticString, in range: Range<Int>) -> Bool {
        range.count == letters.utf8CodeUnitCount && hasLetters(letters, at: range.lowerBound)
    }
}
