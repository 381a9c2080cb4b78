/// What an article is known by when a document is matched against its feed: stable hashes, so that they can be
/// remembered of an article that is gone for good, too.
public struct ArticleTraits: Hashable, Sendable {
    public var guid: Int64?
    public var link: Int64?
    /// The link without what moves although the article stays.
    public var plainLink: Int64?
    public var title: Int64
    /// Of the plain text.
    public var text: Int64
    public var published: Timestamp?

    public init(guid: String?, url: String?, title: String, textHash: Int64, published: Timestamp?) {
        self.guid = guid.map(StableHash.of)
        link = url.map(StableHash.of)
        plainLink = url.map { StableHash.of(ArticleTraits.plainLink($0)) }
        self.title = StableHash.of(title)
        text = textHash
        self.published = published
    }

    /// Takes up traits that were remembered.
    init(guid: Int64?, link: Int64?, plainLink: Int64?, title: Int64, text: Int64, published: Timestamp?) {
        self.guid = guid
        self.link = link
        self.plainLink = plainLink
        self.title = title
        self.text = text
        self.published = published
    }

    /// Two articles without text are not alike for that.
    var hasText: Bool { text != ArticleTraits.noText }

    private static let noText = StableHash.of("")

    /// The link without its scheme, `www.`, a trailing slash, and the parameters that campaigns add; its host in lower
    /// case.
    private static func plainLink(_ link: String) -> String {
        var rest = link[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        var host = authority.lowercased()
        if host.hasPrefix("www.") { host.removeFirst(4) }
        rest = rest[authority.endIndex...]
        let fragment = rest.firstIndex(of: "#").map { rest[$0...] } ?? ""
        rest = rest.dropLast(fragment.count)
        var path = rest.prefix { $0 != "?" }
        let query = rest.dropFirst(path.count + 1).split(separator: "&").filter { parameter in
            !parameter.hasPrefix("utm_") && !parameter.hasPrefix("fbclid=") && parameter != "fbclid"
        }
        if path.hasSuffix("/") { path = path.dropLast() }
        return host + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&")) + fragment
    }
}

/// An article that a feed's document may carry again: a stored one, or one that is gone for good.
public struct StoredIdentity: Hashable, Sendable {
    public var kind: Kind
    public var traits: ArticleTraits

    public enum Kind: Hashable, Sendable {
        /// With the hash of everything that was stored of it.
        case article(ArticleID, draftHash: Int64)
        /// It was deleted, pruned or dropped, and does not come back; with the number of the tombstone.
        case tombstone(Int64)
    }

    public init(_ kind: Kind, traits: ArticleTraits) {
        self.kind = kind
        self.traits = traits
    }
}
