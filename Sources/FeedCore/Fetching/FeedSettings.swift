/// The settings that hold for the refresh of one feed.
public struct FeedSettings: Hashable, Sendable {
    /// Seconds between two refreshes.
    public var interval: Int64
    /// For one feed with its redirects and its second try.
    public var timeout: Duration
    /// The most bytes of a body, after decompression.
    public var byteLimit: Int
    /// The longest time, in seconds, that a server can ask to be left alone.
    public var maxHold: Int64
    /// A schedule refreshes it.
    public var isInBackground: Bool
    /// A schedule leaves it for a network that costs nothing.
    public var isUnmeteredOnly: Bool
    /// How many connections are made to its host.
    public var hostJobs: Int
    public var userAgent: String
    public var proxy: String?
    public var headers: [HTTPHeaders.Field]
    /// A changed article becomes unread again.
    public var updatesBecomeUnread: Bool
    /// What the feed's first document brings is stored as read.
    public var beginsRead = false

    public init(userAgent: String) {
        self.userAgent = userAgent
        interval = 3600
        timeout = .seconds(60)
        byteLimit = 32 << 20
        maxHold = 7 * 86_400
        isInBackground = true
        isUnmeteredOnly = false
        hostJobs = 2
        headers = []
        updatesBecomeUnread = false
    }
}
