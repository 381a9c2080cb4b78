/// Fetches the page of an article and finds its text.
public struct PageFetcher: Sendable {
    private let fetcher: Fetcher
    private let settings: @Sendable (Feed) -> FeedSettings
    private let credentials: @Sendable (Feed) async -> Credentials?
    /// Of earlier runs, which are respected, and those that servers have asked for since.
    public let backoffs: HostBackoffs

    /// - Parameters:
    ///   - credentials: those of a feed, which go only to its own origin.
    ///   - settings: the settings of one feed: its limits, proxy and user agent hold for its pages too.
    public init(
        fetcher: Fetcher, backoffs: HostBackoffs, credentials: @escaping @Sendable (Feed) async -> Credentials?,
        settings: @escaping @Sendable (Feed) -> FeedSettings
    ) {
        self.fetcher = fetcher
        self.backoffs = backoffs
        self.credentials = credentials
        self.settings = settings
    }

    /// The most pages of the feed that one run fetches.
    func limit(of feed: Feed) -> Int { settings(feed).pageLimit }

    /// Fetches the page at an article's link and finds its text.
    public func text(at address: String, of feed: Feed) async -> Result<PageArticle, ArticlePageError> {
        let settings = settings(feed)
        let url: WebAddress
        do throws(FetchError) { url = try FetchAddress(address).url } catch { return .failure(.fetch(error)) }
        // No password command runs for other servers.
        let credentials = url.hasOrigin(of: feed.url) ? await credentials(feed) : nil
        let request = Request(for: url, linkedFrom: feed.url, settings, credentials, backoffs)
        let answer = await fetcher.read(request) { response, _ in
            let isHome = PageFetcher.isHome(response.url, instead: url, of: feed)
            let page = Result { () throws(PageError) in
                try PageArticle(of: response.takeBody(), charset: response.headers.charset, url: response.url)
            }
            return (isHome, page)
        }
        switch answer {
        case .success((true, .success)): return .failure(.homePage)
        case .success((_, .success(let page))): return page.html.isEmpty ? .failure(.noArticle) : .success(page)
        case .success((_, .failure(.notPage(let what)))): return .failure(.notAPage(what))
        case .success((_, .failure(.cancelled))): return .failure(.fetch(.cancelled))
        case .failure(.fetch(let error)): return .failure(.fetch(error))
        case .failure(.status(_, let why)): return .failure(.status(why))
        case .failure(.busy(_, let requested)):
            return .failure(.fetch(.held(host: requested.host, until: requested.time.until)))
        }
    }

    /// Whether the link of an article has led to the home page of its site: some sites answer so for a lost article.
    private static func isHome(_ page: WebAddress, instead link: WebAddress, of feed: Feed) -> Bool {
        let hosts = [link.host, feed.url.host].filter { !$0.isEmpty }
        let isOfSite = hosts.contains { page.host.hasSuffix($0) || $0.hasSuffix(page.host) }
        return isOfSite && ArticleFingerprint.isRoot(page.text) && !ArticleFingerprint.isRoot(link.text)
    }
}

/// Why the page of an article gave no text.
public enum ArticlePageError: Error, Hashable, Sendable {
    case fetch(FetchError)
    /// The article has no link to a page.
    case noLink
    /// The server has answered with an error, such as `HTTP 404 Not Found`.
    case status(String)
    /// It is not a page, and what it is.
    case notAPage(String)
    /// The page has no article.
    case noArticle
    /// The link leads to the home page of the site.
    case homePage

    /// Why, in words for the user.
    public var message: String {
        switch self {
        case .fetch(let error): error.message
        case .noLink: "it has no link"
        case .status(let status): status
        case .notAPage(let what): "not a page: \(what)"
        case .noArticle: "the page has no article"
        case .homePage: "it leads to the home page"
        }
    }

    /// How the failure affects later tries of this page and its host.
    var weight: Weight {
        switch self {
        case .fetch(.cancelled), .fetch(.disk): .nothing
        case .fetch(.offline), .fetch(.held): .host
        case .fetch(.address), .fetch(.privateNetwork), .noLink, .notAPage, .noArticle, .homePage: .final
        case .fetch, .status: .attempt
        }
    }

    enum Weight {
        /// It was not tried.
        case nothing
        /// It was not tried, and no other page of its host is.
        case host
        /// It failed once more.
        case attempt
        /// Trying it again is of no use.
        case final
    }
}
