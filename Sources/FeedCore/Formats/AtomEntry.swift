/// An entry of Atom while it is parsed.
struct AtomEntry {
    var media = MediaRSS()
    /// The author of the feed that the entry was taken from, for an entry without one (RFC 4287, 4.2.1).
    var sourceAuthor: Author?
    var parsed = ParsedArticle()
    private var links = AtomLink.Choice()
    private var originalLink: String?
    private var contentSource: AtomLink?
    private var created: Timestamp?
    private var otherTitle: String?
    private var otherSummary: ArticleText?
    private var podcastSummary: ArticleText?
    private var duration: Int64?
    private var podcaster: Author?

    init() {}

    init(in reader: XMLReader) {
        parsed.base = reader.base
        parsed.content.language = LanguageTag.parse(reader.language)
    }

    mutating func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch (name.namespace, name.tag) {
        case (.atom, .link):
            // Some feeds write the URL as text.
            guard let link = AtomLink(attributes, in: reader) else { return .text }
            add(link)
            return .skip
        case (.atom, .category):
            let label = attributes["label"].flatMap { SingleLineText.title($0) }
            addTag(label ?? attributes["term"].flatMap { SingleLineText.title($0) })
            return .text
        case (.atom, .id), (.atom, .published), (.atom, .issued), (.atom, .created), (.atom, .updated),
            (.atom, .modified), (.feedburner, .origlink), (.dublinCore, .title), (.dublinCore, .creator),
            (.dublinCore, .subject), (.dublinCore, .description), (.dublinCore, .date), (.itunes, .duration),
            (.itunes, .author), (.itunes, .subtitle), (.itunes, .summary), (.content, .encoded),
            (.dublinTerms, .issued), (.dublinTerms, .created), (.dublinTerms, .modified):
            return .text
        // Elements of RSS, which do not belong here.
        case (.atom, .guid), (.atom, .pubdate), (.atom, .description):
            return .text
        case (.atom, .enclosure):
            guard let url = reader.link(attributes["url"] ?? attributes["href"]) else { return .skip }
            let type = attributes["type"].flatMap(SingleLineText.clean)
            add(Enclosure(url: url, type: type, size: FieldText.count(attributes["length"])))
            return .skip
        case (.itunes, .image):
            parsed.content.image = parsed.content.image ?? reader.link(attributes["href"])
            return .skip
        default:
            return .skip
        }
    }

    /// The content may be elsewhere (RFC 4287, 4.1.3.2).
    mutating func startContent(_ attributes: XMLAttributes, in reader: XMLReader) {
        guard let source = reader.link(attributes["src"]) else { return }
        contentSource = AtomLink(address: source, type: attributes["type"].flatMap(SingleLineText.clean))
    }

    mutating func end(_ name: ElementName, text: [UInt8], kind: AtomText.Kind, in reader: XMLReader) {
        // The base of this element, for the links in its text.
        if name.tag == .summary || name.tag == .content, let base = reader.base { parsed.base = base }
        guard reader.keepsTexts || parsed.title == nil || !name.isText else { return }
        switch (name.namespace, name.tag) {
        case (.dublinCore, .title): otherTitle = otherTitle ?? SingleLineText.title(text)
        case (_, .title): parsed.title = AtomText.line(text, kind: kind) ?? parsed.title
        case (.atom, .link): add(reader.link(FieldText.trimmed(text)).map { AtomLink(address: $0, type: nil) })
        case (.atom, .summary): parsed.content.summary = AtomText.read(text, kind: kind) ?? parsed.content.summary
        case (.atom, .content): addContent(AtomText.read(text, kind: kind))
        case (.content, .encoded): addContent(AtomText.read(text, kind: .html))
        case (_, .description): otherSummary = otherSummary ?? AtomText.read(text, kind: .html)
        case (.itunes, .summary), (.itunes, .subtitle):
            podcastSummary = podcastSummary ?? AtomText.read(text, kind: .plain)
        case (_, .id), (_, .guid): parsed.content.guid = parsed.content.guid ?? SingleLineText.clean(text)
        case (_, .published), (.atom, .issued), (_, .pubdate):
            parsed.content.published = parsed.content.published ?? FeedDate.parse(text)
        case (_, .created), (_, .date), (_, .issued): created = created ?? FeedDate.parse(text)
        case (_, .updated), (_, .modified): parsed.content.updated = parsed.content.updated ?? FeedDate.parse(text)
        case (_, .origlink): originalLink = reader.link(FieldText.trimmed(text))
        case (.dublinCore, .creator): if let author = FieldText.person(text) { add(author) }
        case (.itunes, .author): podcaster = podcaster ?? FieldText.person(text)
        case (.itunes, .duration): duration = FieldText.duration(FieldText.trimmed(text))
        case (_, .subject), (_, .category): addTag(SingleLineText.title(FieldText.withoutElements(text)))
        default: break
        }
    }

    mutating func add(_ author: Author) {
        parsed.content.authors.appendIfAbsent(author)
    }

    /// 0.3 allows several contents: one with markup says more.
    private mutating func addContent(_ text: ArticleText?) {
        switch (parsed.content.text, text) {
        case (nil, _), (.plain, .html): parsed.content.text = text ?? parsed.content.text
        default: break
        }
    }

    /// Chooses between the sources of each value.
    mutating func finish() {
        parsed.content.published = parsed.content.published ?? created
        if parsed.content.authors.isEmpty, let author = sourceAuthor ?? podcaster { parsed.content.authors = [author] }
        parsed.title = parsed.title ?? otherTitle
        parsed.content.url = originalLink ?? links.best
        if let contentSource { place(contentSource) }
        parsed.content.url = parsed.content.url ?? parsed.content.guid.flatMap(RSSItem.webLink) ?? links.other
        media.complete(&parsed)
        for text in [otherSummary, podcastSummary, media.description] {
            guard let text, text != parsed.content.text else { continue }
            if parsed.content.text == nil, parsed.content.summary == nil {
                parsed.content.text = text
            } else if parsed.content.summary == nil {
                parsed.content.summary = text
            }
        }
        if let duration, !parsed.content.enclosures.isEmpty, parsed.content.enclosures[0].duration == nil {
            parsed.content.enclosures[0].duration = duration
        }
    }

    private mutating func place(_ source: AtomLink) {
        let type = source.type ?? ""
        if type.hasPrefix("audio/") || type.hasPrefix("video/") || type.hasPrefix("image/") {
            parsed.content.enclosures.appendFileIfAbsent(Enclosure(url: source.address, type: type))
        } else {
            parsed.content.url = parsed.content.url ?? source.address
        }
    }

    private mutating func add(_ link: AtomLink?) {
        guard let link else { return }
        switch link.relation {
        case "enclosure": add(Enclosure(url: link.address, type: link.type, size: link.size, title: link.title))
        case "image", "thumbnail", "preview": parsed.content.image = parsed.content.image ?? link.address
        default: links.offer(link)
        }
    }

    private mutating func add(_ file: Enclosure) {
        if file.type?.hasPrefix("image/") ?? MediaType.isPicture(file.url) {
            parsed.content.image = parsed.content.image ?? file.url
        }
        parsed.content.enclosures.appendFileIfAbsent(file)
    }

    private mutating func addTag(_ tag: String?) {
        if let tag { parsed.content.tags.appendIfAbsent(tag) }
    }
}

/// A `link` of Atom.
struct AtomLink {
    let address: String
    var relation = "alternate"
    let type: String?
    /// In the language of its entry or feed, or in one that is not stated.
    var isInLanguage = true
    var size: Int64?
    var title: String?

    init(address: String, type: String?) {
        self.address = address
        self.type = type
    }

    init?(_ attributes: XMLAttributes, in reader: XMLReader) {
        guard let address = reader.link(attributes["href"]) else { return nil }
        self.address = address
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

    /// Chooses the link to the page: an alternate one to HTML, else any alternate one.
    struct Choice {
        private(set) var best: String?
        /// Without a page: a related one, or the entry itself.
        private(set) var other: String?
        private var rank = 0

        mutating func offer(_ link: AtomLink?) {
            guard let link else { return }
            guard link.relation == "alternate" else {
                if ["related", "via", "self"].contains(link.relation) { other = other ?? link.address }
                return
            }
            let kind =
                switch link.type {
                case "text/html", "application/xhtml+xml": 3
                case nil: 2
                default: 1
                }
            let rank = kind * 2 + (link.isInLanguage ? 1 : 0)
            if rank > self.rank { (best, self.rank) = (link.address, rank) }
        }
    }
}
