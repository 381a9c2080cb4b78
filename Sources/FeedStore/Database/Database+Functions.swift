internal import CSQLite

/// Functions that SQL can call.
extension Database {
    /// The date by which a row of `article` is known, as SQL: `published` of its `ArticleFingerprint`.
    static let feedDate = "ifnull(article.published, article.updated)"

    /// The date that the feed gave a row of `article` first, as SQL.
    static let firstDate = "ifnull(article.published, iif(article.updated IS NULL, NULL, article.date))"

    /// The `ArticleKey` of a row of `article`, as SQL.
    ///
    /// - Parameter feedKey: SQL of the key of the row's feed.
    static func articleKey(_ feedKey: String) -> String {
        """
        rssium_article_key(\(feedKey), article.guid, article.url, article.title, article.text_hash, \(feedDate))
        """
    }

    /// Lets SQL call that function. Triggers and views cannot.
    static func addArticleKey(to handle: OpaquePointer) -> Int32 {
        sqlite3_create_function_v2(
            handle, "rssium_article_key", 6, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil,
            { context, _, values in
                guard let values, let feed = Database.text(values[0]).flatMap(FeedKey.init(written:)) else { return }
                let isDated = sqlite3_value_type(values[5]) != SQLITE_NULL
                let traits = ArticleFingerprint(
                    guid: Database.text(values[1]), url: Database.text(values[2]),
                    title: Database.text(values[3]) ?? "",
                    textHash: sqlite3_value_int64(values[4]),
                    published: isDated ? Timestamp(seconds: sqlite3_value_int64(values[5])) : nil)
                Database.setResult(ArticleKey(feed: feed, traits: traits).text, of: context)
            }, nil, nil, nil)
    }

    /// Lets SQL call `rssium_folded(name)`, which is `foldedName`. Triggers that the database stores cannot.
    static func addFoldedName(to handle: OpaquePointer) -> Int32 {
        sqlite3_create_function_v2(
            handle, "rssium_folded", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, _, values in
                guard let name = Database.text(values?[0]) else { return }
                Database.setResult(name.foldedName, of: context)
            }, nil, nil, nil)
    }

    /// Lets SQL call `rssium_is_home(url, site)`: whether a link leads to the home page of its host or feed.
    static func addIsHome(to handle: OpaquePointer) -> Int32 {
        sqlite3_create_function_v2(
            handle, "rssium_is_home", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil,
            { context, _, values in
                guard let values, let url = Database.text(values[0]) else { return }
                let site = Database.text(values[1]).map(ArticleFingerprint.canonicalLink)
                let isHome = ArticleFingerprint.isRoot(url) || ArticleFingerprint.canonicalLink(url) == site
                sqlite3_result_int(context, isHome ? 1 : 0)
            }, nil, nil, nil)
    }

    /// Lets SQL call `rssium_matches(number, value)`, with the number of one of these matchers. The database keeps them until
    /// it is closed.
    static func addMatches(of matchers: SQLMatchers, to handle: OpaquePointer) -> Int32 {
        sqlite3_create_function_v2(
            handle, "rssium_matches", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
            Unmanaged.passUnretained(matchers).toOpaque(),
            { context, _, values in
                guard let user = sqlite3_user_data(context), let values else { return }
                let matchers = Unmanaged<SQLMatchers>.fromOpaque(user).takeUnretainedValue()
                do throws(PatternBudget.Exhausted) {
                    let matches = try matchers.matches(sqlite3_value_int64(values[0]), Database.text(values[1]))
                    sqlite3_result_int(context, matches ? 1 : 0)
                } catch {
                    sqlite3_result_error_code(context, SQLITE_INTERRUPT)
                }
            }, nil, nil, nil)
    }

    private static func setResult(_ text: String, of context: OpaquePointer?) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                rssium_result_text(context, $0.baseAddress, Int32($0.count))
            }
        }
    }
}
