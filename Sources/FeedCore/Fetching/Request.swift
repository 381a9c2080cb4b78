/// What to ask a server for, and within which limits.
public struct Request: Sendable {
    public var url: WebAddress
    /// Sent only to the scheme, host and port of `url`, never along a redirect elsewhere.
    public var credentials: Credentials?
    /// Extra header lines, sent only to the scheme, host and port of `url`.
    public var headers: [HTTPHeaders.Field]
    /// Sent only to the URL they came from, never along a redirect.
    public var validators: Validators?
    /// Until when a server, by name and port, wants to be left alone; nil where it does not. It is looked at right
    /// before each question, a second try and one along a redirect included, and on another thread.
    public var heldUntil: (@Sendable (_ host: String) -> Timestamp?)?
    /// Told each answer, one that redirects included, before anything else is asked of its server. On another thread.
    public var answered: (@Sendable (Response) -> Void)?
    public var userAgent: String
    /// `http://`, `https://` or `socks5://`; nil for what the environment says, empty for none.
    public var proxy: String?
    /// For everything together: redirects and the second try included.
    public var timeout: Duration
    /// The most bytes of a body, after decompression.
    public var byteLimit: Int

    public init(url: WebAddress, userAgent: String, timeout: Duration = .seconds(60), byteLimit: Int = 32 << 20) {
        self.url = url
        self.userAgent = userAgent
        self.timeout = timeout
        self.byteLimit = byteLimit
        headers = []
    }
}
