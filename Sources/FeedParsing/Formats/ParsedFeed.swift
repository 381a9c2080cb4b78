/// The content of a document: the feed and its articles, in the document's order.
public struct ParsedFeed: Hashable, Sendable {
    public var format: Format
    /// Plain text.
    public var title: String?
    /// The home page, absolute.
    public var link: String?
    /// Plain text.
    public var description: String?
    /// The URL that the document gives for itself, absolute.
    public var selfLink: String?
    /// The new URL that the feed announces, absolute: `itunes:new-feed-url`.
    public var newURL: String?
    /// The URL of the largest image for the feed, absolute.
    public var icon: String?
    /// The URL of a small one, absolute.
    public var favicon: String?
    /// A language tag (RFC 5646), as the document writes it.
    public var language: String?
    public var authors: [Author] = []
    public var hints = RefreshHints()
    public var articles: [ParsedArticle] = []
    /// The document was not cut off. Else it has only the articles that were whole, and the feed may carry others.
    public var isComplete = true
    /// The drafts, once `makeDrafts` has made them; `articles` is then empty.
    var madeDrafts: [ArticleDraft]?
    /// The articles whose drafts were made without texts, by the hashes of those.
    package var unread: [Int64: ParsedArticle] = [:]
    /// How it leads to older articles.
    public var archive = ArchiveLinks()

    /// The format of a document: RSS, RSS in RDF (such as RSS 1.0), Atom (RFC 4287), JSON Feed, or a web page whose
    /// articles XPaths find.
    public enum Format: String, Sendable {
        case rss, rdf, atom, json, page
    }

    /// A complete document of that format with nothing in it; a parser fills it.
    public init(format: Format) { self.format = format }
}

extension ParsedFeed {
    /// Reads again the dates that the rest of the document shows to have the day first.
    mutating func settle(_ order: DateOrder) {
        guard order.isDayFirst(in: language) else { return }
        for index in articles.indices {
            articles[index].content.published = order.dayFirst(articles[index].content.published)
            articles[index].content.updated = order.dayFirst(articles[index].content.updated)
        }
    }
}

/// One article as a document has it: links absolute, the title plain, texts as they were written.
///
/// The fields of its content are read as its own: `article.url`. Its draft fills in those that are made of the text:
/// title and excerpt.
@dynamicMemberLookup
public struct ParsedArticle: Hashable, Sendable {
    public var content = ArticleContent()
    /// Plain text; nil if the document has none.
    public var title: String?
    /// The base of relative links inside the text.
    public var base: String?
    /// The caption of its picture, for an article without another text. A list does not show it.
    var caption: ArticleText?
    /// How large its picture is, in square pixels; nil where the document does not say so.
    var imageArea: Int?
    /// Pictures that it has unless its text has one.
    var pictures: [Enclosure] = []

    public init() {}

    /// A field of the content.
    @inlinable
    public subscript<Field>(dynamicMember field: KeyPath<ArticleContent, Field>) -> Field { content[keyPath: field] }

    /// Drops the texts, unless one of them has to replace the missing title.
    mutating func dropTexts() {
        guard title != nil else { return }
        content.text = nil
        content.summary = nil
        caption = nil
    }
}

extension XMLReader {
    /// Moves a whole article into the feed without a copy; stops the reader where they are too many.
    func move(_ article: inout ParsedArticle, to feed: inout ParsedFeed) {
        guard !isCutOff else { return }
        guard feed.articles.count < XMLReader.articleLimit else { return stop(.tooManyArticles) }
        if !keepsTexts { article.dropTexts() }
        // Doubled each time, a long array would be copied once for each of its elements.
        if feed.articles.count == feed.articles.capacity {
            feed.articles.reserveCapacity(max(32, 4 * feed.articles.count))
        }
        feed.articles.append(ParsedArticle())
        swap(&feed.articles[feed.articles.count - 1], &article)
    }
}
