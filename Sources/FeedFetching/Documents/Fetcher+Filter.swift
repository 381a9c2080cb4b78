extension Fetcher {
    /// The response with the document that a filter prints after reading the body. The headers stay those of the
    /// server.
    ///
    /// - Parameter spent: the part of the request's timeout that was used.
    func filter(
        _ response: consuming Response, by program: String, of request: Request, spent: Duration
    ) async throws(FetchError) -> Response {
        var call = ProgramCall(
            program, for: request.url, timeout: request.timeout - spent, byteLimit: request.byteLimit)
        call.feed = request.feed?.id
        call.last = request.feed?.last
        call.input = response.body
        var filtered = response.withoutBody
        filtered.hashBeforeFilter = StableHash.of(response.body)
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
