/// Feeds with a program, a filter or XPaths: the document itself is used, not a feed that it advertises.
extension FeedFinder {
    func takesGiven(_ address: FetchAddress) -> Bool {
        address.url.scheme == .exec || filter != nil || xpaths != nil
    }

    /// Filters a document that the user has fetched, and reads it as a feed or by XPaths.
    ///
    /// - Parameter isFile: it is from a file, which no error quotes.
    public func read(_ document: [UInt8], ofFile isFile: Bool) async throws(FeedFinderError) -> ParsedFeed {
        let address: FetchAddress
        // No link is relative to the place that it came from.
        do { address = try FetchAddress(program: "-") } catch { throw .fetch(error) }
        let response = Response(status: 200, url: address.url, body: document)
        let request = try request(for: address)
        let result: Result<FoundFeed, FeedFinderError>
        do throws(FetchError) {
            result = try await fetcher.read(response, to: request, filter: filter, isLong: xpaths != nil) {
                response, mustStop in
                Result { () throws(FeedFinderError) in try parse(response, from: address, mustStop: mustStop) }
            }
        } catch {
            throw .fetch(error)
        }
        do throws(FeedFinderError) { return try result.get().parsed } catch {
            guard case .parse(let error) = error else { throw error }
            throw .parse(error.withoutContent(ofFile: isFile))
        }
    }

    /// Fetches the document at the first address that connects, unchanged, within the limits of a feed.
    public func document(at addresses: [FetchAddress]) async throws(FeedFinderError) -> [UInt8] {
        try await FeedFinder.firstConnected(addresses) { address throws(FeedFinderError) in
            let request = try request(for: address)
            let answer = await fetcher.read(request) { response, _ in response.takeBody() }
            return try answer.mapError(FeedFinderError.init).get()
        }
    }
}
