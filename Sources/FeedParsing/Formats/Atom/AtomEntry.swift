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
    /// Of the text construct that ends.
    private var kind = AtomText.Kind.plain

    init() {}

    init(in reader: XMLReader) {
        parts.article.base = reader.base
        parts.article.content.language = LanguageTag.parse(reader.language)
    }

    mutating func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch (name.namespace, name.tag) {
        // The BBC's Chinese service has the article's picture in it.
        case (.atom, .link): if parts.startLink(attributes, in: reader) { return .enter }
        case (.atom, .categories): return .enter
        case (.atom, .category):
            let label = attributes["label"].flatMap { SingleLineText.title($0) }
            parts.addTag(label ?? attributes["term"].flatMap { SingleLineText.title($0) })
        case (.atom, .enclosure): parts.addEnclosure(attributes, in: reader)
        case (.itunes, .image): parts.addPicture(reader.picture(attributes["href"]))
        default: break
        }
        return parts.isUnneeded(name, in: reader) || AtomEntry.reading(name) == nil ? .skip : .text
    }

    /// The content may be elsewhere (RFC 4287, 4.1.3.2).
    mutating func startContent(_ attributes: XMLAttributes, in reader: XMLReader) {
        guard let source = reader.link(attributes["src"]) else { return }
        contentSource = Enclosure(url: source, type: attributes["type"].flatMap(SingleLineText.clean))
    }

    mutating func end(_ text: ElementText, kind: AtomText.Kind) {
        // The base of the text, for the links in it.
        let isText = text.name.tag == .content || text.name.tag == .summary && parts.article.content.text == nil
        if isText, let base = text.reader.base { parts.article.base = base }
        self.kind = kind
        AtomEntry.reading(text.name)?(&self, text)
    }

    /// How to read the text of an element; nil if it has none that is wanted. Some entries have elements of RSS.
    private static func reading(_ name: ElementName) -> ((inout AtomEntry, ElementText) -> Void)? {
        switch (name.namespace, name.tag) {
        case (.atom, .title):
            return { $0.parts.article.title = AtomText.line($1.bytes, kind: $0.kind) ?? $0.parts.article.title }
        case (.dublinCore, .title): return { $0.otherTitle = $0.otherTitle ?? $1.title }
        case (.atom, .link):
            return {
                $0.parts.readLink($1)
                $0.parts.addOpenLink()
            }
        case (.atom, .summary):
            return {
                let summary = AtomText.read($1, kind: $0.kind)
                $0.parts.article.content.summary = summary ?? $0.parts.article.content.summary
            }
        case (.atom, .content): return { $0.addContent(AtomText.read($1, kind: $0.kind)) }
        case (.content, .encoded): return { $0.addContent(AtomText.read($1, kind: .html)) }
        case (.atom, .description), (.dublinCore, .description):
            return { $0.otherSummary = $0.otherSummary ?? AtomText.read($1, kind: .html) }
        case (.itunes, .summary), (.itunes, .subtitle):
            return { $0.podcastSummary = $0.podcastSummary ?? AtomText.read($1, kind: .plain) }
        case (.atom, .id), (.atom, .guid):
            return { $0.parts.article.content.guid = $0.parts.article.content.guid ?? $1.line }
        case (.atom, .published), (.atom, .issued), (.atom, .pubdate):
            return { $0.parts.article.content.published = $0.parts.article.content.published ?? $1.date }
        case (.atom, .created), (.dublinCore, .date), (.dublinTerms, .issued), (.dublinTerms, .created):
            return { $0.created = $0.created ?? $1.date }
        case (.dublinCore, .creator), (.dublinCore, .author): return { if let author = $1.person { $0.add(author) } }
        case (.itunes, .author): return { $0.podcaster = $0.podcaster ?? $1.person }
        case (.atom, .category), (.dublinCore, .subject), (.atom, .updated), (.atom, .modified),
            (.dublinTerms, .modified), (.itunes, .duration), (.feedburner, .origlink):
            return { $0.parts.end($1) }
        default: return nil
        }
    }

    mutating func add(_ author: Author) { parts.article.content.authors.appendIfAbsent(author) }

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
            parts.article.content.url ?? parts.article.content.guid.flatMap(LinkScheme.webLink) ?? parts.links.other
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
