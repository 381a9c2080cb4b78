/// The vocabularies of feeds, known by their URI under any prefix.
enum XMLNamespace: UInt8 {
    /// The formats' own. RSS mostly has no URI, and each version of RSS and Atom had another one.
    case rss, atom, rdf
    case dublinCore, dublinTerms, content, media, itunes, googlePlay, syndication, feedburner, webfeeds, xhtml
    case other

    /// Nil for an unknown URI.
    init?(uri: String) {
        guard let known = XMLNamespace.common[uri] ?? XMLNamespace.known[XMLNamespace.folded(uri)] else { return nil }
        self = known
    }

    /// A prefix that the document does not declare means what it means in other feeds.
    init(undeclaredPrefix prefix: String) { self = XMLNamespace.commonPrefixes[prefix.lowercased()] ?? .other }

    /// The URI without what people vary: `https`, capitals, `www.`, the last slash.
    private static func folded(_ uri: String) -> String {
        var text = uri.lowercased().drop { $0.isWhitespace }
        for start in ["https://", "http://", "www."] where text.hasPrefix(start) { text = text.dropFirst(start.count) }
        while let last = text.last, last == "/" || last == "#" || last.isWhitespace { text.removeLast() }
        // Each draft of Atom had a number.
        if text.hasPrefix("purl.org/atom/ns#") { return "purl.org/atom/ns" }
        return String(text)
    }

    /// As nearly all feeds write them: folding a URI takes longer than this lookup.
    private static let common: [String: XMLNamespace] = [
        "http://www.w3.org/2005/Atom": .atom,
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#": .rdf,
        "http://purl.org/rss/1.0/": .rss,
        "http://purl.org/dc/elements/1.1/": .dublinCore,
        "http://purl.org/rss/1.0/modules/content/": .content,
        "http://purl.org/rss/1.0/modules/syndication/": .syndication,
        "http://search.yahoo.com/mrss/": .media,
        "http://www.itunes.com/dtds/podcast-1.0.dtd": .itunes,
        "http://www.w3.org/1999/xhtml": .xhtml,
    ]

    private static let known: [String: XMLNamespace] = [
        "": .rss,
        "purl.org/rss/1.0": .rss,
        "purl.org/rss/2.0": .rss,
        "purl.org/net/rss1.1": .rss,
        "my.netscape.com/rdf/simple/0.9": .rss,
        "channel.netscape.com/rdf/simple/0.9": .rss,
        "my.netscape.com/publish/formats/rss-0.91.dtd": .rss,
        "backend.userland.com/rss": .rss,
        "backend.userland.com/rss2": .rss,
        "backend.userland.com/rss091": .rss,
        "backend.userland.com/rss092": .rss,
        "blogs.law.harvard.edu/tech/rss": .rss,
        "cyber.law.harvard.edu/rss/rss.html": .rss,
        "rssboard.org/rss-specification": .rss,
        "w3.org/2005/atom": .atom,
        "purl.org/atom/ns": .atom,
        "purl.org/atom": .atom,
        "w3.org/1999/02/22-rdf-syntax-ns": .rdf,
        "purl.org/dc/elements/1.1": .dublinCore,
        "purl.org/dc/elements/1.0": .dublinCore,
        "purl.org/dc/terms": .dublinTerms,
        "purl.org/rss/1.0/modules/dc": .dublinCore,
        "purl.org/rss/1.0/modules/dcterms": .dublinTerms,
        "purl.org/rss/1.0/modules/content": .content,
        "purl.org/rss/modules/content": .content,
        "web.resource.org/rss/1.0/modules/content": .content,
        "news.yandex.ru": .content,
        "turbo.yandex.ru": .content,
        // An enclosure is written as RSS 2.0 has it.
        "purl.oclc.org/net/rss_2.0/enc": .rss,
        "search.yahoo.com/mrss": .media,
        "search.yahoo.com/rss": .media,
        "search.yahoo.com/mrss/mediards": .media,
        "video.search.yahoo.com/mrss": .media,
        "tools.search.yahoo.com/mrss": .media,
        "rssboard.org/media-rss": .media,
        "itunes.com/dtds/podcast-1.0.dtd": .itunes,
        "itunes.com/dtds/podcast-1.0": .itunes,
        "itunes.apple.com/dtds/podcast-1.0.dtd": .itunes,
        "example.com/dtds/podcast-1.0.dtd": .itunes,
        "google.com/schemas/play-podcasts/1.0": .googlePlay,
        "google.com/schemas/play-podcasts/1.0/play-podcasts.xsd": .googlePlay,
        "purl.org/rss/1.0/modules/syndication": .syndication,
        "rssnamespace.org/feedburner/ext/1.0": .feedburner,
        "webfeeds.org/rss/1.0": .webfeeds,
        "w3.org/1999/xhtml": .xhtml,
        "w3.org/xml/1998/namespace": .other,
    ]

    private static let commonPrefixes: [String: XMLNamespace] = [
        "rss": .rss, "atom": .atom, "atom10": .atom, "a10": .atom, "rdf": .rdf, "dc": .dublinCore,
        "dcterms": .dublinTerms, "content": .content, "media": .media, "itunes": .itunes,
        "googleplay": .googlePlay, "webfeeds": .webfeeds, "sy": .syndication, "feedburner": .feedburner,
        "xhtml": .xhtml, "yandex": .content, "turbo": .content,
    ]
}
