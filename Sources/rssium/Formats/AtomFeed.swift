internal import FeedCore

/// Writes articles as an Atom feed (RFC 4287), one at a time.
struct AtomFeed: ArticleWriter {
    private let title: String
    private let now: Timestamp
    private var ids: ItemIDs
    private var hasBegun = false

    /// - Parameter sharedGuids: the hashes of guids that several articles have.
    init(title: String, sharedGuids: Set<Int64>, at now: Timestamp) {
        self.title = title
        self.now = now
        ids = ItemIDs(sharedGuids: sharedGuids)
    }

    mutating func write(
        _ article: Article, pictures _: [String: ImageFile], to output: inout Output
    ) throws(OutputError) {
        try begin(&output)
        try output.write(AtomFeed.entry(article, id: ids.iri(of: article)))
    }

    mutating func finish(to output: inout Output) throws(OutputError) {
        try begin(&output)
        try output.write("</feed>\n")
    }

    private mutating func begin(_ output: inout Output) throws(OutputError) {
        guard !hasBegun else { return }
        hasBegun = true
        try output.write(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
            <id>\(AtomFeed.identifier(of: title))</id>
            <title>\(Sanitizer.escaped(title))</title>
            <updated>\(now.rfc3339)</updated>
            <generator version="\(Version.number)">rssium</generator>

            """)
    }

    /// The same title always gives the same identifier, and another title another one.
    private static func identifier(of title: String) -> String {
        "urn:rssium:list:" + String(UInt64(bitPattern: StableHash.of(title)), radix: 16)
    }

    // MARK: One entry

    private static func entry(_ article: Article, id: String) -> String {
        var text = "<entry"
        if let language = article.language { text += " xml:lang=\"\(Sanitizer.escaped(language))\"" }
        text += ">\n" + element("id", id) + element("title", article.isUntitled ? "" : article.title)
        if let published = article.published { text += element("published", published.rfc3339) }
        // An entry must have `updated` and an author (section 4.1.2).
        text += element("updated", (article.updated ?? article.published ?? article.fetched).rfc3339)
        text += authors(of: article) + links(of: article)
        for tag in article.tags { text += "<category term=\"\(Sanitizer.escaped(tag))\"/>\n" }
        if let summary = article.summary?.plain, !summary.isEmpty { text += element("summary", summary) }
        switch article.text {
        case .html(let html):
            let clean = Sanitizer.clean(html, page: article.url)
            text += "<content type=\"html\">\(Sanitizer.escaped(clean))</content>\n"
        case .plain(let plain): text += "<content type=\"text\">\(Sanitizer.escaped(plain))</content>\n"
        // An entry without a link must have content (section 4.1.2).
        case nil: if article.url == nil { text += element("content", article.excerpt) }
        }
        if let image = article.image { text += "<media:thumbnail url=\"\(Sanitizer.escaped(image))\"/>\n" }
        return text + "</entry>\n"
    }

    private static func authors(of article: Article) -> String {
        let authors = article.authors.filter { !$0.shown.isEmpty }
        guard !authors.isEmpty else { return "<author>\(element("name", article.feedTitle))</author>\n" }
        return authors.reduce("") { text, author in
            text + "<author>" + element("name", author.shown)
                + (author.url.map { element("uri", URISyntax.iri($0)) } ?? "")
                + (author.email.map { element("email", $0) } ?? "") + "</author>\n"
        }
    }

    private static func links(of article: Article) -> String {
        var text = ""
        if let url = article.url { text += link([("rel", "alternate"), ("href", url)]) }
        if let url = article.externalURL { text += link([("rel", "related"), ("href", url)]) }
        if let url = article.comments { text += link([("rel", "replies"), ("type", "text/html"), ("href", url)]) }
        for file in article.enclosures {
            text += link([
                ("rel", "enclosure"), ("href", file.url), ("type", file.type),
                ("length", file.size.map { String($0) }), ("title", file.title),
            ])
        }
        return text
    }

    private static func link(_ attributes: [(name: String, value: String?)]) -> String {
        var text = "<link"
        for case (let name, let value?) in attributes {
            text += " \(name)=\"\(Sanitizer.escaped(name == "href" ? URISyntax.iri(value) : value))\""
        }
        return text + "/>\n"
    }

    private static func element(_ name: String, _ text: String) -> String {
        "<\(name)>\(Sanitizer.escaped(text))</\(name)>\n"
    }
}
