/// An article as another reader knows it, and what was done with it there.
public struct ReaderArticle: Hashable, Sendable {
    /// The address of its feed, as the reader's list has it.
    public var feedURL: String
    /// What the feed may have given as the guid; nil if it gave none.
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
        let guid = guid.flatMap { $0.isEmpty ? nil : $0 }
        let link = link.flatMap { $0.isEmpty ? nil : $0 }
        guard let guid else { return [ArticleKey(feed: feed, guid: nil, link: link, title: title)] }
        let byGuid = ArticleKey(feed: feed, guid: guid, link: nil, title: title)
        guard let link, guid == link || isMailed else { return [byGuid] }
        return [byGuid, ArticleKey(feed: feed, guid: nil, link: link, title: title)]
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
