/// Feeds with a program, a filter or XPaths: the document itself is used, not a feed that it advertises.
extension FeedFinder {
    func takesGiven(_ address: FetchAddress) -> Bool {
        address.url.scheme == .exec || filter != nil || xpaths != nil
    }

    /// Filters a document that the user has fetched, and reads it as a feed or by XPaths.
    public func read(_ document: [UInt8]) async throws(FeedFinderError) -> ParsedFeed {
        let address: FetchAddress
        // No link is relative to the place that it came from.
        do { address = try FetchAddress(program: "-") } catch { throw .fetch(error) }
        let response = Response(status: 200, url: address.url, body: document)
        return try await read(response, try request(for: address), address).parsed
    }

    /// Fetches the document at the first address that connects, unchanged, within the limits of a feed.
    public func document(at addresses: [FetchAddress]) async throws(FeedFinderError) -> [UInt8] {
        try await FeedFinder.firstConnected(addresses) { address throws(FeedFinderError) in
            let request = try request(for: address)
            let response: Response
            do throws(FetchError) { response = try await fetcher.fetch(request) } catch { throw .fetch(error) }
            try checkStatus(of: response)
            return response.body
        }
    }

    /// Fetches the document, filters it, and reads it as a feed or by XPaths.
    func loadGiven(_ address: FetchAddress) async throws(FeedFinderError) -> FoundFeed {
        let request = try request(for: address)
        let result: Result<FoundFeed, FeedFinderError>
        do throws(FetchError) {
            let response = try await fetcher.fetchResponse(to: request)
            result = try await fetcher.withBody(of: response) { response -> Result<FoundFeed, FeedFinderError> in
                do throws(FeedFinderError) { return .success(try await read(response, request, address)) } catch {
                    return .failure(error)
                }
            }
        } catch {
            throw .fetch(error)
        }
        return try result.get()
    }

    private func read(
        _ given: Response, _ request: Request, _ address: FetchAddress
    ) async throws(FeedFinderError) -> FoundFeed {
        try checkStatus(of: given)
        let hash = StableHash.of(given.body)
        let result: Result<FoundFeed, FeedFinderError>
        do throws(FetchError) {
            var response = given
            if let filter {
                response = try await fetcher.filter(
                    given, by: filter, for: address.url, within: request.timeout, spent: given.duration,
                    byteLimit: request.byteLimit)
            }
            let document = response
            result = try await ReadingLimit.result(
                document.body.count, within: request.timeout, spent: document.duration, isLong: xpaths != nil
            ) { mustStop in
                Result { () throws(FeedFinderError) in
                    try parse(document, from: address, bodyHash: hash, mustStop: mustStop)
                }
            }.get()
        } catch {
            throw .fetch(error)
        }
        return try result.get()
    }
}
