@testable internal import FeedCore

/// A query that parses can be run, as text and as an SQL condition. An error has its place in the query.
func tryQuery(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    do {
        let query = try Query(text)
        demand((try? Query(text)) == query, "the same text, another query")
        var articles = ArticleQuery(state: .all)
        articles.search = query
        do {
            let store = try Store(path: "/nowhere/rssium.db", access: .reading)
            demand(try store.count(articles) == 0, "articles of an empty store")
        } catch {
            demand(false, "it is understood and cannot be run: \(error)")
        }
    } catch {
        demand(error.offset.map { 0...text.count ~= $0 } ?? true, "the offset \(error.offset ?? 0) is not in it")
        demand(!error.message.isEmpty, "no reason")
    }
}
