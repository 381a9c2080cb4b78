/// Calls the Fever API for one user.
///
/// An actor, because two calls can be under way at once.
actor FeverClient: AccountServer {
    nonisolated let abilities = Account.Kind.fever.abilities
    nonisolated let calls: ServerCalls
    /// The list of unread articles as it was asked for last, with the marks that were sent since.
    private var unread: Set<RemoteID>?
    private var listed = ListedArticles()
    private var recentPages = 0

    init(_ calls: ServerCalls) { self.calls = calls }

    /// Each call has the key, which is made of the password.
    static func key(of user: String, _ password: String) -> String { MD5.hexadecimal(of: user + ":" + password) }

    // MARK: Lists

    func subscriptions() async throws(SyncError) -> [RemoteFeed] {
        let groups = try APIAnswer.names("groups", "title", in: try await calls.send(.fever("groups")).body)
        return try APIAnswer.feverFeeds(try await calls.send(.fever("feeds")).body, in: groups)
    }

    func page(of list: ArticleList, after continuation: String?) async throws(SyncError) -> ArticleList.Page {
        switch list {
        case .unread:
            let whole = try await ids("unread_item_ids")
            unread = Set(whole.ids)
            return whole
        case .starred: return try await ids("saved_item_ids")
        case .since(let time): return try await recent(since: time, below: continuation ?? String(Int64.max))
        }
    }

    private func ids(_ name: String) async throws(SyncError) -> ArticleList.Page {
        let response = try await calls.send(.fever(name))
        let ids = try APIAnswer.feverIDs(name, in: response.body)
        // CommaFeed ends each list there, and the articles after it would count as read.
        if calls.base.path.contains("/rest/fever/"), ids.count == FeverClient.cutLength {
            throw .answer("the server's list of articles ends after \(ids.count): mark older ones as read there")
        }
        return ArticleList.Page(ids: ids).dated(by: response)
    }

    private static let cutLength = 1000

    /// The articles of a time, newest ids first. The API knows their date alone, so the first page of older ones is the last.
    private func recent(since time: Timestamp, below id: String) async throws(SyncError) -> ArticleList.Page {
        let response = try await calls.send(.feverItems("max_id", id))
        let items = try APIAnswer.feverItems(response.body)
        let newer = items.filter { $0.time >= time }
        recentPages += 1
        listed.remember(newer.lazy.map(\.article))
        let lowest = items.compactMap { Int64($0.article.id.text) }.min()
        let isLast = newer.isEmpty || items.count < FeverClient.pageLength || recentPages >= FeverClient.recentLimit
        let page = ArticleList.Page(
            ids: newer.map(\.article.id), continuation: isLast ? nil : lowest.map(String.init))
        return page.dated(by: response)
    }

    /// Servers give at least so many articles, unless there are no more.
    private static let pageLength = 50
    private static let recentLimit = 40

    /// The server does not say.
    func unreadCount() -> (unread: Int64?, hasFeeds: Bool)? { nil }

    func contents(of ids: [RemoteID]) async throws(SyncError) -> [RemoteArticle] {
        let (known, rest) = listed.take(ids)
        return (known + (try await fetch(rest))).map { $0.isRead(unless: unread) }
    }

    private func fetch(_ ids: [RemoteID]) async throws(SyncError) -> [RemoteArticle] {
        var articles: [RemoteArticle] = []
        for batch in ids.chunks(of: abilities.markBatch) { articles += try await fetch(batch: batch) }
        return articles
    }

    private func fetch(batch: [RemoteID]) async throws(SyncError) -> [RemoteArticle] {
        let wanted = Set(batch)
        do throws(SyncError) {
            let names = batch.map(\.text).joined(separator: ",")
            let response = try await calls.send(.feverItems("with_ids", names))
            return try APIAnswer.feverItems(response.body).map(\.article).filter { wanted.contains($0.id) }
        } catch {
            // CommaFeed fails for an id that has gone.
            guard case .status(500, _) = error else { throw error }
            guard batch.count > 1 else {
                try await calls.send(.fever())
                return []
            }
            let half = batch.count / 2
            return try await fetch(batch: Array(batch[..<half])) + (try await fetch(batch: Array(batch[half...])))
        }
    }

    // MARK: Changes

    /// Sends a mark only where the article lacks it: Miniflux toggles stars, and yarr takes the star with a mark of another
    /// kind.
    func send(_ mark: PendingMark.Value, of ids: [RemoteID]) async throws(SyncError) -> Int {
        var count = 0
        let articles = try await fetch(ids)
        if articles.contains(where: { $0.isStarred && !$0.isRead }) { _ = try await page(of: .unread, after: nil) }
        for article in articles {
            let lacks =
                switch mark {
                case .read: !article.isRead(unless: unread).isRead
                case .unread: article.isRead
                case .starred: !article.isStarred
                case .unstarred: article.isStarred
                }
            guard lacks else { continue }
            try await calls.send(.feverMark(mark, article.id))
            count += 1
            if mark == .unread { unread?.insert(article.id) }
            if mark == .read { unread?.remove(article.id) }
        }
        return count
    }

    /// The store notes no changes for this API.
    func send(_ edit: SubscriptionEdit) throws(SyncError) {
        throw .status(400, "the Fever API changes no subscriptions")
    }

    /// Throws for every answer that is not a success, and for a password that is refused.
    static func check(_ response: Response, hiding secrets: [String?]) throws(SyncError) {
        if response.status == 401 || response.status == 403 { throw .refused(nil) }
        try APIAnswer.check(response, hiding: secrets)
        switch APIAnswer.number((try? JSONReader.read(response.body))?["auth"]) {
        case 1: return
        case 0: throw .refused(nil)
        default: throw APIAnswer.unexpected(response.body)
        }
    }
}
