/// Finds the newest matches of words that very many articles have: there it is faster to go through the articles by date
/// and to ask the index about each than to take all hits from the index and sort them.
extension Store {
    /// A smaller store is searched fast in any case.
    private static let minArticles: Int64 = 50_000
    /// So many hits from the end of the index tell how common the words are.
    private static let sampleSize = 500
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
            try !hasUnindexed()
        else { return nil }
        // Where fewer match, more articles have to be looked at, and fewer hits taken.
        let worthwhile = (Double(limit) * Store.costOfLookup / Double(last)).squareRoot()
        guard let share = try shareOfMatches(expression, upTo: last, atLeast: worthwhile) else { return nil }
        return try newestMatches(expression, query, limit, among: Int(Double(limit) / share * Store.patience))
    }

    /// The share of the articles up to the last one that match; nil where it is smaller than `least`. Looks no farther back
    /// than it takes to know that.
    private func shareOfMatches(
        _ expression: String, upTo last: Int64, atLeast least: Double
    ) throws(StoreError) -> Double? {
        let count = Double(Store.sampleSize)
        let hits = try database.rows(
            """
            SELECT rowid FROM main.search WHERE search MATCH ?1 AND rowid BETWEEN ?2 AND ?3
            ORDER BY rowid DESC LIMIT ?4
            """,
            [
                .string(expression), .number(Int(last) - Int(count / least)), .number(Int(last)),
                .number(Store.sampleSize),
            ]
        ) { $0.number() }
        guard hits.count == Store.sampleSize, let farthest = hits.last else { return nil }
        return count / Double(last - farthest + 1)
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
