/// Reads an answer to `items/contents`.
extension RemoteArticle {
    /// Leaves out articles that were not requested; unknown ids are missing.
    static func read(
        _ body: [UInt8], asked: [RemoteID], from kind: Account.Kind
    ) throws(SyncError) -> [RemoteArticle] {
        var known: [String: RemoteID] = [:]
        for id in asked { (known[id.long], known[id.text]) = (id, id) }
        var articles: [RemoteArticle] = []
        _ = try APIAnswer.list("items", in: body) { item in
            guard case .object = item, let name = item["id"]?.string else { return false }
            // An id given twice in one answer is stored once.
            guard let id = known[name] else { return true }
            (known[id.long], known[id.text]) = (nil, nil)
            articles.append(RemoteArticle(item, id: id, kind))
            return true
        }
        return articles
    }

    private init(_ item: JSONValue, id: RemoteID, _ kind: Account.Kind) {
        let categories = item["categories"]?.array?.compactMap(\.string) ?? []
        let isRead = categories.contains { Stream.isOfUser($0) && $0.hasSuffix("/state/com.google/read") }
        let isStarred = categories.contains { Stream.isOfUser($0) && $0.hasSuffix("/state/com.google/starred") }
        var article = ParsedArticle()
        article.title = item["title"]?.string.flatMap { kind.articleTitle($0) }
        article.content.url = RemoteArticle.link(item["canonical"]) ?? RemoteArticle.link(item["alternate"])
        article.base = article.content.url
        article.content.enclosures = RemoteArticle.enclosures(item["enclosure"])
        article.content.text = RemoteArticle.text(item, kind, hasEnclosures: !article.content.enclosures.isEmpty)
        article.content.published = RemoteArticle.published(item)
        if let name = item["author"]?.string.flatMap({ kind.articleTitle($0) }) {
            article.content.authors = [Author(name: name)]
        }
        for tag in categories where !Stream.isOfUser(tag) {
            if let tag = SingleLineText.clean(tag) { article.content.tags.appendIfAbsent(tag) }
        }
        self.init(
            id: id, feed: APIAnswer.id(item["origin"]?["streamId"]), draft: ArticleDraft(of: article), isRead: isRead,
            isStarred: isStarred,
            labels: kind.hasLabels ? Set(categories.compactMap { Stream.label(in: $0)?.foldedName }) : [])
    }

    private static func link(_ value: JSONValue?) -> String? {
        (value?.array?.first?["href"]?.string).flatMap { LinkResolver.page($0, base: nil) }
    }

    /// FreshRSS has the text as `summary`, Miniflux as both.
    private static func text(_ item: JSONValue, _ kind: Account.Kind, hasEnclosures: Bool) -> ArticleText? {
        guard let html = item["content"]?["content"]?.string ?? item["summary"]?["content"]?.string,
            html.utf8.contains(where: { $0 > 0x20 })
        else { return nil }
        guard kind == .freshRSS, hasEnclosures else { return .html(html) }
        return .html(withoutEnclosures(html))
    }

    /// FreshRSS appends enclosures to the text. It renames the attribute `class` of feeds, so the first such element is its
    /// own.
    private static func withoutEnclosures(_ html: String) -> String {
        let bytes = Array(html.utf8)
        let mark: StaticString = "<figure class=\"enclosure\""
        let end = bytes.withUnsafeBufferPointer { $0.end(of: mark, from: 0) }
        guard let end else { return html }
        return String(decoding: bytes[..<(end - mark.utf8CodeUnitCount)], as: UTF8.self)
    }

    private static func enclosures(_ value: JSONValue?) -> [Enclosure] {
        var enclosures: [Enclosure] = []
        for file in value?.array ?? [] {
            // Miniflux names it `url`. FreshRSS escapes it as HTML, and may have it twice.
            guard let written = file["href"]?.string ?? file["url"]?.string,
                let url = LinkResolver.page(decoded(written), base: nil)
            else { continue }
            // FreshRSS may give the medium alone: `image`.
            let type = file["type"]?.string.flatMap { SingleLineText.clean($0) }.flatMap { $0.contains("/") ? $0 : nil }
            let size = APIAnswer.number(file["length"]).flatMap { $0 > 0 ? $0 : nil }
            enclosures.appendFileIfAbsent(Enclosure(url: url, type: type ?? MediaType.of(url), size: size))
        }
        return enclosures
    }

    private static func decoded(_ text: String) -> String {
        var text = text
        return text.withUTF8 { HTMLEntity.decodedOnce($0) }
    }

    /// The feed's date, else when the server fetched it.
    private static func published(_ item: JSONValue) -> Timestamp? {
        if let seconds = APIAnswer.number(item["published"]), seconds > 0 { return Timestamp(seconds: seconds) }
        guard let milliseconds = APIAnswer.number(item["crawlTimeMsec"]), milliseconds > 0 else { return nil }
        return Timestamp(seconds: milliseconds / 1000)
    }
}
