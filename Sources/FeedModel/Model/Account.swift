/// The number of an account; users see its name.
public struct AccountID: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// An account on a server that fetches feeds for the user, without its secrets.
public struct Account: Hashable, Sendable {
    public let id: AccountID
    /// Unique, without regard to case; the server's host unless the user has chosen another.
    public var name: String
    public var kind: Kind
    /// The base of the server's API, without a slash at the end.
    public var url: WebAddress
    public var user: String
    /// Prints the password or the API key; nil where the database or `.netrc` has it.
    public var passwordCommand: String?
    public var feeds = 0
    public var unread = 0
    /// Marks that the server has not confirmed yet.
    public var pending = 0
    /// Those of them that a sync would send: not those of feeds that are gone from the server.
    public var sendable = 0
    /// Changes of subscriptions that the server has not confirmed yet.
    public var pendingFeeds = 0
    /// When a sync was last complete.
    public var lastSynced: Timestamp?
    public var lastAttempted: Timestamp?
    /// Why the last sync failed, in words for the user; nil after a success.
    public var error: String?
    public var failingSince: Timestamp?
    /// Failures in a row.
    public var failures = 0
    /// The server has refused the password twice: only the user can change that.
    public var isRefused = false
    /// The server has asked for a pause until then.
    public var holdUntil: Timestamp?
    /// Labels of articles are exchanged with the server.
    public var exchangesLabels = false

    /// The programs that speak the Google Reader API, as far as they differ, and the other APIs.
    public enum Kind: String, Sendable, CaseIterable {
        case freshRSS = "freshrss"
        case miniflux
        case bazQux = "bazqux"
        case theOldReader = "theoldreader"
        case inoreader
        /// Any other one that speaks the Google Reader API.
        case googleReader = "greader"
        /// Miniflux's own API.
        case minifluxAPI = "miniflux-api"
        /// Any server that speaks the Fever API.
        case fever
        /// Nextcloud with its app News.
        case nextcloud

        /// The API that a server of this kind speaks.
        public var api: API {
            switch self {
            case .freshRSS, .miniflux, .bazQux, .theOldReader, .inoreader, .googleReader: .googleReader
            case .minifluxAPI: .miniflux
            case .fever: .fever
            case .nextcloud: .nextcloud
            }
        }

        /// An API key takes the place of user and password.
        public var hasKey: Bool { api == .miniflux }

        /// The API subscribes to feeds, and renames and moves them.
        package var editsFeeds: Bool { api != .fever }

        /// The server has labels of articles, and tells them from folders: FreshRSS, and tt-rss with FreshAPI, which signs in
        /// as FreshRSS.
        public var hasLabels: Bool { self == .freshRSS }
    }

    /// The APIs of servers.
    public enum API: Sendable {
        case googleReader, miniflux, fever, nextcloud
    }

    /// An account without feeds that was never synced.
    public init(id: AccountID, name: String, kind: Kind, url: WebAddress, user: String) {
        self.id = id
        self.name = name
        self.kind = kind
        self.url = url
        self.user = user
    }

    /// The server's pause has not ended.
    public func isHeld(at now: Timestamp) -> Bool {
        guard let holdUntil else { return false }
        return holdUntil > now && !wasAhead(of: now)
    }

    /// The clock of the last attempt was wrong, so its times do not count.
    private func wasAhead(of now: Timestamp) -> Bool { lastAttempted?.isFromWrongClock(at: now) ?? false }

    /// As `account` prints it.
    public func state(at now: Timestamp) -> AccountState {
        if isRefused { return .refused }
        if isHeld(at: now) { return .held }
        if failures >= FeedState.failuresUntilFailing { return .failing }
        if failures > 0 { return .retrying }
        return lastSynced == nil ? .never : .ok
    }

    /// When a schedule is to sync the account next; nil for at once. After failures it waits 5 minutes, then twice as
    /// long each time, up to 6 hours, unless the interval is longer.
    ///
    /// - Parameter interval: the setting `sync.interval`, in seconds.
    public func nextDue(interval: Int64, at now: Timestamp) -> Timestamp? {
        guard let lastAttempted, !wasAhead(of: now) else { return nil }
        let backoff: Int64 = failures == 0 ? 0 : min(300 << Int64(min(failures, 10) - 1), 6 * 3600)
        let due = lastAttempted + max(interval, backoff)
        return holdUntil.map { max(due, $0) } ?? due
    }
}

/// The state of an account, by its last syncs.
public enum AccountState: String, Sendable, CaseIterable {
    case ok, retrying, failing, held, refused, never
}

/// An account to be added.
public struct NewAccount: Hashable, Sendable {
    public var name: String
    public var kind: Account.Kind
    public var url: WebAddress
    public var user: String
    public var password: AccountPassword
    /// The token of the sign-in.
    package var token: String?
    /// How many days of read articles the first sync brings.
    public var days: Int

    public init(
        name: String, kind: Account.Kind, url: WebAddress, user: String, password: AccountPassword, days: Int = 30
    ) {
        self.name = name
        self.kind = kind
        self.url = url
        self.user = user
        self.password = password
        self.days = days
    }
}

/// The source of an account's password.
public enum AccountPassword: Hashable, Sendable {
    /// The database keeps it.
    case stored(String)
    /// The first line that a program prints.
    case command(String)
    /// `~/.netrc` has it.
    case netrc
}

/// Changes to an account; nil leaves a value as it is.
public struct AccountEdit: Hashable, Sendable {
    public var name: String?
    /// A new base of the API. On another host the stored password and token are removed, unless `password` is set.
    public var url: WebAddress?
    public var kind: Account.Kind?
    public var user: String?
    public var password: AccountPassword?
    /// The token of a new sign-in.
    package var token: String?
    /// The next sync also brings the read articles of so many days.
    public var days: Int?
    /// Whether labels of articles are exchanged with the server.
    public var exchangesLabels: Bool?

    /// An edit that changes nothing.
    public init() {}
}

/// The name that a server gives to an article, as text exactly as the server wrote it.
public struct RemoteID: Hashable, Sendable {
    public let text: String
    public init(_ text: String) { self.text = text }
}
