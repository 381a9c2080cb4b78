/// An item of RSS while it is parsed: what several vocabularies say about the same value is kept apart until its end.
struct RSSItem {
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
    /// What Russian feeds have for search engines and aggregators.
    private var fullText: String?
    private var writers: [Author] = []
    private var podcasters: [Author] = []
    private var published: Timestamp?
    private var otherPublished: Timestamp?
    /// How to read the text of the element that has begun.
    private var read: ((inout RSSItem, ElementText) -> Void)?

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
        case (.rss, .categories): return .enter
        case (.rss, .image), (.rss, .thumbnail), (.itunes, .image), (.googlePlay, .image):
            parts.addPicture(reader.picture(attributes["href"] ?? attributes["url"]))
            if parts.article.content.image != nil { return .skip }
        case (.rss, .link), (.atom, .link): if parts.startLink(attributes, in: reader) { return .skip }
        case (.rss, .guid): isDeclaredPermanent = attributes["isPermaLink"].map { !RSSItem.isNo($0) }
        case (.rss, .enclosure): parts.addEnclosure(attributes, in: reader)
        case (.itunes, .link):
            // An older form of `itunes:image`.
            if attributes["rel"]?.lowercased() == "image" { parts.addPicture(reader.picture(attributes["href"])) }
        case (.atom, .category):
            parts.addTag((attributes["label"] ?? attributes["term"]).flatMap { SingleLineText.title($0) })
        default: break
        }
        if parts.isUnneeded(name, in: reader) { return .skip }
        read = RSSItem.reading(name)
        return read == nil ? .skip : name.namespace == .xhtml ? .markup : .text
    }

    mutating func end(_ text: ElementText) {
        // The base of the text, for the links in it.
        let isText =
            switch text.name.tag {
            case .encoded, .content, .fulltext, .fullitem, .body, .div: true
            case .description, .abstract, .summary: encoded == nil
            default: false
            }
        if isText, let base = text.reader.base { parts.article.base = base }
        let read = self.read
        read?(&self, text)
    }

    /// How to read the text of an element; nil if it has none that is wanted. Some feeds write RSS's elements as Atom's.
    private static func reading(_ name: ElementName) -> ((inout RSSItem, ElementText) -> Void)? {
        switch (name.namespace, name.tag) {
        case (.rss, .title): return { $0.parts.article.title = $0.parts.article.title ?? $1.title }
        case (.itunes, .title), (.atom, .title), (.dublinCore, .title):
            return { $0.otherTitle = $0.otherTitle ?? $1.title }
        case (.rss, .link), (.atom, .link): return { $0.endLink($1) }
        case (.rss, .guid), (.rss, .id), (.atom, .id): return { $0.endGUID($1) }
        case (.rss, .comments): return { $0.endComments($1) }
        case (.rss, .image), (.rss, .thumbnail), (.itunes, .image), (.googlePlay, .image), (.dublinCore, .image),
            (.dublinCore, .thumbnail):
            return { $0.parts.addPicture($1.reader.picture(FieldText.imageAddress($1.bytes))) }
        case (.content, .encoded), (.rss, .encoded), (.rss, .content), (.rss, .body), (.rss, .fullitem),
            (.atom, .content), (.xhtml, .body), (.xhtml, .div):
            return { $0.encoded = RSSItem.longer($0.encoded, $1.html) }
        case (.rss, .description), (.rss, .abstract):
            return { $0.description = RSSItem.longer($0.description, $1.html) }
        case (.rss, .summary), (.atom, .summary), (.dublinCore, .description), (.dublinCore, .abstract):
            return { $0.otherDescription = RSSItem.longer($0.otherDescription, $1.html) }
        case (.itunes, .summary), (.googlePlay, .description):
            return { $0.podcastSummary = RSSItem.longer($0.podcastSummary, $1.html) }
        case (.itunes, .subtitle): return { $0.subtitle = $0.subtitle ?? $1.html }
        case (.content, .fulltext), (.content, .content): return { $0.fullText = RSSItem.longer($0.fullText, $1.html) }
        case (.rss, .pubdate), (.rss, .published), (.atom, .published), (.dublinCore, .pubdate),
            (.dublinCore, .published):
            return { $0.published = $0.published ?? $1.date }
        case (.rss, .date), (.dublinCore, .date), (.dublinTerms, .issued), (.dublinTerms, .created),
            (.dublinCore, .issued), (.dublinCore, .created):
            return { $0.otherPublished = RSSItem.moreExact($0.otherPublished, $1) }
        case (.rss, .author): return { RSSItem.add($1.person, to: &$0.authors) }
        case (.rss, .creator), (.dublinCore, .creator), (.dublinCore, .author):
            return { RSSItem.add($1.person, to: &$0.writers) }
        case (.itunes, .author), (.googlePlay, .author): return { RSSItem.add($1.person, to: &$0.podcasters) }
        case (.dublinCore, .language):
            return { $0.parts.article.content.language = $1.language ?? $0.parts.article.content.language }
        case (.dublinCore, .identifier): return { $0.identifier = $0.identifier ?? $1.line }
        case (.itunes, .keywords): return { for word in FieldText.keywords($1.bytes) { $0.parts.addTag(word) } }
        case (.rss, .category), (.rss, .updated), (.atom, .updated), (.dublinCore, _), (.dublinTerms, .modified),
            (.itunes, .duration), (.feedburner, .origlink):
            return { $0.parts.end($1) }
        default: return nil
        }
    }

    /// Chooses between the sources of each value.
    mutating func finish() {
        parts.article.content.guid = parts.article.content.guid ?? about ?? identifier
        let guidLink = isDeclaredPermanent != false ? parts.article.content.guid.flatMap(LinkScheme.webLink) : nil
        let namedLink = about ?? identifier.flatMap(LinkScheme.webLink)
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
        // Jira repeats the title.
        if otherDescription == parts.article.title { otherDescription = nil }
        // Podcasts often have a short description and a long summary.
        let described = RSSItem.longer(RSSItem.longer(description, otherDescription), podcastSummary)
        let fullest = encoded.map(completed) ?? RSSItem.longer(described, fullText)
        offer(fullest)
        // Not in a loop: their array would cost more than all else here.
        offer(description, besides: fullest)
        offer(otherDescription, besides: fullest)
        offer(podcastSummary, besides: fullest)
        offer(subtitle, besides: fullest)
        parts.describeMedia()
    }

    /// In bytes. A longer description is not what a picture has as its alternative text.
    private static let longestLine = 1000

    /// The content, unless the whole text is elsewhere. One that is only a picture has its words in the description, but a
    /// comic may repeat there what it shows.
    private func completed(_ content: String) -> String {
        if let fullText, fullText.utf8.count > 2 * content.utf8.count { return fullText }
        guard let description, FieldText.isPicture(content), !FieldText.isPicture(description),
            description != parts.article.title,
            description.utf8.count > RSSItem.longestLine || !content.has(description)
        else { return content }
        let shown = HTMLText(.html(description)).image
        if let shown { return shown == HTMLText(.html(content)).image ? description : content }
        let words =
            switch FieldText.text(description) {
            case .html(let html): html
            case .plain(let lines): Sanitizer.escaped(lines).replacing("\n", with: "<br>")
            }
        return content + "\n<div>" + words + "</div>"
    }

    private mutating func offer(_ written: String?, besides fullest: String? = nil) {
        guard let written, written != fullest else { return }
        let text = FieldText.text(written)
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

    private static func longer(_ first: String?, _ second: String?) -> String? {
        guard let first, let second else { return first ?? second }
        return second.utf8.count > first.utf8.count ? second : first
    }

    /// The first date, unless that is a day, and the second has its time.
    private static func moreExact(_ first: Timestamp?, _ second: ElementText) -> Timestamp? {
        guard let first else { return second.date }
        guard first.seconds % 86_400 == 0, let date = second.date, date.day == first.day else { return first }
        return date
    }

    private mutating func endGUID(_ text: ElementText) {
        parts.article.content.guid = parts.article.content.guid ?? text.line
        if isDeclaredPermanent == true, text.bytes.contains(UInt8(ascii: "/")) { guidPath = text.link }
    }

    /// The end of a link whose address is its text. DDay.it has its enclosures there.
    private mutating func endComments(_ text: ElementText) {
        // Some feeds write how many there are.
        guard !text.bytes.allSatisfy({ ASCII.isDigit($0) || $0 <= 0x20 }) else { return }
        parts.article.content.comments = parts.article.content.comments ?? text.link
    }

    private mutating func endLink(_ text: ElementText) {
        parts.readLink(text)
        let link = parts.openLink
        let isOther = link.relation != "alternate" && RSSItem.otherRelations.contains(link.relation)
        guard text.name.namespace == .rss, !isOther, let address = link.address, LinkScheme.mayBePage(address) else {
            return parts.addOpenLink()
        }
        parts.article.content.url = parts.article.content.url ?? address
    }

    private static let otherRelations: Set<String> = ["enclosure", "self", "related", "via", "image", "thumbnail"]

    // Static: a method of the item would be called on a copy of it.
    private static func add(_ author: Author?, to authors: inout [Author]) {
        if let author { authors.appendIfAbsent(author) }
    }
}
