/// Articles that came with a list, and may be asked for. Pure.
struct ListedArticles {
    /// So many take some megabytes.
    static let limit = 1000

    private var articles: [RemoteID: RemoteArticle] = [:]

    mutating func remember(_ new: some Sequence<RemoteArticle>) {
        for article in new where articles.count < ListedArticles.limit { articles[article.id] = article }
    }

    /// Those of these ids, which it forgets, and the ids of the others.
    mutating func take(_ ids: [RemoteID]) -> (known: [RemoteArticle], rest: [RemoteID]) {
        let known = ids.compactMap { articles.removeValue(forKey: $0) }
        let found = Set(known.map(\.id))
        return (known, ids.filter { !found.contains($0) })
    }
}
