/// The hash of a body, and what was parsed from it if it is new.
struct ChangedBody: Sendable {
    /// Nil for a feed that has moved, so that its document is parsed each time until the new address serves it.
    private(set) var hash: Int64?
    var parsed: FeedUpdate.Parsed?
    /// The task was cancelled while the body was parsed.
    var isCancelled: Bool { if case .failure(.cancelled) = parsed { true } else { false } }

    /// The new address of a feed, as its document at this address announces it; nil if the feed is there already. For a
    /// feed on https, it is on https, too: many documents name themselves by the http address of earlier years.
    func move(of feed: Feed, from url: WebAddress) -> WebAddress? {
        guard case .success(let parsed) = parsed, let text = parsed.newURL, let named = try? FetchAddress(text).url
        else { return nil }
        let isSecure = feed.url.scheme == .https && named.scheme == .http
        guard let next = isSecure ? WebAddress("https" + named.text.dropFirst(4)) : named, next.isRemote,
            feed.url.isRemote, next != url, next != feed.url
        else { return nil }
        return next
    }

    init() {}

    /// - Parameters:
    ///   - fetcher: runs the feed's filter.
    ///   - isForced: parses a body that equals the last one, too.
    ///   - spentBefore: the part of the feed's timeout that was used before the request.
    ///   - textHashes: those of the stored articles, by the hashes of their drafts. A forced refresh reads all texts.
    init(
        of given: consuming Response, _ feed: Feed, _ fetcher: Fetcher, _ settings: FeedSettings, isForced: Bool,
        spentBefore: Duration, _ textHashes: @autoclosure () async -> [Int64: Int64]
    ) async throws(FetchError) {
        let url = given.url
        guard [200, 203].contains(given.status) else { return }
        // The hash is of the unfiltered body, because the validators belong to it.
        let hash = StableHash.of(given.body)
        self.hash = hash
        guard isForced || hash != feed.refresh.bodyHash else { return }
        let stored = isForced || feed.refresh.bodyHash == nil ? [:] : await textHashes()
        var request = Request(for: feed.url, settings)
        request.feed = (feed.id, feed.refresh.lastRefreshed)
        parsed = try await fetcher.read(
            given, to: request, filter: feed.filter, spentBefore: spentBefore, isLong: feed.xpaths != nil
        ) { response, mustStop in
            Result { () throws(ParseError) in
                do throws(ParseError) {
                    var parsed = try FeedParser.parse(
                        response.takeBody(), by: feed.xpaths, base: feed.base(of: response),
                        charset: response.headers.charset, limit: max(settings.byteLimit, FeedParser.defaultLimit),
                        mustStop: mustStop)
                    try parsed.makeDrafts(stored: stored, mustStop: mustStop)
                    return parsed
                } catch {
                    throw error.withoutContent(
                        ofFile: response.url.scheme == .file, hiding: response.password)
                }
            }
        }
        if move(of: feed, from: url) != nil { self.hash = nil }
    }
}

extension Feed {
    /// The base URL of relative links; nil for the output of a program.
    fileprivate func base(of response: Response) -> String? {
        response.url.scheme == .exec ? nil : response.url.text
    }
}
