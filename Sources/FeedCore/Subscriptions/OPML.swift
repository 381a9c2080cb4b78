/// Parses OPML 1.0 and 2.0, the format in which feed readers exchange subscriptions.
///
/// Exports are often not well-formed: bare `&` in addresses, quotation marks too many or too few, tags cut off. So they
/// are parsed tag by tag, which gives the same result for well-formed ones. Of others, `OPMLRepair` mends the tags first.
enum OPML {
    /// Parses a document in UTF-8. Folders become categories, and a feed belongs to its innermost folder.
    static func read(_ document: [UInt8]) throws(ParseError) -> SubscriptionList {
        _ = try XMLLibrary.shared.get()
        let outlines = outlines(of: isWellFormed(document) ? document : OPMLRepair.mend(document))
        // A cancelled task parses only the beginning.
        guard !Task.isCancelled else { throw .cancelled }
        guard outlines.isOPML else { throw .malformed(reason: "it is not OPML", line: nil) }
        var list = outlines.list
        list.isCutOff = outlines.hasRoot && isCutOff(document)
        return list
    }

    private static func outlines(of document: [UInt8]) -> Outlines {
        var outlines = Outlines()
        let document = String(decoding: document, as: UTF8.self)
        Array(document.utf8).withUnsafeBufferPointer { bytes in
            var tokens = HTMLTokens(bytes, isXML: true)
            var count = 0
            while let token = tokens.next() {
                count += 1
                if count & 0x3FF == 0, Task.isCancelled { return }
                outlines.handle(token, of: bytes)
            }
        }
        outlines.endAll()
        return outlines
    }

    /// True, too, if a strict parser would take too long.
    private static func isWellFormed(_ document: [UInt8]) -> Bool {
        guard !XMLReader.hasTooManyAttributes(document) else { return true }
        do throws(ParseError) {
            try XMLReader(document, base: nil) { _, _ in ReadObserver() }.read()
            return true
        } catch {
            return false
        }
    }

    /// Whether the end tag of the root is missing.
    private static func isCutOff(_ document: [UInt8]) -> Bool {
        let end = Array("</opml".utf8)
        let isEnd = { (place: Int) in
            document[place] == end[0]
                && zip(document[place...], end).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
        }
        let places = 0..<max(0, document.count - end.count)
        guard !places.reversed().contains(where: isEnd) else { return false }
        let last = document.reversed().drop { $0 <= 0x20 }
        return !last.starts(with: [UInt8(ascii: ">"), UInt8(ascii: "/")]) || places.count > 1000
            || String(decoding: document, as: UTF8.self).lowercased().contains("<outline")
    }
}

/// Ignores the content: the parser only checks whether the document is well-formed.
private final class ReadObserver: XMLHandler {
    func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        .skip
    }
    func end(_ name: ElementName, in reader: XMLReader) {}
    func end(_ name: ElementName, text: [UInt8], in reader: XMLReader) {}
}

/// Collects subscriptions while a document is parsed.
private struct Outlines {
    private(set) var list = SubscriptionList()
    private(set) var isOPML = false
    private(set) var hasRoot = false
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

    mutating func handle(_ token: HTMLTokens.Token, of bytes: UnsafeBufferPointer<UInt8>) {
        switch token {
        case .start(Outlines.root, _, _, _):
            isOPML = true
            hasRoot = true
        case .start(Outlines.outline, _, let tag, let isSelfClosing):
            isOPML = true
            start([HTMLAttribute](ofTag: UnsafeBufferPointer(rebasing: bytes[tag])))
            if isSelfClosing { end() }
        case .start: noteContent()
        case .end(Outlines.outline): end()
        case .text(let range), .code(let range):
            let text = HTMLEntity.decodedOnce(UnsafeBufferPointer(rebasing: bytes[range]))
            if !text.allSatisfy(\.isWhitespace) { noteContent() }
            if Outlines.hasLostAddress(text) { refuseLost(named: open.last?.name) }
        case .end, .comment, .nothing: break
        }
    }

    mutating func endAll() {
        while !open.isEmpty { end() }
    }

    private mutating func end() {
        guard let outline = open.popLast() else { return }
        if let refusal = outline.refusal { list.refused.append(refusal) }
        if let name = outline.emptyFolder {
            list.emptyCategories.append(EmptyCategory(name: name, place: list.subscriptions.count))
        }
    }

    private static let root = HTMLTag.name("opml")
    private static let outline = HTMLTag.name("outline")

    /// Notes that the innermost outline is not empty.
    private mutating func noteContent() {
        if !open.isEmpty { open[open.count - 1].emptyFolder = nil }
    }

    private mutating func start(_ attributes: [HTMLAttribute]) {
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
            subscription.category = folder ?? attributes.text("category").flatMap(firstCategory)
            subscription.addDetails(attributes)
            list.subscriptions.append(subscription)
            open.append(Outline(name: name, folder: folder))
        case .none(let reason):
            if let name, let color = attributes.text("rssium:color") { list.colors[name] = color }
            let text =
                name ?? attributes.text("url") ?? attributes.text("htmlurl") ?? "an outline without a name"
            if attributes.contains(where: { Outlines.hasLostAddress($0.value) }) { refuseLost(named: name) }
            open.append(
                Outline(
                    name: name, folder: name ?? folder,
                    refusal: reason.map { SubscriptionList.Refusal(text: text, reason: $0) },
                    emptyFolder: reason == nil && attributes.isFolder ? name : nil))
        }
    }

    /// Whether an attribute with an address has become text: damage that `OPMLRepair` could not mend.
    private static func hasLostAddress(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            ["xmlUrl=", "xmlurl=", "XMLURL="].contains { (name: StaticString) in bytes.end(of: name, from: 0) != nil }
        }
    }

    private mutating func refuseLost(named name: String?) {
        list.refused.append(
            SubscriptionList.Refusal(
                text: name ?? "an outline without a name", reason: "its xmlUrl cannot be told from its text"))
    }

    /// `/News/World,/Other`: categories are paths, separated by commas (OPML 2.0).
    private func firstCategory(_ text: String) -> String? {
        text.split(separator: ",").lazy.compactMap { path in
            path.split(separator: "/").last.flatMap { SingleLineText.clean(String($0)) }
        }.first
    }
}

/// The address of an outline.
private enum Address {
    case feed(String)
    /// No address, as in a folder; with the reason for the user if it is not a folder.
    case none(String?)

    /// OPML 1.0 does not define the attributes. `url` is the address of a feed only for some types.
    init(_ attributes: [HTMLAttribute]) {
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
            self =
                url.map(Address.feed)
                ?? .none(
                    isEmpty ? "its xmlUrl is empty" : isNamed || attributes.isEmpty ? nil : "it has no xmlUrl"
                )
        case "rss", "atom", "rdf", "feed", "html+xpath", "rss1", "rss2", "atom10", "json":
            self = url.map(Address.feed) ?? .none("it has no xmlUrl")
        case "include": self = .none("another list, not a feed")
        case "link": self = .none("a link, not a feed")
        default: self = .none(attributes["xmlurl"] != nil ? "its xmlUrl is empty" : nil)
        }
    }
}

extension Subscription {
    /// Adds what makes the document: programs, which only our own attributes name, and the XPaths of FreshRSS.
    fileprivate mutating func addSource(_ attributes: [HTMLAttribute]) {
        program = attributes.text("rssium:exec") ?? program
        filter = attributes.text("rssium:filter") ?? filter
        guard let items = attributes.text("frss:xpathitem") else { return }
        let names: [PageXPaths.Part: String] = [
            .title: "title", .link: "uri", .text: "content", .date: "timestamp", .author: "author",
            .image: "thumbnail", .id: "uid",
        ]
        xpaths = PageXPaths(items: items, parts: names.compactMapValues { attributes.text("frss:xpathitem" + $0) })
    }

    /// Adds the attributes that other readers agree on, and our own.
    fileprivate mutating func addDetails(_ attributes: [HTMLAttribute]) {
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

extension [HTMLAttribute] {
    /// Whether the outline is a folder as readers export it, with a title: an outline written by hand has only a text.
    fileprivate var isFolder: Bool {
        text("title") != nil && text("text") != nil && ["type", "htmlurl", "url"].allSatisfy { self[$0] == nil }
    }

    /// The attribute as one line; nil if it is missing or empty.
    fileprivate func text(_ name: String) -> String? {
        self[name].flatMap { SingleLineText.clean([UInt8]($0.utf8)) }
    }
}
