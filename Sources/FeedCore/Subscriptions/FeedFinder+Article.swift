extension FeedFinder {
    /// Fetches a web page and finds its article. If the connection to an address fails, tries the next one.
    ///
    /// - Returns: the article, and the address that answered.
    public func findArticle(
        at addresses: [FetchAddress]
    ) async throws(FeedFinderError) -> (article: PageArticle, url: WebAddress) {
        try await FeedFinder.firstConnected(addresses) { address throws(FeedFinderError) in
            try await load(address) { response, _ throws(FeedFinderError) in
                let url = base.flatMap(WebAddress.init) ?? response.url
                do throws(PageError) {
                    let article = try PageArticle(
                        of: response.body, charset: charset ?? response.headers.charset, url: url)
                    return (article, response.url)
                } catch .cancelled {
                    throw .fetch(.cancelled)
                } catch {
                    throw .document(error)
                }
            }
        }
    }
}
