internal import FeedCore

/// Writes articles as JSON Feed 1.1 (jsonfeed.org/version/1.1), one at a time.
struct JSONFeed: ArticleWriter {
    enum Shape {
        /// One document, which feed readers can subscribe to.
        case document(Head)
        /// One item a line.
        case lines
    }

    /// The title of a document, and its other members beside its items.
    struct Head {
        let title: String
        fileprivate var members: [(String, FieldValue)] = []

        init(title: String) { self.title = title }

        init(of feed: ParsedFeed, title: String, url: String?) {
            self.title = title
            members = [
                ("home_page_url", .text(feed.link)), ("feed_url", .text(url)), ("description", .text(feed.description)),
                ("icon", .text(feed.icon)), ("favicon", .text(feed.favicon)),
                ("authors", JSONFeed.value(of: feed.authors)), ("language", .text(feed.language)),
            ]
        }
    }

    private let isPreview: Bool
    /// The address of the page that an article is from, to which links within its text lead.
    var page: String?
    private let shape: Shape
    private var json = JSONWriter()
    private var hasBegun = false
    private var ids: ItemIDs

    /// - Parameter isPreview: the articles are not stored: they have neither the id of a feed nor a state such as read or
    ///   starred.
    init(_ shape: Shape, sharedGuids: Set<Int64>, isPreview: Bool = false) {
        self.shape = shape
        self.isPreview = isPreview
        ids = ItemIDs(sharedGuids: sharedGuids)
    }

    mutating func write(
        _ article: Article, pictures _: [String: ImageFile] = [:], to output: inout Output
    ) throws(OutputError) {
        append(article)
        try output.write(&json)
    }

    /// The line of one article, for a program.
    mutating func line(_ article: Article) -> [UInt8] {
        append(article)
        var bytes: [UInt8] = []
        json.move(into: &bytes)
        return bytes
    }

    private mutating func append(_ article: Article) {
        begin()
        if case .document = shape { json.nextLine() } else { json.startOver() }
        let isStored = !isPreview
        let id = ids.id(of: article, isStored: isStored)
        json.object { JSONFeed.write(article, id, isStored: isStored, page: page, to: &$0) }
        if case .lines = shape { json.lineBreak() }
    }

    mutating func finish(to output: inout Output) throws(OutputError) {
        guard case .document = shape else { return }
        begin()
        json.lineBreak()
        json.close("]")
        json.close("}")
        json.lineBreak()
        try output.write(&json)
    }

    private mutating func begin() {
        guard !hasBegun, case .document(let head) = shape else { return }
        hasBegun = true
        json.open("{")
        json.member("version", .text("https://jsonfeed.org/version/1.1"))
        json.member("title", .text(head.title))
        for (name, value) in head.members { json.member(name, value) }
        json.key("items")
        json.open("[")
    }

    // MARK: One item

    private static func write(
        _ article: Article, _ id: String, isStored: Bool, page: String?, to json: inout JSONWriter
    ) {
        json.member("id", .text(id))
        json.member("url", .text(article.url))
        json.member("external_url", .text(article.externalURL))
        if !article.isUntitled { json.member("title", .text(article.title)) }
        // An item must have content_html or content_text (JSON Feed 1.1, "content_html").
        switch article.text {
        case .html(let html):
            let clean = Sanitizer.clean(html, page: page ?? article.url, leadsToPage: page != nil)
            json.member("content_html", .text(clean))
        case .plain(let text): json.member("content_text", .text(text))
        case nil: json.member("content_text", .text(article.excerpt))
        }
        json.member("summary", .nonEmpty(article.summary?.plain ?? ""))
        json.member("image", .text(article.image))
        json.member("date_published", .time(article.published))
        json.member("date_modified", .time(article.updated))
        json.member("authors", value(of: article.authors))
        json.member("tags", .list(article.tags, separator: ","))
        json.member("language", .text(article.language))
        json.member("attachments", .nonEmpty(article.enclosures.map(value(of:))))
        json.key("_rssium")
        json.object { json in
            guard !article.isOfPage else {
                return json.member("site", .nonEmpty(article.feedTitle))
            }
            json.member("id", .number(article.id.rawValue))
            json.member("guid", .text(article.guid))
            if isStored { json.member("feed_id", .number(article.feedID.rawValue)) }
            json.member("feed", .text(article.feedTitle))
            json.member("category", .text(article.category))
            json.member("comments", .text(article.comments))
            guard isStored else { return }
            json.member("read", .flag(article.isRead))
            json.member("starred", .flag(article.isStarred))
            json.member("labels", .list(article.labels, separator: ","))
            json.member("fetched", .time(article.fetched))
            json.member("downloaded", .list(article.downloads, separator: " "))
        }
    }

    private static func value(of authors: [Author]) -> FieldValue {
        .nonEmpty(authors.map { .object([("name", .text($0.name ?? $0.email)), ("url", .text($0.url))]) })
    }

    private static func value(of enclosure: Enclosure) -> FieldValue {
        .object([
            ("url", .text(enclosure.url)),
            // An attachment must have it (JSON Feed 1.1, "attachments").
            ("mime_type", .text(enclosure.type ?? "application/octet-stream")),
            ("size_in_bytes", .number(enclosure.size)), ("duration_in_seconds", .number(enclosure.duration)),
            ("title", .text(enclosure.title)),
        ])
    }
}
