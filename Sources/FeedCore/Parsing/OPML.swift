/// Reads the outlines of OPML 1.0 and 2.0, which is how readers hand subscriptions to one another.
///
/// Exports are often not well-formed: bare `&` in addresses, tags cut off. So they are read as tolerantly as HTML,
/// which does the same to those that are.
public enum OPML {
    /// Whether the document is markup rather than a plain list.
    public static func isLikely(_ bytes: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let rest = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        return rest.first { $0 > 0x20 } == UInt8(ascii: "<")
    }

    /// The feeds of the document in its order. Folders become categories; a feed deep in folders belongs to the
    /// nearest one.
    public static func read(_ bytes: [UInt8]) throws(ParseError) -> [Subscription] {
        guard bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
        _ = try XMLLibrary.shared.get()
        var outlines = Outlines()
        HTMLReader.read(bytes) { outlines.take($0) }
        guard outlines.isOPML else { throw .malformed(reason: "it is no OPML", line: nil) }
        return outlines.subscriptions
    }
}

/// The outlines that are open while a document is read, and the feeds found so far.
private struct Outlines {
    private(set) var subscriptions: [Subscription] = []
    private(set) var isOPML = false
    /// The folder that each open outline is or stands in.
    private var folders: [String?] = []

    mutating func take(_ event: HTMLReader.Event) {
        switch event {
        case .start("opml", _):
            isOPML = true
        case .start("outline", let attributes):
            isOPML = true
            start(attributes)
        case .end("outline"):
            _ = folders.popLast()
        default:
            break
        }
    }

    private mutating func start(_ attributes: [HTMLAttribute]) {
        let folder = folders.last ?? nil
        let name = attributes.text("title") ?? attributes.text("text")
        guard let url = address(attributes) else {
            folders.append(name ?? folder)
            return
        }
        let category = folder ?? attributes.text("category").flatMap(firstCategory)
        subscriptions.append(Subscription(url: url, title: name, category: category))
        folders.append(folder)
    }

    /// OPML 1.0 left the names to whoever wrote it; `url` is also where an outline of another kind leads.
    private func address(_ attributes: [HTMLAttribute]) -> String? {
        if let url = attributes.text("xmlurl") { return url }
        switch attributes.text("type")?.lowercased() {
        case nil, "rss", "atom", "rdf", "feed": return attributes.text("url")
        default: return nil
        }
    }

    /// `/News/World,/Other`: categories are paths, parted by commas (OPML 2.0).
    private func firstCategory(_ list: String) -> String? {
        list.split(separator: ",").first?.split(separator: "/").last.flatMap { PlainLine.clean(String($0)) }
    }
}

extension [HTMLAttribute] {
    /// The attribute as one line; nil where it is missing or empty.
    fileprivate func text(_ name: String) -> String? {
        self[name].flatMap { PlainLine.clean([UInt8]($0.utf8)) }
    }
}
