/// The content of one article as its feed gives it: the same for a parsed article, a draft and a stored article.
public struct ArticleContent: Hashable, Sendable {
    /// The feed's own name for the article (RSS `guid`, Atom `id`, JSON Feed `id`).
    public var guid: String?
    /// The article's page.
    public var url: String?
    /// JSON Feed's `external_url`: what a link post is about.
    public var externalURL: String?
    /// The page where the article is discussed: RSS `comments`, or a link of Atom to `replies`.
    public var comments: String?
    /// Plain text: the feed's title, or the first words of the article where `isUntitled`.
    public var title: String
    public var isUntitled = false
    public var authors: [Author] = []
    /// Plain text: the beginning of the summary or of the text.
    public var excerpt = ""
    /// The article's own text. Of a stored article it is read only where a caller asks for it, as is the summary.
    public var text: ArticleText?
    public var summary: ArticleText?
    /// The feed's date.
    public var published: Timestamp?
    public var updated: Timestamp?
    public var tags: [String] = []
    public var image: String?
    /// A language tag (RFC 5646).
    public var language: String?
    public var enclosures: [Enclosure] = []

    /// Content with nothing but a title.
    public init(title: String = "") { self.title = title }
}

/// A text of an article in the form that the feed gave it.
public enum ArticleText: Hashable, Sendable {
    case html(String)
    case plain(String)

    /// The text as the feed wrote it, whichever form that is.
    public var written: String {
        switch self {
        case .html(let text), .plain(let text): text
        }
    }
}

/// The author of an article or a feed.
public struct Author: Hashable, Sendable {
    public var name: String?
    public var url: String?
    public var email: String?

    public init(name: String? = nil, url: String? = nil, email: String? = nil) {
        self.name = name
        self.url = url
        self.email = email
    }

    /// The text that lists show: the name, else the e-mail address, else the URL.
    public var shown: String { name ?? email ?? url ?? "" }
}

/// A file that belongs to an article, such as the episode of a podcast.
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
