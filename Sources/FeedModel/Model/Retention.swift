/// Which articles of a feed the settings protect from removal. An article is removed only if none of them protects it.
public struct Retention: Hashable, Sendable {
    /// How many of the newest are protected; nil for all.
    public var articles: Int?
    /// For how many days from its date an article is protected; nil for all.
    public var days: Int?
    /// How many of the newest unread ones are protected; nil for all.
    public var unread: Int?

    /// Protects all articles, unless each of the first two has a limit.
    public init(articles: Int? = nil, days: Int? = nil, unread: Int? = nil) {
        self.articles = articles
        self.days = days
        self.unread = unread
    }

    /// Whether anything can be removed of a feed with so many articles.
    package func canRemove(of articles: Int, unread: Int) -> Bool {
        guard let limit = self.articles, days != nil, limit < articles else { return false }
        return articles > min(unread, self.unread ?? unread)
    }

    /// Whether the feed has so many unread articles that older ones may be removed.
    public func reachesUnreadLimit(_ feed: Feed) -> Bool {
        guard let unread, unread > 0, feed.unread >= unread else { return false }
        return days != nil && articles.map { $0 < feed.articles } ?? false
    }
}
