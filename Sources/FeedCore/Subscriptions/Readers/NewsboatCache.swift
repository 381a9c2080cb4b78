/// The articles that newsboat remembers, from its `cache.db`.
///
/// The database is opened so that nothing beside it is written. Its columns are those of newsboat 2.21. Only an
/// ordinary table is read, since a view could compute without end.
public enum NewsboatCache {
    /// The most articles of a reader that are looked at.
    public static let articleLimit = 1_000_000
    private static let byteLimit = 8 << 30
    /// The longest value that is taken, in bytes.
    private static let textLimit = 4096

    /// Calls `body` with each article that was read, flagged or deleted.
    ///
    /// Throws a `ReaderFileError` for a file that is damaged, in use, or not newsboat's, and what `body` throws.
    public static func forEachArticle(at path: String, _ body: (ReaderArticle) throws -> Void) throws {
        let isUnchanging = try isInWALMode(path)
        for ending in ["-journal", "-wal"] {
            if let status = File.status(of: path + ending), status.st_size > 0 {
                throw ReaderFileError(
                    path: path, reason: "newsboat is using it, or was killed; start and quit newsboat")
            }
        }
        do {
            // SQLite makes files beside a database in WAL mode, unless it is told that the database never changes.
            let database = try Database(path: path, access: isUnchanging ? .immutable : .readOnly)
            try checkTable(of: database, path)
            try forEachArticle(in: database, path, body)
        } catch let error as StoreError {
            throw ReaderFileError(path: path, reason: reason(of: error))
        }
    }

    private static func forEachArticle(
        in database: borrowing Database, _ path: String, _ body: (ReaderArticle) throws -> Void
    ) throws {
        let text = { (column: String) in "substr(\(column), 1, \(textLimit + 1))" }
        let statement = try database.prepare(
            """
            SELECT \(text("feedurl")), \(text("guid")), \(text("url")), \(text("title")),
                unread = 0, length(ifnull(flags, '')) > 0, deleted <> 0
            FROM rss_item NOT INDEXED
            """)
        var count = 0
        while try statement.step() {
            var row = statement.row
            count += 1
            guard count <= articleLimit else {
                throw ReaderFileError(path: path, reason: "it has more than \(articleLimit) articles")
            }
            let (feed, guid, link, title) = (row.text(), row.text(), row.text(), row.text())
            let (isRead, isStarred, isDeleted) = (row.flag(), row.flag(), row.flag())
            let isLong = [feed, guid, link, title].contains { $0.utf8.count > textLimit }
            guard isRead || isStarred || isDeleted, !isLong else { continue }
            var article = article(feed, guid: guid, link: link, title: title)
            (article.isRead, article.isStarred, article.isDeleted) = (isRead, isStarred, isDeleted)
            try body(article)
        }
    }

    /// If a feed gives no guid, newsboat uses the link with the date, else the link, else the title.
    private static func article(_ feed: String, guid: String, link: String, title: String) -> ReaderArticle {
        let isMade = guid.isEmpty || guid == title || !link.isEmpty && guid != link && guid.hasPrefix(link)
        return ReaderArticle(
            feedURL: feed, guid: isMade ? nil : guid, link: link.isEmpty ? nil : link, title: title)
    }

    private static func checkTable(of database: borrowing Database, _ path: String) throws {
        let tables = try database.rows(
            "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'rss_item' LIMIT 1"
        ) { $0.text().uppercased() }
        guard let table = tables.first, table.hasPrefix("CREATE TABLE"), !table.contains(" AS ") else {
            throw ReaderFileError(path: path, reason: "it is not newsboat's")
        }
    }

    private static func isInWALMode(_ path: String) throws(ReaderFileError) -> Bool {
        let file = try ReaderFile.open(path)
        guard file.size <= byteLimit else {
            throw ReaderFileError(path: path, reason: FileError.tooLarge(limit: byteLimit).reason)
        }
        // The header says it in byte 18 (https://www.sqlite.org/fileformat.html#the_database_header).
        return file.bytes(at: 18, count: 1) == [2]
    }

    private static func reason(of error: StoreError) -> String {
        switch error {
        case .busy: "newsboat is using it; quit newsboat"
        case .damaged(_, let why) where why.hasPrefix("no such column"): "it is not newsboat's"
        case .damaged: "it is damaged"
        case .notADatabase: "it is not a database"
        case .failed(let why), .cannotOpen(_, let why): why
        default: error.message
        }
    }
}
