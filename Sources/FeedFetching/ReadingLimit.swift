/// Limits the time to read a document to what fetching left of the feed's timeout.
package enum ReadingLimit {
    /// A shorter document is read in a moment: the time grows linearly with the length.
    private static let shortLength = 1 << 20

    /// The value of `work`, or `tooLongToRead` if the time is up first: `work` is then cancelled.
    ///
    /// - Parameters:
    ///   - byteCount: the length of the document.
    ///   - timeout: for all of the feed; `spent` is the part of it that was used.
    ///   - isLong: the work may take long for any document. It runs on a thread of its own, so that others are read
    ///     meanwhile. Other work must end soon when it is cancelled.
    package static func result<Value: Sendable>(
        _ byteCount: Int, within timeout: Duration, spent: Duration, isLong: Bool = false,
        _ work: @escaping @Sendable (_ mustStop: @escaping @Sendable () -> Bool) -> Value
    ) async -> Result<Value, FetchError> {
        if isLong { return await resultOfLongWork(within: timeout, spent: spent, work) }
        guard byteCount > shortLength else { return .success(work { Task.isCancelled }) }
        let (value, isLate) = await withTaskGroup(of: Value?.self) { group in
            group.addTask { work { Task.isCancelled } }
            group.addTask {
                try? await Task.sleep(for: timeout - spent)
                return nil
            }
            var (value, isLate): (Value?, Bool) = (nil, false)
            while let ended = await group.next() {
                if let ended { value = ended } else { isLate = value == nil && !Task.isCancelled }
                group.cancelAll()
            }
            return (value, isLate)
        }
        guard !isLate, let value else { return .failure(isLate ? .tooLongToRead(timeout) : .cancelled) }
        return .success(value)
    }

    /// If the time is up first, this leaves the thread alone, with the objects that it works on: libxml2 cannot be
    /// stopped while it evaluates an XPath.
    private static func resultOfLongWork<Value: Sendable>(
        within timeout: Duration, spent: Duration,
        _ work: @escaping @Sendable (_ mustStop: @escaping @Sendable () -> Bool) -> Value
    ) async -> Result<Value, FetchError> {
        switch await TimedWork.result(within: timeout - spent, work) {
        case .done(let value): .success(value)
        case .late: .failure(Task.isCancelled ? .cancelled : .tooLongToRead(timeout))
        case .noThread: .failure(.program("the system has no threads left"))
        }
    }
}

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
