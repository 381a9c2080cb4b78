/// A subscription that is to be made.
public struct NewFeed: Hashable, Sendable {
    public var url: WebAddress
    public var credentials: Credentials?
    public var nickname: String?
    /// The name of a category, which is made where it is missing.
    public var category: String?
    public var isFavorite: Bool
    /// Seconds; nil for the setting `refresh.interval`.
    public var interval: Int64?
    public var isPaused = false
    /// What its first document brings is stored as read.
    public var beginsRead = false
    /// What is known of the feed before its first document comes.
    public var ownTitle: String?
    public var site: String?
    public var summary: String?
    public var icon: String?
    public var language: String?

    public init(url: WebAddress) {
        self.url = url
        isFavorite = false
    }
}

/// What is to change of a subscription; what is nil stays.
public struct FeedEdit: Hashable, Sendable {
    /// The user's name for the feed; empty for the feed's own title.
    public var nickname: String?
    public var category: CategoryChoice?
    public var interval: Interval?
    public var address: Address?
    public var isFavorite: Bool?
    public var isPaused: Bool?

    public init() {}

    public enum CategoryChoice: Hashable, Sendable {
        case none
        /// A category by name, which is made where it is missing.
        case named(String)

        var name: String? {
            if case .named(let name) = self { name } else { nil }
        }
    }

    public enum Interval: Hashable, Sendable {
        /// What the setting `refresh.interval` says.
        case standard
        case every(seconds: Int64)

        var seconds: Int64? {
            if case .every(let seconds) = self { seconds } else { nil }
        }
    }

    public struct Address: Hashable, Sendable {
        public var url: WebAddress
        public var credentials: Credentials?

        public init(url: WebAddress, credentials: Credentials? = nil) {
            self.url = url
            self.credentials = credentials
        }
    }
}
