/// The effect of linking an account: its subscriptions compared with those that are here.
///
/// First `SignIn`, then this, which only looks; then `Store.link`, and the first `AccountSync`.
public struct AccountLinking: Sendable {
    /// Feeds that the server has.
    public let feeds: Int
    /// Of them, those that are here already: from now on the server fetches them.
    public let matched: [FeedID]
    /// Of them, those that are not here yet.
    public let new: Int
    /// Of them, those that are left out: another feed has their URL, one of another account or another subscription.
    public let elsewhere: Int
    /// Feeds that are only here, and stay as they are.
    public let local: Int
    let subscriptions: [RemoteFeed]

    /// Asks the server for its subscriptions, and compares. Throws `SyncError` and `StoreError`, `accountExists` among
    /// them.
    public init(
        of signIn: SignIn, with fetcher: Fetcher, _ settings: FeedSettings, to store: borrowing Store
    ) async throws {
        if let account = try store.account(at: signIn.url, of: signIn.user) {
            throw StoreError.accountExists(account.name)
        }
        subscriptions = try await signIn.server(fetcher, settings).subscriptions()
        let here = try store.linkableFeeds()
        let plan = SubscriptionPlan(subscriptions, among: here, of: nil, signIn.kind)
        matched = plan.linked.map(\.feed)
        new = plan.added.count
        elsewhere = plan.elsewhere.count
        feeds = matched.count + new + elsewhere
        local = here.count(where: { $0.account == nil }) - matched.count
    }
}

extension Store {
    /// Adds the account, and links its feeds: those that are here already are matched, the others are added, without
    /// articles. Throws `accountExists`.
    public func link(_ account: NewAccount, _ linking: AccountLinking) throws(StoreError) -> Account {
        try transaction {
            let id = try insert(account)
            // Feeds may have come and gone while the user was asked.
            let plan = SubscriptionPlan(linking.subscriptions, among: try linkableFeeds(), of: id, account.kind)
            _ = try apply(plan, to: id)
            return try self.account(id)
        }
    }
}
