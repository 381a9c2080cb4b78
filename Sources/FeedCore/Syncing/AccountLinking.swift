/// What linking an account would do: its subscriptions beside those that are here.
///
/// First `SignIn`, then this, which only looks; then `Store.link`, and the first `AccountSync`.
public struct AccountLinking: Sendable {
    /// Feeds that the server has.
    public var feeds: Int { subscriptions.count }
    /// Of them, those that are here already: from now on the server fetches them.
    public let matched: [FeedID]
    /// Of them, those that are not here yet.
    public var new: Int { subscriptions.count - matched.count }
    /// Feeds that are only here, and stay as they are.
    public let local: Int
    let subscriptions: [RemoteFeed]

    /// Asks the server for its subscriptions, and compares. Throws `SyncError` and `StoreError`, `accountExists` among
    /// them.
    public init(
        of signIn: SignIn, with fetcher: Fetcher, _ settings: FeedSettings, to store: borrowing Store
    ) async throws {
        (matched, local, subscriptions) = ([], 0, [])
    }
}

extension Store {
    /// Adds the account, and links its feeds: those that are here already are matched, the others are added, without
    /// articles. Throws `accountExists`.
    public func link(_ account: NewAccount, _ linking: AccountLinking) throws(StoreError) -> Account {
        throw .accountExists(account.name)
    }
}
