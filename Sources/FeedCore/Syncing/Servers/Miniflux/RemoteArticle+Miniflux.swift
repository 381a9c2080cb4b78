/// Reads an entry of Miniflux.
extension RemoteArticle {
    /// Nil for other values.
    init?(miniflux entry: JSONValue) {
        guard let id = APIAnswer.id(entry["id"]), let status = entry["status"]?.string,
            case .bool(let isStarred) = entry["starred"]
        else { return nil }
        let published = entry["published_at"]?.string.flatMap { FeedDate.parse($0) }
        var article = ParsedArticle(of: entry, html: "content", published: published)
        article.content.comments = RemoteArticle.page(entry["comments_url"])
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
