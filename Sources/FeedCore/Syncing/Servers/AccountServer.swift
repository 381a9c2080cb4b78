/// The requests of a sync to the server of an account. Each API has a folder of its own, such as `GoogleReader`.
///
/// A server signs in when it has to. Every function throws unless the answer is whole and well-formed.
protocol AccountServer: Sendable {
    var abilities: ServerAbilities { get }
    /// The token of the sign-in, to be kept for the next run.
    var signIn: String? { get async }
    var calls: ServerCalls { get }

    func subscriptions() async throws(SyncError) -> [RemoteFeed]

    /// A page of a list.
    func page(of list: ArticleList, after continuation: String?) async throws(SyncError) -> ArticleList.Page

    /// How many articles are unread, and whether there are feeds; nil if the server does not say.
    func unreadCount() async throws(SyncError) -> (unread: Int64?, hasFeeds: Bool)?

    /// The articles of these ids, without those that the server does not know.
    func contents(of ids: [RemoteID]) async throws(SyncError) -> [RemoteArticle]

    /// Sends marks. An answer proves nothing: only the next lists confirm them. Returns for how many articles it asked
    /// the server to change something.
    @discardableResult
    func send(_ mark: PendingMark.Value, of ids: [RemoteID]) async throws(SyncError) -> Int

    func send(_ edit: SubscriptionEdit) async throws(SyncError)
}

extension AccountServer {
    /// Most APIs have no sign-in: each call has the password or a key.
    var signIn: String? {
        get async { nil }
    }
    /// Requests that were sent.
    var requests: Int {
        get async { await calls.count }
    }
}

/// A list of articles that a server is asked for.
enum ArticleList: Hashable, Sendable {
    case unread, starred
    /// Whatever the server has stored or changed since the last complete sync.
    case since(Timestamp)

    struct Page: Hashable {
        var ids: [RemoteID] = []
        /// The position at which the next page begins; nil on the last one.
        var continuation: String?
        /// The next page begins after an id, so that no id is left out, whatever changes between the pages.
        var isGapless = false
        /// The server's time.
        var time: Timestamp?

        /// The same page with the time of its answer.
        func dated(by response: Response) -> Page {
            var page = self
            page.time = response.headers.date
            return page
        }
    }
}

/// A change of a subscription that a server is asked for.
enum SubscriptionEdit: Hashable, Sendable {
    case subscribe(to: WebAddress, title: String?, folder: String?)
    case unsubscribe(RemoteID)
    case rename(RemoteID, to: String)
    /// Into a folder, or out of all of those that it is in.
    case move(RemoteID, to: String?, from: [String])
}
