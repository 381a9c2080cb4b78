/// The settings of one feed's refresh.
public struct FeedSettings: Hashable, Sendable {
    /// Seconds between two refreshes.
    public var interval: Int64 = 3600
    /// For the whole fetch, with its redirects and the second try.
    public var timeout = Duration.seconds(60)
    /// The most bytes of a body, after decompression.
    public var byteLimit = 32 << 20
    /// The longest back-off, in seconds, that a server can ask for.
    public var maxHold: Int64 = 7 * 86_400
    /// Scheduled refreshes include the feed.
    public var isInBackground = true
    /// The most connections at once to the feed's host.
    public var hostJobs = 2
    /// The `User-Agent` of each request (RFC 9110, section 10.1.5).
    public var userAgent: String
    /// The word that users write for no proxy.
    public static let noProxy = "none"
    /// As in `Request.proxy`.
    public var proxy: String?
    /// As in `Request.caFile`.
    public var caFile: String?
    /// Extra header fields, sent only to the feed's own scheme, host and port.
    public var headers: [HTTPHeaders.Field] = []
    /// The most pages of its articles that one run fetches.
    public var pageLimit = 30
    /// A changed article becomes unread again.
    public var updatesBecomeUnread = false
    /// The articles of the first document are stored as read.
    public var beginsRead = false

    /// The default settings: hourly, 60 seconds, 32 MiB, back-offs of up to a week, two connections to a host.
    public init(userAgent: String) { self.userAgent = userAgent }
}
