/// The key of an article on machines that share state: its feed, and everything that identifies it, as it was at the
/// first decision about it.
///
/// An edited article keeps its key, so another machine may know it by another one: `DecisionMatching` finds the article
/// that a key names.
public struct ArticleKey: Hashable, Sendable, CustomStringConvertible {
    /// Hexadecimal digits in lower case: 48, or 20 of a key by one evidence alone.
    public let text: String

    public init(feed: FeedKey, traits: ArticleFingerprint) {
        text = ArticleKey.prefix(of: feed) + ArticleEvidence(traits).digits
    }

    /// Nil unless the text is 48 or 20 hexadecimal digits in lower case.
    public init?(_ text: String) {
        guard [ArticleKey.length, ArticleKey.soleLength].contains(where: text.isHexadecimal)
        else { return nil }
        self.text = text
    }

    public var description: String { text }

    /// The beginning of the keys of a feed's articles.
    static func prefix(of feed: FeedKey) -> String {
        [UInt32(truncatingIfNeeded: StableHash.of(feed.text))].hexadecimal
    }

    /// The parts that identify the article; nil for a key by one evidence alone.
    var evidence: ArticleEvidence? {
        isSole ? nil : ArticleEvidence(digits: text.utf8.dropFirst(ArticleKey.prefixLength))
    }

    static let length = 48
    static let prefixLength = 8

    /// Whether two keys agree in guid and link and in one more part, as SQL. Without a guid, the date does not count.
    static func areAlike(_ key: String, _ other: String) -> String {
        func digits(_ key: String, _ first: Int, _ count: Int) -> String { "substr(\(key), \(first), \(count))" }
        func agree(_ first: Int) -> String {
            "(\(digits(key, first, 8)) = \(digits(other, first, 8)) AND \(digits(key, first, 8)) <> '00000000')"
        }
        let (guid, link) = (prefixLength + 1, 16)
        let (title, text, date) = (guid + 16, guid + 24, guid + 32)
        return """
            (\(digits(key, guid, link)) = \(digits(other, guid, link)) AND (\(agree(title)) OR \(agree(text))
                OR \(agree(date)) AND \(digits(key, guid, 8)) <> '00000000'))
            """
    }

    // MARK: One evidence alone

    private static let soleLength = 20

    /// Its guid, its link or its title alone identifies the article: so the first version of the state file wrote keys, and
    /// so other readers know articles. It counts only where one article of the feed has it.
    public var isSole: Bool { text.utf8.count == ArticleKey.soleLength }

    /// The keys by one evidence alone that the article may have: by its guid, also together with its link; else by its link;
    /// else by its title, as `list` shows it.
    public static func sole(in feed: FeedKey, guid: String?, link: String?, title: String) -> [ArticleKey] {
        if let guid, !guid.isEmpty {
            return [
                ArticleKey(hashing: "\(feed)\nguid\n\(guid)"),
                ArticleKey(hashing: "\(feed)\nboth\n\(guid)\n\(link ?? "")"),
            ]
        }
        if let link, !link.isEmpty { return [ArticleKey(hashing: "\(feed)\nlink\n\(link)")] }
        return [ArticleKey(hashing: "\(feed)\ntitle\n\(title)")]
    }

    private init(hashing text: String) {
        self.text = String(SHA256.of(Array(text.utf8)).prefix(ArticleKey.soleLength))
    }
}
