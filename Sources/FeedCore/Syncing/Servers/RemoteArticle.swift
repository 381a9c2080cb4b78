/// An article as a server gives it, ready to be stored.
struct RemoteArticle: Hashable, Sendable {
    /// The id that it was asked for with.
    let id: RemoteID
    /// The server's name for its feed.
    let feed: RemoteID?
    let draft: ArticleDraft
    let isRead: Bool
    let isStarred: Bool

    /// The address of a page or file; nil for anything else.
    static func page(_ value: JSONValue?) -> String? {
        value?.string.flatMap { LinkResolver.page($0, base: nil) }
    }
}
