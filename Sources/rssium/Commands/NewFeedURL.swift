internal import FeedCore

/// The new URL of a feed, as `edit --url` gives it: one that serves a feed, or that of the feed which its page advertises.
struct NewFeedURL {
    private let source: FeedSource
    private let feed: Feed
    private let ownSettings: [String: String]

    /// Throws a `FetchError` if the URL cannot be fetched.
    init(_ text: String, of feed: Feed, in store: borrowing Store, _ context: borrowing Context) throws {
        source = try FeedSource(text, context).with(store.credentialsOfFeeds()[feed.id], of: feed.url)
        self.feed = feed
        // The headers were for the old URL, and the page may advertise a feed elsewhere.
        ownSettings = try store.settings(of: feed.id).filter { $0.key != Setting.refreshHeader.key }
    }

    /// Looks for the feed as `add` does, with what the edit leaves of the filter and the XPaths. Throws `feedExists` if it is
    /// another subscription.
    func find(_ edit: FeedEdit, _ context: borrowing Context) throws -> FoundFeed {
        let store = try context.store(.reading)
        // A known feed needs no request, as in `add`.
        try check(source.addresses.map(\.url), in: store)
        let found = try fetch(edit, context)
        try check(found.urls, in: store)
        return found
    }

    private func check(_ urls: [WebAddress], in store: borrowing Store) throws(StoreError) {
        for url in urls {
            guard let other = try store.subscription(at: url), other.id != feed.id else { continue }
            throw .feedExists(other.id, title: other.title)
        }
    }

    private func fetch(_ edit: FeedEdit, _ context: borrowing Context) throws -> FoundFeed {
        let settings = context.settings.with(feed: Settings.lines(of: ownSettings))
        var finder = FeedFinder(fetcher: context.fetcher(), settings: settings.refreshing(), at: context.now)
        finder.filter = edit.filter.map { $0.isEmpty ? nil : $0 } ?? feed.filter
        finder.xpaths = edit.xpaths.map { $0.applied(to: feed.xpaths) } ?? feed.xpaths
        // The password command of the feed is for its own server.
        let isSameOrigin = source.address.url.hasOrigin(of: feed.url)
        let lookup = FeedLookup(finder, isSameOrigin ? settings : context.settings, in: context.surroundings)
        defer {
            // The feed can be edited even if this cannot be stored.
            try? context.save(lookup.finder.backoffs.learned)
        }
        return try context.wait(showing: "fetching \(source.address.url)") { [source] in
            try await lookup.feed(of: source)
        }
    }
}
