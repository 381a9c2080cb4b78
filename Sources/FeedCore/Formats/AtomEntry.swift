/// An entry of Atom while it is parsed.
struct AtomEntry {
    var media = MediaRSS()
    /// The author of the feed that the entry was taken from, for an entry without one (RFC 4287, 4.2.1).
    var sourceAuthor: Author?
    var parsed = ParsedArticle()
    private var links = AtomLink.Choice()
    /// The link whose address is its text.
    private var openLink = AtomLink()
    private var originalLink: String?
    private var contentSource: Enclosure?
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
            openLink = AtomLink(attributes, in: reader)
            guard openLink.address != nil else { return .text }
            add(openLink)
            // The BBC's Chinese service has the article's picture in it.
            return .enter
        case (.atom, .categories):
            return .enter
        case (.atom, .category):
            let label = attributes["label"].flatMap { SingleLineText.title($0) }
            addTag(label ?? attributes["term"].flatMap { SingleLineText.title($0) })
            return .text
        case (.atom, .id), (.atom, .published), (.atom, .issued), (.atom, .created), (.atom, .updated),
            (.atom, .modified), (.feedburner, .origlink), (.dublinCore, .title), (.dublinCore, .creator),
            (.dublinCore, .author), (.dublinCore, .subject), (.dublinCore, .description), (.dublinCore, .date),
            (.itunes, .duration),
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
            parsed.content.image = parsed.content.image ?? reader.picture(attributes["href"])
            return .skip
        default:
            return .skip
        }
    }

    /// The content may be elsewhere (RFC 4287, 4.1.3.2).
    mutating func startContent(_ attributes: XMLAttributes, in reader: XMLReader) {
        guard let source = reader.link(attributes["src"]) else { return }
        contentSource = Enclosure(url: source, type: attributes["type"].flatMap(SingleLineText.clean))
    }

    mutating func end(_ name: ElementName, text: [UInt8], kind: AtomText.Kind, in reader: XMLReader) {
        // The base of this element, for the links in its text.
        if name.tag == .summary || name.tag == .content, let base = reader.base { parsed.base = base }
        guard reader.keepsTexts || parsed.title == nil || !name.isText else { return }
        switch (name.namespace, name.tag) {
        case (.dublinCore, .title): otherTitle = otherTitle ?? SingleLineText.title(text)
        case (_, .title): parsed.title = AtomText.line(text, kind: kind) ?? parsed.title
        case (.atom, .link):
            openLink.address = reader.link(FieldText.address(text))
            parsed.content.image = parsed.content.image ?? reader.picture(FieldText.innerAddress(text))
            add(openLink)
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
        case (_, .origlink): originalLink = FieldText.trimmed(text).flatMap(RSSItem.webLink)
        case (.dublinCore, .creator), (.dublinCore, .author): if let author = FieldText.person(text) { add(author) }
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
        for text in [otherSummary, podcastSummary] {
            guard let text, text != parsed.content.text else { continue }
            if parsed.content.text == nil, parsed.content.summary == nil {
                parsed.content.text = text
            } else if parsed.content.summary == nil {
                parsed.content.summary = text
            }
        }
        media.describe(&parsed)
        if let duration, !parsed.content.enclosures.isEmpty, parsed.content.enclosures[0].duration == nil {
            parsed.content.enclosures[0].duration = duration
        }
    }

    private mutating func place(_ source: Enclosure) {
        let type = source.type ?? ""
        if type.hasPrefix("audio/") || type.hasPrefix("video/") || type.hasPrefix("image/") {
            parsed.content.enclosures.appendFileIfAbsent(source)
        } else {
            parsed.content.url = parsed.content.url ?? source.url
        }
    }

    private mutating func add(_ link: AtomLink) {
        links.offer(link)
        if let file = link.file { add(file) }
        if let picture = link.picture, HTMLImage.isPicture(picture) {
            parsed.content.image = parsed.content.image ?? picture
        }
    }

    private mutating func add(_ file: Enclosure) {
        if file.isPicture, HTMLImage.isPicture(file.url) {
            parsed.content.image = parsed.content.image ?? file.url
        }
        parsed.content.enclosures.appendFileIfAbsent(file)
    }

    private mutating func addTag(_ tag: String?) {
        if let tag { parsed.content.tags.appendIfAbsent(tag) }
    }
}
