internal import FeedCore

/// Finds the icons of feeds on their home pages, as `add` does: an import adds feeds without looking at their pages.
enum FeedIcons {
    /// Looks at the home pages of the feeds among these that had never been refreshed, and have no icon now. Icons that
    /// do not arrive within `refresh.timeout` are left out: failing to find an icon is not an error.
    static func find(for imported: [Feed], _ store: borrowing Store, _ context: borrowing Context) throws {
        let new = Set(imported.filter { $0.refresh.lastRefreshed == nil }.map(\.id))
        guard !new.isEmpty else { return }
        let feeds = try store.feeds().filter { feed in
            new.contains(feed.id) && feed.refresh.lastRefreshed != nil && feed.icon == nil
                && FeedFinder.homePage(of: feed.site, at: feed.url) != nil
        }
        guard !feeds.isEmpty else { return }
        let finder = try context.finder(context.fetcher(), keepingTo: store.hostBackoffs())
        let jobs = context.settings.parallelTransfers
        var progress = ProgressLine(context.messages)
        defer { progress.clear() }
        progress.show("looking for the icons of \(count(feeds.count, "feed"))")
        var icons: [(feed: FeedID, icon: String)] = []
        let (_, signal) = try AsyncBridge.run(
            each: { (found: (feed: FeedID, icon: String)) in icons.append(found) },
            within: finder.settings.timeout,
            { tell in
                await HostQueue(feeds, limit: jobs).run { feed in
                    await finder.icon(of: feed.site, at: feed.url)
                } each: { _, feed, icon in
                    if let icon { tell((feed.id, icon)) }
                    return true
                }
            })
        try store.setIcons(icons)
        try store.saveBackoffs(finder.backoffs.learned)
        if let signal { throw Interrupted(signal: signal) }
    }
}
