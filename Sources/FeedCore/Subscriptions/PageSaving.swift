/// A web page that was fetched to be saved.
public struct FetchedPage: Sendable {
    public let draft: ArticleDraft
    /// The addresses that identify a saved page: its own, and the one that was fetched.
    public let urls: [WebAddress]
    /// The page shows no text.
    public let isEmpty: Bool

    /// - Parameters:
    ///   - page: its article.
    ///   - url: the address that answered.
    public init(_ page: PageArticle, at url: WebAddress) {
        let own = page.url.flatMap(WebAddress.init).flatMap { $0.names(url) ? $0 : nil } ?? url
        var article = ParsedArticle()
        article.content = ArticleContent(of: page, url: own.text, source: url.text)
        article.content.url = own.textWithoutFragment
        article.content.guid = article.content.url
        article.title = page.title
        draft = ArticleDraft(of: article)
        isEmpty = draft.excerpt.isEmpty && draft.content.text?.written.contains("<img") != true
        urls = own == url ? [url] : [own, url]
    }
}

extension WebAddress {
    /// Whether a page at the other address may name this one as its own: it is on the same host and not the home page,
    /// which badly made sites name on all pages.
    fileprivate func names(_ other: WebAddress) -> Bool {
        guard isRemote, host == other.host else { return false }
        let isHome = path.prefix { $0 != "?" && $0 != "#" }.allSatisfy { $0 == "/" }
        return !isHome || path == other.path
    }
}

extension FetchedPage {
    /// Fetches pages, two at once and one of each host, and hands each to `each` as soon as it is there. Ends early if
    /// `each` returns false. If a host refuses the connection, its other pages have the same result without a try.
    ///
    /// - Parameter host: the host of a page, by name and port.
    public static func fetch<Page: Sendable>(
        _ pages: [Page], host: @escaping (Page) -> String,
        _ fetch: @escaping @Sendable (Page) async -> Result<FetchedPage, FeedFinderError>,
        each: (Page, Result<FetchedPage, FeedFinderError>) -> Bool
    ) async {
        await HostQueue(pages, limit: 2, host: host).run(fetch) { queue, page, result in
            guard each(page, result) else { return false }
            guard case .failure(.fetch(.refused)) = result else { return true }
            return queue.removeWaiting(at: host(page)).allSatisfy { each($0, result) }
        }
    }
}
