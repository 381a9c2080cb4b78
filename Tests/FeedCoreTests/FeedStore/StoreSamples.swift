import TestSupport

@testable import FeedStore

/// A suite whose tests have a store with one feed each.
class SuiteOfFeed {
    let folder = TemporaryFolder()
    let store: Store
    let feed: FeedID

    init() throws {
        store = try Store(path: folder.file("a.db"), access: .writing)
        feed = try store.addSample("https://a.example/feed")
    }
}

/// What the tests of the store and of refreshing put into it.
enum Sample {
    static let now = Timestamp(seconds: 1_795_253_400)

    static func address(_ text: String) -> WebAddress {
        guard let address = WebAddress(text) else { preconditionFailure("\(text) is no address") }
        return address
    }

    static func draft(
        _ title: String, guid: String? = nil, url: String? = nil, text: String = "", published: Timestamp? = nil
    ) -> ArticleDraft {
        var content = ArticleContent(title: title)
        content.guid = guid
        content.url = url
        content.excerpt = text
        content.text = text.isEmpty ? nil : .html("<p>\(text)</p>")
        content.published = published
        return ArticleDraft(content, textHash: StableHash.of(text))
    }

    static func stored(
        _ id: Int64, _ title: String, guid: String? = nil, url: String? = nil
    ) -> StoredIdentity {
        StoredIdentity(
            .article(ArticleID(rawValue: id), draftHash: 0),
            traits: ArticleFingerprint(
                guid: guid, url: url, title: title, textHash: StableHash.of(""), published: nil))
    }
}

extension FeedEdit {
    static func with(_ change: (inout FeedEdit) -> Void) -> FeedEdit {
        var edit = FeedEdit()
        change(&edit)
        return edit
    }
}

extension ArticleQuery {
    /// All articles that have these words.
    static func search(_ words: String, _ state: State = .all) throws -> ArticleQuery {
        var query = ArticleQuery(state: state)
        query.search = try Query(words)
        return query
    }
}

extension Store {
    @discardableResult
    func addSample(_ url: String, nickname: String? = nil, category: String? = nil) throws -> FeedID {
        var feed = NewFeed(url: Sample.address(url))
        feed.nickname = nickname
        feed.category = category
        return try add(feed)
    }

    /// Subscribes, as a command does.
    func add(_ feed: NewFeed) throws(StoreError) -> FeedID {
        try sharingTransaction {
            let id = try insert(feed)
            try noteFeed(id, beginDeciding(), .added)
            return id
        }
    }

    @discardableResult
    func insertSample(_ draft: ArticleDraft, into feed: FeedID, at now: Timestamp = Sample.now) throws -> ArticleID {
        try transaction {
            let statements = try articleStatements()
            return try insert([draft], into: feed, at: now, with: statements)[0]
        }
    }

    /// Articles come as a refresh brings them; returns those that are stored.
    @discardableResult
    func arriveSamples(_ drafts: [ArticleDraft], in feed: FeedID) throws -> [ArticleID] {
        try transaction {
            let statements = try articleStatements()
            return try arrive(drafts, in: feed, from: .news, isRead: false, at: Sample.now, with: statements).articles
        }
    }

    /// The lines that this machine writes into a state file.
    func stateLines() throws -> [StateLine] {
        var lines: [StateLine] = []
        try forEachStateLine { lines.append($0) }
        return lines
    }

    /// Takes over the lines of another machine's state file.
    func merge(_ lines: [StateLine]) throws {
        _ = try mergeDecisions(at: Sample.now) { merge in for line in lines { try merge.merge(line, in: self) } }
    }

    func edit(_ feeds: [FeedID], _ change: (inout FeedEdit) -> Void) throws { try edit(feeds, .with(change)) }

    /// The same without a step for `undo`.
    func edit(_ feed: FeedID, _ change: (inout FeedEdit) -> Void) throws {
        try transaction { try save(.with(change), of: feed) }
    }

    func edit(_ category: CategoryID, _ change: (inout CategoryEdit) -> Void) throws {
        var edit = CategoryEdit()
        change(&edit)
        try self.edit(category, edit)
    }

    func list(_ query: ArticleQuery = ArticleQuery(state: .all)) throws -> [Article] {
        var articles: [Article] = []
        try forEachArticle(query) { articles.append($0) }
        return articles
    }

    /// The numbers of the articles that a search finds, in their order.
    func found(_ words: String) throws -> [Int64] { try list(.search(words)).map(\.id.rawValue).sorted() }
}

extension Store {
    /// How SQLite would find the articles of a query, and read them.
    func plan(of query: ArticleQuery) throws -> String {
        let (condition, values) = query.narrowed(try condition(of: query))
        let ids =
            "SELECT article.id" + Store.articlesAndFeeds + condition + query.order
            + (query.limit == nil ? "" : " LIMIT ?")
        let limit = query.limit.map { [SQLValue.number($0)] } ?? []
        let parts = Store.selectArticles(query.parts, from: Store.listedArticles)
        return try plan(of: ids, values + limit) + "\n" + plan(of: parts)
    }

    func plan(of sql: String, _ values: [SQLValue] = []) throws -> String {
        try database.rows("EXPLAIN QUERY PLAN " + sql, values) { row in
            _ = (row.number(), row.number(), row.number())
            return row.text()
        }.joined(separator: "\n")
    }
}
