extension Store {
    /// All downloads by article, those that are not complete included.
    public func downloads() throws(StoreError) -> [ArticleID: [Download]] {
        Dictionary(grouping: try readDownloads(), by: \.article)
    }

    /// What is known of one enclosure now.
    public func download(of article: ArticleID, _ url: String) throws(StoreError) -> Download? {
        try readDownloads("WHERE article_id = ?1 AND url = ?2", [.id(article), .string(url)]).first
    }

    /// Whether another enclosure has the same path, or is to get it.
    public func isPathOfOther(_ download: Download) throws(StoreError) -> Bool {
        try database.holds(
            "SELECT 1 FROM download WHERE path = ?1 AND (article_id, url) IS NOT (?2, ?3) LIMIT 1",
            .string(download.path), .id(download.article), .string(download.url))
    }

    private func readDownloads(_ choice: String = "", _ values: [SQLValue] = []) throws(StoreError) -> [Download] {
        try database.rows(
            "SELECT article_id, url, path, downloaded, validator, size FROM download \(choice) ORDER BY article_id, url",
            values
        ) { $0.download() }
    }

    /// Remembers a download, in place of what was known of this enclosure. Does nothing if the article is gone.
    public func saveDownload(_ download: Download) throws(StoreError) {
        try saveDownloads([download])
    }

    /// The same for many, after others are forgotten.
    public func saveDownloads(_ downloads: [Download], forgetting others: [Download] = []) throws(StoreError) {
        try transaction {
            for download in others { try forget(download.article, download.url) }
            for download in downloads { try save(download) }
        }
    }

    private func save(_ download: Download) throws(StoreError) {
        try database.run(
            """
            INSERT OR REPLACE INTO download(article_id, url, path, downloaded, validator, size)
            SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM article WHERE id = ?1)
            """, .id(download.article), .string(download.url), .string(download.path), .time(download.finished),
            .text(download.validator), .number(download.size))
    }

    /// The complete files of a feed's articles, those of the newest article first. Skipped and removed enclosures have
    /// none.
    public func savedFiles(of feed: FeedID) throws(StoreError) -> [Download] {
        try database.rows(
            """
            SELECT article_id, download.url, path, downloaded, validator, size
            FROM article CROSS JOIN download ON article_id = article.id
            WHERE feed_id = ?1 AND downloaded IS NOT NULL AND path <> ''
            ORDER BY date DESC, article.id DESC, download.url
            """, [.id(feed)]
        ) { $0.download() }
    }

    /// Forgets a download.
    public func removeDownload(of article: ArticleID, _ url: String) throws(StoreError) {
        try transaction { try forget(article, url) }
    }

    private func forget(_ article: ArticleID, _ url: String) throws(StoreError) {
        try database.run("DELETE FROM download WHERE article_id = ?1 AND url = ?2", .id(article), .string(url))
    }

    /// The paths of the saved enclosures of an article.
    func downloadPaths(of article: ArticleID) throws(StoreError) -> [String] {
        try database.rows(
            "SELECT path FROM download WHERE article_id = ?1 AND downloaded IS NOT NULL AND path <> '' ORDER BY url",
            [.id(article)]
        ) { $0.text() }
    }
}

extension RowReader {
    fileprivate mutating func download() -> Download {
        var download = Download(article: ArticleID(rawValue: number()), url: text(), path: text())
        download.finished = optionalTime()
        download.validator = optionalText()
        download.size = optionalNumber()
        return download
    }
}
