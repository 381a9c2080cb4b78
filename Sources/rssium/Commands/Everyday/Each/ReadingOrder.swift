internal import FeedCore

/// The articles that `read --each` shows, and which of them is on the screen.
struct ReadingOrder {
    private let ids: [ArticleID]
    /// The index of the first article of each feed; nil unless the articles are read feed by feed.
    private let feedStarts: [Int]?
    private var index = 0
    /// Articles that are passed over: they are gone, or their feed was marked read.
    private var skipped: Set<ArticleID> = []
    /// Articles that were deleted here, as they were.
    private(set) var deleted: [ArticleID: Article] = [:]

    init(_ ids: [ArticleID]) { (self.ids, feedStarts) = (ids, nil) }

    /// - Parameter articles: with their feeds; those of a feed follow each other.
    init(byFeed articles: [(id: ArticleID, feed: FeedID)]) {
        ids = articles.map(\.id)
        feedStarts = articles.indices.filter { $0 == 0 || articles[$0].feed != articles[$0 - 1].feed }
    }

    /// Nil after the last article.
    var current: ArticleID? { ids.indices.contains(index) ? ids[index] : nil }

    /// The articles after the current one that were not passed over.
    var following: [ArticleID] { ids.dropFirst(index + 1).filter { !skipped.contains($0) } }

    /// Goes to the next article, or behind the last one.
    mutating func goOn() { index = next(after: index) ?? ids.count }

    /// Goes to the article before. False at the first one.
    mutating func goBack() -> Bool {
        guard let before = ids.indices.prefix(index).last(where: { !skipped.contains(ids[$0]) }) else { return false }
        index = before
        return true
    }

    /// Passes these articles over from now on. If the current one is among them, goes to the next one.
    mutating func skip(_ articles: [ArticleID]) {
        skipped.formUnion(articles)
        if let current, skipped.contains(current) { goOn() }
    }

    /// Keeps a deleted article, for a user who goes back to it.
    mutating func keepDeleted(_ article: Article) { deleted[article.id] = article }

    private func next(after index: Int) -> Int? {
        ids.indices.dropFirst(index + 1).first { !skipped.contains(ids[$0]) }
    }

    /// The position of the current article: `3/30, 27 left`; feed by feed `3/12, feed 2/9`.
    var position: String {
        guard let feedStarts, let feed = feedStarts.lastIndex(where: { $0 <= index }) else {
            return "\(index + 1)/\(ids.count), \(following.count) left"
        }
        let end = feed + 1 < feedStarts.count ? feedStarts[feed + 1] : ids.count
        let start = feedStarts[feed]
        return "\(index - start + 1)/\(end - start), feed \(feed + 1)/\(feedStarts.count)"
    }
}
