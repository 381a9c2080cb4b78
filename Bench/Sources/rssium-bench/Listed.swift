internal import FeedCore

/// A store of many short unread articles, and the SQL that SQLite's shell runs on it.
struct Listed {
    let database: String
    let folder: FeedFolder
    let feeds: Int
    /// The addresses of its feeds.
    let base: String

    var articles: Int { folder.articles }

    /// Generates the feeds in the folder of the database, and stores them.
    ///
    /// - Parameter base: the address of their folder, with its last slash.
    init(in path: String, feeds: Int, articlesEach: Int, base: String) throws {
        database = path + ".db"
        self.feeds = feeds
        self.base = base
        folder = try FeedFolder(path, .short(articles: articlesEach), count: feeds)
        _ = try Contender.part(.store, named: "the store", [folder.path, database, base]).run()
    }

    func remove() {
        Files.removeDatabase(database)
        Files.removeFolder(folder.path)
    }

    // MARK: Queries

    private static let columns = """
        SELECT article.id, iif(read_at IS NULL, 'U', '-'),
            strftime('%Y-%m-%dT%H:%M:%SZ', ifnull(published, fetched), 'unixepoch'),
            coalesce(nickname, own_title, feed.url), title, article.url
        FROM article CROSS JOIN feed ON feed.id = feed_id
        """
    private static let order = "ORDER BY date DESC, article.id DESC LIMIT 50"

    /// The rows of `list -n 50`.
    static let newest = "\(columns) WHERE read_at IS NULL \(order)"

    /// The rows of `list --all -n 50 --search`.
    static func matches(of expression: String) -> String {
        "\(columns) WHERE article.id IN (SELECT rowid FROM search WHERE search MATCH '\(expression)') \(order)"
    }

    /// The rows of `feeds --fields id,unread,title`.
    static let counts = """
        SELECT id, unread, coalesce(nickname, own_title, url) AS title FROM feed ORDER BY title COLLATE NOCASE, id DESC
        """

    /// Search terms: a rare word, a frequent word, two words, and a phrase.
    static let searches = [
        ("a rare word", Language.rareWord(1234)), ("a common word", "the"), ("two words", "harbour garden"),
        ("a phrase", "\"of the\""),
    ]

    // MARK: Marking

    /// Marks the articles that match the condition, and counts them.
    static func marking(_ condition: String) -> String {
        """
        PRAGMA synchronous = FULL;
        UPDATE article SET read_at = 1762600000, modified = 0 WHERE read_at IS NULL AND \(condition);
        SELECT changes();

        """
    }

    /// The same with ids from a file.
    static func marking(idsIn file: String) -> String {
        """
        CREATE TEMP TABLE ids(id INTEGER PRIMARY KEY);
        .import --schema temp \(file) ids
        \(marking("id IN (SELECT id FROM temp.ids)"))
        """
    }
}
