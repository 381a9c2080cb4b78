/// Calls Nextcloud News for one user.
///
/// An actor, because two calls can be under way at once.
actor NextcloudClient: AccountServer {
    nonisolated let abilities = Account.Kind.nextcloud.abilities
    private var calls: ServerCalls
    private let user: String
    private let askPassword: @Sendable () async -> Result<String, SyncError>
    private var password: String?
    /// Articles that came with a list and may be asked for.
    private var listed: [RemoteID: RemoteArticle] = [:]
    private var recentPages = 0
    var requests: Int { calls.count }

    /// - Parameter password: gives the password, once.
    init(
        _ calls: ServerCalls, user: String, password: @escaping @Sendable () async -> Result<String, SyncError>
    ) {
        (self.calls, self.user, askPassword) = (calls, user, password)
    }

    /// Each call has user and password.
    var signIn: String? { nil }

    // MARK: Lists

    func subscriptions() async throws(SyncError) -> [RemoteFeed] {
        let folders = try APIAnswer.newsFolders(try await send(.newsFolders).body)
        return try APIAnswer.newsFeeds(try await send(.newsFeeds).body, in: folders)
    }

    /// A page of articles with their texts: the API has no list of ids.
    func page(
        of list: ArticleList, after continuation: String?
    ) async throws(SyncError) -> (page: ArticleList.Page, time: Timestamp?) {
        let id = continuation.flatMap { Int64($0) } ?? 0
        if case .since(let time) = list { return try await recent(since: time, before: id) }
        let response = try await send(.newsItems(of: list, after: id, atMost: abilities.pageSize))
        let items = try APIAnswer.newsItems(response.body).map(\.article)
        remember(items)
        var page = ArticleList.Page(ids: items.map(\.id))
        page.isGapless = true
        if items.count >= NextcloudClient.shortPage { page.continuation = items.compactMap(\.id.number).max()?.text }
        return (page, response.headers.date)
    }

    /// A page with fewer articles than that is the last one, also where a server gives fewer than it is asked for.
    private static let shortPage = 50

    /// The newest articles. An article never changes before it is stored, so the first page that ends with one of an
    /// earlier time is the last: `items/updated` would give all at once, however many were marked.
    private func recent(
        since time: Timestamp, before id: Int64
    ) async throws(SyncError) -> (page: ArticleList.Page, time: Timestamp?) {
        let count = id == 0 ? NextcloudClient.shortPage : abilities.pageSize
        let response = try await send(.newestNewsItems(before: id, atMost: count))
        let items = try APIAnswer.newsItems(response.body)
        let newer = items.filter { $0.changed >= time }.map(\.article)
        remember(newer)
        recentPages += 1
        var page = ArticleList.Page(ids: newer.map(\.id))
        if let last = items.last, last.changed >= time, items.count >= NextcloudClient.shortPage,
            recentPages < NextcloudClient.recentLimit
        {
            page.continuation = items.compactMap(\.article.id.number).min()?.text
        }
        return (page, response.headers.date)
    }

    private static let recentLimit = 40

    private func remember(_ articles: [RemoteArticle]) {
        for article in articles where listed.count < NextcloudClient.listedLimit { listed[article.id] = article }
    }

    /// So many articles take some megabytes.
    private static let listedLimit = 1000

    func unreadCount() async throws(SyncError) -> (unread: Int64?, hasFeeds: Bool)? {
        try APIAnswer.newsCounts(try await send(.newsFeeds).body)
    }

    func contents(of ids: [RemoteID]) async throws(SyncError) -> [RemoteArticle] {
        let known = ids.compactMap { listed.removeValue(forKey: $0) }
        let found = Set(known.map(\.id))
        var lookup = ArticleLookup(ids.filter { !found.contains($0) })
        while let (ids, limit) = lookup.next {
            let call = APICall.newsItems(of: nil, after: ids.lowerBound - 1, atMost: limit)
            let page = try APIAnswer.newsItems(try await send(call).body).map(\.article)
            lookup.take(page, isLast: page.isEmpty)
        }
        return known + lookup.found
    }

    // MARK: Changes

    func send(_ mark: PendingMark.Value, of ids: [RemoteID]) async throws(SyncError) -> Int {
        try await send(.newsMark(mark, ids.compactMap(\.number)))
        return ids.count
    }

    func send(_ edit: SubscriptionEdit) async throws(SyncError) {
        switch edit {
        case .subscribe(let url, let title, let folder):
            let answer = try await send(.addNewsFeed(url, folder: try await self.folder(folder)))
            guard let title, let feed = try APIAnswer.newsFeeds(answer.body, in: [:]).first else { return }
            try await send(.renameNewsFeed(feed.id, title: title))
        case .unsubscribe(let feed): try await send(.removeNewsFeed(feed))
        case .rename(let feed, let title): try await send(.renameNewsFeed(feed, title: title))
        case .move(let feed, let folder, _):
            try await send(.moveNewsFeed(feed, into: try await self.folder(folder)))
        }
    }

    /// The id of a folder, which is added if the server has none of this name; nil for no folder.
    private func folder(_ name: String?) async throws(SyncError) -> Int64? {
        guard let name else { return nil }
        let folders = try APIAnswer.newsFolders(try await send(.newsFolders).body)
        if let known = folders.first(where: { $0.value.foldedName == name.foldedName }) { return known.key.number }
        return try APIAnswer.newsFolders(try await send(.addNewsFolder(name)).body).keys.first?.number
    }

    // MARK: Calls

    /// Sends a call. Throws for every answer that is not a success.
    @discardableResult
    private func send(_ call: APICall) async throws(SyncError) -> Response {
        let password = try await knownPassword()
        var request = try calls.request(for: call)
        request.credentials = Credentials(user: user, password: password)
        let response = try await calls.send(request)
        try NextcloudClient.check(response, hiding: password)
        return response
    }

    private func knownPassword() async throws(SyncError) -> String {
        if let password { return password }
        let asked = try await askPassword().get()
        password = asked
        return asked
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

extension Int64 {
    fileprivate var text: String { String(self) }
}
