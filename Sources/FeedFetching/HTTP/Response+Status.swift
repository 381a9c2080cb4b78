extension Response {
    /// The status in words: `404 Not Found`. The reason phrase is ours: a server may write anything there.
    public var statusWords: String { Response.words(for: status) }

    /// The status as the reason of a failure, with what the user can do: `HTTP 404 Not Found`.
    package var failure: String {
        let advice = isChallenge ? Response.challengeAdvice : Response.advice[status]
        return "HTTP " + statusWords + (advice.map { ": " + $0 } ?? "")
    }

    /// Advice for the user about a status, short enough for a list. For 429, see `RequestedBackoff`.
    private static let advice = [
        401: "the user or the password is missing or wrong: user@ in the URL, ~/.netrc, refresh.password-command",
        403: "the server refuses the request; another refresh.user-agent may help",
        407: proxySignIn,
        410: "the address is gone for good; its site may have a new one",
    ]

    static let proxySignIn = "put the user and the password into refresh.proxy"

    static func words(for status: Int) -> String {
        reasons[status].map { "\(status) \($0)" } ?? "\(status)"
    }

    /// The IANA registry of status codes, as far as feeds meet them, and those of content delivery networks.
    private static let reasons: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
        409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        418: "I'm a Teapot", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
        424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 507: "Insufficient Storage", 508: "Loop Detected",
        511: "Network Authentication Required", 520: "Unknown Error", 521: "Web Server Is Down",
        522: "Connection Timed Out", 523: "Origin Is Unreachable", 524: "A Timeout Occurred",
        525: "SSL Handshake Failed", 526: "Invalid SSL Certificate",
    ]
}
