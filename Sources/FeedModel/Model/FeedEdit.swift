/// A subscription to be added.
public struct NewFeed: Hashable, Sendable {
    public var url: WebAddress
    public var filter: String?
    public var xpaths: PageXPaths?
    public var credentials: Credentials?
    public var nickname: String?
    /// The name of a category, which is added if it is missing.
    public var category: String?
    public var isFavorite = false
    /// Seconds; nil for the setting `refresh.interval`.
    public var interval: Int64?
    public var isPaused = false
    /// A refresh fetches the pages of its articles.
    public var fetchesPages = false
    /// The articles of its first document are stored as read.
    public var beginsRead = false
    /// Settings of its own, such as `refresh.timeout`. A repeatable setting has one value a line.
    public var settings: [String: String] = [:]
    /// The description of the feed in an imported list; the feed's first document replaces it.
    public var ownTitle: String?
    public var site: String?
    public var summary: String?
    public var icon: String?
    public var language: String?

    /// A feed without a category and with the default interval.
    public init(url: WebAddress) { self.url = url }
}

/// Changes to a subscription; nil leaves a value as it is.
public struct FeedEdit: Hashable, Sendable {
    /// The user's title for the feed; empty for the feed's own title.
    public var nickname: String?
    public var category: CategoryChoice?
    public var interval: Interval?
    public var address: Address?
    public var isFavorite: Bool?
    public var isPaused: Bool?
    /// The command line of the filter; empty for none.
    public var filter: String?
    public var xpaths: PageXPathsEdit?
    /// Whether a refresh fetches the pages of the articles that are stored from now on.
    public var fetchesPages: Bool?

    /// An edit that changes nothing.
    public init() {}

    /// Changes to the XPaths of a page; nil leaves one as it is, an empty one is removed. They need `items`.
    public struct PageXPathsEdit: Hashable, Sendable {
        public var items: String?
        public var parts: [PageXPaths.Part: String]

        public init(items: String? = nil, parts: [PageXPaths.Part: String] = [:]) {
            self.items = items
            self.parts = parts
        }

        /// The new XPaths of a feed that had these; nil for a feed without any.
        public func applied(to before: PageXPaths?) -> PageXPaths? {
            guard let items = items ?? before?.items, !items.isEmpty else { return nil }
            let all = (before?.parts ?? [:]).merging(parts) { $1 }
            return PageXPaths(items: items, parts: all.filter { !$0.value.isEmpty })
        }
    }

    /// No category, or a named one.
    public enum CategoryChoice: Hashable, Sendable {
        case none
        /// A category by its name; it is added if it is missing.
        case named(String)

        package var name: String? {
            if case .named(let name) = self { name } else { nil }
        }
    }

    /// The time between two refreshes of the feed.
    public enum Interval: Hashable, Sendable {
        /// The setting `refresh.interval`.
        case standard
        case every(seconds: Int64)

        /// Seconds. At most a thousand years, so that no sum with an interval overflows.
        package static let allowed: ClosedRange<Int64> = 1...31_622_400_000

        package var seconds: Int64? {
            if case .every(let seconds) = self { seconds } else { nil }
        }
    }

    /// A new address of the feed. Credentials, if given, replace the stored ones.
    public struct Address: Hashable, Sendable {
        public var url: WebAddress
        public var credentials: Credentials?

        public init(url: WebAddress, credentials: Credentials? = nil) {
            self.url = url
            self.credentials = credentials
        }
    }
}
