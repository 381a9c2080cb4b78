/// Which pages of articles a run fetches, and in which order: the newest article first, one page at a time of each host.
/// Pure.
struct PagePlan {
    /// A page to fetch, and the feed of its article.
    struct Page: Sendable {
        let wanted: WantedPage
        let feed: Feed
        /// Name and port; empty for an address that cannot be fetched.
        let host: String
    }

    /// The feeds whose pages a run may fetch.
    struct Scope: Sendable {
        /// The feeds that the run has refreshed.
        var refreshed: [Feed]
        /// Feeds that are not due: what the last run left is fetched, but what has failed waits for the feed's own run.
        var notDue: [Feed]
    }

    let count: Int
    private var waiting: [String: ArraySlice<Page>]
    /// The hosts with waiting pages and no running one, in the order of their turns, from `first` on.
    private var ready: [String] = []
    private var first = 0

    /// - Parameters:
    ///   - wanted: the newest article first.
    ///   - limit: the most pages of a feed.
    ///   - host: the host of an address.
    init(of wanted: [WantedPage], _ scope: Scope, limit: (Feed) -> Int, host: (String) -> String) {
        let refreshed = Dictionary(scope.refreshed.map { ($0.id, $0) }) { first, _ in first }
        let notDue = Dictionary(scope.notDue.map { ($0.id, $0) }) { first, _ in first }
        var left: [FeedID: Int] = [:]
        var pages: [String: [Page]] = [:]
        for page in wanted {
            guard let feed = refreshed[page.feed] ?? (page.tries == 0 ? notDue[page.feed] : nil) else { continue }
            let room = left[feed.id] ?? limit(feed)
            guard room > 0 else { continue }
            left[feed.id] = room - 1
            let host = host(page.address)
            if pages[host] == nil { ready.append(host) }
            pages[host, default: []].append(Page(wanted: page, feed: feed, host: host))
        }
        count = pages.values.reduce(0) { $0 + $1.count }
        waiting = pages.mapValues { $0[...] }
    }

    /// The next page of a host that is not busy, if any.
    mutating func next() -> Page? {
        while first < ready.count {
            let host = ready[first]
            first += 1
            if let page = waiting[host]?.popFirst() { return page }
        }
        return nil
    }

    /// Notes that a page has ended.
    ///
    /// - Parameter leavesHost: the other pages of its host are left for the next run.
    mutating func finish(_ page: Page, leavesHost: Bool) {
        if leavesHost { waiting[page.host] = nil } else { ready.append(page.host) }
    }
}
