/// The name of an element as handlers see it: vocabulary and local name.
struct ElementName: Hashable {
    let namespace: XMLNamespace
    let tag: ElementTag

    /// Whether the element holds the text of an article, in any vocabulary.
    var isText: Bool {
        switch tag {
        case .content, .encoded, .body, .div, .fullitem, .fulltext, .description, .abstract, .summary, .subtitle: true
        default: false
        }
    }
}

/// The local names that feeds use, in lower case: `pubdate` means `pubDate`.
enum ElementTag: String {
    case rss, rdf, feed, channel, item, items, entry, html
    case title, link, generator, description, language, image, textinput, ttl, icon, logo, id, guid
    case skiphours, hour, skipdays, day, updateperiod, updatefrequency
    case pubdate, published, issued, created, date, updated, modified
    case managingeditor, webmaster, author, creator, contributor, owner, name, uri, url, email, homepage
    case category, categories, subject, keywords, enclosure, source, comments, duration
    case subtitle, tagline, summary, content, encoded, body, div, abstract
    case newfeedurl = "new-feed-url"
    case fulltext = "full-text"
    case group, thumbnail, origlink, fullitem, identifier, player, credit
    case other

    init(localName: String) { self = ElementTag(rawValue: localName.lowercased()) ?? .other }
}

/// Knows the element names of a document by libxml2's pointers, so that each name is parsed once and not at each event.
struct NameCache {
    private struct Entry {
        var name: UnsafePointer<UInt8>?
        var space: UnsafePointer<UInt8>?
        var element = ElementName(namespace: .other, tag: .other)
    }

    private var entries = [Entry](repeating: Entry(), count: 256)
    private var home = XMLNamespace.rss
    private var rootURI: String?

    /// Sets the format's own vocabulary, which the root element tells.
    mutating func setHome(_ home: XMLNamespace, root: UnsafePointer<UInt8>?) {
        self.home = home
        // Whichever URI that is: some feeds begin with `<rss xmlns="http://www.w3.org/2005/Atom">`. RDF's URI is only
        // the root's, not the channel's.
        if let root, XMLNamespace(uri: String(xml: root)) != .rdf { rootURI = String(xml: root) }
        entries = [Entry](repeating: Entry(), count: entries.count)
    }

    mutating func element(
        _ name: UnsafePointer<UInt8>, _ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?
    ) -> ElementName {
        let key = uri ?? prefix
        let hash = UInt(bitPattern: name) ^ (UInt(bitPattern: key) &* 0x9E37_79B1)
        let offset = Int((hash ^ (hash >> 8) ^ (hash >> 16)) & 255)
        let entry = entries[offset]
        if entry.name == name && entry.space == key { return entry.element }
        let tag = ElementTag(localName: String(xml: name))
        var space = namespace(prefix, uri)
        // A field may declare the namespace of the markup in it as its own.
        if space == .xhtml, prefix == nil, tag != .div, tag != .body { space = home }
        let element = ElementName(namespace: space, tag: tag)
        entries[offset] = Entry(name: name, space: key, element: element)
        return element
    }

    private func namespace(_ prefix: UnsafePointer<UInt8>?, _ uri: UnsafePointer<UInt8>?) -> XMLNamespace {
        guard let uri else { return prefix.map { XMLNamespace(undeclaredPrefix: String(xml: $0)) } ?? home }
        let text = String(xml: uri)
        if text == rootURI || text.isEmpty { return home }
        if let known = XMLNamespace(uri: text) { return known }
        // An unknown URI with a well-known prefix, or in RSS without a prefix, is a misspelt one.
        return prefix.map { XMLNamespace(undeclaredPrefix: String(xml: $0)) } ?? (home == .rss ? .rss : .other)
    }
}
