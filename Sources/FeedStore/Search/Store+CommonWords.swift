/// Finds the newest matches of words that very many articles have: there it is faster to go through the articles by date
/// and to ask the index about each than to take all hits from the index and sort them.
extension Store {
    /// A smaller store is searched fast in any case.
    private static let minArticles: Int64 = 50_000
    /// So many hits from the start of the index tell how common the words are.
    private static let sampleSize = 2000
    /// To ask the index about an article costs as much as to take so many hits from it.
    private static let costOfLookup = 200.0
    /// The matches may be rarer among the newest articles than elsewhere: so many times the expected number is looked at.
    private static let patience = 4.0

    /// The articles that the query lists, if its words are common and its order is by date; nil where the usual way is
    /// better.
    func newestMatches(_ query: ArticleQuery) throws(StoreError) -> [ArticleID]? {
        guard let limit = query.limit, limit > 0, let search = query.search, query.isByDateAlone,
            let expression = SearchCondition.expression(for: search.root),
            let last = try database.number("SELECT max(id) FROM article"), last >= Store.minArticles,
            try !hasUnindexed(), let share = try shareOfMatches(expression, among: last)
        else { return nil }
        let expected = Double(limit) / share
        guard expected * Store.costOfLookup < share * Double(last) else { return nil }
        return try newestMatches(expression, query, limit, among: Int(expected * Store.patience))
    }

    /// The share of articles that match, of which there are at least `sampleSize`; nil where there are fewer.
    private func shareOfMatches(_ expression: String, among last: Int64) throws(StoreError) -> Double? {
        let hits = try database.rows(
            "SELECT rowid & 4294967295 FROM main.search WHERE search MATCH ?1 LIMIT ?2",
            [.string(expression), .number(Store.sampleSize)]
        ) { $0.number() }
        guard hits.count == Store.sampleSize, let farthest = hits.max() else { return nil }
        return Double(hits.count) / Double(min(max(farthest, 1), last))
    }

    /// Goes through the first `candidates` articles of the query; nil if there are more, and too few matches among these.
    private func newestMatches(
        _ expression: String, _ query: ArticleQuery, _ limit: Int, among candidates: Int
    ) throws(StoreError) -> [ArticleID]? {
        let (condition, values) = query.condition
        let articles = try database.prepare("SELECT article.id FROM article\(condition)\(query.order) LIMIT ?")
        try articles.bind(values + [.number(candidates)])
        let lookup = """
            SELECT 1 FROM main.search WHERE search MATCH ?1
                AND rowid = (ifnull((SELECT revision FROM search_revised WHERE article_id = ?2), 0) << 32) | ?2
            """
        var found: [ArticleID] = []
        var count = 0
        while found.count < limit, try articles.step() {
            count += 1
            var row = articles.row
            let id = row.number()
            if try database.number(lookup, .string(expression), .integer(id)) != nil {
                found.append(ArticleID(rawValue: id))
            }
        }
        return found.count == limit || count < candidates ? found : nil
    }
}

extension ArticleQuery {
    /// The index of all articles, or of those of one feed, by date gives the order, and little is left out of it.
    fileprivate var isByDateAlone: Bool {
        isByDate && dating == .published && category == nil && (feeds?.count ?? 1) == 1 && articles == nil
            && arrival == nil && !isStarredOnly && !isModifiedOnly && limitPerFeed == nil
    }
}
