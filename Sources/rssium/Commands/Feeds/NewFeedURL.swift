internal import FeedCore

/// The new URL of a feed, as `edit --url` gives it: one that serves a feed, or that of the feed which its page advertises.
enum NewFeedURL {
    /// Looks for the feed as `add` does, with what the edit leaves of the filter and the XPaths.
    ///
    /// Throws a `FetchError` if the URL cannot be fetched, and `feedExists` if it is another subscription.
    static func find(
        _ text: String, of feed: Feed, _ edit: FeedEdit, _ context: borrowing Context
    ) throws -> FoundFeed {
        let store = try context.store(.reading)
        let source = try FeedSource(text, context).with(store.credentialsOfFeeds()[feed.id], of: feed.url)
        // A known feed needs no request, as in `add`.
        try check(source.addresses.map(\.url), of: feed, in: store)
        // The headers and the password command of the feed are for its own server. Without a scheme, both are tried.
        let isSameOrigin = source.addresses.allSatisfy { $0.url.hasOrigin(of: feed.url) }
        let own = try store.settings(of: feed.id).filter { isSameOrigin || $0.key != Setting.refreshHeader.key }
        let settings = context.settings.with(feed: own)
        var finder = FeedFinder(fetcher: context.fetcher(), settings: settings.refreshing(), at: context.now)
        finder.filter = edit.filter.map { $0.isEmpty ? nil : $0 } ?? feed.filter
        finder.xpaths = edit.xpaths.map { $0.applied(to: feed.xpaths) } ?? feed.xpaths
        finder.headersElsewhere = context.settings.refreshing().headers
        let lookup = FeedLookup(finder, isSameOrigin ? settings : context.settings, in: context.surroundings)
        defer {
            // The feed can be edited even if this cannot be stored.
            try? context.save(lookup.finder.backoffs.learned)
        }
        let found = try context.wait(showing: "fetching \(source.address.url)") { try await lookup.feed(of: source) }
        try check(found.urls, of: feed, in: store)
        return found
    }

    private static func check(_ urls: [WebAddress], of feed: Feed, in store: borrowing Store) throws(StoreError) {
        for url in urls {
            guard let other = try store.subscription(at: url), other.id != feed.id else { continue }
            throw .feedExists(other.id, title: other.title)
        }
    }
}
