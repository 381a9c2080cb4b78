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
