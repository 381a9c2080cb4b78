extension Store {
    /// Calls `body` with each article of the query, in its order. An error of `body` ends the reading and is thrown as
    /// it is.
    ///
    /// No statement is open meanwhile: `body` may wait for hours, for the reader of a pager, and SQLite keeps all that
    /// others write after the oldest open statement in its log. An article that is removed meanwhile is left out.
    public func forEachArticle(_ query: ArticleQuery, _ body: (Article) throws -> Void) throws {
        var rest = try articleIDs(of: query)[...]
        while !rest.isEmpty {
            let articles = try readArticles(rest.prefix(Store.portion), query.parts)
            rest = rest.dropFirst(Store.portion)
            for article in articles { try body(article) }
        }
    }

    /// How many articles are in memory at a time.
    private static let portion = 50

    /// The articles of the query, in its order.
    public func articleIDs(of query: ArticleQuery) throws(StoreError) -> [ArticleID] {
        let isSnapshot = try beginSearch(query)
        defer { if isSnapshot { endSearch() } }
        let (condition, values) = try listCondition(of: query)
        return try database.rows(
            "SELECT article.id" + Store.articlesAndFeeds + condition + query.order
                + (query.limit == nil ? "" : " LIMIT ?"), values + (query.limit.map { [.number($0)] } ?? [])
        ) { ArticleID(rawValue: $0.number()) }
    }

    /// The articles with each of these links, in any feed. The scheme, `www.`, a trailing slash and tracking parameters do
    /// not count.
    public func articleIDs(at links: [String]) throws(StoreError) -> [String: [ArticleID]] {
        let hashes = Dictionary(links.map { ($0, ArticleFingerprint.canonicalLink($0)) }) { first, _ in first }
        let found = try database.rows(
            "SELECT link_hash, id FROM article WHERE link_hash IN (SELECT value FROM json_each(?1)) ORDER BY id",
            [.list(Array(Set(hashes.values)))]
        ) { (hash: $0.number(), id: ArticleID(rawValue: $0.number())) }
        // Alike links share one array: a feed can have any number of them.
        let articles = Dictionary(grouping: found, by: \.hash).mapValues { $0.map(\.id) }
        return hashes.compactMapValues { articles[$0] }
    }

    private func readArticles(_ ids: some Collection<ArticleID>, _ parts: ArticleQuery.Parts) throws(StoreError)
        -> [Article]
    {
        let select = Store.selectArticles(parts, from: Store.listedArticles)
        return try database.rows(select, [.list(ids.map(\.rawValue))]) { row throws(StoreError) in
            try readArticle(&row, parts)
        }
    }

    /// One article with all its parts. Throws `noSuchArticle`.
    ///
    /// - Parameter source: the text to show; nil for that of the page where it is longer than the feed's.
    public func article(_ id: ArticleID, text source: TextSource? = nil) throws(StoreError) -> Article {
        guard let article = try article(withID: id, text: source) else { throw .noSuchArticle("\(id.rawValue)") }
        return article
    }

    /// The same; nil for an unknown id.
    public func article(withID id: ArticleID, text source: TextSource? = nil) throws(StoreError) -> Article? {
        let condition = Store.selectArticles(.all) + " WHERE article.id = ?1"
        return try database.firstRow(condition, [.id(id)]) { row throws(StoreError) in
            try readArticle(&row, .all, text: source)
        }
    }

    /// The guids that several articles of the query have, each as its `StableHash`.
    public func repeatedGuids(in query: ArticleQuery) throws(StoreError) -> Set<Int64> {
        try repeatedGuids(of: articleIDs(of: query))
    }

    /// The guids that several of these articles have, each as its `StableHash`.
    public func repeatedGuids(of articles: [ArticleID]) throws(StoreError) -> Set<Int64> {
        var seen: Set<Int64> = []
        var repeated: Set<Int64> = []
        for list in Store.lists(of: Set(articles).map(\.rawValue)) {
            let guids = try database.rows(
                "SELECT guid FROM article WHERE id IN (SELECT value FROM json_each(?1)) AND guid NOT NULL", [list]
            ) { StableHash.of($0.text()) }
            for guid in guids where !seen.insert(guid).inserted { repeated.insert(guid) }
        }
        return repeated
    }

    /// The ids of the stored articles of a range, low to high.
    public func articleIDs(in range: ClosedRange<ArticleID>) throws(StoreError) -> [ArticleID] {
        try database.rows(
            "SELECT id FROM article WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
            [.id(range.lowerBound), .id(range.upperBound)]
        ) { ArticleID(rawValue: $0.number()) }
    }

    /// The feeds that the articles of the query are of, in any order.
    public func feedIDs(of query: ArticleQuery) throws(StoreError) -> [FeedID] {
        try rows(of: query, "SELECT DISTINCT article.feed_id FROM article") { FeedID(rawValue: $0.number()) }
    }

    func rows<Value>(
        of query: ArticleQuery, _ select: String, read: (inout RowReader) -> Value
    ) throws(StoreError) -> [Value] {
        let isSnapshot = try beginSearch(query)
        defer { if isSnapshot { endSearch() } }
        let (condition, values) = try condition(of: query)
        return try database.rows(select + condition, values) { read(&$0) }
    }

    // MARK: Rows

    /// CROSS JOIN makes the articles the outer loop: their index gives the order, and a limit ends it early.
    static let articlesAndFeeds = " FROM article CROSS JOIN feed ON feed.id = article.feed_id"

    static func selectArticles(_ parts: ArticleQuery.Parts, from articles: String = "article") -> String {
        let columns = """
            SELECT article.id, article.feed_id, coalesce(feed.nickname, feed.own_title, feed.url), article.title,
                article.fetched, category.name, category.color, article.read_at, article.starred, article.modified,
                article.untitled, \(Database.firstDate), article.updated, article.author, article.url,
                article.guid, article.image, article.tags, article.excerpt, (SELECT name FROM account WHERE id = feed.account_id)
            """
        let content = """
            , article_content.content, content_is_plain, article_content.summary, summary_is_plain, authors,
                ifnull(article_content.language, feed.language), external_url, comments, article_page.is_used,
                article_page.content
            """
        let contentTables = """
             LEFT JOIN article_content ON article_content.article_id = article.id
            LEFT JOIN article_page ON article_page.article_id = article.id AND article_page.content NOT NULL
            """
        let labels = parts.contains(.labels) ? ", " + Store.labelsOfArticle : ""
        return columns + labels + (parts.contains(.content) ? content : "") + """
             FROM \(articles)
            CROSS JOIN feed ON feed.id = article.feed_id
            LEFT JOIN category ON category.id = feed.category_id
            """
            + (parts.contains(.content) ? contentTables : "")
    }

    /// In the order of a list.
    static let listedArticles = "json_each(?1) AS listed CROSS JOIN article ON article.id = listed.value"

    private func readArticle(
        _ row: inout RowReader, _ parts: ArticleQuery.Parts, text source: TextSource? = nil
    ) throws(StoreError) -> Article {
        var article = Store.readArticle(&row, parts, text: source)
        if parts.contains(.enclosures) { article.content.enclosures = try enclosures(of: article.id) }
        if parts.contains(.downloads) { article.downloads = try downloadPaths(of: article.id) }
        return article
    }

    private static func readArticle(
        _ row: inout RowReader, _ parts: ArticleQuery.Parts, text source: TextSource?
    ) -> Article {
        let (id, feed, feedTitle) = (ArticleID(rawValue: row.number()), FeedID(rawValue: row.number()), row.text())
        var article = Article(
            id: id, feedID: feed, feedTitle: feedTitle, content: ArticleContent(title: row.text()), fetched: row.time())
        article.category = row.optionalText()
        article.categoryColor = row.optionalText()
        article.readAt = row.optionalTime()
        article.isStarred = row.flag()
        article.isModified = row.flag()
        article.content.isUntitled = row.flag()
        article.content.published = row.optionalTime()
        article.content.updated = row.optionalTime()
        article.content.authors = row.optionalText().map { [Author(name: $0)] } ?? []
        article.content.url = row.optionalText()
        article.content.guid = row.optionalText()
        article.content.image = row.optionalText()
        article.content.tags = row.optionalText().map(PackedText.list) ?? []
        article.content.excerpt = row.text()
        article.account = row.optionalText()
        if parts.contains(.labels) { article.labels = row.optionalText().map(PackedText.list) ?? [] }
        guard parts.contains(.content) else { return article }
        article.content.text = row.articleText()
        article.content.summary = row.articleText()
        if let authors = row.optionalText() { article.content.authors = PackedText.authors(authors) }
        article.content.language = row.optionalText()
        article.content.externalURL = row.optionalText()
        article.content.comments = row.optionalText()
        if let isUsed = row.optionalNumber() {
            article.textSource = .feed
            if (source ?? (isUsed == 1 ? .page : .feed)) == .page { article.useText(ofPage: row.text()) }
        }
        return article
    }

    private func enclosures(of article: ArticleID) throws(StoreError) -> [Enclosure] {
        try database.rows(
            "SELECT url, type, size, duration, title FROM enclosure WHERE article_id = ?1 ORDER BY position",
            [.id(article)]
        ) { row in
            Enclosure(
                url: row.text(), type: row.optionalText(), size: row.optionalNumber(), duration: row.optionalNumber(),
                title: row.optionalText())
        }
    }
}

extension RowReader {
    /// A text, and in the next column whether it is plain.
    mutating func articleText() -> ArticleText? {
        let (text, isPlain) = (optionalText(), flag())
        return text.map(isPlain ? ArticleText.plain : ArticleText.html)
    }
}
