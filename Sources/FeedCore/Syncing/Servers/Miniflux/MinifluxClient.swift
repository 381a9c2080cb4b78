/// Calls Miniflux's own API with a key of one user. The key is asked for in each run, and never kept.
///
/// An actor, because two calls can be under way at once.
actor MinifluxClient: AccountServer {
    nonisolated let abilities = Account.Kind.minifluxAPI.abilities
    nonisolated let calls: ServerCalls
    private var version: MinifluxVersion?
    private var listed = ListedArticles()

    init(_ calls: ServerCalls) { self.calls = calls }

    // MARK: Lists

    func subscriptions() async throws(SyncError) -> [RemoteFeed] {
        try APIAnswer.feeds(try await calls.send(.feeds).body)
    }

    func page(of list: ArticleList, after continuation: String?) async throws(SyncError) -> ArticleList.Page {
        let offset = continuation.flatMap { Int($0) } ?? 0
        let call = APICall.ids(of: list, from: offset, atMost: abilities.pageSize)
        if let call, try await knownVersion().hasIDs {
            let response = try await calls.send(call)
            return try APIAnswer.idPage(response.body, from: offset).dated(by: response)
        }
        let response = try await calls.send(.entries(of: list, after: Int64(offset)))
        let (articles, isLast) = try APIAnswer.entries(response.body)
        listed.remember(articles)
        let next = isLast ? nil : articles.last?.id.text
        return ArticleList.Page(ids: articles.map(\.id), continuation: next, isGapless: true).dated(by: response)
    }

    func unreadCount() async throws(SyncError) -> (unread: Int64?, hasFeeds: Bool)? {
        try APIAnswer.counters(try await calls.send(.counters).body)
    }

    func contents(of ids: [RemoteID]) async throws(SyncError) -> [RemoteArticle] {
        let (known, rest) = listed.take(ids)
        return known + (try await fetch(rest))
    }

    private func fetch(_ ids: [RemoteID]) async throws(SyncError) -> [RemoteArticle] {
        var lookup = ArticleLookup(ids)
        while let (ids, limit) = lookup.next {
            let page = try APIAnswer.entries(try await calls.send(.entries(in: ids, limit: limit)).body)
            lookup.take(page.articles, isLast: page.isLast)
        }
        return lookup.found
    }

    // MARK: Changes

    func send(_ mark: PendingMark.Value, of ids: [RemoteID]) async throws(SyncError) -> Int {
        guard mark.key == .starred, try await !knownVersion().setsStars else {
            try await calls.send(.mark(mark, ids.compactMap(\.number)))
            return ids.count
        }
        // Only a toggle: a star that is as it should be is left alone.
        let others = try await fetch(ids).filter { $0.isStarred != mark.isSet }.compactMap(\.id.number)
        for id in others { try await calls.send(.toggleStar(id)) }
        return others.count
    }

    func send(_ edit: SubscriptionEdit) async throws(SyncError) {
        switch edit {
        case .subscribe(let url, let title, let folder):
            let answer = try await calls.send(.addFeed(url, category: try await category(folder)))
            guard let title, let id = APIAnswer.id(try APIAnswer.member("feed_id", in: answer.body)) else { return }
            try await calls.send(.rename(id, title: title))
        case .unsubscribe(let feed): try await calls.send(.removeFeed(feed))
        case .rename(let feed, let title): try await calls.send(.rename(feed, title: title))
        // Each feed is in a category: it stays where it is, and the list says so.
        case .move(let feed, let folder, _):
            if let id = try await category(folder) { try await calls.send(.move(feed, into: id)) }
        }
    }

    /// The id of a category, which is added if the server has none of this name; nil for no category.
    private func category(_ name: String?) async throws(SyncError) -> Int64? {
        guard let name else { return nil }
        if let id = try APIAnswer.categories(try await calls.send(.categories).body)[name.foldedName] { return id }
        return APIAnswer.number(try APIAnswer.member("id", in: try await calls.send(.addCategory(name)).body))
    }

    // MARK: Calls

    private func knownVersion() async throws(SyncError) -> MinifluxVersion {
        if let version { return version }
        let text = try APIAnswer.member("version", in: try await calls.send(.version).body)
        let known = MinifluxVersion(text.string ?? "")
        version = known
        return known
    }

    /// Throws for every answer that is not a success.
    static func check(_ response: Response, hiding key: String) throws(SyncError) {
        switch response.status {
        case 200, 201, 204: return
        case 401, 403: throw .keyRefused
        case 400, 404, 500:
            throw .status(response.status, APIAnswer.refusal("error_message", in: response.body, hiding: key))
        default: try APIAnswer.check(response, hiding: [key])
        }
    }
}

/// A version of Miniflux, and the abilities that it has.
struct MinifluxVersion: Hashable {
    private let numbers: [Int]

    /// A text such as `2.3.4`, or that of a development version.
    init(_ text: String) { numbers = text.split(separator: ".").map { Int($0) ?? 0 } }

    /// Since 2.3.2 it gives lists of ids without the articles, and sets stars besides toggling them.
    var hasIDs: Bool { !numbers.lexicographicallyPrecedes([2, 3, 2]) }
    var setsStars: Bool { hasIDs }
}

extension Request {
    /// The key goes to the account's own host alone: calls follow no redirect.
    mutating func authorize(withKey key: String) {
        headers.append(HTTPHeaders.Field(name: "X-Auth-Token", value: key))
    }
}
