/// The address of an outline.
enum OutlineAddress {
    case feed(String)
    /// No address, as in a folder; with the reason for the user if it is not a folder.
    case none(String?)

    /// OPML 1.0 does not define the attributes. `url` is the address of a feed only for some types.
    init(_ attributes: [String: String]) {
        // With its spaces collapsed, as in the title of a feed that has no other one.
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
            self = url.map(Self.feed) ?? .none(isEmpty ? "its xmlUrl is empty" : isFolder ? nil : "it has no xmlUrl")
        case "rss", "atom", "rdf", "feed", "html+xpath", "rss1", "rss2", "atom10", "json", "podcast":
            self = url.map(Self.feed) ?? .none("it has no xmlUrl")
        case "include": self = .none(SubscriptionList.Refusal.list)
        case "link": self = .none(SubscriptionList.Refusal.link)
        default: self = .none(attributes["xmlurl"] != nil ? "its xmlUrl is empty" : nil)
        }
    }
}

extension Subscription {
    /// Adds what makes the document: programs, which only our own attributes name, and the XPaths of FreshRSS.
    mutating func addSource(_ attributes: [String: String]) {
        program = attributes.written("rssium:exec") ?? program
        filter = attributes.written("rssium:filter") ?? filter
        guard let items = attributes.written("frss:xpathitem") else { return }
        xpaths = PageXPaths(items: items)
        for part in PageXPaths.Part.allCases { xpaths?.parts[part] = attributes.written(part.opmlName.lowercased()) }
    }

    /// Adds the attributes that other readers agree on, and our own.
    mutating func addDetails(_ attributes: [String: String]) {
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
            // Tabs and line breaks are spaces, unless they are references (XML 1.0, section 3.3.3).
            let bytes = tokens.input[attribute.value].map { ASCII.isWhitespace($0) ? 0x20 : $0 }
            let value = bytes.withUnsafeBufferPointer { HTMLEntity.decodedOnce($0) }
            self[name] = self[name] ?? value
        }
    }

    /// Whether the outline is a folder as readers export it, with a title: an outline written by hand has only a text.
    var isFolder: Bool {
        text("title") != nil && text("text") != nil && ["type", "htmlurl", "url"].allSatisfy { self[$0] == nil }
    }

    /// The attribute as one line; nil if it is missing or empty.
    func text(_ name: String) -> String? { self[name].flatMap { SingleLineText.clean([UInt8]($0.utf8)) } }

    /// The attribute with all of its spaces, which count within the quotes of a program or an XPath; nil if it is missing or
    /// empty.
    func written(_ name: String) -> String? { text(name) == nil ? nil : self[name] }
}
