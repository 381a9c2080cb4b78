/// Calls Nextcloud News for one user.
///
/// An actor, because two calls can be under way at once.
actor NextcloudClient: AccountServer {
    nonisolated let abilities = Account.Kind.nextcloud.abilities
    nonisolated let calls: ServerCalls
    private var listed = ListedArticles()
    private var recentPages = 0

    init(_ calls: ServerCalls) { self.calls = calls }

    // MARK: Lists

    func subscriptions() async throws(SyncError) -> [RemoteFeed] {
        let folders = try APIAnswer.newsFolders(try await calls.send(.newsFolders).body)
        return try APIAnswer.newsFeeds(try await calls.send(.newsFeeds).body, in: folders)
    }

    /// A page of articles with their texts: the API has no list of ids.
    func page(of list: ArticleList, after continuation: String?) async throws(SyncError) -> ArticleList.Page {
        let id = continuation.flatMap { Int64($0) } ?? 0
        if case .since(let time) = list { return try await recent(since: time, before: id) }
        let response = try await calls.send(.newsItems(of: list, after: id, atMost: abilities.pageSize))
        let items = try APIAnswer.newsItems(response.body).map(\.article)
        listed.remember(items)
        let next =
            items.count < NextcloudClient.shortPage ? nil : items.compactMap(\.id.number).max().map { String($0) }
        return ArticleList.Page(ids: items.map(\.id), continuation: next, isGapless: true).dated(by: response)
    }

    /// A page with fewer articles than that is the last one, also where a server gives fewer than it is asked for.
    private static let shortPage = 50

    /// The newest articles. An article never changes before it is stored, so the first page that ends with one of an
    /// earlier time is the last: `items/updated` would give all at once, however many were marked.
    private func recent(since time: Timestamp, before id: Int64) async throws(SyncError) -> ArticleList.Page {
        let count = id == 0 ? NextcloudClient.shortPage : abilities.pageSize
        let response = try await calls.send(.newestNewsItems(before: id, atMost: count))
        let items = try APIAnswer.newsItems(response.body)
        let newer = items.filter { $0.changed >= time }.map(\.article)
        listed.remember(newer)
        recentPages += 1
        var page = ArticleList.Page(ids: newer.map(\.id))
        if let last = items.last, last.changed >= time, items.count >= NextcloudClient.shortPage,
            recentPages < NextcloudClient.recentLimit
        {
            page.continuation = items.compactMap(\.article.id.number).min().map { String($0) }
        }
        return page.dated(by: response)
    }

    private static let recentLimit = 40

    func unreadCount() async throws(SyncError) -> (unread: Int64?, hasFeeds: Bool)? {
        let counts = try APIAnswer.newsCounts(try await calls.send(.newsFeeds).body)
        // The list of feeds does not confirm itself.
        return counts.hasFeeds ? counts : nil
    }

    func contents(of ids: [RemoteID]) async throws(SyncError) -> [RemoteArticle] {
        let (known, rest) = listed.take(ids)
        var lookup = ArticleLookup(rest)
        while let (ids, limit) = lookup.next {
            let call = APICall.newsItems(of: nil, after: ids.lowerBound - 1, atMost: limit)
            let page = try APIAnswer.newsItems(try await calls.send(call).body).map(\.article)
            lookup.take(page, isLast: page.isEmpty)
        }
        return known + lookup.found
    }

    // MARK: Changes

    func send(_ mark: PendingMark.Value, of ids: [RemoteID]) async throws(SyncError) -> Int {
        try await calls.send(.newsMark(mark, ids.compactMap(\.number)))
        return ids.count
    }

    func send(_ edit: SubscriptionEdit) async throws(SyncError) {
        switch edit {
        case .subscribe(let url, let title, let folder):
            let answer = try await calls.send(.addNewsFeed(url, folder: try await self.folder(folder)))
            guard let title, let feed = try APIAnswer.newsFeeds(answer.body, in: [:]).first else { return }
            try await calls.send(.renameNewsFeed(feed.id, title: title))
        case .unsubscribe(let feed): try await calls.send(.removeNewsFeed(feed))
        case .rename(let feed, let title): try await calls.send(.renameNewsFeed(feed, title: title))
        case .move(let feed, let folder, _):
            try await calls.send(.moveNewsFeed(feed, into: try await self.folder(folder)))
        }
    }

    /// The id of a folder, which is added if the server has none of this name; nil for no folder.
    private func folder(_ name: String?) async throws(SyncError) -> Int64? {
        guard let name else { return nil }
        let folders = try APIAnswer.newsFolders(try await calls.send(.newsFolders).body)
        if let known = folders.first(where: { $0.value.foldedName == name.foldedName }) { return known.key.number }
        return try APIAnswer.newsFolders(try await calls.send(.addNewsFolder(name)).body).keys.first?.number
    }

    /// Throws for every answer that is not a success.
    static func check(_ response: Response, hiding password: String) throws(SyncError) {
        switch response.status {
        case 401, 403: throw .refused("with a second factor, Nextcloud needs an app password")
        case 400, 404, 405, 409, 422:
            throw .status(response.status, APIAnswer.refusal("message", in: response.body, hiding: password))
        default: try APIAnswer.check(response, hiding: [password])
        }
    }
}
