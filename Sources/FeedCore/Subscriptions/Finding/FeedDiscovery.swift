/// Finds the feeds that a web page advertises.
public enum FeedDiscovery {
    /// A feed as a page names it.
    public struct Candidate: Hashable, Sendable {
        /// An absolute address.
        public let url: String
        public let title: String?
        /// Why it gives no feed, if it was tried.
        public internal(set) var problem: String?

        public init(url: String, title: String? = nil) {
            self.url = url
            self.title = title
        }

        /// A feed of the comments on a site or a page, by its address or its title.
        var isOfComments: Bool {
            let title = title?.lowercased() ?? ""
            return url.lowercased().contains("comments") || Candidate.comments.contains { title.contains($0) }
        }

        /// As WordPress titles them.
        private static let comments = [
            "comment", "komment", "coment", "koment", "reacties", "yorum", "коммент", "коментар", "σχόλι", "コメント",
            "评论", "評論", "댓글", "תגוב", "تعليق",
        ]
    }

    /// The links of a web page: to feeds, and to its icon.
    public struct WebPage: Hashable, Sendable {
        /// The feeds that the page advertises, in its order, feeds of comments last.
        public var advertised: [Candidate] = []
        /// Alternate versions of the page in XML, which may be feeds.
        public var possible: [Candidate] = []
        /// Links in the text that look like links to feeds.
        public var linked: [Candidate] = []
        /// The address of the largest icon.
        public var icon: String?
    }

    /// Parses a page. `base` is the address of the page, `charset` that of HTTP's `Content-Type`. A cancelled task parses
    /// only the beginning.
    ///
    /// - Parameter given: the attributes of the links that came with the page.
    public static func page(
        _ html: [UInt8], base: String, charset: String? = nil, links given: [[HTMLAttribute]] = []
    ) -> WebPage {
        var links = WebPageLinks(base: base)
        for attributes in given { links.addFeed(attributes) }
        for event in HTMLEvents(HTMLTree(html, charset: charset)) { links.handle(event) }
        return links.page
    }
}

/// Collects the links of a page while it is parsed.
private struct WebPageLinks {
    private var base: String
    private let isLocal: Bool
    private var hasBase = false
    /// As the links come.
    private var found = FeedDiscovery.WebPage()
    private var urls: Set<String> = []
    private var icons = PageIcons()
    /// How many more links are resolved.
    private var linksLeft = WebPageLinks.resolveLimit
    /// The link whose text is being parsed.
    private var anchor: (reference: String, text: String)?

    /// The most links that are resolved: each costs time if the base is long.
    private static let resolveLimit = 10_000
    /// The most feeds of a page.
    private static let limit = 200
    /// The most alternate versions in XML: more are not feeds.
    private static let possibleLimit = 10

    init(base: String) {
        self.base = base
        isLocal = LinkScheme.isLocal(base)
    }

    var page: FeedDiscovery.WebPage {
        var page = found
        let advertised = Set(found.advertised.map(\.url))
        page.advertised = found.advertised.filter { !$0.isOfComments } + found.advertised.filter(\.isOfComments)
        page.possible.removeAll { advertised.contains($0.url) }
        page.linked.removeAll { advertised.contains($0.url) }
        page.icon = icons.largest
        return page
    }

    mutating func handle(_ event: HTMLEvent) {
        switch event {
        case .start("base", let attributes) where !hasBase:
            guard let written = attributes["href"],
                let url = LinkScheme.kept(LinkResolver.resolve(written, base: base), isLocal: isLocal)
            else { return }
            base = url
            hasBase = true
        case .start("link", let attributes):
            addFeed(attributes)
            icons.note(attributes, base: base, isLocal: isLocal)
        case .start("a", let attributes):
            addFeed(attributes)
            let words = String((attributes["title"] ?? attributes["aria-label"] ?? "").prefix(60))
            anchor = attributes["href"].map { (reference: $0, text: words.isEmpty ? "" : words + " ") }
        case .start("img", let attributes):
            if anchor != nil { anchor?.text += " " + (attributes["alt"] ?? "").prefix(60) }
        case .text(let text):
            if let count = anchor?.text.utf8.count, count < 100 { anchor?.text += text }
        case .end("a"):
            if let anchor { addLink(anchor.reference, text: anchor.text) }
            anchor = nil
        default:
            break
        }
    }

    mutating func addFeed(_ attributes: [HTMLAttribute]) {
        guard let relation = attributes["rel"], let reference = attributes["href"] else { return }
        let relations = Set(relation.lowercased().split(whereSeparator: \.isWhitespace))
        let type = attributes["type"].flatMap(mediaType)
        let title = attributes["title"].flatMap(SingleLineText.clean)
        let isFeed = isFeed(relations, type, title: title, reference)
        guard isFeed || isXML(relations, type, title: title, reference),
            found.advertised.count + found.possible.count < WebPageLinks.limit, mayResolve(),
            let url = LinkScheme.kept(
                LinkResolver.resolve(FetchAddress.withoutFeedScheme(reference), base: base), isLocal: isLocal),
            LinkResolver.isAbsolute(url)
        else { return }
        let candidate = FeedDiscovery.Candidate(url: url, title: title)
        if !isFeed {
            if !found.possible.contains(where: { $0.url == url }) { found.possible.append(candidate) }
        } else if urls.insert(url).inserted {
            found.advertised.append(candidate)
        }
    }

    /// Whether the link leads to an alternate version in XML that may be a feed.
    private func isXML(_ relations: Set<Substring>, _ type: String?, title: String?, _ reference: String) -> Bool {
        guard type == "text/xml" || type == "application/xml", relations.contains("alternate"),
            !relations.contains("stylesheet"), found.possible.count < WebPageLinks.possibleLimit
        else { return false }
        return !["oembed", "wp-json", "sitemap"].contains { word in
            [title, reference].contains { $0?.lowercased().contains(word) == true }
        }
    }

    /// Adds a link in the text if its address or its words look like those of a feed.
    private mutating func addLink(_ reference: String, text: String) {
        let words = SingleLineText.clean(text)
        guard FeedLinkHeuristics.isFeed(address: reference) || words.map(FeedLinkHeuristics.isFeed(words:)) == true,
            found.linked.count < WebPageLinks.limit, mayResolve(),
            let url = LinkResolver.page(FetchAddress.withoutFeedScheme(reference), base: base),
            url.lowercased().hasPrefix("http"),
            url.prefix(while: { $0 != "#" }) != base.prefix(while: { $0 != "#" }), urls.insert(url).inserted
        else { return }
        found.linked.append(FeedDiscovery.Candidate(url: url, title: words))
    }

    private mutating func mayResolve() -> Bool {
        linksLeft -= 1
        return linksLeft >= 0
    }

    private func isFeed(_ relations: Set<Substring>, _ type: String?, title: String?, _ reference: String) -> Bool {
        guard relations.contains("alternate") || relations.contains("feed") else { return false }
        // `rel="alternate stylesheet"` is a style of the page.
        guard !relations.contains("stylesheet") else { return false }
        switch type {
        case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json",
            "application/x.atom+xml", "application/x-atom+xml", "text/rss+xml", "text/atom+xml":
            return true
        case "application/json", "application/xml", "text/xml":
            // Also the type of a site's API, its oEmbed and its translations.
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

    /// `Application/RSS+XML; charset=utf-8` is `application/rss+xml`.
    private func mediaType(_ written: String) -> String? {
        SingleLineText.clean(written.prefix { $0 != ";" }.lowercased())
    }
}
