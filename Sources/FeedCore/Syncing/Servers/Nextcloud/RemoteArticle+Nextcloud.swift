/// Reads an item of Nextcloud News.
extension RemoteArticle {
    /// Nil for other values. Of the two names of an item, `guidHash` may be missing. `id` is a number: pages follow it.
    init?(nextcloud item: JSONValue) {
        guard let id = APIAnswer.id(item["id"]), id.number != nil, let isUnread = RemoteArticle.flag(item["unread"]),
            let isStarred = RemoteArticle.flag(item["starred"])
        else { return nil }
        var article = ParsedArticle()
        article.title = item["title"]?.string.flatMap { SingleLineText.title($0) }
        article.content.url = RemoteArticle.page(item["url"])
        article.base = article.content.url
        if let html = item["body"]?.string, html.utf8.contains(where: { $0 > 0x20 }) {
            article.content.text = .html(html)
        }
        article.content.published = APIAnswer.number(item["pubDate"]).map { Timestamp(seconds: $0) }
        if let name = item["author"]?.string.flatMap({ SingleLineText.title($0) }) {
            article.content.authors = [Author(name: name)]
        }
        article.content.image = RemoteArticle.page(item["mediaThumbnail"])
        if let url = RemoteArticle.page(item["enclosureLink"]) {
            let type = item["enclosureMime"]?.string.flatMap { SingleLineText.clean($0) } ?? MediaType.of(url)
            article.content.enclosures = [Enclosure(url: url, type: type)]
        }
        self.init(
            id: id, feed: APIAnswer.id(item["feedId"]), draft: ArticleDraft(of: article), isRead: !isUnread,
            isStarred: isStarred)
    }

    /// Some databases give 1 and 0.
    private static func flag(_ value: JSONValue?) -> Bool? {
        if case .bool(let isSet) = value { return isSet }
        return APIAnswer.number(value).map { $0 != 0 }
    }
}
