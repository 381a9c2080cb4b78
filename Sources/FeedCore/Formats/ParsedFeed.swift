/// What a document says: the feed and its articles, in the document's order, before anything is decided about them.
public struct ParsedFeed: Hashable, Sendable {
    public var format: Format
    /// Plain text.
    public var title: String?
    /// The home page, absolute.
    public var link: String?
    /// Plain text.
    public var description: String?
    /// Where the document says that it comes from, absolute.
    public var selfLink: String?
    /// The address of a picture that stands for the feed, absolute; the largest that there is.
    public var icon: String?
    /// The address of a small one, absolute.
    public var favicon: String?
    /// A language tag (RFC 5646), as the document writes it.
    public var language: String?
    public var authors: [Author]
    public var hints: RefreshHints
    public var articles: [ParsedArticle]
    /// The document's end was reached. One that was cut off gives the articles that were whole: those that are missing
    /// may still be in the feed.
    public var isComplete: Bool

    public enum Format: String, Sendable {
        case rss, rdf, atom, json
    }

    public init(format: Format) {
        self.format = format
        authors = []
        hints = RefreshHints()
        articles = []
        isComplete = true
    }
}

/// One article as a document has it: links absolute, title plain, text as it was written.
public struct ParsedArticle: Hashable, Sendable {
    public var guid: String?
    public var link: String?
    /// JSON Feed's `external_url`.
    public var externalURL: String?
    /// Plain text; nil where there is none.
    public var title: String?
    public var content: ArticleText?
    public var summary: ArticleText?
    public var authors: [Author]
    public var published: Timestamp?
    public var updated: Timestamp?
    public var tags: [String]
    public var enclosures: [Enclosure]
    /// An image that the document names for the article; one inside its text is found later.
    public var image: String?
    public var language: String?
    /// What relative links inside the text are relative to.
    public var base: String?

    public init() {
        authors = []
        tags = []
        enclosures = []
    }

    /// Without its texts, unless one of them stands for the title that it has not.
    mutating func dropTexts() {
        guard title != nil else { return }
        content = nil
        summary = nil
    }
}

extension XMLReader {
    /// Moves an article to those of its feed, unless they are too many. It is not copied.
    func move(_ article: inout ParsedArticle, to feed: inout ParsedFeed) {
        guard feed.articles.count < XMLReader.articleLimit else { return stop(.tooManyArticles) }
        if !keepsTexts { article.dropTexts() }
        feed.articles.append(ParsedArticle())
        swap(&feed.articles[feed.articles.count - 1], &article)
    }
}
