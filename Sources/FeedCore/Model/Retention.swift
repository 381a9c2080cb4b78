/// Which articles of a feed are kept. Starred ones and those that the feed still carries are never removed.
public struct Retention: Hashable, Sendable {
    /// How many of the newest; nil for all.
    public var articles: Int?
    /// For how many days from their date; nil for all.
    public var days: Int?
    /// Unread ones are kept however old they are.
    public var keepsUnread: Bool

    /// Keeps all articles unless a limit is given.
    public init(articles: Int? = nil, days: Int? = nil, keepsUnread: Bool = true) {
        self.articles = articles
        self.days = days
        self.keepsUnread = keepsUnread
    }
}
