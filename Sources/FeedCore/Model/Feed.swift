/// The number of a feed, printed and typed by people; it is never given to another one.
public struct FeedID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: FeedID, right: FeedID) -> Bool { left.rawValue < right.rawValue }
}

/// A subscription, with everything that a list shows of it and that a refresh decides by.
public struct Feed: Hashable, Sendable {
    public var id: FeedID
    public var url: WebAddress
    /// The title that the feed gives itself.
    public var ownTitle: String?
    /// The title that the user gave it.
    public var nickname: String?
    /// The feed's home page.
    public var site: String?
    public var summary: String?
    public var icon: String?
    public var language: String?
    public var category: String?
    public var categoryColor: String?
    public var isFavorite: Bool
    public var isPaused: Bool
    /// The server has answered 410: the feed has ended.
    public var isGone: Bool
    /// The feed's own interval in seconds; nil for the setting `refresh.interval`.
    public var interval: Int64?
    public var unread: Int
    public var articles: Int
    /// The newest article's date.
    public var lastArticle: Timestamp?
    /// When somebody last read an article of it.
    public var lastRead: Timestamp?
    public var refresh: RefreshState
    /// Its server, or the one that it was redirected to, has asked to be left alone.
    public var hold: HostBackoff?

    public init(id: FeedID, url: WebAddress) {
        self.id = id
        self.url = url
        isFavorite = false
        isPaused = false
        isGone = false
        unread = 0
        articles = 0
        refresh = RefreshState()
    }

    /// What the feed is called: the user's name for it, else its own, else its address.
    public var title: String {
        if let nickname, !nickname.isEmpty { return nickname }
        if let ownTitle, !ownTitle.isEmpty { return ownTitle }
        return url.text
    }

    /// Its server, or the one that it was redirected to, has asked to be left alone, and that is not over.
    public func isHeld(at now: Timestamp) -> Bool {
        hold.map { $0.until > now } ?? false
    }

    /// How the feed is doing, as `feeds` prints it.
    public func state(at now: Timestamp) -> FeedState {
        if isPaused { return .paused }
        if isGone { return .gone }
        if isHeld(at: now) { return .held }
        if refresh.failures >= FeedState.failuresUntilFailing { return .failing }
        if refresh.failures > 0 { return .retrying }
        return refresh.lastRefreshed == nil ? .never : .ok
    }
}

/// For how long a server wants to be left alone.
public struct HostBackoff: Hashable, Sendable {
    /// When it said so.
    public var since: Timestamp
    public var until: Timestamp

    public init(since: Timestamp, until: Timestamp) {
        self.since = since
        self.until = until
    }

    /// What counts when the host has said something else: the longer of both. One from the future was made by a clock
    /// that was wrong, and counts no more; but answers of one run are not always taken in their order.
    func joined(with newer: HostBackoff) -> HostBackoff {
        let disorder: Int64 = 60
        return until > newer.until && since <= newer.since + disorder ? self : newer
    }
}

/// How a feed is doing.
public enum FeedState: String, Sendable, CaseIterable {
    case ok, retrying, failing, held, paused, gone, never

    /// A feed that failed this often in a row is `failing`; before, it is only `retrying`.
    public static let failuresUntilFailing = 3
}

/// What is remembered of a feed's refreshes. It is written whole after each one.
public struct RefreshState: Hashable, Sendable {
    /// When a document of the feed, or a "not modified", last came.
    public var lastRefreshed: Timestamp?
    /// When one first came.
    public var firstRefreshed: Timestamp?
    public var lastAttempted: Timestamp?
    /// When a schedule asks again, by what was set when that was last worked out; nil for at once.
    public var nextDue: Timestamp?
    /// For how many seconds the last answer may be kept, as its header fields say.
    public var freshness: Int64?
    /// Why the last attempt failed, in words for the user; nil when it did not.
    public var error: String?
    public var failingSince: Timestamp?
    /// Failures in a row.
    public var failures: Int
    public var validators: Validators?
    /// A stable hash of the last body that was read as a feed.
    public var bodyHash: Int64?
    /// Where the last document came from, after redirects.
    public var answeredURL: WebAddress?
    /// The server that answered last, as name and port, where it is another than that of the feed's address.
    public var answeredHost: String?
    /// When a body last came, rather than a "not modified".
    public var lastBody: Timestamp?
    /// When articles of it were last stored, whatever their own dates.
    public var lastNews: Timestamp?
    /// What the feed's last document says about how often it wants to be asked.
    public var hints: RefreshHints

    public init() {
        failures = 0
        hints = RefreshHints()
    }
}

/// What a server gave to ask conditionally with (RFC 9110, section 13), to the letter, and the only URL it is for.
public struct Validators: Hashable, Sendable {
    public var etag: String?
    public var lastModified: String?
    public var url: WebAddress

    /// The longest that is sent back: a longer one is no tag, but an attempt to fill the memory.
    private static let longest = 4096

    /// Nil where the server gave neither, or nothing that can be sent back as it came.
    public init?(etag: String?, lastModified: String?, url: WebAddress) {
        let etag = etag.flatMap { Validators.isSendable($0) ? $0 : nil }
        let lastModified = lastModified.flatMap { Validators.isSendable($0) ? $0 : nil }
        guard etag != nil || lastModified != nil else { return nil }
        self.etag = etag
        self.lastModified = lastModified
        self.url = url
    }

    /// No control characters, and nothing that was no UTF-8 and is lost.
    private static func isSendable(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.count <= longest
            && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0xFFFD }
    }
}

/// How often a feed's document wants to be asked for.
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
