/// A subscription as the server of an account lists it.
public struct RemoteFeed: Hashable, Sendable {
    /// The server's name for it, such as `feed/12`.
    public var id: RemoteID
    public var url: WebAddress
    /// Plain text.
    public var title: String?
    /// The names of the folders that hold it: one on most servers, none or several on some.
    public var folders: [String]
    public var site: String?

    public init(id: RemoteID, url: WebAddress, title: String? = nil, folders: [String] = [], site: String? = nil) {
        self.id = id
        self.url = url
        self.title = title
        self.folders = folders
        self.site = site
    }
}

/// The changes that the server made to a feed; nil for a property that stays.
package struct RemoteFeedChange: Hashable {
    package let feed: FeedID
    package var url: WebAddress?
    package var title: String?
    /// The title was set here, and the server has taken it over.
    package var dropsNickname = false
    package var category: String?
    /// The server has taken the feed out of the category that it listed it in before.
    package var leavesCategory = false
    /// Whether the server lists the feed in its category.
    package var isFiled: Bool?
    package var site: String?

    package init(_ feed: FeedID) { self.feed = feed }
}

/// A change of a subscription that waits to be sent to the server of its account.
public struct FeedChange: Hashable, Sendable {
    package let id: Int64
    public let account: AccountID
    public let kind: Kind
    /// Nil once the feed was removed here.
    public let feed: FeedID?
    package let remoteID: RemoteID?
    /// The feed's title, for messages.
    public let title: String
    /// How often the server was asked in vain.
    public let tries: Int
    /// Why the server did not do it the last time.
    package(set) public var error: String?

    public enum Kind: Hashable, Sendable {
        case subscribe(WebAddress)
        case unsubscribe
        case rename(to: String)
        /// Into a category; nil for none.
        case move(to: String?)
    }
}
