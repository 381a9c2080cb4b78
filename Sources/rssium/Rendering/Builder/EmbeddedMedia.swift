internal import FeedCore

/// A video, a recording or another page that an element embeds: its kind, its name and its address.
struct EmbeddedMedia {
    /// The kind of the element.
    enum Kind: String {
        case video, audio, frame
    }

    private let kind: Kind
    private var title: String
    /// Whether the next text is that of the first link in it.
    private var isInLink = false
    /// The address, which may be on an inner element.
    private var source: String?

    /// Reads an element. Its content is for browsers that cannot play it, and names the address, too.
    init(_ kind: Kind, _ element: ShownElement, in tree: HTMLTree) {
        let attributes = element.attributes
        self.kind = kind
        title =
            [attributes["title"], attributes["aria-label"]].lazy.compactMap { $0?.trimmed }.first { !$0.isEmpty } ?? ""
        source = EmbeddedMedia.address(in: attributes)
        for node in tree.descendants(of: element.node) {
            if tree.nodes[node].kind == .element {
                read(ShownElement(node, in: tree))
            } else {
                readText(tree.text(of: node))
            }
        }
    }

    /// Takes the address from a source, or from a link for browsers that cannot play it.
    private mutating func read(_ element: ShownElement) {
        let attributes = element.attributes
        if case .link? = element.kind { isInLink = true }
        guard source == nil else { return }
        switch element.kind {
        case .mediaSource, .media: source = EmbeddedMedia.address(in: attributes)
        case .link: source = attributes["href"]
        case .parameter where ["movie", "src", "url"].contains(attributes["name"]?.lowercased()):
            source = attributes["value"]
        default: break
        }
    }

    /// Takes the title from the text of such a link, which is mostly the name of the recording.
    private mutating func readText(_ text: String) {
        guard isInLink, title.isEmpty, text.utf8.count < 200 else { return }
        let text = text.trimmed
        guard !text.isEmpty else { return }
        isInLink = false
        let start = text.lowercased()
        if EmbeddedMedia.requests.contains(where: start.hasPrefix) || start.hasBytes("://") { return }
        title = text
    }

    /// The parts that the page shows; nil without an address.
    var shown: (kind: String, title: String, address: String)? {
        guard let source = source?.trimmed, let address = WebAddress(source), address.scheme != .file else {
            return nil
        }
        let host = address.host
        let name = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        let page = String(source.prefix { $0 != "?" })
        guard !EmbeddedMedia.advertisers.contains(where: { page.hasBytes($0) }) else { return nil }
        let isNamed = !title.isEmpty && !EmbeddedMedia.emptyTitles.contains(title.lowercased())
        if let video = EmbeddedMedia.youTubeVideo(source, host: name) {
            return ("video", isNamed ? title : name, "https://www.youtube.com/watch?v=\(video)")
        }
        return (kind.rawValue, isNamed ? title : name, source)
    }

    /// The ID in `https://www.youtube.com/embed/ID?rel=0`: such an address plays only within another page.
    private static func youTubeVideo(_ address: String, host: String) -> String? {
        guard host == "youtube.com" || host == "youtube-nocookie.com" else { return nil }
        for marker in ["/embed/", "/v/"] {
            guard let found = address.firstRange(of: marker) else { continue }
            let video = address[found.upperBound...].prefix {
                $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0))
            }
            return video.count == 11 ? String(video) : nil
        }
        return nil
    }

    private static func address(in attributes: [HTMLAttribute]) -> String? {
        attributes.sources.lazy.map(\.trimmed).first { !$0.isEmpty && !$0.hasPrefix("about:") }
    }

    /// Titles that do not say what the player plays.
    private static let emptyTitles: Set<String> = [
        "youtube video player", "youtube video", "embedded content", "embedded video", "vimeo video player", "iframe",
        "video", "audio", "frame", "embed", "content", "player", "spotify embed",
    ]

    /// How links begin that do not say what they lead to.
    private static let requests = [
        "download", "click", "here", "this", "open", "watch", "listen", "play", "view", "see",
    ]

    /// Parts of addresses before their queries.
    private static let advertisers: [StaticString] = [
        "doubleclick.net/", "googlesyndication.com/", "googletagmanager.com/", "amazon-adsystem.com/",
        "feedburner.com/", "feedsportal.com/", "platform.twitter.com/", "facebook.com/plugins/like",
    ]
}
