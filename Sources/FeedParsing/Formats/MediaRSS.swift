/// The description of an article in Media RSS: files, thumbnails, and a title and a description of its own.
struct MediaRSS {
    private(set) var title: String?
    private var description: ArticleText?
    private(set) var keywords: [String] = []
    private var authors: [Author] = []
    private var player: String?
    private var files: [Enclosure] = []
    private var pictures: [Enclosure] = []
    private var picture: Picture?
    private var thumbnail: Picture?
    private var hasPicture = false
    /// The picture that was listed last; nil in a group before its first one.
    private var listed: Picture?
    /// The file whose elements are being parsed.
    private var level = Level.outside
    private var describesHTML = false
    private var creditsAuthor = false

    /// Several sizes of one are common.
    private struct Picture {
        let address: String
        /// In pixels; 0 if it is not given.
        let width: Int64
        let height: Int64
        /// In square pixels; nil if it is not given.
        let area: Int?

        /// Whether both may be sizes of one picture: they have different widths and, as far as known, the same shape.
        func isSize(of other: Picture) -> Bool {
            guard width > 0, other.width > 0, width != other.width else { return false }
            guard height > 0, other.height > 0 else { return true }
            let ratio = Double(width) * Double(other.height) / (Double(height) * Double(other.width))
            return (0.95...1.05).contains(ratio)
        }

        static func wider(_ first: Picture?, _ second: Picture?) -> Picture? {
            guard let first, let second else { return first ?? second }
            return second.width > first.width && first.width > 0 ? second : first
        }
    }

    private enum Level {
        case outside
        /// Its description is an alternative text.
        ///
        /// - Parameter listed: it is the last one of the list; nil for one that is not listed.
        case picture(listed: Picture?)
        /// By its index.
        case file(Int)
    }

    mutating func start(_ name: ElementName, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        guard name.namespace == .media else { return .skip }
        switch name.tag {
        case .group:
            listed = nil
            return .enter
        case .content:
            addFile(attributes, in: reader)
            return .enter
        case .thumbnail:
            hasPicture = true
            thumbnail = Picture.wider(thumbnail, MediaRSS.picture(attributes, in: reader))
            // Some feeds write the URL as text.
            return thumbnail == nil ? .text : .skip
        case .title:
            if case .picture = level { return .skip }
            return .text
        case .description:
            if case .picture(let added) = level { return added == nil ? .skip : .text }
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
    mutating func end() {
        if case .picture(let added?) = level { settle(added) }
        level = .outside
    }

    mutating func end(_ text: ElementText) {
        switch text.name.tag {
        case .title:
            guard let line = text.title else { return }
            title = title ?? line
            if case .file(let number) = level, files[number].title == nil { files[number].title = line }
        case .description:
            if case .picture(_?) = level {
                pictures[pictures.count - 1].title = text.title
                return
            }
            guard let written = text.html, written.utf8.count > description?.written.utf8.count ?? 0 else { return }
            description = describesHTML || HTMLTag.areIn(written) ? .html(written) : .plain(written)
        case .thumbnail:
            thumbnail =
                thumbnail
                ?? text.reader.picture(text.trimmed).map {
                    Picture(address: $0, width: 0, height: 0, area: nil)
                }
        case .keywords: for word in FieldText.keywords(text.bytes) { keywords.appendIfAbsent(word) }
        case .category: if let word = text.title { keywords.appendIfAbsent(word) }
        case .credit:
            // DeviantArt credits the address of the author's picture, too.
            guard let author = text.person, author.name?.hasPrefix("http") != true else { break }
            authors.appendIfAbsent(author)
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
        if article.content.image == nil, let picture = Picture.wider(thumbnail, picture) {
            article.content.image = picture.address
            article.imageArea = PicturePlaceholder(picture.address) == .preview ? 0 : picture.area
        }
        article.pictures = pictures
        article.title = article.title ?? title
        article.content.url = article.content.url ?? player
        if article.content.authors.isEmpty { article.content.authors = authors }
        for keyword in keywords { article.content.tags.appendIfAbsent(keyword) }
    }

    /// Adds a text to an article without one, and that of a film which says as much. That of a picture is its caption.
    func describe(_ article: inout ParsedArticle) {
        guard let description else { return }
        let isCaption = hasPicture && player == nil && article.content.enclosures.allSatisfy(\.isPicture)
        guard let text = article.content.text ?? article.content.summary else {
            if isCaption { article.caption = description } else { article.content.text = description }
            return
        }
        guard !isCaption, article.content.text == nil || article.content.summary == nil,
            description.written.utf8.count >= text.written.utf8.count, description != text
        else { return }
        (article.content.text, article.content.summary) = (description, text)
    }

    private mutating func addFile(_ attributes: XMLAttributes, in reader: XMLReader) {
        level = .outside
        guard files.count < maxListCount, let url = reader.link(attributes["url"]) else { return }
        let type = attributes["type"].flatMap(SingleLineText.clean)?.lowercased()
        let medium = attributes["medium"].flatMap(SingleLineText.clean)?.lowercased()
        guard medium != "image", type?.hasPrefix("image/") != true,
            medium != nil || type != nil || !MediaRSS.isPicture(url, attributes)
        else {
            hasPicture = true
            return addPicture(MediaRSS.picture(attributes, in: reader), type: type, attributes)
        }
        files.append(
            Enclosure(
                url: url, type: type, size: FieldText.count(attributes["fileSize"] ?? attributes["length"]),
                duration: FieldText.duration(attributes["duration"])))
        level = .file(files.count - 1)
    }

    private mutating func addPicture(_ added: Picture?, type: String?, _ attributes: XMLAttributes) {
        level = .picture(listed: nil)
        guard let added, pictures.count < maxListCount else { return }
        pictures.append(Enclosure(url: added.address, type: type, size: FieldText.count(attributes["fileSize"])))
        level = .picture(listed: added)
        picture = Picture.wider(picture, added)
    }

    /// Lists only the wider of the last two pictures if they may be sizes of one, and are not described as two.
    private mutating func settle(_ added: Picture) {
        let last = pictures.count - 1
        guard last > 0, let other = listed, other.isSize(of: added), pictures[last - 1].url == other.address,
            Set(pictures[(last - 1)...].compactMap(\.title)).count < 2
        else {
            listed = added
            return
        }
        let isWider = added.width > other.width
        let title = pictures[last - 1].title ?? pictures[last].title
        pictures.remove(at: isWider ? last - 1 : last)
        pictures[last - 1].title = title
        if isWider { listed = added }
    }

    /// By the ending of its address. A file with a width or a height and no duration or bit rate is a picture too.
    private static func isPicture(_ url: String, _ attributes: XMLAttributes) -> Bool {
        if let type = MediaType.of(url) { return type.hasPrefix("image/") }
        let hasSize = attributes["width"] != nil || attributes["height"] != nil
        return hasSize && attributes["duration"] == nil && attributes["bitrate"] == nil
    }

    private static func picture(_ attributes: XMLAttributes, in reader: XMLReader) -> Picture? {
        let (width, height) = (FieldText.count(attributes["width"]), FieldText.count(attributes["height"]))
        let size = PictureSize(width: width.map { Int(clamping: $0) }, height: height.map { Int(clamping: $0) })
        guard !size.isIcon, let address = reader.picture(attributes["url"]) else { return nil }
        return Picture(address: address, width: width ?? 0, height: height ?? 0, area: size.area)
    }
}

extension Enclosure {
    var isPicture: Bool { type?.hasPrefix("image/") ?? MediaType.isPicture(url) }
}

extension XMLReader {
    /// A link, absolute if there is an `xml:base`; else it is resolved at the end of the feed.
    func link(_ text: String?) -> String? {
        text.flatMap { LinkResolver.page($0, base: base) }
    }

    /// The same, if it can be that of a picture of an article.
    func picture(_ text: String?) -> String? {
        link(text).flatMap { ArticlePicture.isPicture($0) ? $0 : nil }
    }
}
