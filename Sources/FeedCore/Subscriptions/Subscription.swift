/// A feed that a list of subscriptions names, as the list has it: nothing of it is checked.
public struct Subscription: Hashable, Sendable {
    /// The address of the feed.
    public var url: String
    /// The name that it goes by in the list.
    public var title: String?
    /// The title that the feed gives itself; nil where the list does not tell it from the one that somebody has given it.
    public var ownTitle: String?
    /// The innermost folder that it stands in, or its first tag.
    public var category: String?
    /// As it is written: the digits of a number of seconds, where it is one.
    public var interval: String?
    public var isFavorite = false
    public var isPaused = false
    /// The feed's home page.
    public var site: String?
    public var summary: String?
    public var icon: String?
    public var language: String?
    /// The number of its line in a plain list, from 1; nil in OPML.
    public var line: Int?

    public init(url: String, title: String? = nil, category: String? = nil, line: Int? = nil) {
        self.url = url
        self.title = title
        self.category = category
        self.line = line
    }
}

/// What a file of subscriptions holds: the feeds, and what is none, each with why.
public struct SubscriptionList: Hashable, Sendable {
    public var subscriptions: [Subscription] = []
    public var refused: [Refusal] = []
    /// Folders with nothing in them, in the order of the list.
    public var emptyCategories: [EmptyCategory] = []
    /// The colors that folders have in it, by their names.
    public var colors: [String: String] = [:]
    /// The file ends before the list does: what followed is not known.
    public var isCutOff = false

    public init() {}

    /// Something in the list that is no feed.
    public struct Refusal: Hashable, Sendable {
        /// The number of its line in a plain list, from 1; nil in OPML.
        public let line: Int?
        /// What the list calls it.
        public let text: String
        public let reason: String

        public init(line: Int? = nil, text: String, reason: String) {
            self.line = line
            self.text = text
            self.reason = reason
        }
    }

    /// Reads OPML, or a plain list of addresses: what it is shows in its content. The encoding is found as a feed's is.
    ///
    /// Throws a `ParseError` for what is neither.
    public static func read(_ bytes: [UInt8]) throws(ParseError) -> SubscriptionList {
        var text = TextEncoding.utf8(bytes, charset: nil).bytes
        if text.starts(with: UTF8Text.byteOrderMark) { text.removeFirst(UTF8Text.byteOrderMark.count) }
        // A list of nothing is a list, as one is that was exported before there was a feed.
        guard let first = text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return Self() }
        if first == UInt8(ascii: "<") { return try OPML.read(text) }
        let list = URLList.read(text)
        // A picture, or a text of whatever kind: its lines are not worth a word each.
        guard list.refused.count(where: URLList.isBroken) <= list.subscriptions.count,
            !list.subscriptions.isEmpty || list.refused.isEmpty || list.refused.contains(where: URLList.isMeant)
        else {
            throw .malformed(reason: "it is neither OPML nor a list of addresses", line: nil)
        }
        return list
    }
}
