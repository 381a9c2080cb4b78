/// An item of RSS while it is parsed: what several vocabularies say about the same value is kept apart until its end.
package struct RSSItem {
    var authors: [Author] = []
    var parts = ItemParts()
    private var about: String?
    /// Dublin Core's, which may be a URL or a name.
    private var identifier: String?
    private var isDeclaredPermanent: Bool?
    /// A permanent guid that is a path.
    private var guidPath: String?
    private var otherTitle: String?
    private var description: String?
    private var encoded: String?
    private var podcastSummary: String?
    private var otherDescription: String?
    private var subtitle: String?
    private var writers: [Author] = []
    private var podcasters: [Author] = []
    private var published: Timestamp?
    private var otherPublished: Timestamp?

    mutating func start(_ attributes: XMLAttributes, in reader: XMLReader) {
        about = attributes["about"].flatMap(SingleLineText.clean)
        // As in Microsoft's CDF, the predecessor of RSS.
        parts.article.content.url = reader.link(attributes["href"])
        parts.article.content.updated = attributes["lastmod"].flatMap { FeedDate.parse($0) }
        parts.article.content.language = LanguageTag.parse(reader.language)
        parts.article.base = reader.base
    }

    mutating func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch (name.namespace, name.tag) {
        case (.rss, .image) where attributes.count > 0, (.rss, .thumbnail) where attributes.count > 0:
            parts.addPicture(reader.picture(attributes["href"] ?? attributes["url"]))
            return parts.article.content.image == nil ? .text : .skip
        case (.xhtml, .body), (.xhtml, .div):
            return .markup
        // Some feeds write RSS's as Atom's, or Atom's as RSS's.
        case (.rss, .link), (.atom, .link):
            return parts.startLink(attributes, in: reader) ? .skip : .text
        case (.rss, .categories):
            return .enter
        case (.rss, .guid):
            isDeclaredPermanent = attributes["isPermaLink"].map { !RSSItem.isNo($0) }
            return .text
        case (.rss, .enclosure):
            parts.addEnclosure(attributes, in: reader)
            return .skip
        case (.itunes, .image), (.googlePlay, .image):
            parts.addPicture(reader.picture(attributes["href"] ?? attributes["url"]))
            return parts.article.content.image == nil ? .text : .skip
        case (.itunes, .link):
            // An older form of `itunes:image`.
            if attributes["rel"]?.lowercased() == "image" { parts.addPicture(reader.picture(attributes["href"])) }
            return .skip
        case (.atom, .category):
            parts.addTag((attributes["label"] ?? attributes["term"]).flatMap { SingleLineText.title($0) })
            return .skip
        default:
            return RSSItem.hasText(name) ? .text : .skip
        }
    }

    private static func hasText(_ name: ElementName) -> Bool {
        switch (name.namespace, name.tag) {
        case (.rss, .title), (.rss, .description), (.rss, .pubdate), (.rss, .author), (.rss, .category),
            (.rss, .content), (.rss, .body), (.rss, .date), (.rss, .summary), (.rss, .published), (.rss, .updated),
            (.rss, .creator), (.rss, .encoded), (.rss, .fullitem), (.rss, .abstract), (.rss, .image), (.rss, .comments),
            (.rss, .thumbnail), (.content, .encoded), (.itunes, .summary), (.itunes, .subtitle), (.itunes, .author),
            (.itunes, .duration), (.itunes, .title), (.itunes, .keywords),
            (.feedburner, .origlink), (.dublinCore, _), (.atom, .title), (.atom, .summary), (.atom, .content),
            (.atom, .published), (.atom, .updated), (.atom, .id), (.rss, .id), (.googlePlay, .description),
            (.googlePlay, .author), (.dublinTerms, .issued), (.dublinTerms, .created), (.dublinTerms, .modified):
            true
        default: false
        }
    }

    mutating func end(_ name: ElementName, text: [UInt8], in reader: XMLReader) {
        // The base of this element, for the links in its text.
        if let base = reader.base { parts.article.base = base }
        guard reader.keepsTexts || parts.article.title == nil || !name.isText else { return }
        switch (name.namespace, name.tag) {
        case (.rss, .title): parts.article.title = parts.article.title ?? SingleLineText.title(text)
        case (_, .image), (_, .thumbnail): parts.addPicture(reader.picture(FieldText.imageAddress(text)))
        case (_, .title): otherTitle = otherTitle ?? SingleLineText.title(text)
        case (.rss, .link), (.atom, .link): endLink(text, isOwn: name.namespace == .rss, in: reader)
        case (.rss, .guid), (.rss, .id), (.atom, .id):
            parts.article.content.guid = parts.article.content.guid ?? SingleLineText.clean(text)
            if isDeclaredPermanent == true, text.contains(UInt8(ascii: "/")) {
                guidPath = reader.link(FieldText.trimmed(text))
            }
        case (.rss, .comments):
            parts.article.content.comments = parts.article.content.comments ?? reader.link(FieldText.trimmed(text))
        case (.content, .encoded), (.rss, .encoded), (.rss, .content), (.rss, .body), (.rss, .fullitem),
            (.atom, .content), (.xhtml, _):
            encoded = longer(encoded, FieldText.html(text))
        case (.rss, .description), (.rss, .abstract): description = description ?? FieldText.html(text)
        case (.dublinCore, .description), (.dublinCore, .abstract), (.atom, .summary), (.rss, .summary):
            otherDescription = otherDescription ?? FieldText.html(text)
        case (.itunes, .subtitle): subtitle = subtitle ?? FieldText.html(text)
        case (.itunes, .summary), (.googlePlay, .description):
            podcastSummary = podcastSummary ?? FieldText.html(text)
        case (.dublinCore, .identifier): identifier = identifier ?? SingleLineText.clean(text)
        case (_, .pubdate), (_, .published): published = published ?? FeedDate.parse(text)
        case (_, .date), (_, .issued), (_, .created): otherPublished = otherPublished ?? FeedDate.parse(text)
        case (.itunes, .author), (.googlePlay, .author): RSSItem.add(FieldText.person(text), to: &podcasters)
        case (_, .creator), (.dublinCore, .author): RSSItem.add(FieldText.person(text), to: &writers)
        case (.rss, .author): RSSItem.add(FieldText.person(text), to: &authors)
        case (.itunes, .keywords):
            for word in FieldText.keywords(text) { parts.addTag(word) }
        case (.dublinCore, .language):
            parts.article.content.language =
                LanguageTag.parse(FieldText.trimmed(text)) ?? parts.article.content.language
        default: parts.end(name.tag, text)
        }
    }

    /// Chooses between the sources of each value.
    mutating func finish() {
        parts.article.content.guid = parts.article.content.guid ?? about ?? identifier
        let guidLink = isDeclaredPermanent != false ? parts.article.content.guid.flatMap(RSSItem.webLink) : nil
        let namedLink = about ?? identifier.flatMap(RSSItem.webLink)
        parts.article.content.url =
            parts.originalLink ?? parts.article.content.url ?? guidLink ?? parts.links.best ?? namedLink
            ?? parts.links.other ?? guidPath
        parts.article.content.comments = parts.article.content.comments ?? parts.links.replies
        parts.article.title = parts.article.title ?? otherTitle
        parts.article.content.published = published ?? otherPublished
        parts.article.content.authors = !writers.isEmpty ? writers : !authors.isEmpty ? authors : podcasters
        parts.completeMedia()
        chooseTexts()
        parts.finishDuration()
    }

    /// The fullest text becomes the article's text, and the first different one the summary.
    private mutating func chooseTexts() {
        // Podcasts often have a short description and a long summary.
        offer(encoded ?? longer(longer(description, otherDescription), podcastSummary))
        for text in [description, otherDescription, podcastSummary, subtitle] { offer(text) }
        parts.describeMedia()
    }

    private mutating func offer(_ text: String?) {
        guard let text = text.map(FieldText.text) else { return }
        if parts.article.content.text == nil {
            parts.article.content.text = text
        } else if parts.article.content.summary == nil, text != parts.article.content.text {
            parts.article.content.summary = text
        }
    }

    private static func isNo(_ value: String) -> Bool {
        switch value {
        case "true": false
        case "false": true
        default: ["false", "no", "0"].contains(value.lowercased())
        }
    }

    private func longer(_ first: String?, _ second: String?) -> String? {
        guard let first, let second else { return first ?? second }
        return second.utf8.count > first.utf8.count ? second : first
    }

    /// The end of a link whose address is its text. DDay.it has its enclosures there.
    private mutating func endLink(_ text: [UInt8], isOwn: Bool, in reader: XMLReader) {
        parts.readLink(text, in: reader)
        let link = parts.openLink
        let isOther = link.relation != "alternate" && RSSItem.otherRelations.contains(link.relation)
        guard isOwn, !isOther, let address = link.address, LinkScheme.mayBePage(address) else {
            return parts.addOpenLink()
        }
        parts.article.content.url = parts.article.content.url ?? address
    }

    private static let otherRelations: Set<String> = ["enclosure", "self", "related", "via", "image", "thumbnail"]

    // Static: a method of the item would be called on a copy of it.
    private static func add(_ author: Author?, to authors: inout [Author]) {
        if let author { authors.appendIfAbsent(author) }
    }

    /// The guid as a URL, if it is one.
    package static func webLink(_ guid: String) -> String? {
        let start = String(decoding: guid.utf8.prefix(8), as: UTF8.self).lowercased()
        guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return nil }
        return LinkResolver.page(guid, base: nil)
    }
}
