extension Store {
    /// Calls `body` with each article that the query asks for, in its order, as it is read.
    ///
    /// What `body` throws ends the reading and comes out unchanged.
    public func forEachArticle(_ query: ArticleQuery, _ body: (Article) throws -> Void) throws {
        let isSnapshot = try beginSearch(query)
        defer { if isSnapshot { endSearch() } }
        let statement = try translating {
            let (condition, values) = query.narrowed(try condition(of: query))
            let statement = try database.prepare(
                Store.selectArticles(query.parts) + condition + query.order + (query.limit == nil ? "" : " LIMIT ?"))
            try statement.bind(values + (query.limit.map { [.number($0)] } ?? []))
            return statement
        }
        let enclosures = try EnclosureReader(database, isNeeded: query.parts.contains(.enclosures))
        while try translating({ try statement.step() }) {
            var article = Store.readArticle(statement, query.parts)
            article.enclosures = try translating { try enclosures.enclosures(of: article.id) }
            try body(article)
        }
    }

    /// One article with all its parts. Throws `noSuchArticle`.
    public func article(_ id: ArticleID) throws(StoreError) -> Article {
        let found: Article? = try translating {
            let statement = try database.prepare(Store.selectArticles(.all) + " WHERE article.id = ?1")
            try statement.bind([.id(id)])
            guard try statement.step() else { return nil }
            var article = Store.readArticle(statement, .all)
            article.enclosures = try EnclosureReader(database, isNeeded: true).enclosures(of: id)
            return article
        }
        guard let found else { throw .noSuchArticle("\(id.rawValue)") }
        return found
    }

    /// The guids that more than one of the articles has that the query asks for, each as its `StableHash`.
    public func repeatedGuids(in query: ArticleQuery) throws(StoreError) -> Set<Int64> {
        var guids = query
        guids.parts = []
        var repeated = RepeatedGuids()
        do {
            try forEachArticle(guids) { repeated.take($0.guid) }
        } catch let error as StoreError {
            throw error
        } catch {
            throw .failed("\(error)")
        }
        return repeated.hashes
    }

    /// The guids that more than one of these articles has, each as its `StableHash`.
    public func repeatedGuids(of articles: [ArticleID]) throws(StoreError) -> Set<Int64> {
        try translating {
            let statement = try database.prepare("SELECT guid FROM article WHERE id = ?1")
            var repeated = RepeatedGuids()
            for article in Set(articles) {
                defer { statement.reset() }
                try statement.bind([.id(article)])
                if try statement.step() { repeated.take(statement.optionalText(0)) }
            }
            return repeated.hashes
        }
    }

    /// How many articles the query asks for, its limit included.
    public func count(_ query: ArticleQuery) throws(StoreError) -> Int {
        let isSnapshot = try beginSearch(query)
        defer { if isSnapshot { endSearch() } }
        let count = try translating { () throws -> Int64 in
            if query.isAnsweredByKeptCounts { return try keptCount(query) }
            let (condition, values) = try condition(of: query)
            let statement = try database.prepare("SELECT count(*) FROM article" + condition)
            try statement.bind(values)
            return try statement.step() ? statement.number(0) : 0
        }
        return min(Int(count), query.limit ?? Int.max)
    }

    private func keptCount(_ query: ArticleQuery) throws -> Int64 {
        let column =
            switch query.state {
            case .unread: "unread"
            case .read: "articles - unread"
            case .all: "articles"
            }
        let (scope, values) = query.scope(of: "feed.id")
        let statement = try database.prepare(
            "SELECT ifnull(sum(\(column)), 0) FROM feed"
                + (scope.isEmpty ? "" : " WHERE " + scope.joined(separator: " AND ")))
        try statement.bind(values)
        return try statement.step() ? statement.number(0) : 0
    }

    // MARK: Rows

    static func selectArticles(_ parts: ArticleQuery.Parts) -> String {
        let columns = """
            SELECT article.id, article.feed_id, coalesce(feed.nickname, feed.own_title, feed.url), category.name,
                article.published, article.updated, article.fetched, article.read_at, article.starred,
                article.modified, article.untitled, article.title, article.author, article.url, article.guid,
                article.image, article.tags, article.excerpt, category.color
            """
        let content = """
            , content, content_is_plain, article_content.summary, summary_is_plain, authors,
                ifnull(article_content.language, feed.language), external_url
            """
        // CROSS JOIN keeps the articles the outer loop: their index gives the order, and a limit ends it early.
        return columns + (parts.contains(.content) ? content : "") + """
             FROM article
            CROSS JOIN feed ON feed.id = article.feed_id
            LEFT JOIN category ON category.id = feed.category_id
            """
            + (parts.contains(.content) ? " LEFT JOIN article_content ON article_content.article_id = article.id" : "")
    }

    private static func readArticle(_ statement: borrowing Statement, _ parts: ArticleQuery.Parts) -> Article {
        var article = Article(
            id: ArticleID(rawValue: statement.number(0)), feedID: FeedID(rawValue: statement.number(1)),
            feedTitle: statement.text(2), title: statement.text(11), fetched: statement.time(6))
        article.category = statement.optionalText(3)
        article.published = statement.optionalTime(4)
        article.updated = statement.optionalTime(5)
        article.readAt = statement.optionalTime(7)
        article.isRead = article.readAt != nil
        article.isStarred = statement.flag(8)
        article.isModified = statement.flag(9)
        article.isUntitled = statement.flag(10)
        article.authors = statement.optionalText(12).map { [Author(name: $0)] } ?? []
        article.url = statement.optionalText(13)
        article.guid = statement.optionalText(14)
        article.image = statement.optionalText(15)
        article.tags = statement.optionalText(16).map(PackedText.list) ?? []
        article.excerpt = statement.text(17)
        article.categoryColor = statement.optionalText(18)
        guard parts.contains(.content) else { return article }
        article.content = readText(statement, 19)
        article.summary = readText(statement, 21)
        if let authors = statement.optionalText(23) { article.authors = PackedText.authors(authors) }
        article.language = statement.optionalText(24)
        article.externalURL = statement.optionalText(25)
        return article
    }

    private static func readText(_ statement: borrowing Statement, _ column: Int32) -> ArticleText? {
        guard let text = statement.optionalText(column) else { return nil }
        return statement.flag(column + 1) ? .plain(text) : .html(text)
    }
}

/// Which guids come more than once.
private struct RepeatedGuids {
    private var seen: Set<Int64> = []
    private(set) var hashes: Set<Int64> = []

    mutating func take(_ guid: String?) {
        guard let hash = guid.map(StableHash.of) else { return }
        if !seen.insert(hash).inserted { hashes.insert(hash) }
    }
}

/// Reads the enclosures of one article after the other.
private struct EnclosureReader: ~Copyable {
    private let statement: Statement
    private let isNeeded: Bool

    init(_ database: borrowing Database, isNeeded: Bool) throws(DatabaseError) {
        self.isNeeded = isNeeded
        statement = try database.prepare(
            "SELECT url, type, size, duration, title FROM enclosure WHERE article_id = ?1 ORDER BY position")
    }

    func enclosures(of article: ArticleID) throws(DatabaseError) -> [Enclosure] {
        guard isNeeded else { return [] }
        defer { statement.reset() }
        try statement.bind([.id(article)])
        var enclosures: [Enclosure] = []
        while try statement.step() {
            enclosures.append(
                Enclosure(
                    url: statement.text(0), type: statement.optionalText(1), size: statement.optionalNumber(2),
                    duration: statement.optionalNumber(3), title: statement.optionalText(4)))
        }
        return enclosures
    }
}
