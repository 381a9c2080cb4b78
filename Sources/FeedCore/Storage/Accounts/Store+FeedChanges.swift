extension Store {
    /// The changes of an account's subscriptions that wait to be sent, in their order. `edit`, `remove` and the changes of
    /// categories save them in the same transaction.
    public func feedChanges(of account: AccountID) throws(StoreError) -> [FeedChange] {
        []
    }

    /// Subscribes through an account: the feed is here at once, without articles, and its server is asked by
    /// `AccountSync.sendFeedChanges` or the next sync. Throws `feedExists`.
    public func add(_ feed: NewFeed, to account: AccountID) throws(StoreError) -> FeedID {
        FeedID(rawValue: 0)
    }

    /// Hands local feeds over to an account: its server is asked to subscribe, as with `add`. Their articles and marks
    /// stay. Returns those that cannot be handed over, and why.
    public func handOver(_ feeds: [FeedID], to account: AccountID) throws(StoreError) -> [(feed: FeedID, why: String)] {
        []
    }

    /// Takes back a subscription that the server has refused: a feed without articles is removed, one that was handed
    /// over is fetched from here again.
    public func takeBack(_ change: FeedChange) throws(StoreError) {
    }
}
