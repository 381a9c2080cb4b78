/// An article of a document, made ready to be stored or shown: its links absolute, its text measured.
public struct ArticleDraft: Hashable, Sendable {
    public var guid: String?
    public var url: String?
    public var externalURL: String?
    /// Plain text: the feed's title, or the first words of the text where `isUntitled`.
    public var title: String
    public var isUntitled: Bool
    public var authors: [Author]
    /// A plain-text excerpt.
    public var excerpt: String
    public var summary: ArticleText?
    public var content: ArticleText?
    public var published: Timestamp?
    public var updated: Timestamp?
    public var tags: [String]
    public var image: String?
    public var language: String?
    public var enclosures: [Enclosure]
    /// A stable hash of the plain text: what tells, with the title and the link, that an article has changed.
    public var textHash: Int64

    public init(title: String, textHash: Int64) {
        self.title = title
        self.textHash = textHash
        isUntitled = false
        authors = []
        excerpt = ""
        tags = []
        enclosures = []
    }

    /// The longest text that the article has: its content, else its summary.
    public var text: ArticleText? { content ?? summary }

    /// When it was published, as far as its feed tells: an Atom entry need only say when it was updated (RFC 4287,
    /// section 4.1.2).
    var firstDate: Timestamp? { published ?? updated }

    /// What lists sort by: the earlier of when it was published and when it was fetched.
    func date(at fetched: Timestamp) -> Timestamp {
        firstDate.map { min($0, fetched) } ?? fetched
    }

    public var traits: ArticleFingerprint {
        ArticleFingerprint(guid: guid, url: url, title: title, textHash: textHash, published: firstDate)
    }

    /// In the place of `hash` where an older version has read the article, by rules that have changed since.
    static let outdatedHash: Int64 = 0

    /// A stable hash of everything: what tells that there is something to write.
    public var hash: Int64 {
        var hash = StableHash()
        for text in [guid, url, externalURL, title, image, language] { hash.combine(text ?? "") }
        for text in [content, summary] {
            switch text {
            case .html(let text), .plain(let text): hash.combine(text)
            case nil: hash.combine("")
            }
        }
        for author in authors {
            for text in [author.name, author.url, author.email] { hash.combine(text ?? "") }
        }
        for tag in tags { hash.combine(tag) }
        for enclosure in enclosures {
            for text in [enclosure.url, enclosure.type, enclosure.title] { hash.combine(text ?? "") }
            hash.combine(enclosure.size ?? 0)
            hash.combine(enclosure.duration ?? 0)
        }
        hash.combine(published?.seconds ?? 0)
        hash.combine(updated?.seconds ?? 0)
        return hash.value
    }
}
