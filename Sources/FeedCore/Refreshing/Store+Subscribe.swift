extension Store {
    /// Subscribes to a feed that was found and stores its articles, both or neither.
    ///
    /// Throws `feedExists` where one of its addresses is subscribed to already.
    public func subscribe(
        _ new: NewFeed, knownAt urls: [WebAddress], serving parsed: ParsedFeed, in response: Response, asRead: Bool,
        settings: FeedSettings, at now: Timestamp
    ) throws(StoreError) -> (feed: Feed, articles: Int) {
        try transaction {
            for url in urls {
                if let known = try feed(at: url) ?? feed(answeredAt: url) {
                    throw StoreError.feedExists(known.id, title: known.title)
                }
            }
            let id = try insert(new)
            let feed = try feed(id)
            let update = FeedUpdate(
                of: feed, fetched: .response(response), parsed: .success(parsed),
                bodyHash: StableHash.of(response.body), settings: settings, at: now)
            let statements = try articleStatements()
            let outcome = try write(update, with: statements, at: now, asRead: asRead)
            return (try self.feed(id), outcome.newArticles.count)
        }
    }
}
