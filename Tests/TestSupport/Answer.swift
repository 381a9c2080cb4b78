/// A scripted answer to one request.
public struct Answer: Sendable {
    enum Step: Sendable {
        case send([UInt8])
        case wait(Gate)
        case pause(milliseconds: Int)
        /// Send nothing more until the client gives up.
        case silence
        /// Close with a reset instead of an end.
        case reset
    }

    var steps: [Step]
    var closes = false
    var etag: String?
    var lastModified: String?

    /// A document with its validators: a request that has one of them gets 304 and no body.
    public static func document(
        _ body: [UInt8], type: String = "application/rss+xml", etag: String? = nil, lastModified: String? = nil,
        headers: [(String, String)] = []
    ) -> Answer {
        var lines = [("Content-Type", type)]
        if let etag { lines.append(("ETag", etag)) }
        if let lastModified { lines.append(("Last-Modified", lastModified)) }
        var answer = Answer.status(200, headers: lines + headers, body: body)
        answer.etag = etag
        answer.lastModified = lastModified
        return answer
    }

    public static func document(
        _ body: String, type: String = "application/rss+xml", etag: String? = nil, lastModified: String? = nil,
        headers: [(String, String)] = []
    ) -> Answer {
        document(Array(body.utf8), type: type, etag: etag, lastModified: lastModified, headers: headers)
    }

    /// Any status, with a correct Content-Length.
    public static func status(_ status: Int, headers: [(String, String)] = [], body: [UInt8] = []) -> Answer {
        let hasLength = status >= 200 && status != 204 && status != 304
        let length = hasLength ? [("Content-Length", String(body.count))] : []
        return Answer(steps: [.send(head(status, headers + length)), .send(body)])
    }

    public static func redirect(_ status: Int, to location: String, headers: [(String, String)] = []) -> Answer {
        .status(status, headers: [("Location", location)] + headers)
    }

    /// The parts with the chunked coding (RFC 9112, section 7.1).
    public static func chunked(_ parts: [[UInt8]]) -> Answer {
        var steps = [Step.send(head(200, [("Transfer-Encoding", "chunked")]))]
        for part in parts {
            steps.append(.send(Array((String(part.count, radix: 16) + "\r\n").utf8) + part + [13, 10]))
        }
        return Answer(steps: steps + [.send(Array("0\r\n\r\n".utf8))])
    }

    /// Only these bytes; then the connection is closed.
    public static func raw(_ bytes: [UInt8]) -> Answer { Answer(steps: [.send(bytes)], closes: true) }

    public static func raw(_ text: String) -> Answer { .raw(Array(text.utf8)) }

    /// Reads the request and never answers.
    public static let silence = Answer(steps: [.silence], closes: true)

    /// Closes the connection without an answer.
    public static let hangUp = Answer(steps: [], closes: true)

    /// Resets the connection without an answer.
    public static let reset = Answer(steps: [.reset], closes: true)

    /// The same answer once the gate is open.
    public func after(_ gate: Gate) -> Answer {
        var answer = self
        answer.steps.insert(.wait(gate), at: 0)
        return answer
    }

    /// The same answer, and then the connection stays open.
    public func thenSilence() -> Answer {
        var answer = self
        answer.steps.append(.silence)
        answer.closes = true
        return answer
    }

    /// The same answer, followed by the bytes of another one.
    public func then(_ other: Answer) -> Answer {
        var answer = self
        answer.steps += other.steps
        answer.closes = other.closes
        return answer
    }

    /// The same bytes in pieces, with a pause before each.
    public func dripping(_ size: Int, everyMilliseconds pause: Int) -> Answer {
        var answer = self
        answer.steps = steps.flatMap { step -> [Step] in
            guard case .send(let bytes) = step else { return [step] }
            return stride(from: 0, to: bytes.count, by: size).flatMap { start -> [Step] in
                [.pause(milliseconds: pause), .send(Array(bytes[start..<min(start + size, bytes.count)]))]
            }
        }
        return answer
    }

    /// The answer to the request, 304 where a validator matches.
    func answering(_ request: ReceivedRequest) -> Answer {
        let isKnown =
            (etag != nil && request["If-None-Match"] == etag)
            || (request["If-None-Match"] == nil && lastModified != nil && request["If-Modified-Since"] == lastModified)
        guard isKnown else { return self }
        return .status(304, headers: etag.map { [("ETag", $0)] } ?? [])
    }

    private static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
        let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        return Array("HTTP/1.1 \(status) As Scripted\r\n\(lines)\r\n".utf8)
    }
}

/// A received request.
public struct ReceivedRequest: Sendable {
    public var method: String
    /// The path with its query.
    public var path: String
    public var headers: [(name: String, value: String)]
    /// The number of its connection, counted from 1.
    public var connection: Int
    public var body: [UInt8] = []

    /// The first value of a header, whose name is compared without case.
    public subscript(name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    init?(_ text: String, connection: Int) {
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)
        guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
        method = String(words[0])
        path = String(words[1])
        headers = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (String(line[..<colon]), String(value))
        }
        self.connection = connection
    }
}
