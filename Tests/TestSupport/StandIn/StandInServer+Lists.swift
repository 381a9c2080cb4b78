/// The lists: subscriptions, folders, ids and contents.
extension StandInServer {
    func subscriptions(_ request: StandInRequest) -> Answer {
        guard request["output"] == "json" else { return text(dialect == .freshRSS ? 501 : 400, "Not Implemented!") }
        var items = state.change { $0.account.feeds }.filter { !$0.isHidden }.map { feed in
            let folder = (feed.folder ?? dialect.defaultFolder).map { (name: String) -> String in
                let id = quoted("\(dialect.userPrefix)/label/\(name)")
                return "{\"id\":\(id),\"label\":\(quoted(name)),\"type\":\"folder\"}"
            }
            let title = dialect.title(feed.title, ofFeed: true)
            return """
                {"id":\(quoted(feed.id)),"title":\(quoted(title)),"categories":[\(folder ?? "")],\
                "url":\(quoted(feed.url)),"htmlUrl":\(quoted(feed.url)),"iconUrl":""}
                """
        }
        if dialect == .theOldReader {
            items.append(
                "{\"id\":\"tor/sponsored/5f2b\",\"title\":\"Sponsored\",\"categories\":[],\"url\":\"\",\"htmlUrl\":\"\"}"
            )
        }
        return json("{\"subscriptions\":[\(items.joined(separator: ","))]}")
    }

    func tags(_ request: StandInRequest) -> Answer {
        guard request["output"] == "json" else { return text(501, "Not Implemented!") }
        let (folders, labels) = state.change { ($0.account.folders, $0.account.labels) }
        let tags = folders.sorted().map { ($0, "folder") } + labels.sorted().map { ($0, "tag") }
        let items = tags.map { name, type in
            "{\"id\":\(quoted(dialect.userPrefix + "/label/" + name)),\"type\":\"\(type)\"}"
        }
        let starred = "{\"id\":\"user/-/state/com.google/starred\"}"
        return json("{\"tags\":[\(([starred] + items).joined(separator: ","))]}")
    }

    func unreadCount() -> Answer {
        if dialect == .miniflux { return json("[]") }
        let count = state.change { $0.account.shown.count { !$0.isRead } }
        let list = "user/-/state/com.google/reading-list"
        return json("{\"max\":\(count),\"unreadcounts\":[{\"id\":\"\(list)\",\"count\":\(count)}]}")
    }

    // MARK: Ids

    func ids(_ request: StandInRequest) -> Answer {
        guard request["output"] == "json" else { return text(dialect == .freshRSS ? 501 : 400, "Not Implemented!") }
        guard let all = articles(of: request) else { return text(500, "Internal Server Error") }
        let limit = state.change { $0.pageLimit }
        var count = request["n"].flatMap { Int($0) } ?? (dialect == .miniflux ? 10_000 : 20)
        if count <= 0 { count = dialect == .miniflux ? 10_000 : .max }
        count = min(count, limit ?? .max)
        let (page, next) = page(of: all, count, after: request["c"])
        let references = page.map { "{\"id\":\"\($0.id)\"}" }.joined(separator: ",")
        let continuation = next.map { ",\"continuation\":\"\($0)\"" } ?? ""
        return json("{\"itemRefs\":[\(references)]\(continuation)}")
    }

    /// The articles of a stream in the order of the server; nil where it refuses the stream.
    private func articles(of request: StandInRequest) -> [StandInArticle]? {
        var all = state.change { $0.account.shown }
        let stream = request["s"] ?? ""
        let since = request["ot"].flatMap { Int64($0) }
        switch stream {
        case "user/-/state/com.google/starred": all = all.filter(\.isStarred)
        case "user/-/state/com.google/reading-list": break
        case _ where stream.hasPrefix("feed/"): all = all.filter { $0.feed == stream }
        case _ where state.change { $0.account.labels.contains { stream == "user/-/label/" + $0 } }:
            // FreshRSS lists the articles of hidden feeds, too.
            all = articles.filter { article in article.labels.contains { stream == "user/-/label/" + $0 } }
        // Any other stream: FreshRSS gives every id, Miniflux refuses.
        default: if dialect == .miniflux { return nil }
        }
        if request["xt"]?.hasSuffix("/state/com.google/read") == true { all = all.filter { !$0.isRead } }
        if let since { all = all.filter { $0.published >= since } }
        // Miniflux goes by the date of the article, and the order of equal ones is left to its database.
        guard dialect == .miniflux else { return all.reversed() }
        return all.reversed().sorted { $0.published > $1.published }
    }

    private func page(
        of all: [StandInArticle], _ count: Int, after continuation: String?
    ) -> (page: ArraySlice<StandInArticle>, next: String?) {
        switch dialect {
        case .freshRSS:
            // It looks from the last id on, and drops the first row unseen, whichever that is by now.
            var rest = all[...]
            if let last = continuation.flatMap({ Int64($0) }) {
                rest = rest.drop { (Int64($0.id) ?? 0) > last }.dropFirst()
            }
            let page = rest.prefix(count)
            return (page, page.count == count ? page.last?.id : nil)
        case .miniflux, .theOldReader, .bazQux, .minifluxAPI, .oldMinifluxAPI, .fever, .nextcloud:
            let offset = continuation.flatMap { Int($0) } ?? 0
            let page = all.dropFirst(offset).prefix(count)
            return (page, offset + page.count < all.count ? String(offset + page.count) : nil)
        }
    }

    // MARK: Contents

    func contents(_ request: StandInRequest) -> Answer {
        let isPost = request.method == "POST"
        guard isPost, dialect != .miniflux || request["output"] == "json" else { return text(400, "Bad Request!") }
        var ids: [String] = []
        for sent in request.all("i") {
            if let id = dialect.id(sent: sent) {
                ids.append(id)
            } else if dialect == .miniflux || dialect == .bazQux {
                return text(dialect == .miniflux ? 400 : 500, "Bad Request!")
            }
        }
        let (articles, feeds) = state.change { state in
            let hidden = Set(state.account.feeds.filter(\.isHidden).map(\.id))
            let articles = ids.compactMap { state.account[$0] }.filter { !hidden.contains($0.feed) }
            return (articles, Dictionary(state.account.feeds.map { ($0.id, $0) }) { first, _ in first })
        }
        let items = articles.sorted { $0.id > $1.id }.map { item(of: $0, feeds[$0.feed]) }
        return json(
            "{\"id\":\"user/-/state/com.google/reading-list\",\"updated\":1795000000,"
                + "\"items\":[\(items.joined(separator: ","))]}")
    }

    private func item(of article: StandInArticle, _ feed: StandInFeed?) -> String {
        let prefix = dialect.userPrefix
        var categories = [prefix + "/state/com.google/reading-list"]
        if let folder = feed?.folder ?? dialect.defaultFolder { categories.append(prefix + "/label/" + folder) }
        if article.isRead { categories.append(prefix + "/state/com.google/read") }
        if article.isStarred { categories.append(prefix + "/state/com.google/starred") }
        categories += article.labels.sorted().map { prefix + "/label/" + $0 }
        let body = "{\"content\":\(quoted(article.text))}"
        let link = "[{\"href\":\(quoted(article.link))}]"
        return """
            {"id":"\(dialect.longForm(of: article.id))","crawlTimeMsec":"\(article.published)000",\
            "timestampUsec":"\(article.published)000000","published":\(article.published),\
            "title":\(quoted(dialect.title(article.title, ofFeed: false))),"author":"",\
            "canonical":\(link),"alternate":\(link),"summary":\(body),\
            \(dialect == .miniflux ? "\"content\":\(body)," : "")\
            "enclosure":[],"categories":[\(categories.map(quoted).joined(separator: ","))],\
            "origin":{"streamId":\(quoted(article.feed)),"title":\(quoted(feed?.title ?? ""))}}
            """
    }
}
