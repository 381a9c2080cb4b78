/// The number of a feed, which users see and type; it is never given to another feed.
public struct FeedID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: FeedID, right: FeedID) -> Bool { left.rawValue < right.rawValue }
}

/// A subscription, with everything that a list shows and a refresh needs.
///
/// Its copies share their values: a run copies each feed from one step to the next. To read a value of thousands of feeds
/// takes a closure, as in `feeds.map { $0.url }`: a key path as a function is followed at run time.
@dynamicMemberLookup
public struct Feed: Hashable, Sendable {
    @usableFromInline var values: Boxed<Values>

    /// The values that each list needs.
    public struct Values: Hashable, Sendable {
        public var id: FeedID
        public var url: WebAddress
        /// The title that the feed gives itself.
        public var ownTitle: String?
        /// The user's title for the feed.
        public var nickname: String?
        public var isFavorite = false
        public var isPaused = false
        /// The server has answered 410.
        public var isGone = false
        public var unread = 0
        public var articles = 0
        /// The newest article's date.
        public var lastArticle: Timestamp?
        @Boxed public var details: Details
        @Boxed public var refresh: RefreshState

        /// A feed that was never refreshed and has no articles.
        public init(id: FeedID, url: WebAddress) {
            self.id = id
            self.url = url
            _details = Values.noDetails
            _refresh = Values.neverRefreshed
        }

        private static let noDetails = Boxed(wrappedValue: Details())
        private static let neverRefreshed = Boxed(wrappedValue: RefreshState())
    }

    /// The values that only some callers need. Thousands of feeds without them share one box.
    public struct Details: Hashable, Sendable {
        /// The feed's home page.
        public var site: String?
        public var summary: String?
        public var icon: String?
        public var language: String?
        public var category: String?
        public var categoryColor: String?
        /// The command line of the program that the document goes through before it is parsed.
        public var filter: String?
        /// The expressions that find the articles of a page without a feed.
        public var xpaths: PageXPaths?
        /// The feed's own interval in seconds; nil for the setting `refresh.interval`.
        public var interval: Int64?
        /// A refresh fetches the page of each article that is stored from then on.
        public var fetchesPages = false
        /// The account whose server fetches it; nil for a feed that is fetched from here.
        public var accountID: AccountID?
        /// The name of that account.
        public var account: String?
        /// The back-off of its host, or of the one that it is redirected to, whichever ends later.
        public var hold: HostBackoff?
        /// When the user last read one of its articles.
        public var lastRead: Timestamp?
        /// How many articles were stored on a day, counted from 1970: see `activity`.
        public var storedByDay: [Int64: Int] = [:]

        public init() {}
    }

    public init(_ values: Values) { self.values = Boxed(wrappedValue: values) }

    /// A feed that was never refreshed and has no articles.
    public init(id: FeedID, url: WebAddress) { self.init(Values(id: id, url: url)) }

    @inlinable public subscript<Value>(dynamicMember path: WritableKeyPath<Values, Value>) -> Value {
        get { values.wrappedValue[keyPath: path] }
        set { values.wrappedValue[keyPath: path] = newValue }
    }

    @inlinable public subscript<Value>(dynamicMember path: WritableKeyPath<Details, Value>) -> Value {
        get { values.wrappedValue.details[keyPath: path] }
        set { values.wrappedValue.details[keyPath: path] = newValue }
    }

    /// The user's title, else the feed's own, else the URL.
    @inlinable @inline(__always) public var title: String {
        if let nickname = self.nickname, !nickname.isEmpty { return nickname }
        if let ownTitle = self.ownTitle, !ownTitle.isEmpty { return ownTitle }
        return self.url.text
    }

    /// A refresh may run a program of the user's.
    public var runsProgram: Bool { self.filter != nil || self.url.scheme == .exec }

    /// Whether a refresh on this machine fetches its document: not that of an account's feed, and saved pages have none.
    public var isFetchedHere: Bool { self.accountID == nil && self.url != .saved }

    /// Whether its last refresh failed for good or for now. A paused feed is not tried again, and the account of a feed
    /// says why its server failed.
    public var hasFailed: Bool { isFetchedHere && !self.isPaused && (self.refresh.failures > 0 || self.isGone) }

    /// The back-off has not ended.
    public func isHeld(at now: Timestamp) -> Bool { self.hold.map { $0.until > now } ?? false }

    /// The attempts to refresh it in the last 30 days. The server of an account fetches its feeds without telling.
    public func attempts(at now: Timestamp) -> (attempts: Int, successes: Int) {
        self.accountID == nil ? self.refresh.attempts.total(at: now) : (0, 0)
    }

    /// How many articles were stored in each of the last twelve weeks, the oldest first. The last one ends today, in UTC.
    /// Read where `FeedParts.activity` is asked for.
    public func activity(at now: Timestamp) -> [Int] {
        self.storedByDay.reduce(into: Array(repeating: 0, count: Feed.activityWeeks)) { weeks, entry in
            let ago = now.day - entry.key
            if ago >= 0, ago / 7 < weeks.count { weeks[weeks.count - 1 - Int(ago / 7)] += entry.value }
        }
    }

    package static let activityWeeks = 12

    /// As `feeds` prints it.
    public func state(at now: Timestamp) -> FeedState {
        if self.isPaused { return .paused }
        if self.url == .saved { return .ok }
        if self.isGone { return .gone }
        if isHeld(at: now) { return .held }
        if self.refresh.failures >= FeedState.failuresUntilFailing { return .failing }
        if self.refresh.failures > 0 { return .retrying }
        return self.refresh.lastRefreshed == nil ? .never : .ok
    }
}

/// A pause that a server asked for with 429 or 503 (RFC 6585, section 4; RFC 9110, section 15.6.4): its host gets no
/// requests until then.
public struct HostBackoff: Hashable, Sendable {
    /// When the server asked for it.
    public var since: Timestamp
    /// When requests may go to the host again.
    public var until: Timestamp

    public init(since: Timestamp, until: Timestamp) {
        self.since = since
        self.until = until
    }

    /// The one of two back-offs of a host that counts: the longer one. One that begins after the newer one was saved by a
    /// wrong clock and does not count; a minute is allowed, because the responses of one run come in any order.
    package func joined(with newer: HostBackoff) -> HostBackoff {
        let disorder: Int64 = 60
        return until > newer.until && since <= newer.since + disorder ? self : newer
    }
}

/// The state of a feed, by its last refreshes and the user's choice.
public enum FeedState: String, Sendable, CaseIterable {
    case ok, retrying, failing, held, paused, gone, never

    /// Failures in a row that make a feed `failing`; before, it is `retrying`.
    public static let failuresUntilFailing = 3
}
