internal import FeedCore

/// Gives each article of a document an id that is unique in it (JSON Feed 1.1, "id"; RFC 4287, section 4.2.6).
struct ItemIDs {
    /// Hashes of the guids that several stored articles have, also where the document has only one of them.
    private let sharedGuids: Set<Int64>
    /// Hashes of the ids in the document so far.
    private var used: Set<Int64> = []

    init(sharedGuids: Set<Int64>) {
        self.sharedGuids = sharedGuids
    }

    /// The guid, or a hash where the article has none or shares it. Then no article keeps the guid as its id: otherwise
    /// the id would move to another article when one more arrives.
    mutating func id(of article: Article, isStored: Bool) -> String {
        unusedGuid(of: article) { _ in true } ?? urn(of: article, isStored: isStored)
    }

    /// The same as an IRI (RFC 3987); other guids are hashed.
    mutating func iri(of article: Article) -> String {
        unusedGuid(of: article, where: ItemIDs.isIRI) ?? urn(of: article, isStored: true)
    }

    private mutating func unusedGuid(of article: Article, where isID: (String) -> Bool) -> String? {
        guard let guid = article.guid, !guid.isEmpty, isID(guid) else { return nil }
        let hash = StableHash.of(guid)
        return !sharedGuids.contains(hash) && used.insert(hash).inserted ? guid : nil
    }

    private mutating func urn(of article: Article, isStored: Bool) -> String {
        // Made of what stays the same: a title may be corrected, and the number of an article that is not stored
        // changes.
        var hash = StableHash()
        hash.combine(String(article.feedID.rawValue))
        hash.combine(article.guid ?? "")
        hash.combine(article.url ?? "")
        if article.guid == nil { hash.combine(isStored ? String(article.id.rawValue) : article.title) }
        var urn = ItemIDs.urn(hash)
        while !used.insert(StableHash.of(urn)).inserted {
            hash.combine(String(article.id.rawValue))
            urn = ItemIDs.urn(hash)
        }
        return urn
    }

    private static func urn(_ hash: StableHash) -> String {
        "urn:rssium:" + UInt64(bitPattern: hash.value).padded(to: 16, radix: 16)
    }

    /// A scheme, a colon, and only characters that are allowed in an IRI.
    private static func isIRI(_ guid: String) -> Bool {
        guard let length = URISyntax.schemeLength(in: guid.utf8), length + 1 < guid.utf8.count else { return false }
        return URISyntax.iri(guid) == guid
    }
}
