/// What Media RSS says of one article: files, thumbnails, and a title and a description of its own.
struct MediaRSS {
    private(set) var title: String?
    private(set) var description: String?
    private(set) var keywords: [String] = []
    private var files: [Enclosure] = []
    private var pictures: [String] = []
    private var thumbnail: String?
    /// Inside a picture, the description is what stands for it where it cannot be seen.
    private var isInPicture = false

    mutating func start(_ tag: ElementTag, _ attributes: XMLAttributes, in reader: XMLReader) -> ElementUse {
        switch tag {
        case .group:
            return .enter
        case .content:
            let pictureCount = pictures.count
            addFile(attributes, in: reader)
            isInPicture = pictures.count > pictureCount
            return .enter
        case .thumbnail:
            if thumbnail == nil { thumbnail = reader.link(attributes["url"]) }
            // Some write the address as text.
            return thumbnail == nil ? .text : .skip
        case .title, .description:
            return isInPicture ? .skip : .text
        case .keywords, .category:
            return .text
        default:
            return .skip
        }
    }

    /// The end of a group or of a file.
    mutating func end() { isInPicture = false }

    mutating func end(_ tag: ElementTag, text: [UInt8], in reader: XMLReader) {
        switch tag {
        case .title: title = title ?? PlainLine.title(text)
        case .description: description = description ?? FieldText.trimmed(text)
        case .thumbnail: thumbnail = thumbnail ?? reader.link(FieldText.trimmed(text))
        case .keywords:
            for word in (FieldText.trimmed(text) ?? "").split(separator: ",") {
                if let word = PlainLine.title(String(word)) { keywords.append(word) }
            }
        case .category: if let word = PlainLine.title(text) { keywords.append(word) }
        default: break
        }
    }

    /// Adds to the article what it has not from elsewhere.
    func complete(_ article: inout ParsedArticle) {
        for file in files where !article.enclosures.contains(where: { $0.url == file.url }) {
            article.enclosures.append(file)
        }
        article.image = article.image ?? thumbnail ?? pictures.first
        article.title = article.title ?? title
    }

    private mutating func addFile(_ attributes: XMLAttributes, in reader: XMLReader) {
        guard let url = reader.link(attributes["url"]) else { return }
        let type = attributes["type"].flatMap(PlainLine.clean)?.lowercased()
        let medium = attributes["medium"]?.lowercased()
        if medium == "image" || type?.hasPrefix("image/") == true {
            pictures.append(url)
        } else if medium == nil, type == nil, MediaRSS.looksLikePicture(url) {
            pictures.append(url)
        } else {
            files.append(
                Enclosure(
                    url: url, type: type, size: FieldText.count(attributes["fileSize"]),
                    duration: FieldText.duration(attributes["duration"])))
        }
    }

    private static func looksLikePicture(_ url: String) -> Bool {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let dot = path.suffix(5).firstIndex(of: UInt8(ascii: ".")) else { return false }
        return pictureEndings.contains(url[path.index(after: dot)..<path.endIndex].lowercased())
    }

    private static let pictureEndings: Set<String> = ["jpg", "jpeg", "png", "gif", "webp", "avif"]
}

extension XMLReader {
    /// A link as it is written here: absolute where an `xml:base` makes it so, else it waits for the feed's end.
    func link(_ text: String?) -> String? {
        text.flatMap { LinkResolver.resolve($0, base: base) }
    }
}
