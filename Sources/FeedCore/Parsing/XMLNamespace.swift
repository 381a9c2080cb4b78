/// The vocabularies that feeds are written in, known by their URI under any prefix.
enum XMLNamespace: UInt8 {
    /// The format's own: RSS has none as a rule, and every version of RSS and Atom has had URIs of its own.
    case rss, atom, rdf
    case dublinCore, dublinTerms, content, media, itunes, googlePlay, syndication, feedburner, xhtml
    case other

    /// Nil for a URI that nobody knows: the root element's then means the format's own.
    init?(uri: String) {
        guard let known = XMLNamespace.known[XMLNamespace.folded(uri)] else { return nil }
        self = known
    }

    /// A prefix that the document forgot to declare means what it means everywhere.
    init(undeclaredPrefix prefix: String) {
        self = XMLNamespace.usualPrefixes[prefix.lowercased()] ?? .other
    }

    /// Written with https, with other capitals or without the last slash, a URI still means the same.
    private static func folded(_ uri: String) -> String {
        var text = uri.lowercased()
        if text.hasPrefix("https://") { text = "http://" + text.dropFirst(8) }
        while let last = text.last, last == "/" || last == "#" || last.isWhitespace { text.removeLast() }
        return String(text.drop { $0.isWhitespace })
    }

    private static let known: [String: XMLNamespace] = [
        "": .rss,
        "http://purl.org/rss/1.0": .rss,
        "http://purl.org/net/rss1.1": .rss,
        "http://my.netscape.com/rdf/simple/0.9": .rss,
        "http://channel.netscape.com/rdf/simple/0.9": .rss,
        "http://my.netscape.com/publish/formats/rss-0.91.dtd": .rss,
        "http://backend.userland.com/rss": .rss,
        "http://backend.userland.com/rss2": .rss,
        "http://backend.userland.com/rss091": .rss,
        "http://blogs.law.harvard.edu/tech/rss": .rss,
        "http://cyber.law.harvard.edu/rss/rss.html": .rss,
        "http://www.w3.org/2005/atom": .atom,
        "http://purl.org/atom/ns": .atom,
        "http://purl.org/atom": .atom,
        "http://www.w3.org/1999/02/22-rdf-syntax-ns": .rdf,
        "http://purl.org/dc/elements/1.1": .dublinCore,
        "http://purl.org/dc/elements/1.0": .dublinCore,
        "http://purl.org/dc/terms": .dublinTerms,
        "http://purl.org/rss/1.0/modules/dcterms": .dublinTerms,
        "http://purl.org/rss/1.0/modules/content": .content,
        "http://search.yahoo.com/mrss": .media,
        "http://search.yahoo.com/mrss/mediards": .media,
        "http://www.rssboard.org/media-rss": .media,
        "http://www.itunes.com/dtds/podcast-1.0.dtd": .itunes,
        "http://www.itunes.com/dtds/podcast-1.0": .itunes,
        "http://example.com/dtds/podcast-1.0.dtd": .itunes,
        "http://www.google.com/schemas/play-podcasts/1.0": .googlePlay,
        "http://purl.org/rss/1.0/modules/syndication": .syndication,
        "http://rssnamespace.org/feedburner/ext/1.0": .feedburner,
        "http://www.w3.org/1999/xhtml": .xhtml,
        "http://www.w3.org/xml/1998/namespace": .other,
    ]

    private static let usualPrefixes: [String: XMLNamespace] = [
        "rss": .rss, "atom": .atom, "atom10": .atom, "a10": .atom, "rdf": .rdf, "dc": .dublinCore,
        "dcterms": .dublinTerms, "content": .content, "media": .media, "itunes": .itunes,
        "googleplay": .googlePlay, "sy": .syndication, "feedburner": .feedburner, "xhtml": .xhtml,
    ]
}

/// An element as handlers know it: its vocabulary and its local name.
struct ElementName: Hashable {
    let namespace: XMLNamespace
    let tag: ElementTag
}

/// The local names that mean something in a feed, in lower case: `pubdate` is as good as `pubDate`.
enum ElementTag: String {
    case rss, rdf, feed, channel, item, items, entry, html
    case title, link, description, language, image, textinput, ttl, icon, logo, id, guid
    case skiphours, hour, skipdays, day, updateperiod, updatefrequency
    case pubdate, published, issued, created, date, updated, modified
    case managingeditor, webmaster, author, creator, contributor, owner, name, uri, url, email, homepage
    case category, subject, keywords, enclosure, source, comments, duration
    case subtitle, tagline, summary, content, encoded, body, div, abstract
    case group, thumbnail, origlink, fullitem
    case other

    init(localName: String) {
        self = ElementTag(rawValue: localName.lowercased()) ?? .other
    }
}
