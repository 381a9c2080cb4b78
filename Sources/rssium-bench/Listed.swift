internal import FeedCore

/// A store of many articles, all unread and indexed for the search, and what SQLite's shell is asked about it.
struct Listed {
    let database: String
    let feeds: Int
    let articles: Int
    /// A word of many articles.
    let word = "the"

    /// Generates so many feeds of 100 articles beside the database, and stores them.
    init(in path: String, count: Int, environment: [String]) throws {
        database = path + ".db"
        feeds = count
        let folder = try FeedFolder(path, .of100Articles, count: count)
        articles = folder.articles
        _ = try Contender.part(.store, named: "the store", [folder.path, database]).run()
        // The first search indexes what is there; it is measured with the refreshes.
        _ = try Child(
            [Workbench.program("rssium"), "list", "--all", "-n", "1", "--search", word], environment: environment)
    }

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

    /// Those of `feeds --sort unread`.
    static let counts = """
        SELECT id, unread, articles, 'ok', coalesce(nickname, own_title, url), url FROM feed
        ORDER BY unread DESC, id DESC
        """

    /// What `mark read --all` does, and says.
    static let marking = "UPDATE article SET read_at = 1762600000 WHERE read_at IS NULL; SELECT changes()"
}
