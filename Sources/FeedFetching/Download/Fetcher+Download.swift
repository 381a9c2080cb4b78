extension Fetcher {
    /// How a try to download a file has ended, beside errors.
    public enum DownloadEnd: Sendable {
        /// The file is complete.
        case complete(DownloadHead)
        /// The server does not send the rest of the same file; nothing was written. It has to be asked for all of it.
        case restart
        /// The server has answered with an error.
        case failed(Response)
    }

    /// Downloads a file, or the rest of it, into a part. This is one try: after a failure the part has what came.
    ///
    /// There is no limit for the whole time; `request.timeout` is the longest that the server may be silent, and
    /// `request.byteLimit` counts for the whole file. The body must not change on the way (RFC 9110, section 8.4), so
    /// the request asks for no content coding; if there is one, it is decoded.
    ///
    /// - Parameters:
    ///   - known: what was known of the part when it was begun. Without a validator the part must be empty.
    ///   - isMedia: whether a web page cannot be what is wanted.
    ///   - begin: gets the server's facts about the file before the first byte is written. It is called on the thread
    ///     of the transfers and must not wait.
    public func download(
        _ request: Request, into file: PartFile, from known: DownloadHead = DownloadHead(), isMedia: Bool,
        begin: @escaping @Sendable (DownloadHead) -> Void
    ) async throws(FetchError) -> DownloadEnd {
        guard request.url.scheme != .file else { throw .address("the link of an article cannot lead to a file") }
        let expectation = DownloadExpectation(
            offset: file.length, validator: known.validator, size: known.size, limit: Int64(request.byteLimit),
            isMedia: isMedia)
        if expectation.offset > 0, expectation.validator == nil { return .restart }
        var request = request
        request.download = DownloadTarget(file: file, expectation: expectation, begin: begin)
        var spent = Duration.zero
        let response = try await followRedirects(of: request, spent: &spent).get()
        switch expectation.verdict(status: response.status, response.headers) {
        case .restart: return .restart
        case .refuse(let error): throw error
        case .accept(let head):
            guard (200..<300).contains(response.status) else { return .failed(response) }
            guard head.size ?? file.length == file.length else {
                throw .connection("the answer of \(response.url.host) ended too soon")
            }
            guard file.length > 0 else { throw .connection("the answer of \(response.url.host) is empty") }
            return .complete(head)
        }
    }
}
