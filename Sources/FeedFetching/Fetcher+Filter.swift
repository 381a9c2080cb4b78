extension Fetcher {
    /// The response with the document that a filter prints after reading the body. The headers stay those of the
    /// server.
    ///
    /// - Parameters:
    ///   - timeout: for all of the feed; the response and what came before it have used `spent`.
    ///   - feed: the feed that it runs for, unless the feed is not subscribed to.
    package func filter(
        _ response: consuming Response, by program: String, for url: WebAddress,
        of feed: (id: FeedID, last: Timestamp?)? = nil, within timeout: Duration, spent: Duration, byteLimit: Int
    ) async throws(FetchError) -> Response {
        var call = ProgramCall(program, for: url, timeout: timeout - spent, byteLimit: byteLimit)
        call.feed = feed?.id
        call.last = feed?.last
        call.input = response.body
        var filtered = response.withoutBody
        _ = consume response
        let (bytes, duration) = try await run(call)
        // Most filters print UTF-8, whatever they have read. Others leave the encoding as it was.
        if String(validating: bytes, as: UTF8.self) != nil {
            filtered.headers = filtered.headers.with(charset: "utf-8")
        }
        filtered.body = bytes
        filtered.duration += duration
        return filtered
    }
}
