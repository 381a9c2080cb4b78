/// What machines that share state know an article by: the first ten bytes of the SHA-256 of the key of its feed and of
/// its guid, else its link, else its title.
public struct ArticleKey: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt16

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
        let digest = hash.finish()
        high = ArticleKey.number(digest[..<8])
        low = UInt16(ArticleKey.number(digest[8..<10]))
    }

    /// Nil unless there are ten bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == ArticleKey.size else { return nil }
        high = ArticleKey.number(bytes[..<8])
        low = UInt16(ArticleKey.number(bytes[8...]))
    }

    /// Nil unless the text is 20 hexadecimal digits in lower case.
    public init?(_ text: String) {
        var text = text
        guard text.utf8.count == 2 * ArticleKey.size, let key = text.withUTF8({ ArticleKey(in: $0, at: 0) }) else {
            return nil
        }
        self = key
    }

    /// The 20 hexadecimal digits at `place`.
    init?(in bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
        guard let high = LowercaseHex.value(in: bytes, at: place, digits: 16),
            let low = LowercaseHex.value(in: bytes, at: place + 16, digits: 4)
        else { return nil }
        self.high = high
        self.low = UInt16(low)
    }

    /// Ten bytes, whose order is that of the keys.
    public var bytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: high >> (56 - 8 * UInt64($0))) }
            + [UInt8(low >> 8), UInt8(truncatingIfNeeded: low)]
    }

    /// 20 hexadecimal digits in lower case.
    public var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    public var description: String { text }

    public static func < (left: ArticleKey, right: ArticleKey) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }

    func append(to bytes: inout [UInt8]) {
        LowercaseHex.append(high, digits: 16, to: &bytes)
        LowercaseHex.append(UInt64(low), digits: 4, to: &bytes)
    }

    private static let size = 10

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
