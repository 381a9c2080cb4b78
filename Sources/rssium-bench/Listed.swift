internal import FeedCore

/// A store of many short articles, all unread, and what SQLite's shell is asked about it.
struct Listed {
    let database: String
    let folder: FeedFolder
    let feeds: Int
    /// Addresses that its feeds are served at.
    let base: String

    var articles: Int { folder.articles }

    /// Generates the feeds beside the database, and stores them.
    ///
    /// - Parameter base: the address of the folder that they are in, up to its last slash.
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

    // MARK: What is asked

    private static let columns = """
        SELECT article.id, iif(read_at IS NULL, 'U', '-'),
            strftime('%Y-%m-%dT%H:%M:%SZ', ifnull(published, fetched), 'unixepoch'),
            coalesce(nickname, own_title, feed.url), title, article.url
        FROM article CROSS JOIN feed ON feed.id = feed_id
        """
    private static let order = "ORDER BY date DESC, article.id DESC LIMIT 50"

    /// The rows of `list -n 50`.
    static let newest = "\(columns) WHERE read_at IS NULL \(order)"

    /// Those of `list --all -n 50 --search`.
    static func matches(of expression: String) -> String {
        "\(columns) WHERE article.id IN (SELECT rowid FROM search WHERE search MATCH '\(expression)') \(order)"
    }

    /// Those of `feeds --fields id,unread,title`.
    static let counts = """
        SELECT id, unread, coalesce(nickname, own_title, url) AS title FROM feed ORDER BY title COLLATE NOCASE, id DESC
        """

    /// Words that are sought: one of a few articles, one of many, two, and two that stand together.
    static let searches = [
        ("a rare word", Language.rareWord(1234)), ("a common word", "the"), ("two words", "harbour garden"),
        ("a phrase", "\"of the\""),
    ]

    // MARK: What is marked

    /// Marks what the condition fits, and says how much that was.
    static func marking(_ condition: String) -> String {
        """
        PRAGMA synchronous = FULL;
        UPDATE article SET read_at = 1762600000, modified = 0 WHERE read_at IS NULL AND \(condition);
        SELECT changes();

        """
    }

    /// The same of ids that a file has.
    static func marking(idsIn file: String) -> String {
        """
        CREATE TEMP TABLE ids(id INTEGER PRIMARY KEY);
        .import --schema temp \(file) ids
        \(marking("id IN (SELECT id FROM temp.ids)"))
        """
    }
}
