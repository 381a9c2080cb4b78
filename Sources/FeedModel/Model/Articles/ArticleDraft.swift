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

    public init(_ content: consuming ArticleContent, textHash: Int64) {
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

    /// A stable hash of everything: tells whether there is something to save.
    public var hash: Int64 {
        var hash = StableHash()
        hash.combine(content.guid ?? "")
        hash.combine(content.url ?? "")
        hash.combine(content.externalURL ?? "")
        // Not for articles without: those that were stored before it was kept have not changed.
        if let comments = content.comments { hash.combine(comments) }
        hash.combine(content.title)
        hash.combine(content.image ?? "")
        hash.combine(content.language ?? "")
        hash.combine(content.text?.written ?? "")
        hash.combine(content.summary?.written ?? "")
        for author in content.authors {
            hash.combine(author.name ?? "")
            hash.combine(author.url ?? "")
            hash.combine(author.email ?? "")
        }
        for tag in content.tags { hash.combine(tag) }
        for enclosure in content.enclosures {
            hash.combine(enclosure.url)
            hash.combine(enclosure.type ?? "")
            hash.combine(enclosure.title ?? "")
            hash.combine(enclosure.size ?? 0)
            hash.combine(enclosure.duration ?? 0)
        }
        hash.combine(content.published?.seconds ?? 0)
        hash.combine(content.updated?.seconds ?? 0)
        return hash.value
    }
}

extension ArticleFingerprint {
    fileprivate init(of content: borrowing ArticleContent, textHash: Int64) {
        self.init(
            guid: content.guid, url: content.url, title: content.title, textHash: textHash,
            published: content.published ?? content.updated)
    }
}
