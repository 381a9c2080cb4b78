/// Reads the outlines of OPML 1.0 and 2.0, which is how readers hand subscriptions to one another.
///
/// Exports are often not well-formed: bare `&` in addresses, quotes forgotten, tags cut off. So they are read as
/// tolerantly as HTML, which does the same to those that are; of a broken one a mended copy is read too.
enum OPML {
    /// The feeds of a document in UTF-8, in its order. Folders become categories; a feed deep in folders belongs to the
    /// nearest one.
    static func read(_ document: [UInt8]) throws(ParseError) -> SubscriptionList {
        _ = try XMLLibrary.shared.get()
        var outlines = outlines(of: document)
        // A quotation mark that is missing takes the next outline with it, unless it is put back.
        if !isWellFormed(document), let mended = (try? XMLRepair.mend(document))?.bytes {
            let others = OPML.outlines(of: mended)
            if others.list.subscriptions.count > outlines.list.subscriptions.count { outlines = others }
        }
        // What a cancelled task has read of it is only its beginning.
        guard !Task.isCancelled else { throw .cancelled }
        guard outlines.isOPML else { throw .malformed(reason: "it is no OPML", line: nil) }
        var list = outlines.list
        list.isCutOff = outlines.hasRoot && isCutOff(document)
        return list
    }

    private static func outlines(of document: [UInt8]) -> Outlines {
        var outlines = Outlines()
        HTMLReader.read(document, mendsTags: false) { outlines.take($0) }
        return outlines
    }

    /// Also of one that would take a strict parser too long to say.
    private static func isWellFormed(_ document: [UInt8]) -> Bool {
        guard !XMLReader.hasTooManyAttributes(document) else { return true }
        do throws(ParseError) {
            try XMLReader(document, base: nil) { _, _ in ReadObserver() }.read()
            return true
        } catch {
            return false
        }
    }

    /// Nothing closes the root.
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

/// Wants nothing of a document but to know whether it is well-formed.
private final class ReadObserver: XMLHandler {
    func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        .skip
    }
    func end(_ name: ElementName, in reader: XMLReader) {}
    func end(_ name: ElementName, text: [UInt8], in reader: XMLReader) {}
}

/// The outlines that are open while a document is read, and what was found so far.
private struct Outlines {
    private(set) var list = SubscriptionList()
    private(set) var isOPML = false
    private(set) var hasRoot = false
    private var open: [Outline] = []

    private struct Outline {
        /// The folder that it is or stands in.
        let folder: String?
        /// Why it is no feed, if it turns out to be no folder either.
        var refusal: SubscriptionList.Refusal?
        /// What it is called, if it turns out to be a folder with nothing in it.
        var emptyFolder: String?
    }

    mutating func take(_ event: HTMLReader.Event) {
        switch event {
        case .start("opml", _):
            isOPML = true
            hasRoot = true
        case .start("outline", let attributes):
            isOPML = true
            start(attributes)
        case .end("outline"):
            guard let outline = open.popLast() else { break }
            if let refusal = outline.refusal { list.refused.append(refusal) }
            if let name = outline.emptyFolder {
                list.emptyCategories.append(EmptyCategory(name: name, place: list.subscriptions.count))
            }
        case .start:
            closeFolder()
        case .text(let text):
            if !text.allSatisfy(\.isWhitespace) { closeFolder() }
        case .end:
            break
        }
    }

    /// The innermost outline has something in it.
    private mutating func closeFolder() {
        if !open.isEmpty { open[open.count - 1].emptyFolder = nil }
    }

    private mutating func start(_ attributes: [HTMLAttribute]) {
        closeFolder()
        // What has outlines in it is a folder.
        if !open.isEmpty { open[open.count - 1].refusal = nil }
        let folder = open.last?.folder
        let name = attributes.text("title") ?? attributes.text("text")
        switch Address(attributes) {
        case .feed(let url):
            var subscription = Subscription(url: url, title: name)
            subscription.category = folder ?? attributes.text("category").flatMap(firstCategory)
            subscription.addDetails(attributes)
            list.subscriptions.append(subscription)
            open.append(Outline(folder: folder))
        case .none(let reason):
            if let name, let color = attributes.text("rssium:color") { list.colors[name] = color }
            let text =
                name ?? attributes.text("url") ?? attributes.text("htmlurl") ?? "an outline without a name"
            open.append(
                Outline(
                    folder: name ?? folder,
                    refusal: reason.map { SubscriptionList.Refusal(text: text, reason: $0) },
                    emptyFolder: reason == nil && attributes.isFolder ? name : nil))
        }
    }

    /// `/News/World,/Other`: categories are paths, parted by commas (OPML 2.0).
    private func firstCategory(_ text: String) -> String? {
        text.split(separator: ",").lazy.compactMap { path in
            path.split(separator: "/").last.flatMap { SingleLineText.clean(String($0)) }
        }.first
    }
}

/// Where an outline leads.
private enum Address {
    case feed(String)
    /// Nowhere, as a folder does; and what is wrong with it if it is none.
    case none(String?)

    /// OPML 1.0 left the names to whoever wrote it; `url` is also where an outline of another kind leads.
    init(_ attributes: [HTMLAttribute]) {
        if let url = attributes.text("xmlurl") {
            // One that is too long is refused as it is, rather than cut.
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
        case "rss", "atom", "rdf", "feed", "rss1", "rss2", "atom10", "json":
            self = url.map(Address.feed) ?? .none("it has no xmlUrl")
        case "include": self = .none("another list, not a feed")
        case "link": self = .none("a link, not a feed")
        default: self = .none(attributes["xmlurl"] != nil ? "its xmlUrl is empty" : nil)
        }
    }
}

extension Subscription {
    /// What other readers write is read where they agree on it; the rest is this program's own.
    fileprivate mutating func addDetails(_ attributes: [HTMLAttribute]) {
        site = attributes.text("htmlurl").flatMap(kept)
        summary = attributes.text("description")
        language = LanguageTag.parse(attributes.text("language")).flatMap { $0.lowercased() == "unknown" ? nil : $0 }
        icon = attributes.text("rssium:icon").flatMap(kept)
        ownTitle = attributes.text("rssium:title")
        isFavorite = attributes.text("rssium:favorite") == "true"
        isPaused = attributes.text("rssium:paused") == "true"
        interval = attributes.text("rssium:interval")
    }

    /// An absolute address of the web, or of this machine where the feed is its own.
    private func kept(_ address: String) -> String? {
        let isLocal = LinkScheme.isLocal(url) || ["/", ".", "~"].contains { url.hasPrefix($0) }
        return LinkResolver.isAbsolute(address) ? LinkScheme.kept(address, isLocal: isLocal) : nil
    }
}

extension [HTMLAttribute] {
    /// Says no more than what a folder says, and that as readers do: a line of an outline that somebody has written
    /// has no title.
    fileprivate var isFolder: Bool {
        text("title") != nil && text("text") != nil && ["type", "htmlurl", "url"].allSatisfy { self[$0] == nil }
    }

    /// The attribute as one line; nil where it is missing or empty.
    fileprivate func text(_ name: String) -> String? {
        self[name].flatMap { SingleLineText.clean([UInt8]($0.utf8)) }
    }
}
