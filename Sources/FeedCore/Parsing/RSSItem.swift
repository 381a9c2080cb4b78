/// One item of RSS while it is read: what several vocabularies say of the same thing, kept apart until its end.
struct RSSItem {
    var authors: [Author] = []
    var image: String?
    var media = MediaRSS()
    private var parsed = ParsedArticle()
    private var about: String?
    private var isPermanent = true
    private var otherTitle: String?
    private var originalLink: String?
    private var atomLink: String?
    private var description: String?
    private var encoded: String?
    private var podcastSummary: String?
    private var subtitle: String?
    private var writers: [Author] = []
    private var podcasters: [Author] = []
    private var published: Timestamp?
    private var otherPublished: Timestamp?
    private var duration: Int64?

    mutating func start(about: String?, in reader: XMLReader) {
        self.about = about.flatMap(PlainLine.clean)
        parsed.language = FieldText.language(reader.language)
        parsed.base = reader.base
    }

    mutating func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch (name.namespace, name.tag) {
        case (.rss, .title), (.rss, .description), (.rss, .pubdate), (.rss, .author), (.rss, .category),
            (.rss, .content), (.rss, .body), (.rss, .date), (.rss, .summary), (.rss, .published), (.rss, .updated),
            (.rss, .creator), (.rss, .encoded), (.rss, .fullitem), (.content, .encoded), (.itunes, .summary),
            (.itunes, .subtitle),
            (.itunes, .author), (.itunes, .duration), (.itunes, .title), (.itunes, .keywords),
            (.feedburner, .origlink), (.dublinCore, _), (.atom, .title), (.atom, .summary), (.atom, .content),
            (.atom, .published), (.atom, .updated), (.atom, .id), (.rss, .id), (.googlePlay, .description),
            (.googlePlay, .author):
            return .text
        case (.dublinTerms, .issued), (.dublinTerms, .created), (.dublinTerms, .modified):
            return .text
        case (.xhtml, .body), (.xhtml, .div):
            return .markup
        case (.rss, .link):
            // Written as Atom's by mistake.
            if let address = reader.link(attributes["href"]) {
                if parsed.link == nil, attributes["rel"].map({ $0 == "alternate" }) ?? true { parsed.link = address }
                if attributes["rel"] == "enclosure" { startLink(attributes, in: reader) }
                return .skip
            }
            return .text
        case (.rss, .guid):
            isPermanent = attributes["isPermaLink"]?.lowercased() != "false"
            return .text
        case (.rss, .enclosure):
            addEnclosure(attributes["url"] ?? attributes["href"], attributes["type"], attributes["length"], reader)
            return .skip
        case (.itunes, .image), (.googlePlay, .image):
            image = image ?? reader.link(attributes["href"] ?? attributes["url"])
            return .skip
        case (.atom, .link):
            startLink(attributes, in: reader)
            return .skip
        case (.atom, .category):
            addTag(attributes["label"] ?? attributes["term"])
            return .skip
        default:
            return .skip
        }
    }

    mutating func end(_ name: ElementName, text: [UInt8], in reader: XMLReader) {
        // The base where the text stands, for the links inside it.
        if let base = reader.base { parsed.base = base }
        switch (name.namespace, name.tag) {
        case (.rss, .title): parsed.title = parsed.title ?? PlainLine.title(text)
        case (_, .title): otherTitle = otherTitle ?? PlainLine.title(text)
        case (.rss, .link): parsed.link = parsed.link ?? reader.link(FieldText.trimmed(text))
        case (.rss, .guid), (.rss, .id), (.atom, .id): parsed.guid = parsed.guid ?? PlainLine.clean(text)
        case (.feedburner, .origlink): originalLink = reader.link(FieldText.trimmed(text))
        case (.content, .encoded), (.rss, .encoded), (.rss, .content), (.rss, .body), (.rss, .fullitem),
            (.atom, .content), (.xhtml, _):
            encoded = longer(encoded, FieldText.trimmed(text))
        case (.rss, .description): description = description ?? FieldText.trimmed(text)
        case (.dublinCore, .description), (.atom, .summary), (.rss, .summary):
            podcastSummary = FieldText.trimmed(text) ?? podcastSummary
        case (.itunes, .subtitle): subtitle = subtitle ?? FieldText.trimmed(text)
        case (.itunes, .summary), (.googlePlay, .description):
            podcastSummary = podcastSummary ?? FieldText.trimmed(text)
        case (_, .pubdate), (_, .published): published = published ?? FeedDate.read(text)
        case (_, .date), (_, .issued), (_, .created): otherPublished = otherPublished ?? FeedDate.read(text)
        case (_, .updated), (_, .modified): parsed.updated = parsed.updated ?? FeedDate.read(text)
        case (.itunes, .author), (.googlePlay, .author): add(FieldText.person(text), to: &podcasters)
        case (_, .creator), (.dublinCore, .author): add(FieldText.person(text), to: &writers)
        case (.rss, .author): add(FieldText.person(text), to: &authors)
        case (_, .category), (_, .subject): addTag(FieldText.trimmed(text))
        case (.itunes, .keywords):
            for word in (FieldText.trimmed(text) ?? "").split(separator: ",") { addTag(String(word)) }
        case (.itunes, .duration): duration = FieldText.duration(FieldText.trimmed(text))
        case (.dublinCore, .language): parsed.language = FieldText.language(FieldText.trimmed(text)) ?? parsed.language
        default: break
        }
    }

    /// The item with everything decided.
    var article: ParsedArticle {
        var article = parsed
        let guidLink = isPermanent ? article.guid.flatMap { RSSItem.isWebLink($0) ? $0 : nil } : nil
        article.link = originalLink ?? article.link ?? guidLink ?? atomLink ?? about
        article.guid = article.guid ?? about
        article.title = article.title ?? otherTitle
        article.published = published ?? otherPublished
        article.authors = !writers.isEmpty ? writers : !authors.isEmpty ? authors : podcasters
        article.image = image
        media.complete(&article)
        for keyword in media.keywords where !article.tags.contains(keyword) { article.tags.append(keyword) }
        let texts = self.texts
        article.content = texts.first.map(ArticleText.html)
        article.summary = texts.first { $0 != texts[0] }.map(ArticleText.html)
        if let duration, !article.enclosures.isEmpty, article.enclosures[0].duration == nil {
            article.enclosures[0].duration = duration
        }
        return article
    }

    /// All that is said of the item, the fullest text first.
    private var texts: [String] {
        var texts = [description, podcastSummary, media.description, subtitle].compactMap { $0 }
        if let encoded {
            texts.insert(encoded, at: 0)
        } else if let description, let podcastSummary, podcastSummary.utf8.count > description.utf8.count {
            // Podcasts often say it short in the description and at length in the summary.
            texts.swapAt(0, 1)
        }
        return texts
    }

    private func longer(_ first: String?, _ second: String?) -> String? {
        guard let first, let second else { return first ?? second }
        return second.utf8.count > first.utf8.count ? second : first
    }

    private mutating func startLink(_ attributes: XMLAttributes, in reader: XMLReader) {
        switch attributes["rel"]?.lowercased() ?? "alternate" {
        case "alternate": atomLink = atomLink ?? reader.link(attributes["href"])
        case "enclosure": addEnclosure(attributes["href"], attributes["type"], attributes["length"], reader)
        default: break
        }
    }

    private mutating func addEnclosure(_ url: String?, _ type: String?, _ size: String?, _ reader: XMLReader) {
        guard let url = reader.link(url) else { return }
        let type = type.flatMap(PlainLine.clean)
        if type?.hasPrefix("image/") == true { image = image ?? url }
        guard !parsed.enclosures.contains(where: { $0.url == url }) else { return }
        parsed.enclosures.append(Enclosure(url: url, type: type, size: FieldText.count(size)))
    }

    private mutating func addTag(_ text: String?) {
        guard let tag = text.flatMap({ PlainLine.title($0) }), !parsed.tags.contains(tag) else { return }
        parsed.tags.append(tag)
    }

    private func add(_ author: Author?, to authors: inout [Author]) {
        guard let author, !authors.contains(author) else { return }
        authors.append(author)
    }

    static func isWebLink(_ text: String) -> Bool {
        let start = String(decoding: text.utf8.prefix(8), as: UTF8.self).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }
}
