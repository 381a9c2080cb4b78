/// The common parts of an RSS item and an Atom entry: links, files, pictures and tags.
struct ItemParts {
    var article = ParsedArticle()
    /// Nil while nothing of Media RSS has come: most items have nothing.
    private var media: MediaRSS?
    private(set) var links = AtomLink.Choice()
    /// The link whose address is its text.
    private(set) var openLink = AtomLink()
    var originalLink: String?
    /// Of the first enclosure.
    private var duration: Int64?

    /// Whether an element has a text that only a whole article needs.
    func isUnneeded(_ name: ElementName, in reader: XMLReader) -> Bool {
        !reader.keepsTexts && article.title != nil && name.isText
    }

    /// Returns whether the address of the link is an attribute: else it is its text.
    mutating func startLink(_ attributes: XMLAttributes, in reader: XMLReader) -> Bool {
        openLink = AtomLink(attributes, in: reader)
        guard openLink.address != nil else { return false }
        add(openLink)
        return true
    }

    /// Reads the text of such a link. A picture may be in it, as an element.
    mutating func readLink(_ text: ElementText) {
        openLink.address = text.reader.link(FieldText.address(text.bytes))
        addPicture(text.reader.picture(FieldText.innerAddress(text.bytes)))
    }

    mutating func addOpenLink() { add(openLink) }

    mutating func addEnclosure(_ attributes: XMLAttributes, in reader: XMLReader) {
        guard let url = reader.link(attributes["url"] ?? attributes["href"] ?? attributes["resource"]) else { return }
        let type = attributes["type"].flatMap(SingleLineText.clean)
        add(Enclosure(url: url, type: type, size: FieldText.count(attributes["length"])))
    }

    /// Reads the text of an element that means the same in both.
    mutating func end(_ text: ElementText) {
        switch text.name.tag {
        case .origlink: originalLink = text.trimmed.flatMap(LinkScheme.webLink)
        case .updated, .modified: article.content.updated = article.content.updated ?? text.date
        case .duration: duration = FieldText.duration(text.trimmed)
        case .subject, .category: addTag(SingleLineText.title(FieldText.withoutElements(text.bytes)))
        default: break
        }
    }

    mutating func addPicture(_ address: String?) { article.content.image = article.content.image ?? address }

    mutating func addTag(_ tag: String?) {
        if let tag { article.content.tags.appendIfAbsent(tag) }
    }

    mutating func startMedia(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        if media == nil { media = MediaRSS() }
        return media?.start(name, attributes, in: reader) ?? .skip
    }

    mutating func endMedia(_ text: ElementText) { media?.end(text) }
    mutating func endMedia() { media?.end() }

    /// Adds what Media RSS says and the article lacks.
    mutating func completeMedia() { media?.complete(&article) }

    /// Adds the text of Media RSS where the article has none.
    mutating func describeMedia() { media?.describe(&article) }

    mutating func finishDuration() {
        guard let duration, !article.content.enclosures.isEmpty else { return }
        article.content.enclosures[0].duration = article.content.enclosures[0].duration ?? duration
    }

    private mutating func add(_ link: AtomLink) {
        links.offer(link)
        if let file = link.file { add(file) }
        if let picture = link.picture, ArticlePicture.isPicture(picture) { addPicture(picture) }
    }

    private mutating func add(_ file: Enclosure) {
        if file.isPicture, ArticlePicture.isPicture(file.url) { addPicture(file.url) }
        article.content.enclosures.appendFileIfAbsent(file)
    }
}
