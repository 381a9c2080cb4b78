/// Finds the feeds that a web page advertises.
public enum FeedDiscovery {
    /// A feed as a page names it.
    public struct Candidate: Hashable, Sendable {
        /// An absolute address.
        public let url: String
        public let title: String?
        /// The media type that the page gives it, in lower case.
        public let type: String?

        public init(url: String, title: String? = nil, type: String? = nil) {
            self.url = url
            self.title = title
            self.type = type
        }
    }

    /// The feeds in the order of the page, those of comments last. `base` is the address that the page came from.
    public static func feeds(in html: [UInt8], base: String) -> [Candidate] {
        var links = PageLinks(base: base)
        HTMLReader.read(html) { links.take($0) }
        return links.ranked
    }
}

/// The `link` and `base` elements of a page.
private struct PageLinks {
    private var base: String
    private var hasBase = false
    private var candidates: [FeedDiscovery.Candidate] = []
    private var urls: Set<String> = []

    init(base: String) {
        self.base = base
    }

    var ranked: [FeedDiscovery.Candidate] {
        candidates.filter { !isOfComments($0) } + candidates.filter(isOfComments)
    }

    mutating func take(_ event: HTMLReader.Event) {
        switch event {
        case .start("base", let attributes) where !hasBase:
            guard let written = attributes["href"], let url = LinkResolver.resolve(written, base: base) else { return }
            base = url
            hasBase = true
        case .start("link", let attributes), .start("a", let attributes):
            addFeed(attributes)
        default:
            break
        }
    }

    private mutating func addFeed(_ attributes: [HTMLAttribute]) {
        guard let relation = attributes["rel"], let reference = attributes["href"] else { return }
        let relations = Set(relation.lowercased().split(whereSeparator: \.isWhitespace))
        let type = attributes["type"].flatMap(mediaType)
        let title = attributes["title"].flatMap(PlainLine.clean)
        guard isFeed(relations, type, title: title, reference),
            let url = LinkResolver.resolve(withHTTP(reference), base: base),
            LinkResolver.isAbsolute(url), urls.insert(url).inserted
        else { return }
        candidates.append(FeedDiscovery.Candidate(url: url, title: title, type: type))
    }

    private func isFeed(_ relations: Set<Substring>, _ type: String?, title: String?, _ reference: String) -> Bool {
        guard relations.contains("alternate") || relations.contains("feed") else { return false }
        // `rel="alternate stylesheet"` is a look of the page.
        guard !relations.contains("stylesheet") else { return false }
        switch type {
        case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
            "application/x.atom+xml", "application/x-atom+xml", "text/rss+xml", "text/atom+xml":
            return true
        case "application/json", "application/xml", "text/xml":
            // Also the type of a site's programming interface, its oEmbed and its translations.
            return relations.contains("feed") || soundsLikeFeed(title) || soundsLikeFeed(reference)
        case nil:
            return relations.contains("feed")
        default:
            return false
        }
    }

    private func soundsLikeFeed(_ text: String?) -> Bool {
        guard let text = text?.lowercased(), !text.contains("oembed"), !text.contains("wp-json") else { return false }
        return ["feed", "rss", "atom"].contains { text.contains($0) }
    }

    private func isOfComments(_ candidate: FeedDiscovery.Candidate) -> Bool {
        let title = candidate.title?.lowercased() ?? ""
        return title.contains("comment") || candidate.url.lowercased().contains("comments")
    }

    /// `Application/RSS+XML; charset=utf-8` is `application/rss+xml`.
    private func mediaType(_ written: String) -> String? {
        PlainLine.clean(written.prefix { $0 != ";" }.lowercased())
    }

    /// `feed://example.org/rss` and `feed:https://example.org/rss` are old ways to write the address of a feed.
    private func withHTTP(_ reference: String) -> String {
        let lower = reference.lowercased()
        if lower.hasPrefix("feed://") { return "http://" + reference.dropFirst(7) }
        if lower.hasPrefix("feed:") { return String(reference.dropFirst(5)) }
        return reference
    }
}
