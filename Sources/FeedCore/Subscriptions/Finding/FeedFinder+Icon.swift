extension FeedFinder {
    /// The timeout of a page that is fetched only for its icon.
    private static let iconTimeout = Duration.seconds(10)
    /// The most bytes of such a page: the icon is in its head.
    private static let iconByteLimit = 1 << 20

    /// The icon on the home page of the feed at `url`; nil without one.
    public func icon(of link: String?, at url: WebAddress) async -> String? {
        guard let home = FeedFinder.homePage(of: link, at: url),
            let address = try? FeedFinder.address(home.text, namedBy: url)
        else { return nil }
        // The icon is optional: a page that cannot be read has none.
        let page = try? await limited(timeout: FeedFinder.iconTimeout, byteLimit: FeedFinder.iconByteLimit)
            .loadPage(address)
        return page?.icon
    }

    /// A copy with smaller limits, which shares the back-offs. Its requests are for servers that the user has not named.
    func limited(timeout: Duration, byteLimit: Int = .max) -> FeedFinder {
        var settings = settings
        settings.byteLimit = min(settings.byteLimit, byteLimit)
        settings.timeout = min(settings.timeout, timeout)
        settings.headers = headersElsewhere ?? settings.headers
        return FeedFinder(fetcher: fetcher, settings: settings, backoffs: backoffs)
    }

    /// The feed's home page, if it is on the feed's own site: an icon is not worth a request to another server.
    public static func homePage(of link: String?, at url: WebAddress) -> WebAddress? {
        guard let page = link.flatMap(WebAddress.init), page.isRemote, url.isRemote,
            page.text != url.text, page.scheme == .https || url.scheme == .http
        else { return nil }
        return site(of: page) == site(of: url) ? page : nil
    }

    /// The last two labels of a host name, or an IP address with its port.
    private static func site(of url: WebAddress) -> String {
        let labels = url.host.split(separator: ".")
        guard let last = labels.last, last.contains(where: \.isLetter), !url.host.hasPrefix("[") else {
            return url.hostAndPort
        }
        return labels.suffix(2).joined(separator: ".")
    }
}
