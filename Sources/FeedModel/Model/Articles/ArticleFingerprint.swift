/// The identity of an article when a document is matched with the stored articles: stable hashes, so that a tombstone
/// can keep them too.
public struct ArticleFingerprint: Hashable, Sendable {
    public var guid: Int64?
    public var link: Int64?
    /// Of the link without the parts that change although the article stays the same.
    public var canonicalLink: Int64?
    public var title: Int64
    /// Of the plain text.
    public var text: Int64
    public var published: Timestamp?

    /// Hashes what an article has; `textHash` is the hash of its plain text.
    public init(guid: String?, url: String?, title: String, textHash: Int64, published: Timestamp?) {
        self.guid = guid.map(StableHash.of)
        link = url.map(StableHash.of)
        canonicalLink = url.map(ArticleFingerprint.canonicalLink)
        self.title = StableHash.of(title)
        text = textHash
        self.published = published
    }

    /// The fingerprint that a tombstone kept.
    package init(guid: Int64?, link: Int64?, canonicalLink: Int64?, title: Int64, text: Int64, published: Timestamp?) {
        self.guid = guid
        self.link = link
        self.canonicalLink = canonicalLink
        self.title = title
        self.text = text
        self.published = published
    }

    /// Two articles without text are not the same article for that reason.
    package var hasText: Bool { text != ArticleFingerprint.noText }

    /// Of the title that the feed gives: without title and text, an article is shown by its link.
    package var writtenTitle: Int64 { title == link ? ArticleFingerprint.noText : title }

    /// The hash of a text that is missing.
    package static let noText = StableHash.of("")

    /// The part of a link's hash that its host alone decides. So an index has the links of a site side by side, and storing
    /// a feed's articles changes few of its pages.
    private static let hostBits = Int64(-1) << 48

    /// Hashes the link without its scheme, `www.`, a trailing slash, and tracking parameters; its host in lower case.
    package static func canonicalLink(_ link: String) -> Int64 {
        var link = link
        return link.withUTF8 { bytes in
            // A link of another kind names all that counts behind its scheme: `magnet:?xt=…&tr=udp://…`.
            let isOpaque = URISyntax.schemeLength(in: bytes).map { !bytes.has("://", at: $0) } ?? false
            let start = isOpaque ? 0 : bytes.end(of: "://", from: 0) ?? 0
            let fragmentStart = bytes.index(of: UInt8(ascii: "#"), from: start) ?? bytes.count
            let pathEnd = bytes[start..<fragmentStart].firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
            let hostEnd = bytes[start..<pathEnd].firstIndex(of: UInt8(ascii: "/")) ?? pathEnd
            let hostStart = start + (bytes.hasLetters("www.", at: start) ? 4 : 0)
            let host = bytes[hostStart..<hostEnd].map(ASCII.lowercased)
            var (hostHash, hash) = (StableHash(), StableHash())
            host.withUnsafeBytes {
                hostHash.combine($0)
                hash.append($0)
            }
            let isClosed = pathEnd > hostEnd && bytes[pathEnd - 1] == UInt8(ascii: "/")
            hash.append(
                UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[hostEnd..<pathEnd - (isClosed ? 1 : 0)]))
            var separator = UInt8(ascii: "?")
            for parameter in bytes[pathEnd..<fragmentStart].dropFirst().split(separator: UInt8(ascii: "&")) {
                if TrackingParameter.matches(parameter) { continue }
                withUnsafeBytes(of: separator) { hash.append($0) }
                hash.append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: parameter)))
                separator = UInt8(ascii: "&")
            }
            hash.append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[fragmentStart...])))
            return hostHash.value & hostBits | hash.value & ~hostBits
        }
    }

    /// The number of bytes before the host of a web address; nil for other texts. A guid such as `1 at https://a.example`
    /// only contains one.
    package static func hostStart(of url: String) -> Int? {
        var url = url
        return url.withUTF8 { $0.hasLetters("https://", at: 0) ? 8 : $0.hasLetters("http://", at: 0) ? 7 : nil }
    }

    /// Whether a web address is that of a host: a slash and tracking parameters at most follow it.
    package static func isRoot(_ url: String) -> Bool {
        guard let start = hostStart(of: url) else { return false }
        let (slash, mark, hash) = (UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"))
        let end = url.utf8.dropFirst(start).firstIndex { $0 == slash || $0 == mark || $0 == hash }
        guard let end else { return true }
        let path = url.utf8[end...]
        if path.count == 1, path.first == UInt8(ascii: "/") { return true }
        let query = path.first == UInt8(ascii: "/") ? path.dropFirst() : path
        return query.first == UInt8(ascii: "?") && canonicalLink(url) == canonicalLink(String(url[..<end]))
    }
}

/// An article that a document may carry again: a stored one, or one that was removed for good.
public struct StoredIdentity: Hashable, Sendable {
    public var kind: Kind
    public var traits: ArticleFingerprint
    /// The article that is stored, or was deleted; nil for what was pruned or dropped.
    package let article: ArticleID?

    /// A stored article, or what a removed one has left.
    public enum Kind: Hashable, Sendable {
        /// With the hash of everything that is stored of it.
        case article(ArticleID, draftHash: Int64)
        /// It was deleted, pruned or dropped, and must not come back; with the number of the tombstone.
        case tombstone(Int64)
    }

    /// - Parameter deleted: the article that has left a tombstone, if the user has deleted it.
    public init(_ kind: Kind, traits: ArticleFingerprint, deleted: ArticleID? = nil) {
        self.kind = kind
        self.traits = traits
        article = if case .article(let id, _) = kind { id } else { deleted }
    }
}
