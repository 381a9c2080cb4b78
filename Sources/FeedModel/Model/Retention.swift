/// Which articles of a feed are kept. Starred ones and those that the feed still carries are never removed.
public struct Retention: Hashable, Sendable {
    /// How many of the newest; nil for all.
    public var articles: Int?
    /// For how many days from their date; nil for all.
    public var days: Int?
    /// How many of the newest unread ones are kept whatever the other limits say; nil for all.
    public var unread: Int?

    /// Keeps all articles unless a limit is given.
    public init(articles: Int? = nil, days: Int? = nil, unread: Int? = nil) {
        self.articles = articles
        self.days = days
        self.unread = unread
    }

    /// Whether the feed has so many unread articles that the limits may remove older ones.
    public func reachesUnreadLimit(_ feed: Feed) -> Bool {
        guard let unread, unread > 0, feed.unread >= unread else { return false }
        return days != nil || articles.map { $0 < feed.articles } ?? false
    }
}
