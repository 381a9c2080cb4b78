/// Parses JSON Feed 1.0 and 1.1, and finds RSS in JSON.
enum JSONFeedHandler {
    /// The kind of a JSON document, with its content.
    enum Document {
        case feed(ParsedFeed)
        /// RSS in JSON, as the XML that says the same.
        case rss([UInt8], isComplete: Bool)
    }

    static func read(_ bytes: [UInt8], _ extent: FeedParser.Extent = .whole) throws(ParseError) -> Document {
        var items = Items(extent: extent, size: bytes.count)
        let (document, isComplete) = try value(of: bytes, &items)
        if let rss = RSSInJSON.xml(document, items: items.rss) { return .rss(rss, isComplete: isComplete) }
        // Some feeds leave the brackets out if there is only one item.
        if case .object? = document["items"] { items.take(document["items"]) }
        guard isFeed(document, items) else { throw .notAFeed(kind: .json, beginning: FeedParser.beginning(of: bytes)) }
        var feed = feed(document)
        feed.articles = items.articles
        feed.isComplete = isComplete
        return .feed(feed)
    }

    /// Collects the articles. Each is made as soon as its item was read, so the values of a large document are never all in
    /// memory.
    private struct Items {
        let extent: FeedParser.Extent
        /// In bytes of the document.
        let size: Int
        var rss = RSSInJSON()
        var articles: [ParsedArticle] = []
        var count = 0
        /// The first item has members of JSON Feed. Those of other lists have an `id`, too.
        var areKnown = false

        /// The paths at which a document may have items.
        static let lists = [["items"], RSSInJSON.list]

        /// Takes an item of one of the lists.
        ///
        /// - Returns: whether to go on.
        @discardableResult
        mutating func take(_ item: JSONValue?, of list: Int = 0) -> Bool {
            count += 1
            guard count <= XMLReader.articleLimit, !Task.isCancelled else { return false }
            if let item, list > 0 {
                rss.append(item)
                return !hasGrown
            }
            if count == 1 {
                areKnown = ["url", "external_url", "date_published", "attachments", "content_html", "content_text"]
                    .contains { item?[$0] != nil }
            }
            if let item, case .object = item {
                articles.append(JSONFeedHandler.article(item))
                if extent == .headings { articles[articles.count - 1].dropTexts() }
            }
            return true
        }

        /// Short values in lists take many times their size as XML.
        var hasGrown: Bool { rss.xml.count > size * XMLReader.growthLimit + 4096 }
    }

    private static func value(of bytes: [UInt8], _ items: inout Items) throws(ParseError) -> (JSONValue, Bool) {
        do throws(JSONError) {
            return try JSONReader.readCutOff(bytes, lists: Items.lists) { items.take($0, of: $1) }
        } catch {
            switch error {
            case .malformed: throw Task.isCancelled ? .cancelled : .malformed(reason: "not valid JSON", line: nil)
            case .tooDeep: throw .limit("more than \(JSONReader.nestingLimit) levels of values")
            case .tooMany: throw .limit("more than \(JSONReader.valueLimit) values in one article")
            case .stopped where items.count > XMLReader.articleLimit: throw .tooManyArticles
            case .stopped: throw items.hasGrown ? .limit("items of many short values") : .cancelled
            }
        }
    }

    /// By its version, or by its items if that is missing.
    private static func isFeed(_ document: JSONValue, _ items: Items) -> Bool {
        if let version = document["version"]?.string, version.contains("jsonfeed.org") { return true }
        guard document["items"]?.array != nil else { return false }
        return document["title"]?.string != nil || items.areKnown
    }

    private static func feed(_ document: JSONValue) -> ParsedFeed {
        var feed = ParsedFeed(format: .json)
        feed.title = line(document["title"])
        feed.link = address(document["home_page_url"])
        feed.selfLink = address(document["feed_url"])
        feed.archive.note("next", address(document["next_url"]))
        feed.description = line(document["description"])
        feed.favicon = address(document["favicon"])
        feed.icon = address(document["icon"]) ?? feed.favicon
        feed.language = LanguageTag.parse(document["language"]?.string)
        feed.authors = authors(document)
        return feed
    }

    private static func article(_ item: JSONValue) -> ParsedArticle {
        var article = ParsedArticle()
        article.content.guid = line(item["id"])
        let link = address(item["url"])
        let page = link.flatMap { LinkScheme.mayBePage($0) ? $0 : nil }
        article.content.url = page ?? article.content.guid.flatMap(LinkScheme.webLink) ?? link
        article.content.externalURL = address(item["external_url"])
        article.title = line(item["title"])
        if let html = item["content_html"]?.string.flatMap({ FieldText.html($0) }) {
            article.content.text = .html(html)
        } else if let plain = text(item["content_text"]) {
            article.content.text = .plain(plain)
        }
        article.content.summary = text(item["summary"]).map(ArticleText.plain)
        article.content.enclosures = values(item["attachments"]).compactMap(enclosure)
        let pictures =
            [address(item["image"]), address(item["banner_image"])]
            + article.content.enclosures.map { $0.isPicture ? $0.url : nil }
        article.content.image = pictures.lazy.compactMap(\.self).first(where: ArticlePicture.isPicture)
        article.content.published = line(item["date_published"]).flatMap { FeedDate.parse($0) }
        article.content.updated = line(item["date_modified"]).flatMap { FeedDate.parse($0) }
        article.content.authors = authors(item)
        article.content.language = LanguageTag.parse(item["language"]?.string)
        for tag in tags(item["tags"]) { article.content.tags.appendIfAbsent(tag) }
        return article
    }

    /// A list; some feeds write one string with commas.
    private static func tags(_ value: JSONValue?) -> [String] {
        if let text = value?.string { return FieldText.keywords(Array(text.utf8)) }
        return values(value).compactMap { line($0) ?? line($0["name"]) }
    }

    /// A list; some feeds leave the brackets out if there is only one value.
    private static func values(_ value: JSONValue?) -> [JSONValue] {
        switch value {
        case .array(let values): values
        case .object: value.map { [$0] } ?? []
        default: []
        }
    }

    private static func enclosure(_ value: JSONValue) -> Enclosure? {
        guard let url = address(value["url"]) else { return nil }
        return Enclosure(
            url: url, type: value["mime_type"]?.string.flatMap(SingleLineText.clean),
            size: count(value["size_in_bytes"]), duration: duration(value["duration_in_seconds"]),
            title: line(value["title"]))
    }

    /// 1.1 has `authors`, 1.0 had one `author`.
    private static func authors(_ value: JSONValue) -> [Author] {
        let listed = people(value["authors"])
        return listed.isEmpty ? people(value["author"]) : listed
    }

    private static func people(_ value: JSONValue?) -> [Author] {
        if let name = line(value) { return [Author(name: name)] }
        return values(value).compactMap { person in
            let author = Author(name: line(person) ?? line(person["name"]), url: address(person["url"]))
            return author == Author() ? nil : author
        }
    }

    /// One line of plain text; a number becomes its digits (JSON Feed 1.1, "id").
    private static func line(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): SingleLineText.clean(text)
        case .integer(let number): String(number)
        case .number(let number): Int64(exactly: number).map { String($0) } ?? String(number)
        default: nil
        }
    }

    private static func count(_ value: JSONValue?) -> Int64? {
        switch value {
        case .integer(let number): number > 0 ? number : nil
        case .number(let number): (0.5..<1e18).contains(number) ? Int64(number) : nil
        case .string(let text): FieldText.count(text)
        default: nil
        }
    }

    private static func duration(_ value: JSONValue?) -> Int64? {
        value?.string.map { FieldText.duration($0) } ?? count(value)
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string, text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
        return text
    }

    private static func address(_ value: JSONValue?) -> String? {
        (value?.string ?? value?["url"]?.string).flatMap { LinkResolver.page($0, base: nil) }
    }
}
