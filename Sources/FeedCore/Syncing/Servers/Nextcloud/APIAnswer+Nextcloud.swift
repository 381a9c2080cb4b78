/// The answers of Nextcloud News.
extension APIAnswer {
    /// Articles, and when each was last stored or changed.
    static func newsItems(_ body: [UInt8]) throws(SyncError) -> [(article: RemoteArticle, changed: Timestamp)] {
        var items: [(article: RemoteArticle, changed: Timestamp)] = []
        _ = try list("items", in: body) { item in
            guard let article = RemoteArticle(nextcloud: item) else { return false }
            var changed = number(item["lastModified"]) ?? 0
            // Some versions give microseconds.
            if changed > secondLimit { changed /= 1_000_000 }
            items.append((article, Timestamp(seconds: changed)))
            return true
        }
        return items
    }

    /// The largest number that is a time in seconds.
    private static let secondLimit: Int64 = 9_999_999_999

    /// The names of the folders by their ids.
    static func newsFolders(_ body: [UInt8]) throws(SyncError) -> [RemoteID: String] {
        try names("folders", "name", in: body)
    }

    /// The feeds. One whose folder is missing, because it was deleted or is new, has none.
    static func newsFeeds(_ body: [UInt8], in folders: [RemoteID: String]) throws(SyncError) -> [RemoteFeed] {
        var feeds: [RemoteFeed] = []
        _ = try list("feeds", in: body) { item in
            append(item, to: &feeds, url: "url", site: "link") { _ in
                [id(item["folderId"]).flatMap { folders[$0] }].compactMap(\.self)
            }
        }
        return feeds
    }

    /// How many articles are unread, and whether the server has feeds.
    static func newsCounts(_ body: [UInt8]) throws(SyncError) -> (unread: Int64?, hasFeeds: Bool) {
        var (unread, hasFeeds): (Int64, Bool) = (0, false)
        _ = try list("feeds", in: body) { item in
            guard let count = number(item["unreadCount"]), count >= 0 else { return false }
            unread = unread.addingReportingOverflow(count).partialValue
            hasFeeds = true
            return true
        }
        return (unread, hasFeeds)
    }
}

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
