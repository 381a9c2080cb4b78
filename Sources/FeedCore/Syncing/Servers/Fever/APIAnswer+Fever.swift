/// The answers of the Fever API.
extension APIAnswer {
    /// The ids of a list, which are a text with commas.
    static func feverIDs(_ name: String, in body: [UInt8]) throws(SyncError) -> [RemoteID] {
        guard let text = (try? JSONReader.read(body))?[name]?.string else { throw unexpected(body) }
        let ids = text.split { $0 == "," || $0 == " " }.map(String.init)
        guard ids.allSatisfy({ Int64($0) != nil }) else { throw unexpected(body) }
        return ids.map { RemoteID($0) }
    }

    /// Articles, and when each was published.
    static func feverItems(_ body: [UInt8]) throws(SyncError) -> [(article: RemoteArticle, time: Timestamp)] {
        var items: [(article: RemoteArticle, time: Timestamp)] = []
        _ = try list("items", in: body) { item in
            guard let article = RemoteArticle(fever: item), let time = number(item["created_on_time"]) else {
                return false
            }
            items.append((article, Timestamp(seconds: time)))
            return true
        }
        return items
    }

    /// The feeds with their groups as folders.
    static func feverFeeds(_ body: [UInt8], in groups: [RemoteID: String]) throws(SyncError) -> [RemoteFeed] {
        var folders: [RemoteID: [String]] = [:]
        _ = try list("feeds_groups", in: body) { item in
            guard let group = id(item["group_id"]), let feeds = item["feed_ids"]?.string else { return false }
            guard let name = groups[group] else { return true }
            for feed in feeds.split(whereSeparator: { $0 == "," || $0 == " " }) {
                folders[RemoteID(String(feed)), default: []].append(name)
            }
            return true
        }
        var feeds: [RemoteFeed] = []
        _ = try list("feeds", in: body) { item in
            append(item, to: &feeds, url: "url", site: "site_url") { folders[$0] ?? [] }
        }
        return feeds
    }
}

extension RemoteArticle {
    /// Nil for other values.
    init?(fever item: JSONValue) {
        guard let id = APIAnswer.id(item["id"]), let isRead = APIAnswer.number(item["is_read"]),
            let isSaved = APIAnswer.number(item["is_saved"])
        else { return nil }
        let published = APIAnswer.number(item["created_on_time"]).map { Timestamp(seconds: $0) }
        let article = ParsedArticle(of: item, html: "html", published: published)
        self.init(
            id: id, feed: APIAnswer.id(item["feed_id"]), draft: ArticleDraft(of: article), isRead: isRead != 0,
            isStarred: isSaved != 0)
    }

    /// The same one, read.
    fileprivate var read: RemoteArticle {
        RemoteArticle(id: id, feed: feed, draft: draft, isRead: true, isStarred: isStarred)
    }

    /// yarr has one state for an article: a starred one is not in the list of unread ones, and does not say that it is read.
    func isRead(unless unread: Set<RemoteID>?) -> RemoteArticle {
        guard isStarred, !isRead, let unread, !unread.contains(id) else { return self }
        return read
    }
}
