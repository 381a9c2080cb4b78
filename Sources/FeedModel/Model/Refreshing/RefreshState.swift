/// The stored state of a feed's refreshes. Each refresh saves all of it.
public struct RefreshState: Hashable, Sendable {
    /// When the server last sent a document or "not modified".
    public var lastRefreshed: Timestamp?
    /// When it first did.
    public var firstRefreshed: Timestamp?
    public var lastAttempted: Timestamp?
    /// When the schedule is to refresh the feed, by the settings of that time; nil for at once.
    public var nextDue: Timestamp?
    /// For how many seconds the last response is fresh, by its header fields.
    public var freshness: Int64?
    /// Why the last attempt failed, in words for the user; nil after a success.
    public var error: String?
    /// When the first of the failures in a row was; nil after a success.
    public var failingSince: Timestamp?
    /// Failures in a row, at most one per interval of the feed.
    public var failures = 0
    /// When the last of them was: the feed's delay begins there. Nil after a success.
    public var lastFailure: Timestamp?
    public var attempts = AttemptCounts()
    public var validators: Validators?
    /// A stable hash of the last body that was parsed as a feed.
    public var bodyHash: Int64?
    /// The URL of the last document, after redirects.
    public var answeredURL: WebAddress?
    /// Host and port that answered last, if they differ from the feed's.
    public var answeredHost: String?
    /// When the server last sent a body.
    public var lastBody: Timestamp?
    /// When articles of the feed were last stored, whatever dates they have.
    public var lastNews: Timestamp?
    public var hints = RefreshHints()
    public var turn = RefreshTurn()
    /// Grows when the last document becomes outdated, for example because the filter or the URL of the feed changes.
    /// The answer to an earlier request is not stored.
    public var revision: Int64 = 0

    /// The state of a feed that was never refreshed.
    public init() {}
}

/// The validators of a response (RFC 9110, section 13), exactly as the server sent them, and the URL that they belong to.
public struct Validators: Hashable, Sendable {
    public var etag: String?
    public var lastModified: String?
    public var url: WebAddress

    /// In bytes: a longer one is an attempt to fill the memory.
    private static let maxLength = 4096

    /// Nil if the server sent neither, or nothing that can be sent back as it is.
    public init?(etag: String?, lastModified: String?, url: WebAddress) {
        let etag = etag.flatMap { Validators.isSendable($0) ? $0 : nil }
        let lastModified = lastModified.flatMap { Validators.isSendable($0) ? $0 : nil }
        guard etag != nil || lastModified != nil else { return nil }
        self.etag = etag
        self.lastModified = lastModified
        self.url = url
    }

    /// Without control characters, and without bytes that were not UTF-8 and are lost.
    private static func isSendable(_ value: String) -> Bool {
        guard !value.isEmpty, value.utf8.count <= maxLength else { return false }
        var value = value
        // Most are visible ASCII, which is faster to tell.
        return value.withUTF8 { $0.endOfVisibleASCII(from: 0, upTo: $0.count) == $0.count }
            || value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && !value.has("\u{FFFD}")
    }
}

/// How often a feed's document asks to be requested.
public struct RefreshHints: Hashable, Sendable {
    /// Seconds: RSS `ttl`, `sy:updatePeriod` over `sy:updateFrequency`.
    public var interval: Int64?
    /// RSS `skipHours`: hours of the day in GMT, 0 to 23, one bit an hour.
    public var skipHours: UInt32
    /// RSS `skipDays`: one bit a day, Sunday first.
    public var skipDays: UInt8

    public init(interval: Int64? = nil, skipHours: UInt32 = 0, skipDays: UInt8 = 0) {
        self.interval = interval
        self.skipHours = skipHours
        self.skipDays = skipDays
    }
}
