/// Which articles of a feed are kept, beyond those that are never removed: starred ones, and what the feed still
/// carries.
public struct Retention: Hashable, Sendable {
    /// The newest so many; nil for all.
    public var articles: Int?
    /// Those dated within so many days; nil for all.
    public var days: Int?
    /// Those that are unread, however old.
    public var keepsUnread: Bool

    public init(articles: Int? = nil, days: Int? = nil, keepsUnread: Bool = true) {
        self.articles = articles
        self.days = days
        self.keepsUnread = keepsUnread
    }
}
