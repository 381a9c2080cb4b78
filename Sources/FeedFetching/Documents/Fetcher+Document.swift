extension Fetcher {
    /// Fetches a document, filters it and reads it, all within the request's timeout.
    ///
    /// - Parameters:
    ///   - isLong: as for `ReadingLimit`.
    ///   - work: reads the body of a successful response, and may free it early with `takeBody`.
    package func read<Value: Sendable>(
        _ request: Request, filter: String? = nil, isLong: Bool = false,
        _ work: @escaping @Sendable (inout Response, _ mustStop: @escaping @Sendable () -> Bool) -> Value
    ) async -> Result<Value, DocumentError> {
        do throws(FetchError) {
            let response = try await fetchResponse(to: request)
            if let error = DocumentError(refusing: response, to: request) { return .failure(error) }
            return try await withBody(of: response) { response in
                do throws(FetchError) {
                    return .success(try await read(response, to: request, filter: filter, isLong: isLong, work))
                } catch {
                    return .failure(.fetch(error))
                }
            }
        } catch {
            return .failure(.fetch(error))
        }
    }

    /// Filters the response to a request and reads it, within what is left of the request's timeout.
    ///
    /// - Parameter spentBefore: the part of the timeout that was used before the request.
    package func read<Value: Sendable>(
        _ given: consuming Response, to request: Request, filter: String?, spentBefore: Duration = .zero, isLong: Bool,
        _ work: @escaping @Sendable (inout Response, _ mustStop: @escaping @Sendable () -> Bool) -> Value
    ) async throws(FetchError) -> Value {
        var response = given
        if let filter {
            response = try await self.filter(response, by: filter, of: request, spent: spentBefore + response.duration)
        }
        let (head, byteCount) = (response.withoutBody, response.body.count)
        let body = Locked<[UInt8]?>(response.body)
        _ = consume response
        return try await ReadingLimit.result(
            byteCount, within: request.timeout, spent: spentBefore + head.duration, isLong: isLong
        ) { mustStop in
            var response = head
            response.body = body.withLock { $0.take() } ?? []
            return work(&response, mustStop)
        }.get()
    }

    /// The response with the document that a filter prints after reading the body. The headers stay those of the
    /// server.
    ///
    /// - Parameter spent: the part of the request's timeout that was used.
    private func filter(
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

/// Why an address has given no document.
package enum DocumentError: Error {
    case fetch(FetchError)
    /// The answer has no document: its status, and the reason, such as `HTTP 404 Not Found`.
    case status(Int, String)
    /// The server asks for a back-off, with a status such as `429 Too Many Requests`.
    case busy(String, RequestedBackoff)

    /// The reason, in words for the user.
    package var message: String {
        switch self {
        case .fetch(let error): error.message
        case .status(_, let why): why
        case .busy(let words, let requested):
            "HTTP \(words): the server asks to wait until \(requested.time.until.rfc3339)"
        }
    }

    fileprivate init?(refusing response: Response, to request: Request) {
        let (longest, now) = (request.longestBackoff, request.backoffs?.now)
        if let now, let requested = RequestedBackoff(of: response, longest: longest, at: now) {
            self = .busy(response.statusWords, requested)
        } else if ![200, 203].contains(response.status) {
            self = .status(response.status, response.failure)
        } else if response.isChallenge {
            self = .status(response.status, Response.challengeAdvice)
        } else {
            return nil
        }
    }
}
