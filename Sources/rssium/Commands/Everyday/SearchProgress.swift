internal import FeedCore

extension Context {
    /// Before a search: indexes what is not indexed yet, and says on a terminal how far it is when that takes long.
    func catchUpIndex(of store: borrowing Store, for query: ArticleQuery) throws {
        guard query.search != nil else { return }
        var progress = ProgressLine(messages)
        defer { progress.clear() }
        try store.catchUpIndex { done, all in
            if done < all { progress.show("indexing for the search: \(done) of \(count(all, "article"))") }
        }
    }
}
