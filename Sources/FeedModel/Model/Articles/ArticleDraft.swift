/// An article of a document, ready to be stored or shown: its links are absolute, its title and excerpt are made.
///
/// The fields of its content are read as its own: `draft.title`.
@dynamicMemberLookup
public struct ArticleDraft: Hashable, Sendable {
    public package(set) var content: ArticleContent {
        didSet { traits = ArticleFingerprint(of: content, textHash: textHash) }
    }
    /// Matches the draft with a stored article.
    public private(set) var traits: ArticleFingerprint
    /// A stable hash of the plain text: with the title and the link it tells whether an article has changed.
    public var textHash: Int64 { traits.text }
    /// A stable hash of all that the draft was made of: tells whether there is something to save.
    public let hash: Int64

    /// - Parameter hash: nil if the draft was made of nothing but the content.
    public init(_ content: consuming ArticleContent, textHash: Int64, hash: Int64? = nil) {
        if let hash {
            self.hash = hash
        } else {
            var all = StableHash()
            all.combine(content)
            self.hash = all.value
        }
        traits = ArticleFingerprint(of: content, textHash: textHash)
        self.content = content
    }

    /// A field of the content.
    @inlinable
    public subscript<Field>(dynamicMember field: KeyPath<ArticleContent, Field>) -> Field { content[keyPath: field] }

    /// When it was published, as far as its feed says: an Atom entry need only say when it was updated (RFC 4287,
    /// section 4.1.2).
    @inlinable package var firstDate: Timestamp? { content.published ?? content.updated }

    /// The date by which lists sort: the earlier of the dates of publication and fetching.
    @inlinable package func date(at fetched: Timestamp) -> Timestamp {
        firstDate.map { min($0, fetched) } ?? fetched
    }

    /// Replaces `hash` for a stored article that was recovered, or parsed by other rules. A difference from it is not
    /// reported to the user.
    package static let outdatedHash: Int64 = 0
}

extension StableHash {
    /// Adds the fields that a feed gives.
    package mutating func combine(_ content: borrowing ArticleContent) {
        combine(content.guid)
        combine(content.url)
        combine(content.externalURL)
        combine(content.comments)
        combine(content.title)
        combine(content.image)
        combine(content.language)
        combine(content.text)
        combine(content.summary)
        for author in content.authors {
            combine(author.name)
            combine(author.url)
            combine(author.email)
        }
        for tag in content.tags { combine(tag) }
        for enclosure in content.enclosures { combine(enclosure) }
        combine(content.published?.seconds ?? 0)
        combine(content.updated?.seconds ?? 0)
    }

    package mutating func combine(_ enclosure: Enclosure) {
        combine(enclosure.url)
        combine(enclosure.type)
        combine(enclosure.title)
        combine(enclosure.size ?? 0)
        combine(enclosure.duration ?? 0)
    }

    /// Tells HTML from plain text, and an empty text from none.
    package mutating func combine(_ text: ArticleText?) {
        switch text {
        case nil: combine(0)
        case .html(let html):
            combine(1)
            combine(html)
        case .plain(let plain):
            combine(2)
            combine(plain)
        }
    }

    /// Adds nothing for a missing field but its length, as for an empty one.
    package mutating func combine(_ field: String?) {
        if let field { combine(field) } else { combine(0) }
    }
}

extension ArticleFingerprint {
    fileprivate init(of content: borrowing ArticleContent, textHash: Int64) {
        self.init(
            guid: content.guid, url: content.url, title: content.title, textHash: textHash,
            published: content.published ?? content.updated)
    }
}
