extension FeedFinder {
    /// How long a page may take only to give an icon.
    private static let patience = Duration.seconds(10)
    /// The most bytes of a page that is read only for its icon: its head is at its beginning, and what waits for it is
    /// a feed in memory.
    private static let pageLimit = 1 << 20

    /// The icon of the feed's home page; nil where there is none.
    func icon(of feed: ParsedFeed, at url: WebAddress) async -> String? {
        guard let page = FeedFinder.homePage(of: feed, at: url), let address = try? FetchAddress(page.text),
            // A page that cannot be read has no icon: nothing else depends on it.
            let response = try? await asking(patience: FeedFinder.patience, byteLimit: FeedFinder.pageLimit).fetch(
                address)
        else { return nil }
        let links = FeedDiscovery.page(response.body, base: response.url.text, charset: response.headers.charset)
        return Task.isCancelled ? nil : links.icon
    }

    /// The same, for what a page names: it waits no longer than this for an answer.
    func asking(patience: Duration, byteLimit: Int = .max) -> FeedFinder {
        var settings = settings
        settings.byteLimit = min(settings.byteLimit, byteLimit)
        settings.timeout = min(settings.timeout, patience)
        return FeedFinder(fetcher: fetcher, settings: settings, holds: holds)
    }

    /// The home page, where it is on the feed's own site: nobody else is asked for what only decorates a list.
    static func homePage(of feed: ParsedFeed, at url: WebAddress) -> WebAddress? {
        guard let page = feed.link.flatMap(WebAddress.init), page.scheme != .file, url.scheme != .file,
            page.text != url.text, page.scheme == .https || url.scheme == .http
        else { return nil }
        return site(of: page) == site(of: url) ? page : nil
    }

    /// The last two labels of a name; an address of numbers, with its port, is itself.
    private static func site(of url: WebAddress) -> String {
        let labels = url.host.split(separator: ".")
        guard let last = labels.last, last.contains(where: \.isLetter), !url.host.hasPrefix("[") else {
            return url.hostAndPort
        }
        return labels.suffix(2).joined(separator: ".")
    }
}
