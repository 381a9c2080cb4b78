/// One entry of Atom while it is read.
struct AtomEntry {
    var media = MediaRSS()
    /// Who wrote the feed that the entry was taken from: its author where it names none (RFC 4287, 4.2.1).
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
        parsed.language = LanguageTag.parse(reader.language)
    }

    mutating func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch (name.namespace, name.tag) {
        case (.atom, .link):
            // Some write the address as text.
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
        // Of RSS, where it has no business to be.
        case (.atom, .guid), (.atom, .pubdate), (.atom, .description):
            return .text
        case (.atom, .enclosure):
            guard let url = reader.link(attributes["url"] ?? attributes["href"]) else { return .skip }
            let type = attributes["type"].flatMap(SingleLineText.clean)
            add(Enclosure(url: url, type: type, size: FieldText.count(attributes["length"])))
            return .skip
        case (.itunes, .image):
            parsed.image = parsed.image ?? reader.link(attributes["href"])
            return .skip
        default:
            return .skip
        }
    }

    /// Content may stand elsewhere (RFC 4287, 4.1.3.2).
    mutating func startContent(_ attributes: XMLAttributes, in reader: XMLReader) {
        guard let source = reader.link(attributes["src"]) else { return }
        contentSource = AtomLink(address: source, type: attributes["type"].flatMap(SingleLineText.clean))
    }

    mutating func end(_ name: ElementName, text: [UInt8], kind: AtomText.Kind, in reader: XMLReader) {
        // The base where the text stands, for the links inside it.
        if name.tag == .summary || name.tag == .content, let base = reader.base { parsed.base = base }
        guard reader.keepsTexts || parsed.title == nil || !name.isText else { return }
        switch (name.namespace, name.tag) {
        case (.dublinCore, .title): otherTitle = otherTitle ?? SingleLineText.title(text)
        case (_, .title): parsed.title = AtomText.line(text, kind: kind) ?? parsed.title
        case (.atom, .link): add(reader.link(FieldText.trimmed(text)).map { AtomLink(address: $0, type: nil) })
        case (.atom, .summary): parsed.summary = AtomText.read(text, kind: kind) ?? parsed.summary
        case (.atom, .content): addContent(AtomText.read(text, kind: kind))
        case (.content, .encoded): addContent(AtomText.read(text, kind: .html))
        case (_, .description): otherSummary = otherSummary ?? AtomText.read(text, kind: .html)
        case (.itunes, .summary), (.itunes, .subtitle):
            podcastSummary = podcastSummary ?? AtomText.read(text, kind: .plain)
        case (_, .id), (_, .guid): parsed.guid = parsed.guid ?? SingleLineText.clean(text)
        case (_, .published), (.atom, .issued), (_, .pubdate):
            parsed.published = parsed.published ?? FeedDate.parse(text)
        case (_, .created), (_, .date), (_, .issued): created = created ?? FeedDate.parse(text)
        case (_, .updated), (_, .modified): parsed.updated = parsed.updated ?? FeedDate.parse(text)
        case (_, .origlink): originalLink = reader.link(FieldText.trimmed(text))
        case (.dublinCore, .creator): if let author = FieldText.person(text) { add(author) }
        case (.itunes, .author): podcaster = podcaster ?? FieldText.person(text)
        case (.itunes, .duration): duration = FieldText.duration(FieldText.trimmed(text))
        case (_, .subject), (_, .category): addTag(SingleLineText.title(FieldText.withoutElements(text)))
        default: break
        }
    }

    mutating func add(_ author: Author) {
        parsed.authors.appendIfAbsent(author)
    }

    /// Of several contents, as 0.3 allows them, the one with markup says more.
    private mutating func addContent(_ text: ArticleText?) {
        switch (parsed.content, text) {
        case (nil, _), (.plain, .html): parsed.content = text ?? parsed.content
        default: break
        }
    }

    /// Decides everything.
    mutating func finish() {
        parsed.published = parsed.published ?? created
        if parsed.authors.isEmpty, let author = sourceAuthor ?? podcaster { parsed.authors = [author] }
        parsed.title = parsed.title ?? otherTitle
        parsed.link = originalLink ?? links.best
        if let contentSource { place(contentSource) }
        parsed.link = parsed.link ?? parsed.guid.flatMap(RSSItem.webLink) ?? links.other
        media.complete(&parsed)
        for text in [otherSummary, podcastSummary, media.description] {
            guard let text, text != parsed.content else { continue }
            if parsed.content == nil, parsed.summary == nil {
                parsed.content = text
            } else if parsed.summary == nil {
                parsed.summary = text
            }
        }
        if let duration, !parsed.enclosures.isEmpty, parsed.enclosures[0].duration == nil {
            parsed.enclosures[0].duration = duration
        }
    }

    private mutating func place(_ source: AtomLink) {
        let type = source.type ?? ""
        if type.hasPrefix("audio/") || type.hasPrefix("video/") || type.hasPrefix("image/") {
            parsed.enclosures.appendFileIfAbsent(Enclosure(url: source.address, type: type))
        } else {
            parsed.link = parsed.link ?? source.address
        }
    }

    private mutating func add(_ link: AtomLink?) {
        guard let link else { return }
        switch link.relation {
        case "enclosure": add(Enclosure(url: link.address, type: link.type, size: link.size, title: link.title))
        case "image", "thumbnail", "preview": parsed.image = parsed.image ?? link.address
        default: links.offer(link)
        }
    }

    private mutating func add(_ file: Enclosure) {
        if file.type?.hasPrefix("image/") ?? MediaType.isPicture(file.url) { parsed.image = parsed.image ?? file.url }
        parsed.enclosures.appendFileIfAbsent(file)
    }

    private mutating func addTag(_ tag: String?) {
        if let tag { parsed.tags.appendIfAbsent(tag) }
    }
}

/// A `link` of Atom.
struct AtomLink {
    let address: String
    var relation = "alternate"
    let type: String?
    /// In the language of what it belongs to, as far as is said.
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
        // Written out as an address (RFC 4287, 4.2.7.2).
        let registry = "http://www.iana.org/assignments/relation/"
        self.relation = relation.hasPrefix(registry) ? String(relation.dropFirst(registry.count)) : relation
        if let language = LanguageTag.parse(attributes["hreflang"]), let own = LanguageTag.parse(reader.language) {
            isInLanguage = language.lowercased().hasPrefix(own.prefix { $0 != "-" }.lowercased())
        }
        size = FieldText.count(attributes["length"])
        title = attributes["title"].flatMap { SingleLineText.title($0) }
    }

    /// The best of several links to be the page: an alternate one of HTML, else any alternate one.
    struct Choice {
        private(set) var best: String?
        /// Where there is no page: what is near to it, or the entry itself.
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
