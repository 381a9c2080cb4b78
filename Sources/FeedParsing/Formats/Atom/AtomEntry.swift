/// An entry of Atom while it is parsed.
struct AtomEntry {
    var parts = ItemParts()
    /// The author of the feed that the entry was taken from, for an entry without one (RFC 4287, 4.2.1).
    var sourceAuthor: Author?
    private var contentSource: Enclosure?
    private var created: Timestamp?
    private var otherTitle: String?
    private var otherSummary: ArticleText?
    private var podcastSummary: ArticleText?
    private var podcaster: Author?

    init() {}

    init(in reader: XMLReader) {
        parts.article.base = reader.base
        parts.article.content.language = LanguageTag.parse(reader.language)
    }

    mutating func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch (name.namespace, name.tag) {
        case (.atom, .link):
            // The BBC's Chinese service has the article's picture in it.
            return parts.startLink(attributes, in: reader) ? .enter : .text
        case (.atom, .categories):
            return .enter
        case (.atom, .category):
            let label = attributes["label"].flatMap { SingleLineText.title($0) }
            parts.addTag(label ?? attributes["term"].flatMap { SingleLineText.title($0) })
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
            parts.addEnclosure(attributes, in: reader)
            return .skip
        case (.itunes, .image):
            parts.addPicture(reader.picture(attributes["href"]))
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
        if name.tag == .summary || name.tag == .content, let base = reader.base { parts.article.base = base }
        guard reader.keepsTexts || parts.article.title == nil || !name.isText else { return }
        switch (name.namespace, name.tag) {
        case (.dublinCore, .title): otherTitle = otherTitle ?? SingleLineText.title(text)
        case (_, .title): parts.article.title = AtomText.line(text, kind: kind) ?? parts.article.title
        case (.atom, .link):
            parts.readLink(text, in: reader)
            parts.addOpenLink()
        case (.atom, .summary):
            parts.article.content.summary = AtomText.read(text, kind: kind) ?? parts.article.content.summary
        case (.atom, .content): addContent(AtomText.read(text, kind: kind))
        case (.content, .encoded): addContent(AtomText.read(text, kind: .html))
        case (_, .description): otherSummary = otherSummary ?? AtomText.read(text, kind: .html)
        case (.itunes, .summary), (.itunes, .subtitle):
            podcastSummary = podcastSummary ?? AtomText.read(text, kind: .plain)
        case (_, .id), (_, .guid): parts.article.content.guid = parts.article.content.guid ?? SingleLineText.clean(text)
        case (_, .published), (.atom, .issued), (_, .pubdate):
            parts.article.content.published = parts.article.content.published ?? FeedDate.parse(text)
        case (_, .created), (_, .date), (_, .issued): created = created ?? FeedDate.parse(text)
        case (.dublinCore, .creator), (.dublinCore, .author): if let author = FieldText.person(text) { add(author) }
        case (.itunes, .author): podcaster = podcaster ?? FieldText.person(text)
        default: parts.end(name.tag, text)
        }
    }

    mutating func add(_ author: Author) {
        parts.article.content.authors.appendIfAbsent(author)
    }

    /// 0.3 allows several contents: one with markup says more.
    private mutating func addContent(_ text: ArticleText?) {
        switch (parts.article.content.text, text) {
        case (nil, _), (.plain, .html): parts.article.content.text = text ?? parts.article.content.text
        default: break
        }
    }

    /// Chooses between the sources of each value.
    mutating func finish() {
        parts.article.content.published = parts.article.content.published ?? created
        if parts.article.content.authors.isEmpty, let author = sourceAuthor ?? podcaster {
            parts.article.content.authors = [author]
        }
        parts.article.title = parts.article.title ?? otherTitle
        parts.article.content.url = parts.originalLink ?? parts.links.best
        parts.article.content.comments = parts.links.replies
        if let contentSource { offer(contentSource) }
        parts.article.content.url =
            parts.article.content.url ?? parts.article.content.guid.flatMap(RSSItem.webLink) ?? parts.links.other
        parts.completeMedia()
        for text in [otherSummary, podcastSummary] {
            guard let text, text != parts.article.content.text else { continue }
            if parts.article.content.text == nil, parts.article.content.summary == nil {
                parts.article.content.text = text
            } else if parts.article.content.summary == nil {
                parts.article.content.summary = text
            }
        }
        parts.describeMedia()
        parts.finishDuration()
    }

    private mutating func offer(_ source: Enclosure) {
        let type = source.type ?? ""
        if type.hasPrefix("audio/") || type.hasPrefix("video/") || type.hasPrefix("image/") {
            parts.article.content.enclosures.appendFileIfAbsent(source)
        } else {
            parts.article.content.url = parts.article.content.url ?? source.url
        }
    }

}
