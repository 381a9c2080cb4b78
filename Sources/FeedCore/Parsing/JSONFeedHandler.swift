/// Reads JSON Feed 1.0 and 1.1.
enum JSONFeedHandler {
    static func read(_ bytes: [UInt8]) throws(ParseError) -> ParsedFeed {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONReader.read(bytes)
        } catch {
            throw error == .tooDeep
                ? .limit("more than \(JSONReader.nestingLimit) levels of values")
                : .malformed(reason: "it begins like JSON and is none", line: nil)
        }
        guard isFeed(document) else { throw .notAFeed(kind: .json, beginning: FeedParser.beginning(of: bytes)) }
        return feed(document)
    }

    /// The version says so; where it is forgotten, the items do.
    private static func isFeed(_ document: JSONValue) -> Bool {
        if let version = document["version"]?.string, version.contains("jsonfeed.org") { return true }
        guard let items = document["items"]?.array else { return false }
        return document["title"]?.string != nil || items.first?["id"] != nil
    }

    private static func feed(_ document: JSONValue) -> ParsedFeed {
        var feed = ParsedFeed(format: .json)
        feed.title = document["title"]?.string.flatMap { PlainLine.title($0) }
        feed.link = address(document["home_page_url"])
        feed.description = document["description"]?.string.flatMap { PlainLine.title($0) }
        feed.icon = address(document["icon"]) ?? address(document["favicon"])
        feed.language = FieldText.language(document["language"]?.string)
        feed.authors = authors(document)
        feed.articles = (document["items"]?.array ?? []).compactMap { item in
            if case .object = item { article(item) } else { nil }
        }
        return feed
    }

    private static func article(_ item: JSONValue) -> ParsedArticle {
        var article = ParsedArticle()
        article.guid = identifier(item["id"])
        article.link = address(item["url"])
        article.externalURL = address(item["external_url"])
        if article.link == nil, let guid = article.guid, RSSItem.isWebLink(guid) { article.link = guid }
        article.title = item["title"]?.string.flatMap { PlainLine.title($0) }
        if let html = text(item["content_html"]) {
            article.content = .html(html)
        } else if let plain = text(item["content_text"]) {
            article.content = .plain(plain)
        }
        article.summary = text(item["summary"]).map(ArticleText.plain)
        article.image = address(item["image"]) ?? address(item["banner_image"])
        article.published = item["date_published"]?.string.flatMap { FeedDate.read($0) }
        article.updated = item["date_modified"]?.string.flatMap { FeedDate.read($0) }
        article.authors = authors(item)
        article.language = FieldText.language(item["language"]?.string)
        // One tag may be written without its list.
        for tag in item["tags"]?.array ?? item["tags"].map({ [$0] }) ?? [] {
            guard let tag = tag.string.flatMap({ PlainLine.clean($0) }), !article.tags.contains(tag) else { continue }
            article.tags.append(tag)
        }
        article.enclosures = (item["attachments"]?.array ?? []).compactMap(enclosure)
        return article
    }

    private static func enclosure(_ value: JSONValue) -> Enclosure? {
        guard let url = address(value["url"]) else { return nil }
        return Enclosure(
            url: url, type: value["mime_type"]?.string.flatMap(PlainLine.clean), size: count(value["size_in_bytes"]),
            duration: count(value["duration_in_seconds"]),
            title: value["title"]?.string.flatMap { PlainLine.title($0) })
    }

    /// 1.1 has `authors`, 1.0 had one `author`.
    private static func authors(_ value: JSONValue) -> [Author] {
        let people = value["authors"]?.array ?? value["author"].map { [$0] } ?? []
        return people.compactMap { person in
            let name = person.string ?? person["name"]?.string
            let author = Author(name: name.flatMap { PlainLine.clean($0) }, url: address(person["url"]))
            return author == Author() ? nil : author
        }
    }

    /// An id that is a number is taken as its digits (JSON Feed 1.1, "id").
    private static func identifier(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): PlainLine.clean(text)
        case .integer(let number): String(number)
        case .number(let number): String(number)
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

    private static func text(_ value: JSONValue?) -> String? {
        guard let text = value?.string, text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
        return text
    }

    private static func address(_ value: JSONValue?) -> String? {
        value?.string.flatMap { LinkResolver.resolve($0, base: nil) }
    }
}
