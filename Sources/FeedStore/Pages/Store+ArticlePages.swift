/// The texts of articles' pages: which are wanted, and which replace the feed's text.
extension Store {
    /// After so many tries a page is given up; the index `article_page_wanted` says the same.
    public static let pageTries = 3

    /// Within a transaction: wants the pages of new articles.
    func wantPages(of articles: [ArticleID]) throws(StoreError) {
        try wantPages(where: "id IN (SELECT value FROM json_each(?1))", .list(articles.map(\.rawValue)))
    }

    /// Wants the pages of the newest unread articles of a feed, as far as they were never wanted.
    ///
    /// - Parameter limit: the most pages.
    public func wantPagesOfUnread(in feed: FeedID, limit: Int) throws(StoreError) {
        try transaction {
            let chosen = """
                feed_id = ?1 AND read_at IS NULL
                    AND NOT EXISTS (SELECT 1 FROM article_page WHERE article_id = article.id)
                ORDER BY date DESC, id DESC LIMIT ?2
                """
            try wantPages(where: chosen, .id(feed), .number(limit))
        }
    }

    /// A link to the article's own enclosure is not a page.
    private func wantPages(where chosen: String, _ values: SQLValue...) throws(StoreError) {
        try database.run(
            """
            INSERT INTO article_page(article_id)
            SELECT id FROM article
            WHERE url LIKE 'http%'
                AND NOT EXISTS (SELECT 1 FROM enclosure WHERE article_id = article.id AND enclosure.url = article.url)
                AND \(chosen)
            """, values)
    }

    /// Within a transaction: whether the pages of articles are fetched that are stored from now on. Without, those that
    /// were not fetched yet are no longer wanted.
    func setFetchesPages(_ fetchesPages: Bool, of feed: FeedID) throws(StoreError) {
        try database.run("UPDATE feed SET full_text = ?2 WHERE id = ?1", .id(feed), .flag(fetchesPages))
        guard !fetchesPages else { return }
        try database.run(
            """
            DELETE FROM article_page
            WHERE content IS NULL AND article_id IN (SELECT id FROM article WHERE feed_id = ?1)
            """, .id(feed))
    }

    /// The pages of articles that are still to be fetched, of all feeds, the newest article first.
    public func wantedPages() throws(StoreError) -> [WantedPage] {
        try database.rows(Store.selectWantedPages) { row in
            WantedPage(
                article: ArticleID(rawValue: row.number()), feed: FeedID(rawValue: row.number()),
                address: row.text(),
                tries: row.count())
        }
    }

    /// CROSS JOIN makes the few wanted pages the outer loop; else SQLite goes through all articles for their order.
    static let selectWantedPages = """
        SELECT article.id, article.feed_id, article.url, article_page.tries
        FROM article_page CROSS JOIN article ON article.id = article_page.article_id
        WHERE article_page.content IS NULL AND article_page.tries < 3 AND article.url NOT NULL
        ORDER BY article.date DESC, article.id DESC
        """

    /// Saves the text of an article's page, and uses it where it is longer than the feed's. Does nothing for an article
    /// that was removed meanwhile.
    ///
    /// If the pages of several articles say the same, none of them is used: it is a notice, or a page about all of them.
    ///
    /// - Parameter isWanted: the page was fetched because it was wanted: if it no longer is, it is not saved.
    /// - Returns: why the page is not used, if it is that of others, too.
    @discardableResult
    public func savePage(_ html: String, of article: ArticleID, isWanted: Bool = false) throws(StoreError) -> String? {
        try transaction {
            if !isWanted { try addPageRow(of: article) }
            let others = try articlesWithPage(html, except: article)
            let why = others.first.map(Store.sameText)
            try database.run(
                "UPDATE article_page SET content = ?2, error = ?3 WHERE article_id = ?1",
                .id(article), .string(html), .text(why))
            try chooseText(of: article)
            for other in others {
                let isNews = try database.run(
                    "UPDATE article_page SET error = ?2 WHERE article_id = ?1 AND error IS NULL",
                    .id(other), .string(Store.sameText(article)))
                if isNews > 0 { try chooseText(of: other) }
            }
            return why
        }
    }

    private static func sameText(_ article: ArticleID) -> String {
        "the page of article \(article.rawValue) has the same text"
    }

    /// So many pages that say the same are a notice. Fewer may be one article under several titles.
    private static let fewestOfNotice = 4

    /// Those of the feed's newest articles whose pages have this text, links aside, if it is a notice, or if their links
    /// lead to parts of one page. One with the same title or link is the same article, whose page may say the same.
    private func articlesWithPage(_ html: String, except article: ArticleID) throws(StoreError) -> [ArticleID] {
        let text = Store.hashWithoutLinks(html)
        func page(_ table: String) -> String { "substr(\(table).url, 1, instr(\(table).url || '#', '#') - 1)" }
        let found = try database.rows(
            """
            SELECT other.id, article_page.content, ifnull(\(page("other")) = \(page("article")), 0)
            FROM article CROSS JOIN article AS other ON other.feed_id = article.feed_id
            CROSS JOIN article_page ON article_page.article_id = other.id AND content NOT NULL
            WHERE article.id = ?1 AND other.title <> article.title AND other.link_hash IS NOT article.link_hash
            ORDER BY other.date DESC LIMIT 50
            """, [.id(article)]
        ) { row in
            let (other, isSame) = (ArticleID(rawValue: row.number()), Store.hashWithoutLinks(row.text()) == text)
            return isSame ? (id: other, isPart: row.flag()) : nil
        }
        let isShared = found.count + 1 >= Store.fewestOfNotice || found.contains(where: \.isPart)
        return isShared ? found.map(\.id) : []
    }

    /// Of a page's text without the addresses of its links: one may lead back to the article.
    private static func hashWithoutLinks(_ html: String) -> Int64 {
        var html = html
        return html.withUTF8 { bytes in
            var (hash, start) = (StableHash(), 0)
            while let link = bytes.end(of: " href=\"", from: start) {
                hash.append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<link])))
                start = bytes.index(of: UInt8(ascii: "\""), from: link) ?? bytes.count
            }
            hash.append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start...])))
            return hash.value
        }
    }

    /// Saves that a page could not be had. It is tried again until it was tried `pageTries` times.
    ///
    /// - Parameter isFinal: trying it again is of no use.
    public func savePageFailure(_ why: String, of article: ArticleID, isFinal: Bool) throws(StoreError) {
        try change(
            "UPDATE article_page SET tries = iif(?2, \(Store.pageTries), tries + 1), error = ?3 WHERE article_id = ?1",
            .id(article), .flag(isFinal), .string(why))
    }

    private func addPageRow(of article: ArticleID) throws(StoreError) {
        try database.run(
            "INSERT OR IGNORE INTO article_page(article_id) SELECT id FROM article WHERE id = ?1", .id(article))
    }

    /// Within a transaction: uses the text of the article's page where it is longer than the feed's, and its own. The
    /// excerpt is that of the text that is used.
    func chooseText(of article: ArticleID) throws(StoreError) {
        let texts = try database.rows(
            """
            SELECT article_page.is_used, error IS NULL, article_page.content, 0, article_content.content,
                content_is_plain, summary, summary_is_plain
            FROM article_page LEFT JOIN article_content ON article_content.article_id = article_page.article_id
            WHERE article_page.article_id = ?1 AND article_page.content NOT NULL
            """, [.id(article)]
        ) { row in
            let (wasUsed, isOwn, page) = (row.flag(), row.flag(), row.articleText())
            return (wasUsed, isOwn, page, said: [row.articleText(), row.articleText()].compactMap(\.self))
        }
        guard let (wasUsed, isOwn, page, said) = texts.first else { return }
        let isUsed = isOwn && (page?.plainBytes.count ?? 0) > (said.map(\.plainBytes.count).max() ?? 0)
        try database.run("UPDATE article_page SET is_used = ?2 WHERE article_id = ?1", .id(article), .flag(isUsed))
        guard isUsed || wasUsed else { return }
        // The excerpt of a feed's text comes from the summary if that has any text, as in a draft.
        let shown = isUsed ? [page].compactMap(\.self) : said.reversed()
        let excerpt = shown.lazy.map(\.excerpt).first { !$0.isEmpty } ?? ""
        try database.run("UPDATE article SET excerpt = ?2 WHERE id = ?1", .id(article), .string(excerpt))
    }
}

/// An article whose page is to be fetched.
public struct WantedPage: Hashable, Sendable {
    public let article: ArticleID
    public let feed: FeedID
    /// The article's link.
    public let address: String
    /// How often it was tried without success.
    public let tries: Int
}
