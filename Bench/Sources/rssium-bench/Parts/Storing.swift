internal import FeedCore

/// Stores parsed feeds with the calls of a refresh.
enum Storing {
    /// The number of feeds in a transaction, here and in the limit.
    static let batch = 32

    /// The time of the refresh, later than all generated dates.
    private static let now = Timestamp(seconds: 1_762_600_000)

    /// - Parameter base: the address of the folder, with its last slash.
    static func store(feedsIn folder: String, into path: String, from base: String) throws -> Part.Result {
        let subscribed = try subscribe(try Files.names(in: folder), in: path, from: base)
        let store = try Store(path: path, access: .refreshing)
        try store.checkpointRarely()
        var clock = Part.Clock()
        var articles = 0
        for first in stride(from: 0, to: subscribed.count, by: batch) {
            let updates = try clock.pause {
                try subscribed[first..<min(first + batch, subscribed.count)].map { feed, name in
                    let body = try Files.read(folder + "/" + name)
                    let parsed = try FeedParser.parse(body, base: feed.url.text)
                    return FeedUpdate(
                        of: feed, fetched: .success(Response(status: 200, url: feed.url)), parsed: .success(parsed),
                        bodyHash: StableHash.of(body), settings: FeedSettings(userAgent: ""), at: now)
                }
            }
            try store.transaction {
                let statements = try store.articleStatements()
                for update in updates {
                    let outcome = try store.savepoint { try store.store(update, with: statements, at: now) }
                    articles += outcome.newArticles.count
                }
            }
        }
        return Part.Result(since: clock, articles: articles)
    }

    private static func subscribe(_ names: [String], in path: String, from base: String) throws -> [(Feed, String)] {
        let store = try Store(path: path, access: .writing)
        let new = try names.map { name in
            guard let url = WebAddress(base + name) else { throw BenchError("\(name) does not make a URL") }
            return NewFeed(url: url)
        }
        let feeds = try store.add(new)
        return try zip(feeds, names).map { feed, name in
            guard feed.isNew else { throw BenchError("\(name) is there twice") }
            return (try store.feed(feed.id), name)
        }
    }
}
