internal import FeedCore

/// Writes articles as JSON Feed 1.1 (jsonfeed.org/version/1.1), one at a time.
struct JSONFeed: DocumentWriter {
    enum Shape {
        /// One document, which feed readers can subscribe to.
        case document(Head)
        /// One item a line.
        case lines
    }

    /// The members of a document beside its items.
    struct Head {
        var title: String
        var homePage: String?
        var url: String?
        var description: String?
        var icon: String?
        var favicon: String?
        var language: String?
        var authors: [Author] = []

        init(title: String) { self.title = title }

        init(of feed: ParsedFeed, title: String, url: String?) {
            self.title = title
            self.url = url
            homePage = feed.link
            description = feed.description
            icon = feed.icon
            favicon = feed.favicon
            language = feed.language
            authors = feed.authors
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
        json.member("version", "https://jsonfeed.org/version/1.1")
        json.member("title", head.title)
        json.member("home_page_url", head.homePage)
        json.member("feed_url", head.url)
        json.member("description", head.description)
        json.member("icon", head.icon)
        json.member("favicon", head.favicon)
        JSONFeed.write(head.authors, to: &json)
        json.member("language", head.language)
        json.key("items")
        json.open("[")
    }

    // MARK: One item

    private static func write(
        _ article: Article, _ id: String, isStored: Bool, page: String?, to json: inout JSONWriter
    ) {
        json.member("id", id)
        json.member("url", article.url)
        json.member("external_url", article.externalURL)
        if !article.isUntitled { json.member("title", article.title) }
        // An item must have content_html or content_text (JSON Feed 1.1, "content_html").
        switch article.text {
        case .html(let html):
            let clean = Sanitizer.clean(html, page: page ?? article.url, leadsToPage: page != nil)
            json.member("content_html", clean)
        case .plain(let text): json.member("content_text", text)
        case nil: json.member("content_text", article.excerpt)
        }
        if let summary = article.summary?.plain, !summary.isEmpty { json.member("summary", summary) }
        json.member("image", article.image)
        json.member("date_published", article.published)
        json.member("date_modified", article.updated)
        write(article.authors, to: &json)
        json.member("tags", article.tags)
        json.member("language", article.language)
        write(article.enclosures, to: &json)
        json.key("_rssium")
        json.object { json in
            guard !article.isOfPage else {
                return json.member("site", article.feedTitle.isEmpty ? nil : article.feedTitle)
            }
            json.member("id", article.id.rawValue)
            json.member("guid", article.guid)
            if isStored { json.member("feed_id", article.feedID.rawValue) }
            json.member("feed", article.feedTitle)
            json.member("category", article.category)
            json.member("comments", article.comments)
            guard isStored else { return }
            json.member("read", article.isRead)
            json.member("starred", article.isStarred)
            json.member("labels", article.labels)
            json.member("fetched", article.fetched)
            json.member("downloaded", article.downloads)
        }
    }

    private static func write(_ authors: [Author], to json: inout JSONWriter) {
        guard !authors.isEmpty else { return }
        json.key("authors")
        json.array { json in
            for author in authors {
                json.object {
                    $0.member("name", author.name ?? author.email)
                    $0.member("url", author.url)
                }
            }
        }
    }

    private static func write(_ enclosures: [Enclosure], to json: inout JSONWriter) {
        guard !enclosures.isEmpty else { return }
        json.key("attachments")
        json.array { json in
            for enclosure in enclosures {
                json.object {
                    $0.member("url", enclosure.url)
                    // An attachment must have it (JSON Feed 1.1, "attachments").
                    $0.member("mime_type", enclosure.type ?? "application/octet-stream")
                    $0.member("size_in_bytes", enclosure.size)
                    $0.member("duration_in_seconds", enclosure.duration)
                    $0.member("title", enclosure.title)
                }
            }
        }
    }
}
