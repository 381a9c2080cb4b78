/// Reads an entry of Miniflux.
extension RemoteArticle {
    /// Nil for other values.
    init?(miniflux entry: JSONValue) {
        guard let id = APIAnswer.id(entry["id"]), let status = entry["status"]?.string,
            case .bool(let isStarred) = entry["starred"]
        else { return nil }
        var article = ParsedArticle()
        article.title = entry["title"]?.string.flatMap { SingleLineText.title($0) }
        article.content.url = RemoteArticle.page(entry["url"])
        article.base = article.content.url
        article.content.comments = RemoteArticle.page(entry["comments_url"])
        if let html = entry["content"]?.string, html.utf8.contains(where: { $0 > 0x20 }) {
            article.content.text = .html(html)
        }
        article.content.published = entry["published_at"]?.string.flatMap { FeedDate.parse($0) }
        if let name = entry["author"]?.string.flatMap({ SingleLineText.title($0) }) {
            article.content.authors = [Author(name: name)]
        }
        for tag in entry["tags"]?.array ?? [] {
            if let tag = tag.string.flatMap({ SingleLineText.clean($0) }) { article.content.tags.appendIfAbsent(tag) }
        }
        for file in entry["enclosures"]?.array ?? [] {
            guard let url = RemoteArticle.page(file["url"]) else { continue }
            let type = file["mime_type"]?.string.flatMap { SingleLineText.clean($0) } ?? MediaType.of(url)
            let size = APIAnswer.number(file["size"]).flatMap { $0 > 0 ? $0 : nil }
            article.content.enclosures.appendFileIfAbsent(Enclosure(url: url, type: type, size: size))
        }
        self.init(
            id: id, feed: APIAnswer.id(entry["feed_id"]), draft: ArticleDraft(of: article), isRead: status != "unread",
            isStarred: isStarred)
    }
}
