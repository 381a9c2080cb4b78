internal import FeedCore

/// The feeds of an import, by the addresses that the other reader has for them.
struct ImportedFeeds {
    private let byURL: [String: FeedID]
    private var known: [String: FeedID?] = [:]
    private let home: String?

    init(_ feeds: [NewFeed], _ imported: [Store.Imported], home: String?) {
        self.home = home
        byURL = Dictionary(zip(feeds, imported).map { ($0.url.text, $1.id) }) { first, _ in first }
    }

    /// Nil for a feed that was not imported.
    mutating func id(of address: String) -> FeedID? {
        if let id = known[address] { return id }
        // An address that cannot be read was refused, and reported.
        let id = (try? ImportList.address(address, home: home)).flatMap { byURL[$0.url.text] }
        known[address] = .some(id)
        return id
    }

    mutating func mark(
        _ article: ReaderArticle, _ marks: inout ReaderMarks, _ store: borrowing Store, _ unknown: inout Int
    ) throws {
        guard let feed = id(of: article.feedURL) else {
            unknown += 1
            return
        }
        try marks.merge(
            read: article.isRead, starred: article.isStarred, deleted: article.isDeleted, of: feed,
            keys: { article.keys(in: $0) }, in: store)
    }
}
