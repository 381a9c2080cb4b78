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
        switch Address(attributes) {
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
            let text =
                name ?? attributes.text("url") ?? attributes.text("htmlurl") ?? "an outline without a name"
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

/// The address of an outline.
private enum Address {
    case feed(String)
    /// No address, as in a folder; with the reason for the user if it is not a folder.
    case none(String?)

    /// OPML 1.0 does not define the attributes. `url` is the address of a feed only for some types.
    init(_ attributes: [String: String]) {
        if let program = attributes.text("rssium:exec") {
            self = .feed("exec:" + program)
            return
        }
        if let url = attributes.text("xmlurl") {
            // Refused later, whole, if it is too long.
            self = .feed(url.utf8.count < SingleLineText.maxLength ? url : attributes["xmlurl"] ?? url)
            return
        }
        let url = attributes.text("url")
        switch attributes.text("type")?.lowercased() {
        case nil:
            let isEmpty = attributes["xmlurl"] != nil
            let isNamed = attributes.text("text") != nil || attributes.text("title") != nil
            // Tiny Tiny RSS writes its settings as outlines without a name.
            let isFolder = isNamed || !attributes.values.contains { $0.contains("://") }
            self = url.map(Address.feed) ?? .none(isEmpty ? "its xmlUrl is empty" : isFolder ? nil : "it has no xmlUrl")
        case "rss", "atom", "rdf", "feed", "html+xpath", "rss1", "rss2", "atom10", "json", "podcast":
            self = url.map(Address.feed) ?? .none("it has no xmlUrl")
        case "include": self = .none(SubscriptionList.Refusal.list)
        case "link": self = .none(SubscriptionList.Refusal.link)
        default: self = .none(attributes["xmlurl"] != nil ? "its xmlUrl is empty" : nil)
        }
    }
}

extension Subscription {
    /// Adds what makes the document: programs, which only our own attributes name, and the XPaths of FreshRSS.
    fileprivate mutating func addSource(_ attributes: [String: String]) {
        program = attributes.text("rssium:exec") ?? program
        filter = attributes.text("rssium:filter") ?? filter
        guard let items = attributes.text("frss:xpathitem") else { return }
        xpaths = PageXPaths(items: items)
        for part in PageXPaths.Part.allCases {
            xpaths?.parts[part] = attributes.text(part.opmlName.lowercased())
        }
    }

    /// Adds the attributes that other readers agree on, and our own.
    fileprivate mutating func addDetails(_ attributes: [String: String]) {
        site = attributes.text("htmlurl").flatMap(kept)
        summary = attributes.text("description")
        language = LanguageTag.parse(attributes.text("language")).flatMap { $0.lowercased() == "unknown" ? nil : $0 }
        icon = attributes.text("rssium:icon").flatMap(kept)
        ownTitle = attributes.text("rssium:title")
        isFavorite = attributes.text("rssium:favorite") == "true"
        isPaused = attributes.text("rssium:paused") == "true"
        fetchesPages = attributes.text("rssium:fulltext") == "true"
        interval = attributes.text("rssium:interval")
    }

    /// The address if it is absolute, and not local unless the feed is.
    private func kept(_ address: String) -> String? {
        let isLocal = LinkScheme.isLocal(url) || ["/", ".", "~"].contains { url.hasPrefix($0) }
        return LinkResolver.isAbsolute(address) ? LinkScheme.kept(address, isLocal: isLocal) : nil
    }
}

/// The attributes of an element, by their names in lower case.
extension [String: String] {
    /// Those of the last tag.
    init(of tokens: XMLTokens) {
        self.init()
        for attribute in tokens.attributes {
            let name = String(decoding: tokens.input[attribute.name], as: UTF8.self).lowercased()
            let value = HTMLEntity.decodedOnce(UnsafeBufferPointer(rebasing: tokens.input[attribute.value]))
            self[name] = self[name] ?? value
        }
    }

    /// Whether the outline is a folder as readers export it, with a title: an outline written by hand has only a text.
    fileprivate var isFolder: Bool {
        text("title") != nil && text("text") != nil && ["type", "htmlurl", "url"].allSatisfy { self[$0] == nil }
    }

    /// The attribute as one line; nil if it is missing or empty.
    fileprivate func text(_ name: String) -> String? {
        self[name].flatMap { SingleLineText.clean([UInt8]($0.utf8)) }
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
