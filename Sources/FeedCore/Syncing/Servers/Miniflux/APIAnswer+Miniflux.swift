/// The answers of Miniflux's own API.
extension APIAnswer {
    /// A page of ids, which begins at an offset.
    static func idPage(_ body: [UInt8], from offset: Int) throws(SyncError) -> ArticleList.Page {
        var page = ArticleList.Page()
        let answer = try list("entry_ids", in: body) { value in
            guard let id = id(value) else { return false }
            page.ids.append(id)
            return true
        }
        guard let total = number(answer["total"]) else { throw unexpected(body) }
        let end = offset + page.ids.count
        if !page.ids.isEmpty, end < total { page.continuation = String(end) }
        return page
    }

    /// A page of articles, and whether no others follow that match.
    static func entries(_ body: [UInt8]) throws(SyncError) -> (articles: [RemoteArticle], isLast: Bool) {
        var articles: [RemoteArticle] = []
        let answer = try list("entries", in: body) { entry in
            guard let article = RemoteArticle(miniflux: entry) else { return false }
            articles.append(article)
            return true
        }
        guard let total = number(answer["total"]) else { throw unexpected(body) }
        return (articles, articles.isEmpty || articles.count >= total)
    }

    static func feeds(_ body: [UInt8]) throws(SyncError) -> [RemoteFeed] {
        var feeds: [RemoteFeed] = []
        try outermostList(in: body) { item in
            append(item, to: &feeds, url: "feed_url", site: "site_url") { _ in
                [item["category"]?["title"]?.string.flatMap { SingleLineText.clean($0) }].compactMap(\.self)
            }
        }
        return feeds
    }

    /// The ids of the categories by their names, without regard to case.
    static func categories(_ body: [UInt8]) throws(SyncError) -> [String: Int64] {
        var categories: [String: Int64] = [:]
        try outermostList(in: body) { item in
            guard let id = number(item["id"]), let title = item["title"]?.string else { return false }
            categories[title.foldedName] = id
            return true
        }
        return categories
    }

    /// How many articles are unread, and whether the server has feeds with articles.
    static func counters(_ body: [UInt8]) throws(SyncError) -> (unread: Int64?, hasFeeds: Bool) {
        guard case .object(let unread) = try member("unreads", in: body),
            case .object(let read) = try member("reads", in: body)
        else { throw unexpected(body) }
        let count = unread.values.reduce(Int64(0)) { $0.addingReportingOverflow(number($1) ?? 0).partialValue }
        return (count, !unread.isEmpty || !read.isEmpty)
    }
}

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
