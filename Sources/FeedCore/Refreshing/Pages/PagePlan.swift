/// Which pages of articles a run fetches, and in which order: the newest article first. Pure.
struct PagePlan {
    /// A page to fetch, and the feed of its article.
    struct Page: Sendable {
        let wanted: WantedPage
        let feed: Feed
        /// Name and port; empty for an address that cannot be fetched.
        let host: String
    }

    private(set) var pages: [Page] = []

    /// - Parameters:
    ///   - wanted: the newest article first.
    ///   - refreshed: the feeds that the run has refreshed.
    ///   - notDue: feeds whose pages that were never tried are fetched, but failed ones wait until the feed is due.
    ///   - limit: the most pages of a feed.
    ///   - host: the host of an address.
    init(
        of wanted: [WantedPage], refreshed: [Feed], notDue: [Feed], limit: (Feed) -> Int, host: (String) -> String
    ) {
        let refreshed = Dictionary(refreshed.map { ($0.id, $0) }) { first, _ in first }
        let notDue = Dictionary(notDue.map { ($0.id, $0) }) { first, _ in first }
        var left: [FeedID: Int] = [:]
        for page in wanted {
            guard let feed = refreshed[page.feed] ?? (page.tries == 0 ? notDue[page.feed] : nil) else { continue }
            let room = left[feed.id] ?? limit(feed)
            guard room > 0 else { continue }
            left[feed.id] = room - 1
            pages.append(Page(wanted: page, feed: feed, host: host(page.address)))
        }
    }

    /// The pages in turns of their hosts, one page at a time of each host.
    func queue(limit: Int) -> HostQueue<Page> { HostQueue(pages, limit: limit, host: \.host) }
}
