/// The calls of Nextcloud News, API v1-3.
extension APICall {
    static let newsVersion = APICall(path: "version")
    static let newsFeeds = APICall(path: "feeds")
    static let newsFolders = APICall(path: "folders")

    /// The next articles of a list after an id, in the order of their ids; of all articles for nil.
    static func newsItems(of list: ArticleList?, after id: Int64, atMost count: Int) -> APICall {
        let (type, withRead) =
            switch list {
            case .unread: (allItems, false)
            case .starred: (starredItems, true)
            case .since, nil: (allItems, true)
            }
        return newsItems(type, withRead: withRead, from: id, atMost: count, oldestFirst: true)
    }

    /// The newest articles before an id; the newest of all for 0.
    static func newestNewsItems(before id: Int64, atMost count: Int) -> APICall {
        newsItems(allItems, withRead: true, from: id, atMost: count, oldestFirst: false)
    }

    private static let starredItems = 2
    private static let allItems = 3

    private static func newsItems(
        _ type: Int, withRead: Bool, from id: Int64, atMost count: Int, oldestFirst: Bool
    ) -> APICall {
        APICall(
            path: "items",
            query: [
                ("type", "\(type)"), ("id", "0"), ("getRead", "\(withRead)"), ("batchSize", "\(count)"),
                ("offset", "\(id)"), ("oldestFirst", "\(oldestFirst)"),
            ])
    }

    // MARK: Changes

    /// Marks as explicit states, which can be sent twice.
    static func newsMark(_ mark: PendingMark.Value, _ ids: [Int64]) -> APICall {
        let name =
            switch mark {
            case .read, .unread: mark.rawValue
            case .starred: "star"
            case .unstarred: "unstar"
            }
        let list = ids.map(String.init).joined(separator: ",")
        return APICall(path: "items/\(name)/multiple", json: ("POST", #"{"itemIds":[\#(list)]}"#))
    }

    static func addNewsFolder(_ name: String) -> APICall {
        APICall(path: "folders", json: ("POST", #"{"name":\#(quoted(name))}"#), isRepeatable: false)
    }

    static func addNewsFeed(_ url: WebAddress, folder: Int64?) -> APICall {
        let json = #"{"url":\#(quoted(url.text)),"folderId":\#(folder.map(String.init) ?? "null")}"#
        return APICall(path: "feeds", json: ("POST", json), isRepeatable: false)
    }

    static func removeNewsFeed(_ id: RemoteID) -> APICall {
        APICall(path: "feeds/\(id.text)", json: ("DELETE", nil), isRepeatable: false)
    }

    static func renameNewsFeed(_ feed: RemoteID, title: String) -> APICall {
        APICall(path: "feeds/\(feed.text)/rename", json: ("POST", #"{"feedTitle":\#(quoted(title))}"#))
    }

    /// Into a folder; out of all folders for nil.
    static func moveNewsFeed(_ feed: RemoteID, into folder: Int64?) -> APICall {
        let json = #"{"folderId":\#(folder.map(String.init) ?? "null")}"#
        return APICall(path: "feeds/\(feed.text)/move", json: ("POST", json))
    }
}
