/// Loading documents.
extension FeedFinder {
    /// The document at an address: a feed, or something else with its links and the reason why it is not a feed.
    enum Document {
        case feed(FoundFeed)
        case other(FeedDiscovery.WebPage, at: WebAddress, FeedFinderError)
    }

    func loadDocument(_ address: FetchAddress) async throws(FeedFinderError) -> Document {
        try await load(address) { response, mustStop throws(FeedFinderError) in
            do throws(FeedFinderError) {
                return .feed(try parse(response, from: address, mustStop: mustStop))
            } catch {
                if case .fetch = error { throw error }
                return .other(try discover(response), at: response.url, error)
            }
        }
    }

    func loadFeed(_ address: FetchAddress) async throws(FeedFinderError) -> FoundFeed {
        try await load(address) { response, mustStop throws(FeedFinderError) in
            try parse(response, from: address, mustStop: mustStop)
        }
    }

    func loadPage(_ address: FetchAddress) async throws(FeedFinderError) -> FeedDiscovery.WebPage {
        try await load(address) { response, _ throws(FeedFinderError) in try discover(response) }
    }

    /// Fetches an address, filters the document, and reads it.
    func load<Value: Sendable>(
        _ address: FetchAddress,
        _ read: @escaping @Sendable (Response, _ mustStop: @escaping () -> Bool) throws(FeedFinderError) -> Value
    ) async throws(FeedFinderError) -> Value {
        let request = try request(for: address)
        let answer = await fetcher.read(request, filter: filter, isLong: xpaths != nil) { response, mustStop in
            Result { () throws(FeedFinderError) in try read(response, mustStop) }
        }
        return try answer.mapError(FeedFinderError.init).get().get()
    }

    func request(for address: FetchAddress) throws(FeedFinderError) -> Request {
        var request = Request(for: address.url, settings)
        if address.isElsewhere, let headersElsewhere { request.headers = headersElsewhere }
        request.credentials = address.credentials
        request.prefersFeeds = xpaths == nil
        if request.credentials?.password.isEmpty == true {
            do throws(PasswordError) { try request.use(password) } catch { throw .fetch(.password(error.message)) }
        }
        request.backoffs = backoffs
        if address.url.isRemote { request.limitToPublicNetworks(unlessFrom: address.namer ?? address.url) }
        return request
    }

    func parse(
        _ response: Response, from address: FetchAddress, mustStop: @escaping () -> Bool
    ) throws(FeedFinderError) -> FoundFeed {
        do {
            let answered = address.url.scheme == .exec ? nil : response.url.text
            var parsed = try FeedParser.parse(
                response.body, by: takesGiven(address) ? xpaths : nil, base: base ?? answered,
                charset: charset ?? response.headers.charset,
                limit: max(settings.byteLimit, FeedParser.defaultLimit), extent: extent, mustStop: mustStop)
            parsed.icon = parsed.icon ?? parsed.favicon
            return FoundFeed(address: address, response: response, parsed: parsed, extent: extent)
        } catch .cancelled {
            throw .fetch(.cancelled)
        } catch {
            throw .parse(
                error.withoutContent(ofFile: response.url.scheme == .file, hiding: response.password))
        }
    }

    private func discover(_ response: Response) throws(FeedFinderError) -> FeedDiscovery.WebPage {
        let page = FeedDiscovery.page(
            response.body, base: response.url.text, charset: response.headers.charset,
            links: response.headers.values(of: "Link").flatMap(LinkField.links))
        // A cancelled task has read only the beginning.
        if Task.isCancelled { throw .fetch(.cancelled) }
        return page
    }

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
                        of: response.body, charset: charset ?? response.headers.charset,
                        isPlainText: response.headers.isPlainText, url: url)
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
