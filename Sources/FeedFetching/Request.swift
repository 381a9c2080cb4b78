/// The address to fetch, and the limits of the transfer.
public struct Request: Sendable {
    public var url: WebAddress
    /// Sent only to the scheme, host and port of `url`, never along a redirect elsewhere.
    public var credentials: Credentials?
    /// Extra header fields, sent only to the scheme, host and port of `url`.
    public var headers: [HTTPHeaders.Field] = []
    /// Asks an address that has a page and a feed for the feed (RFC 9110, section 12.5.1), unless `headers` say what to ask
    /// for.
    public var prefersFeeds = false
    /// Sent only to the URL they came from, never along a redirect.
    public var validators: Validators?
    /// The back-offs that the request respects. They are checked right before each transfer, and learn from each response;
    /// nil to ignore them.
    public var backoffs: HostBackoffs?
    /// The longest back-off in seconds that counts.
    public var longestBackoff: Int64 = .max
    /// The `User-Agent` (RFC 9110, section 10.1.5).
    public var userAgent: String
    /// `http://`, `https://` or `socks5h://`; nil for the proxy of the environment, empty for none.
    public var proxy: String?
    /// A file of authorities in PEM that are trusted besides those of the system; nil for these alone.
    public var caFile: String?
    /// For everything together: the redirects and the second try included.
    public var timeout: Duration
    /// The most bytes of a body, after decompression.
    public var byteLimit: Int
    /// Which servers may be reached, along redirects as well; nil for all.
    var networkLimit: NetworkLimit?
    /// The target of the body while it arrives; nil to keep it for the caller.
    var download: DownloadTarget?
    /// The feed that a program runs for, and when it was last refreshed.
    package var feed: (id: FeedID, last: Timestamp?)?
    /// The parts that make the request a call of an API; nil for one that fetches a document.
    package var call: Call?

    /// A call of an API. Its redirects are not followed, because curl would turn a POST into a GET; `.netrc` adds nothing
    /// to it; and the body of an error is kept, because it says why.
    package struct Call: Sendable {
        /// The form of a POST, as `application/x-www-form-urlencoded`; nil for a GET.
        package var form: String?
        /// Another method, and the JSON that goes with it.
        package var json: (method: String, text: String?)?
        /// Sending it twice does no harm: it is tried once more after a transient failure.
        package var isRepeatable = true
        /// How long to wait for a connection.
        var connectLimit = Duration.seconds(10)
        /// How long the server may be silent.
        package var quietLimit = Duration.seconds(60)
        var hasBody: Bool { form != nil || json?.text != nil }

        package init() {}
    }

    /// A request without credentials, validators and back-offs. Nothing is sent before a `Fetcher` fetches it.
    public init(url: WebAddress, userAgent: String, timeout: Duration = .seconds(60), byteLimit: Int = 32 << 20) {
        self.url = url
        self.userAgent = userAgent
        self.timeout = timeout
        self.byteLimit = byteLimit
    }

    /// Keeps the request, and its redirects, from this machine and private networks, unless the feed is from there: for
    /// redirects of a feed, and for what it or a page links to. `http` and `https` only. Otherwise the fetch fails with
    /// `FetchError.privateNetwork`.
    ///
    /// Each address is checked when it is connected to. A proxy resolves names itself, so with one, addresses and names
    /// that only a local network has are refused; the proxy may have any address.
    ///
    /// A feed in a file, or of a program, is from this machine. The server of the feed itself may have any address.
    public mutating func limitToPublicNetworks(unlessFrom feed: WebAddress) {
        networkLimit = NetworkLimit(feed: feed)
    }

    /// The header fields with the media types that are wanted.
    var headersWithAccept: [HTTPHeaders.Field] {
        guard prefersFeeds, !headers.contains(where: { $0.name.lowercased() == "accept" }) else { return headers }
        return headers + [HTTPHeaders.Field(name: "Accept", value: Request.feedTypes)]
    }

    private static let feedTypes =
        "application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, "
        + "application/xml;q=0.9, text/xml;q=0.9, */*;q=0.8"

    /// A request as the settings of a feed want it.
    public init(for url: WebAddress, _ settings: FeedSettings) {
        self.init(
            url: url, userAgent: settings.userAgent, timeout: settings.timeout, byteLimit: settings.byteLimit)
        headers = settings.headers
        proxy = settings.proxy
        caFile = settings.caFile
        longestBackoff = settings.maxHold
    }

    /// A request for what a feed links to, limited to public networks. Only the feed's own origin gets its credentials and
    /// headers.
    ///
    /// - Parameter credentials: those of the feed.
    package init(
        for url: WebAddress, linkedFrom feed: WebAddress, _ settings: FeedSettings, _ credentials: Credentials?,
        _ backoffs: HostBackoffs?
    ) {
        self.init(for: url, settings)
        limitToPublicNetworks(unlessFrom: feed)
        self.backoffs = backoffs
        if url.hasOrigin(of: feed) { self.credentials = credentials } else { headers = [] }
    }
}
