/// What machines that share state know an article by: the first ten bytes of the SHA-256 of the key of its feed and of
/// its guid, else its link, else its title.
public struct ArticleKey: Hashable, Sendable, CustomStringConvertible {
    /// 20 hexadecimal digits in lower case.
    public let text: String

    /// - Parameters:
    ///   - guid: nil or empty if the feed gives none; so is `link`.
    ///   - title: as `list` shows it.
    ///   - isRepeatedGuid: several stored articles of the feed have this guid.
    public init(feed: FeedKey, guid: String?, link: String?, title: String, isRepeatedGuid: Bool = false) {
        var hash = SHA256()
        hash.update(feed.text)
        if let guid, !guid.isEmpty {
            hash.update(isRepeatedGuid ? "\nboth\n" : "\nguid\n")
            hash.update(guid)
            if isRepeatedGuid { hash.update("\n" + (link ?? "")) }
        } else if let link, !link.isEmpty {
            hash.update("\nlink\n")
            hash.update(link)
        } else {
            hash.update("\ntitle\n")
            hash.update(title)
        }
        text = Hexadecimal.text(hash.finish().prefix(10))
    }

    /// Nil unless the text is 20 hexadecimal digits in lower case.
    public init?(_ text: String) {
        guard Hexadecimal.isDigits(text, count: 20) else { return nil }
        self.text = text
    }

    public var description: String { text }
}
