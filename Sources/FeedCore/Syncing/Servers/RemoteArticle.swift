/// An article as a server gives it, ready to be stored.
struct RemoteArticle: Hashable, Sendable {
    /// The id that it was asked for with.
    let id: RemoteID
    /// The server's name for its feed.
    let feed: RemoteID?
    let draft: ArticleDraft
    let isRead: Bool
    let isStarred: Bool
    /// The folded names of its labels and of the folder of its feed, where the server has labels.
    var labels: Set<String> = []

    /// The address of a page or file; nil for anything else.
    static func page(_ value: JSONValue?) -> String? {
        value?.string.flatMap { LinkResolver.page($0, base: nil) }
    }
}

extension ParsedArticle {
    /// The parts that items of all APIs but Google Reader's have.
    ///
    /// - Parameter name: the member with the HTML.
    init(of item: JSONValue, html name: String, published: Timestamp?) {
        self.init()
        title = item["title"]?.string.flatMap { SingleLineText.title($0) }
        content.url = RemoteArticle.page(item["url"])
        base = content.url
        if let html = item[name]?.string, html.utf8.contains(where: { $0 > 0x20 }) { content.text = .html(html) }
        content.published = published
        if let name = item["author"]?.string.flatMap({ SingleLineText.title($0) }) {
            content.authors = [Author(name: name)]
        }
    }
}
