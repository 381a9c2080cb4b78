/// The parts of an answer besides its content.
extension APIAnswer {
    /// Throws for every answer that is not a success.
    ///
    /// - Parameter secrets: what was sent, and must not be shown where a server repeats it.
    static func check(_ response: Response, hiding secrets: [String?]) throws(SyncError) {
        switch response.status {
        case 200...299: return
        case 300...399:
            let target = try? Fetcher.target(of: response)
            throw .answer(
                "the server answered with a redirect\(target.map { " to \($0.host)" } ?? ""), which is not followed")
        case 429: throw .held(seconds: response.headers.retryAfter ?? pause)
        // FreshRSS says so: it will not pass by itself.
        case 503 where response.body.starts(with: "Service Unavailable!".utf8): throw .apiIsOff
        case 503:
            guard let seconds = response.headers.retryAfter else { throw .status(503, words(of: response, secrets)) }
            throw .held(seconds: seconds)
        default: throw .status(response.status, words(of: response, secrets))
        }
    }

    /// Without a time of the server's own, in seconds.
    private static let pause: Int64 = 3600

    /// The beginning of a short answer in words, such as `Bad Request!`.
    private static func words(of response: Response, _ secrets: [String?]) -> String {
        guard let first = response.body.first, first != UInt8(ascii: "<"), first != UInt8(ascii: "{") else { return "" }
        let line = response.body.prefix(4096).prefix { $0 != 0x0A && $0 != 0x0D }
        // Looked for in more than is shown, which may end within a secret.
        if RepeatedSecret.isIn(String(decoding: line, as: UTF8.self), secrets) { return "" }
        return SingleLineText.clean(String(decoding: line.prefix(80), as: UTF8.self)) ?? ""
    }

    /// Why the server refuses a call, in its own words: a member of an object.
    static func refusal(_ name: String, in body: [UInt8], hiding secret: String?) -> String {
        guard let why = (try? JSONReader.read(body))?[name]?.string, !RepeatedSecret.isIn(why, [secret]) else {
            return ""
        }
        return SingleLineText.clean(String(why.prefix(200))) ?? ""
    }
}

extension HTTPHeaders {
    /// A date in it counts from the server's own clock.
    fileprivate var retryAfter: Int64? {
        // Without a `Date` of the server, a date cannot be compared with anything.
        retryAfter(at: date ?? Timestamp(seconds: .max))
    }
}
