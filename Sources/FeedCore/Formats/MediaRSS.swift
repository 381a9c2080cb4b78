/// What Media RSS says about an article: files, thumbnails, and a title and a description of its own.
struct MediaRSS {
    private(set) var title: String?
    private(set) var description: ArticleText?
    private(set) var keywords: [String] = []
    private var authors: [Author] = []
    private var player: String?
    private var files: [Enclosure] = []
    private var picture: String?
    private var thumbnail: String?
    /// The file whose elements are being parsed.
    private var place = Place.outside
    private var describesHTML = false
    private var creditsAuthor = false

    private enum Place {
        case outside
        /// Its description is an alternative text.
        case picture
        /// By its index.
        case file(Int)
    }

    mutating func start(_ tag: ElementTag, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch tag {
        case .group:
            return .enter
        case .content:
            addFile(attributes, in: reader)
            return .enter
        case .thumbnail:
            if thumbnail == nil { thumbnail = reader.link(attributes["url"]) }
            // Some feeds write the URL as text.
            return thumbnail == nil ? .text : .skip
        case .title:
            if case .picture = place { return .skip }
            return .text
        case .description:
            if case .picture = place { return .skip }
            describesHTML = attributes["type"]?.lowercased() == "html"
            return .text
        case .credit:
            creditsAuthor = attributes["role"].map { ["author", "writer"].contains($0.lowercased()) } ?? false
            return creditsAuthor ? .text : .skip
        case .player:
            player = player ?? reader.link(attributes["url"])
            return .skip
        case .keywords, .category:
            return .text
        default:
            return .skip
        }
    }

    /// The end of a group or of a file.
    mutating func end() { place = .outside }

    mutating func end(_ tag: ElementTag, text: [UInt8], in reader: XMLReader) {
        switch tag {
        case .title:
            guard let line = SingleLineText.title(text) else { return }
            title = title ?? line
            if case .file(let number) = place, files[number].title == nil { files[number].title = line }
        case .description:
            guard description == nil, let written = FieldText.html(text) else { return }
            description = describesHTML || HTMLTag.areIn(written) ? .html(written) : .plain(written)
        case .thumbnail: thumbnail = thumbnail ?? reader.link(FieldText.trimmed(text))
        case .keywords:
            for word in FieldText.keywords(text) { keywords.appendIfAbsent(word) }
        case .category: if let word = SingleLineText.title(text) { keywords.appendIfAbsent(word) }
        case .credit: if let author = FieldText.person(text) { authors.appendIfAbsent(author) }
        default: break
        }
    }

    /// Adds what the article lacks.
    func complete(_ article: inout ParsedArticle) {
        for file in files { article.content.enclosures.appendFileIfAbsent(file) }
        // An enclosure often comes again here with more attributes.
        for file in files {
            guard let index = article.content.enclosures.firstIndex(where: { $0.url == file.url }) else { continue }
            article.content.enclosures[index].duration = article.content.enclosures[index].duration ?? file.duration
            article.content.enclosures[index].size = article.content.enclosures[index].size ?? file.size
            article.content.enclosures[index].type = article.content.enclosures[index].type ?? file.type
        }
        article.content.image = article.content.image ?? thumbnail ?? picture
        article.title = article.title ?? title
        article.content.url = article.content.url ?? player
        if article.content.authors.isEmpty { article.content.authors = authors }
        for keyword in keywords { article.content.tags.appendIfAbsent(keyword) }
    }

    private mutating func addFile(_ attributes: XMLAttributes, in reader: XMLReader) {
        place = .outside
        guard files.count < maxListCount, let url = reader.link(attributes["url"]) else { return }
        let type = attributes["type"].flatMap(SingleLineText.clean)?.lowercased()
        let medium = attributes["medium"]?.lowercased()
        let isPicture =
            medium == "image" || type?.hasPrefix("image/") == true
            || medium == nil && type == nil && MediaType.isPicture(url)
        guard !isPicture else {
            picture = picture ?? url
            place = .picture
            return
        }
        files.append(
            Enclosure(
                url: url, type: type, size: FieldText.count(attributes["fileSize"] ?? attributes["length"]),
                duration: FieldText.duration(attributes["duration"])))
        place = .file(files.count - 1)
    }
}

extension XMLReader {
    /// A link, absolute if there is an `xml:base`; else it is resolved at the end of the feed.
    func link(_ text: String?) -> String? {
        text.flatMap { LinkResolver.page($0, base: base) }
    }
}
