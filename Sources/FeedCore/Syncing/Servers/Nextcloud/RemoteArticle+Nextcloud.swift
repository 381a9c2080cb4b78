/// Reads an item of Nextcloud News.
extension RemoteArticle {
    /// Nil for other values. Of the two names of an item, `guidHash` may be missing. `id` is a number: pages follow it.
    init?(nextcloud item: JSONValue) {
        guard let id = APIAnswer.id(item["id"]), id.number != nil, let isUnread = RemoteArticle.flag(item["unread"]),
            let isStarred = RemoteArticle.flag(item["starred"])
        else { return nil }
        let published = APIAnswer.number(item["pubDate"]).map { Timestamp(seconds: $0) }
        var article = ParsedArticle(of: item, html: "body", published: published)
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
