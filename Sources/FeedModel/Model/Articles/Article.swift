/// The number of an article, which users see and type; it is never given to another article.
public struct ArticleID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: ArticleID, right: ArticleID) -> Bool { left.rawValue < right.rawValue }
}

/// A stored article: its content, its feed, and what the user has done with it.
///
/// The fields of its content are read and set as its own: `article.title`.
@dynamicMemberLookup
public struct Article: Hashable, Sendable {
    public var id: ArticleID
    public var feedID: FeedID
    /// The title that the feed is shown under.
    public var feedTitle: String
    /// The name of the feed's category.
    public var category: String?
    /// The color of the feed's category: `#rrggbb` or the name of an ANSI color.
    public var categoryColor: String?
    /// The name of the account that the feed belongs to.
    public var account: String?
    public var content: ArticleContent
    /// When it was first stored.
    public var fetched: Timestamp
    /// When it was read; nil while it is unread.
    public var readAt: Timestamp?
    public var isStarred = false
    /// Its title, text or link has changed since it was read.
    public var isModified = false
    /// The user's own words on it. Read where `ArticleQuery.Parts.labels` is asked for.
    public var labels: [String] = []
    /// The files that its enclosures were saved as, with their whole paths.
    public var downloads: [String] = []
    /// The source of its text; nil without a text of its page.
    public var textSource: TextSource?

    /// An unread article without a star.
    public init(id: ArticleID, feedID: FeedID, feedTitle: String, content: ArticleContent, fetched: Timestamp) {
        self.id = id
        self.feedID = feedID
        self.feedTitle = feedTitle
        self.content = content
        self.fetched = fetched
    }

    /// A field of the content.
    @inlinable
    public subscript<Field>(dynamicMember field: WritableKeyPath<ArticleContent, Field>) -> Field {
        get { content[keyPath: field] }
        set { content[keyPath: field] = newValue }
    }

    /// Replaces its text by that of its page. The feed's text becomes the summary.
    public mutating func useText(ofPage html: String) {
        content.summary = content.text ?? content.summary
        content.text = .html(html)
        textSource = .page
    }

    /// Whether it is marked as read.
    public var isRead: Bool { readAt != nil }

    /// The date that lists sort and filter by: the feed's, but never later than the fetch.
    public var date: Timestamp { content.published.map { min($0, fetched) } ?? fetched }
}

/// The source of the shown text, for an article that also has the text of its page.
public enum TextSource: String, Hashable, Sendable {
    case page, feed
}
