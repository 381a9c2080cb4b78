/// The answer of a server, after its redirects.
public struct Response: Sendable {
    /// The HTTP status; 200 for a local file.
    public var status: Int
    /// The address that answered.
    public var url: WebAddress
    /// The new address of the feed: the last one that only permanent redirects (301, 308) led to (RFC 9110, sections
    /// 15.4.2 and 15.4.9).
    public var movedTo: WebAddress?
    public var headers: HTTPHeaders
    /// The decompressed body; empty while it is in `file`.
    public var body: [UInt8]
    /// How long the fetch took, with its redirects and the second try.
    public var duration: Duration
    /// The body is a page that a protection against bots has sent instead of the document.
    package internal(set) var isChallenge = false
    /// The `StableHash` of the body that the server has sent, if a filter has changed it.
    package internal(set) var hashBeforeFilter: Int64?
    /// The password that the server was sent.
    package internal(set) var password: String?
    /// The most bytes of the body that its request allows.
    var byteLimit = 32 << 20
    /// Holds a large body until `Fetcher.withBody` reads it.
    var file: BodyFile?

    /// A response with its whole body in memory.
    public init(
        status: Int, url: WebAddress, movedTo: WebAddress? = nil, headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8] = [], duration: Duration = .zero
    ) {
        self.status = status
        self.url = url
        self.movedTo = movedTo
        self.headers = headers
        self.body = body
        self.duration = duration
    }

    /// Everything but the body.
    package var withoutBody: Response {
        var response = self
        (response.body, response.file) = ([], nil)
        return response
    }

    /// Hands the body over, so that its reader can free it early.
    package mutating func takeBody() -> [UInt8] {
        defer { body = [] }
        return body
    }

    /// The server wants the credentials by Digest, which it says after each request without.
    var asksForDigest: Bool {
        status == 401 && headers.values(of: "WWW-Authenticate").contains { $0.lowercased().hasPrefix("digest") }
    }

    /// Whether the body of a response with an unknown content coding begins as plain text does. A large body may.
    var mayBePlain: Bool {
        guard (200..<300).contains(status) else { return true }
        switch DocumentKind(of: body) {
        case .file, .other: return false
        default: return true
        }
    }
}
