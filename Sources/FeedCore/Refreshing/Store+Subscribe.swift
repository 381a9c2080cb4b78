extension Store {
    /// Subscribes to a feed and stores its articles, both or neither.
    ///
    /// Throws `feedExists` if one of its addresses is subscribed to already.
    ///
    /// - Parameters:
    ///   - urls: all known addresses of the feed.
    ///   - response: what the server answered; its body may be left out.
    ///   - bodyHash: the `StableHash` of the body.
    public func subscribe(
        to new: NewFeed, knownAt urls: [WebAddress], serving parsed: ParsedFeed, in response: Response,
        bodyHash: Int64?, asRead: Bool, settings: FeedSettings, at now: Timestamp
    ) throws(StoreError) -> (feed: Feed, articles: Int, undecidedRules: [RuleID]) {
        try sharingTransaction {
            for url in urls {
                if let known = try subscription(at: url) { throw StoreError.feedExists(known.id, title: known.title) }
            }
            let id = try insert(new)
            try noteFeed(id, beginDeciding(), .added)
            let feed = try feed(id)
            let update = FeedUpdate(
                of: feed, fetched: .success(response), parsed: .success(parsed), bodyHash: bodyHash,
                settings: settings, at: now)
            let statements = try articleStatements()
            let outcome = try store(update, with: statements, at: now, asRead: asRead)
            return (try self.feed(id), outcome.newArticles.count, outcome.undecidedRules)
        }
    }
}
