/// The calls of Miniflux's own API.
extension APICall {
    /// The user of the API key.
    static let me = APICall(path: "v1/me")
    static let version = APICall(path: "v1/version")
    static let feeds = APICall(path: "v1/feeds")
    static let counters = APICall(path: "v1/feeds/counters")
    static let categories = APICall(path: "v1/categories")

    /// A page of the ids of a list, for servers with `MinifluxVersion.hasIDs`. Nil for a list that they give only with its
    /// articles.
    static func ids(of list: ArticleList, from offset: Int, atMost count: Int) -> APICall? {
        if case .since = list { return nil }
        let page: Fields = [("limit", String(count)), ("offset", String(offset))]
        return APICall(path: "v1/entries/ids", query: filter(list) + page)
    }

    /// The articles of a list, in the order of their ids. Whatever happens between two pages, none is left out.
    static func entries(of list: ArticleList, after id: Int64) -> APICall {
        entries(filter(list), after: id, limit: entryLimit)
    }

    /// The first articles that have an id of a range.
    static func entries(in range: ClosedRange<Int64>, limit: Int) -> APICall {
        entries([("before_entry_id", String(range.upperBound + 1))], after: range.lowerBound - 1, limit: limit)
    }

    private static func entries(_ filter: Fields, after id: Int64, limit: Int) -> APICall {
        var query = filter
        // Miniflux before 2.2.13 also gives removed articles, unless it is asked for these two.
        if !query.contains(where: { $0.name == "status" }) { query += [("status", "unread"), ("status", "read")] }
        query += [("order", "id"), ("direction", "asc"), ("limit", String(limit))]
        if id > 0 { query.append(("after_entry_id", String(id))) }
        return APICall(path: "v1/entries", query: query)
    }

    private static func filter(_ list: ArticleList) -> Fields {
        switch list {
        case .unread: [("status", "unread")]
        case .starred: [("starred", "true")]
        case .since(let time): [("changed_after", String(time.seconds))]
        }
    }

    /// The most articles that Miniflux gives at once.
    private static let entryLimit = 1000

    // MARK: Changes

    /// Marks as explicit states, which can be sent twice.
    static func mark(_ mark: PendingMark.Value, _ ids: [Int64]) -> APICall {
        let state =
            switch mark {
            case .read, .unread: #""status":"\#(mark.rawValue)""#
            case .starred, .unstarred: #""starred":\#(mark.isSet)"#
            }
        let list = ids.map(String.init).joined(separator: ",")
        return APICall(path: "v1/entries", json: ("PUT", #"{"entry_ids":[\#(list)],\#(state)}"#))
    }

    /// Stars an article that has no star, and takes it from one that has. `bookmark` is the name in all versions.
    static func toggleStar(_ id: Int64) -> APICall {
        APICall(path: "v1/entries/\(id)/bookmark", json: ("PUT", nil), isRepeatable: false)
    }

    static func addCategory(_ name: String) -> APICall {
        APICall(path: "v1/categories", json: ("POST", #"{"title":\#(quoted(name))}"#), isRepeatable: false)
    }

    static func addFeed(_ url: WebAddress, category: Int64?) -> APICall {
        let category = category.map { #","category_id":\#($0)"# } ?? ""
        let json = #"{"feed_url":\#(quoted(url.text))\#(category)}"#
        return APICall(path: "v1/feeds", json: ("POST", json), isRepeatable: false)
    }

    static func removeFeed(_ id: RemoteID) -> APICall {
        APICall(path: "v1/feeds/\(id.text)", json: ("DELETE", nil), isRepeatable: false)
    }

    static func rename(_ feed: RemoteID, title: String) -> APICall {
        APICall(path: "v1/feeds/\(feed.text)", json: ("PUT", #"{"title":\#(quoted(title))}"#))
    }

    static func move(_ feed: RemoteID, into category: Int64) -> APICall {
        APICall(path: "v1/feeds/\(feed.text)", json: ("PUT", #"{"category_id":\#(category)}"#))
    }
}
