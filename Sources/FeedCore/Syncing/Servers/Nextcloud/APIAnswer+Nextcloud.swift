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
