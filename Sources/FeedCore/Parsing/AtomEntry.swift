/// One entry of Atom while it is read.
struct AtomEntry {
    var media = MediaRSS()
    /// Who wrote the feed that the entry was taken from: its author where it names none (RFC 4287, 4.2.1).
    var sourceAuthor: Author?
    private var parsed = ParsedArticle()
    private var links = AtomLink.Choice()
    private var originalLink: String?
    private var contentSource: AtomLink?
    private var created: Timestamp?

    init() {}

    init(in reader: XMLReader) {
        parsed.base = reader.base
        parsed.language = FieldText.language(reader.language)
    }

    mutating func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch (name.namespace, name.tag) {
        case (.atom, .link):
            // Some write the address as text.
            guard let link = AtomLink(attributes, in: reader) else { return .text }
            add(link)
            return .skip
        case (.atom, .category):
            addTag(attributes["label"].flatMap(PlainLine.clean) ?? attributes["term"])
            return .text
        case (.atom, .id), (.atom, .published), (.atom, .issued), (.atom, .created), (.atom, .updated),
            (.atom, .modified), (.feedburner, .origlink), (.dublinCore, .creator), (.dublinCore, .subject),
            (.dublinCore, .date), (.itunes, .duration):
            return .text
        default:
            return .skip
        }
    }

    /// Content may stand elsewhere (RFC 4287, 4.1.3.2).
    mutating func startContent(_ attributes: XMLAttributes, in reader: XMLReader) {
        guard let source = reader.link(attributes["src"]) else { return }
        contentSource = AtomLink(address: source, type: attributes["type"].flatMap(PlainLine.clean))
    }

    mutating func end(_ name: ElementName, text: [UInt8], kind: AtomText.Kind, in reader: XMLReader) {
        // The base where the text stands, for the links inside it.
        if name.tag == .summary || name.tag == .content, let base = reader.base { parsed.base = base }
        switch (name.namespace, name.tag) {
        case (_, .title): parsed.title = AtomText.line(text, kind: kind) ?? parsed.title
        case (.atom, .link): add(reader.link(FieldText.trimmed(text)).map { AtomLink(address: $0, type: nil) })
        case (_, .summary): parsed.summary = AtomText.read(text, kind: kind) ?? parsed.summary
        case (_, .content): parsed.content = AtomText.read(text, kind: kind) ?? parsed.content
        case (_, .id): parsed.guid = PlainLine.clean(text)
        case (_, .published), (_, .issued): parsed.published = parsed.published ?? FeedDate.read(text)
        case (_, .created), (_, .date): created = created ?? FeedDate.read(text)
        case (_, .updated), (_, .modified): parsed.updated = parsed.updated ?? FeedDate.read(text)
        case (_, .origlink): originalLink = reader.link(FieldText.trimmed(text))
        case (_, .creator): if let author = FieldText.person(text) { add(author) }
        case (_, .subject), (_, .category): addTag(FieldText.trimmed(text))
        default: break
        }
    }

    mutating func add(_ author: Author) {
        if !parsed.authors.contains(author) { parsed.authors.append(author) }
    }

    /// The entry with everything decided.
    var article: ParsedArticle {
        var article = parsed
        article.published = article.published ?? created
        if article.authors.isEmpty, let sourceAuthor { article.authors = [sourceAuthor] }
        article.link = originalLink ?? links.best
        if let contentSource { place(contentSource, in: &article) }
        if article.link == nil, let guid = article.guid, RSSItem.isWebLink(guid) { article.link = guid }
        media.complete(&article)
        for keyword in media.keywords where !article.tags.contains(keyword) { article.tags.append(keyword) }
        if let text = media.description {
            if article.content == nil, article.summary == nil {
                article.content = .plain(text)
            } else if article.summary == nil {
                article.summary = .plain(text)
            }
        }
        return article
    }

    private func place(_ source: AtomLink, in article: inout ParsedArticle) {
        let type = source.type ?? ""
        if type.hasPrefix("audio/") || type.hasPrefix("video/") || type.hasPrefix("image/") {
            if !article.enclosures.contains(where: { $0.url == source.address }) {
                article.enclosures.append(Enclosure(url: source.address, type: type))
            }
        } else {
            article.link = article.link ?? source.address
        }
    }

    private mutating func add(_ link: AtomLink?) {
        guard let link else { return }
        guard link.relation == "enclosure" else { return links.offer(link) }
        if link.type?.hasPrefix("image/") == true { parsed.image = parsed.image ?? link.address }
        guard !parsed.enclosures.contains(where: { $0.url == link.address }) else { return }
        parsed.enclosures.append(
            Enclosure(url: link.address, type: link.type, size: link.size, title: link.title))
    }

    private mutating func addTag(_ text: String?) {
        guard let tag = text.flatMap({ PlainLine.title($0) }), !parsed.tags.contains(tag) else { return }
        parsed.tags.append(tag)
    }
}

/// A `link` of Atom.
struct AtomLink {
    let address: String
    var relation = "alternate"
    let type: String?
    var size: Int64?
    var title: String?

    init(address: String, type: String?) {
        self.address = address
        self.type = type
    }

    init?(_ attributes: XMLAttributes, in reader: XMLReader) {
        guard let address = reader.link(attributes["href"]) else { return nil }
        self.address = address
        type = attributes["type"].flatMap(PlainLine.clean)?.lowercased()
        let relation = attributes["rel"].flatMap(PlainLine.clean)?.lowercased() ?? "alternate"
        // Written out as an address (RFC 4287, 4.2.7.2).
        let registry = "http://www.iana.org/assignments/relation/"
        self.relation = relation.hasPrefix(registry) ? String(relation.dropFirst(registry.count)) : relation
        size = FieldText.count(attributes["length"])
        title = attributes["title"].flatMap { PlainLine.title($0) }
    }

    /// The best of several links to be the page: an alternate one of HTML, else any alternate one.
    struct Choice {
        private(set) var best: String?
        private var rank = 0

        mutating func offer(_ link: AtomLink?) {
            guard let link, link.relation == "alternate" else { return }
            let rank =
                switch link.type {
                case "text/html", "application/xhtml+xml": 3
                case nil: 2
                default: 1
                }
            if rank > self.rank { (best, self.rank) = (link.address, rank) }
        }
    }
}
