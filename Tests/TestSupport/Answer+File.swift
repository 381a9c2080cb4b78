extension Answer {
    /// A file of which the rest can be asked for (RFC 9110, section 14), if it has a strong entity tag.
    ///
    /// - Parameter cut: so many bytes of the body come, and then the connection is closed.
    public static func file(
        _ body: [UInt8], for request: ReceivedRequest, etag: String? = "\"1\"", cut: Int? = nil,
        headers: [(String, String)] = []
    ) -> Answer {
        let common = [("Content-Type", "audio/mpeg")] + (etag.map { [("ETag", $0)] } ?? []) + headers
        var answer = Answer.status(200, headers: common, body: body)
        if let etag, let start = request.rangeStart, request["If-Range"] == etag {
            answer =
                start < body.count
                ? .status(
                    206, headers: common + [("Content-Range", "bytes \(start)-\(body.count - 1)/\(body.count)")],
                    body: Array(body[start...]))
                : .status(416, headers: [("Content-Range", "bytes */\(body.count)")])
        }
        return cut.map { answer.cut(after: $0) } ?? answer
    }

    /// The same answer, whose body ends too soon.
    public func cut(after count: Int) -> Answer {
        var answer = self
        if case .send(let body)? = answer.steps.last {
            answer.steps[answer.steps.count - 1] = .send(Array(body.prefix(count)))
        }
        answer.closes = true
        return answer
    }
}

extension ReceivedRequest {
    /// The first byte of `Range: bytes=10-`.
    public var rangeStart: Int? {
        guard let range = self["Range"], range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
        return Int(range.dropFirst("bytes=".count).dropLast())
    }
}
