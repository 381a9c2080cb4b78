/// The number of an article, printed and typed by people; it is never given to another one.
public struct ArticleID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: ArticleID, right: ArticleID) -> Bool { left.rawValue < right.rawValue }
}

/// One entry of a feed, as lists and readers show it.
public struct Article: Hashable, Sendable {
    public var id: ArticleID
    public var feedID: FeedID
    /// The title that the feed is shown under.
    public var feedTitle: String
    /// The name of the feed's category.
    public var category: String?
    /// The color of the feed's category: `#rrggbb` or the name of an ANSI color.
    public var categoryColor: String?
    /// What the feed itself calls the article (RSS `guid`, Atom `id`, JSON Feed `id`).
    public var guid: String?
    /// The page of the article.
    public var url: String?
    /// JSON Feed's `external_url`: what a link post is about.
    public var externalURL: String?
    /// Plain text: the feed's title, or the first words of the article where `isUntitled`.
    public var title: String
    public var isUntitled: Bool
    public var authors: [Author]
    /// A plain-text excerpt.
    public var excerpt: String
    /// The summary as the feed gave it, read only when the content is asked for.
    public var summary: ArticleText?
    /// The text as the feed gave it, read only when it is asked for.
    public var content: ArticleText?
    /// The feed's own date.
    public var published: Timestamp?
    public var updated: Timestamp?
    /// When it was stored first.
    public var fetched: Timestamp
    /// When it was read; nil while it is unread.
    public var readAt: Timestamp?
    public var isRead: Bool
    public var isStarred: Bool
    /// Its title, text or link has changed since it was read.
    public var isModified: Bool
    public var tags: [String]
    public var image: String?
    public var language: String?
    public var enclosures: [Enclosure]

    public init(id: ArticleID, feedID: FeedID, feedTitle: String, title: String, fetched: Timestamp) {
        self.id = id
        self.feedID = feedID
        self.feedTitle = feedTitle
        self.title = title
        self.fetched = fetched
        isUntitled = false
        authors = []
        excerpt = ""
        isRead = false
        isStarred = false
        isModified = false
        tags = []
        enclosures = []
    }

    /// The date that lists sort and filter by: the feed's, but never later than the fetch.
    public var date: Timestamp { published.map { min($0, fetched) } ?? fetched }
}

/// A piece of text of an article in the form that the feed gave it.
public enum ArticleText: Hashable, Sendable {
    case html(String)
    case plain(String)
}

/// Somebody who wrote an article or a feed.
public struct Author: Hashable, Sendable {
    public var name: String?
    public var url: String?
    public var email: String?

    public init(name: String? = nil, url: String? = nil, email: String? = nil) {
        self.name = name
        self.url = url
        self.email = email
    }

    /// What a list shows: the name, else the e-mail address, else the page.
    public var shown: String { name ?? email ?? url ?? "" }
}

/// A file that belongs to an article, such as a podcast's episode.
public struct Enclosure: Hashable, Sendable {
    public var url: String
    /// The media type, such as `audio/mpeg`.
    public var type: String?
    /// Bytes.
    public var size: Int64?
    /// Seconds.
    public var duration: Int64?
    public var title: String?

    public init(
        url: String, type: String? = nil, size: Int64? = nil, duration: Int64? = nil, title: String? = nil
    ) {
        self.url = url
        self.type = type
        self.size = size
        self.duration = duration
        self.title = title
    }
}
