/// A `link` of Atom, which items of RSS have too.
struct AtomLink {
    /// Some feeds write it as the text of the element; nil until that is known.
    var address: String?
    /// In lower case.
    var relation = "alternate"
    var type: String?
    /// In the language of its entry or feed, or in one that is not stated.
    var isInLanguage = true
    var size: Int64?
    var title: String?

    init() {}

    init(_ attributes: XMLAttributes, in reader: XMLReader) {
        guard attributes.count > 0 else { return }
        address = reader.link(attributes["href"])
        type = attributes["type"].flatMap(SingleLineText.clean)?.lowercased()
        let relation = attributes["rel"].flatMap(SingleLineText.clean)?.lowercased() ?? "alternate"
        // May be written as a URL (RFC 4287, 4.2.7.2).
        let registry = "http://www.iana.org/assignments/relation/"
        self.relation = relation.hasPrefix(registry) ? String(relation.dropFirst(registry.count)) : relation
        if let language = LanguageTag.parse(attributes["hreflang"]), let own = LanguageTag.parse(reader.language) {
            isInLanguage = language.lowercased().hasPrefix(own.prefix { $0 != "-" }.lowercased())
        }
        size = FieldText.count(attributes["length"])
        title = attributes["title"].flatMap { SingleLineText.title($0) }
    }

    /// The file that an enclosure is.
    var file: Enclosure? {
        guard relation == "enclosure", let address else { return nil }
        return Enclosure(url: address, type: type, size: size, title: title)
    }

    /// The address of a picture of the article.
    var picture: String? { ["image", "thumbnail", "preview"].contains(relation) ? address : nil }

    private static func isPage(_ type: String) -> Bool { type == "text/html" || type == "application/xhtml+xml" }

    /// Chooses the link to the page: an alternate one to HTML, else any alternate one.
    struct Choice {
        private(set) var best: String?
        /// Without a page: a related one, or the entry itself, or something other than a page, such as an e-mail address.
        private(set) var other: String?
        /// The page of the replies (RFC 4685, section 4), which may have a feed beside it.
        private(set) var replies: String?
        private var rank = 0

        mutating func offer(_ link: AtomLink) {
            guard let address = link.address else { return }
            let isPage = LinkScheme.mayBePage(address)
            guard link.relation == "alternate", isPage else {
                if link.relation == "replies", isPage, link.type.map(AtomLink.isPage) ?? (replies == nil) {
                    replies = address
                }
                guard ["alternate", "related", "via", "self"].contains(link.relation) else { return }
                if other.map({ isPage && !LinkScheme.mayBePage($0) }) ?? true { other = address }
                return
            }
            let kind = link.type.map { AtomLink.isPage($0) ? 3 : 1 } ?? 2
            let rank = kind * 2 + (link.isInLanguage ? 1 : 0)
            if rank > self.rank { (best, self.rank) = (address, rank) }
        }
    }
}
