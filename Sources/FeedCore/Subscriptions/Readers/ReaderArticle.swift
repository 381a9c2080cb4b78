/// An article as another reader knows it, and what was done with it there.
public struct ReaderArticle: Hashable, Sendable {
    /// The address of its feed, as the reader's list has it.
    public var feedURL: String
    /// The guid that the feed may have given; nil if it gave none.
    public var guid: String?
    public var link: String?
    public var title: String
    public var isRead = false
    public var isStarred = false
    public var isDeleted = false
    /// It was sent by mail.
    public var isMailed = false

    public init(feedURL: String, guid: String?, link: String?, title: String) {
        self.feedURL = feedURL
        self.guid = guid
        self.link = link
        self.title = title
    }

    /// The keys that the article may have here: the reader does not always tell what it took for a guid.
    public func keys(in feed: FeedKey) -> [ArticleKey] {
        let byGuid = guid.flatMap { $0.isEmpty ? nil : ArticleKey.sole(in: feed, guid: $0, link: nil, title: title)[0] }
        if let byGuid, guid != link && !isMailed || link?.isEmpty ?? true { return [byGuid] }
        return (byGuid.map { [$0] } ?? []) + ArticleKey.sole(in: feed, guid: nil, link: link, title: title)
    }
}

/// Why a file of another reader cannot be read.
public struct ReaderFileError: Error, Hashable, Sendable {
    public let path: String
    public let reason: String

    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    public var message: String { "cannot read \(path): \(reason)" }
}
