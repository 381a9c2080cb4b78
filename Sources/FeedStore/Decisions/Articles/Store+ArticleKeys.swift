/// The articles that decisions are about. `decision.article_id` has the article that a key names, so a decision
/// never reaches another one.
extension Store {
    /// Rows of a decision table that this machine has made.
    static func isOwn(_ table: String) -> String { "\(table).machine IN (SELECT code FROM own_machine)" }

    /// Rows of `decision` about the row of `article`.
    static let isOfArticle = "decision.article_id = article.id"

    /// The key under which something is decided about the row of `article`, as SQL: the one under which this machine has
    /// decided before, else one of other machines that is alike, else one of what identifies it, else, if machines
    /// do not share its feed or another article has that key, one for this database alone. Any other key of other machines
    /// may turn out to name another article.
    static let keyOfArticle = """
        coalesce(
            (SELECT coalesce(min(iif(\(isOwn("decision")), key, NULL)), min(iif(NOT \(isOwn("decision"))
                    AND article.guid NOT NULL AND \(ArticleKey.areAlike("key", Database.articleKey(sharedFeedKey))),
                    key, NULL)))
                FROM decision WHERE \(isOfArticle)),
            (SELECT made.key FROM (SELECT \(Database.articleKey(sharedFeedKey)) AS key) AS made WHERE NOT EXISTS (
                SELECT 1 FROM decision WHERE decision.key = made.key AND article_id <> article.id)),
            '~' || article.id)
        """

    /// The key of the feed of the row of `article`, as SQL; null if machines do not share it.
    static let sharedFeedKey = "(SELECT key FROM feed WHERE feed.id = article.feed_id AND is_shared = 1)"

    /// The decisions about stored articles that count, as a table: one row for each article and property. An article
    /// has several keys if it was edited before another machine decided about it.
    static let decided = """
        (SELECT article_id, property, value, time FROM decision AS won
            WHERE article_id NOT NULL AND NOT EXISTS (
                SELECT 1 FROM decision AS other
                WHERE other.article_id = won.article_id AND other.property = won.property AND other.key <> won.key
                    AND \(Decision.wins("other", over: "won"))))
        """

    // MARK: Feeds

    /// The key of a feed on other machines; nil for a feed that is not shared: of an account, a program, a filter or a
    /// file.
    ///
    /// - Parameter orEarlier: also that of a feed that was shared before: what is decided about it here waits.
    func sharedKey(of feed: FeedID, orEarlier: Bool = false) throws(StoreError) -> FeedKey? {
        try database.firstRow(
            "SELECT key, url FROM feed WHERE id = ?1 AND (\(Store.isShared) OR ?2 AND key NOT NULL)",
            [.id(feed), .flag(orEarlier)]
        ) { $0.optionalText().flatMap(FeedKey.init(written:)) ?? FeedKey(of: $0.text()) }
    }

    /// Feeds that have lines in the state file, as a condition on the columns of `feed`.
    static let isShared = Schema.isShared("feed")

    /// The keys under which other machines have subscribed to the feed's URL.
    func otherKeys(of feed: FeedID, known: FeedKey) throws(StoreError) -> [FeedKey] {
        let urls = try database.rows("SELECT url FROM feed WHERE id = ?1", [.id(feed)]) { known.address(of: $0.text()) }
        guard let address = urls.first else { return [] }
        return try feedKeys(at: address).filter { $0 != known }
    }

    /// The keys of the known feeds whose URL comes to this address, the smallest first.
    ///
    /// - Parameter withMoved: also of those that a server has moved there. Each machine follows such a move by itself, so
    ///   that alone makes no two feeds one.
    func feedKeys(at address: FeedKey, withMoved: Bool = false) throws(StoreError) -> [FeedKey] {
        try database.rows("SELECT key, automatic FROM decision WHERE alias = ?1", [.string(address.text)]) { row in
            guard case .feed(let key)? = DecisionKey(text: row.text()) else { return nil }
            return withMoved || !row.flag() || key == address ? key : nil
        }.sorted()
    }

    /// All keys of a feed, its own first; none for a feed that is not shared.
    func allKeys(of feed: FeedID) throws(StoreError) -> [FeedKey] {
        guard let key = try sharedKey(of: feed) else { return [] }
        return try [key] + otherKeys(of: feed, known: key)
    }

    /// Within a transaction: gives a feed its key. Decisions about its articles under its other keys are written under
    /// this one. Returns whether machines share it only from now on.
    @discardableResult
    func saveKey(_ key: FeedKey, of feed: FeedID, isNew: Bool = false) throws(StoreError) -> Bool {
        let old = try database.rows("SELECT key FROM feed WHERE id = ?1", [.id(feed)]) { FeedKey(written: $0.text()) }
        // One that is not shared any more gets another key when it is shared again.
        try database.run(
            "UPDATE feed SET key = NULL WHERE key = ?2 AND id <> ?1 AND NOT \(Store.isShared)", .id(feed),
            .string(key.text))
        let becomesShared = try database.holds("SELECT 1 FROM feed WHERE id = ?1 AND is_shared = 0", .id(feed))
        try database.run(
            "UPDATE feed SET key = ?2, is_shared = is_shared OR ?3 WHERE id = ?1 AND (key IS NOT ?2 OR ?3)", .id(feed),
            .string(key.text), .flag(becomesShared && isNew))
        for other in try Set(old + allKeys(of: feed)) where other != key {
            try moveArticleDecisions(from: ArticleKey.prefix(of: other), to: ArticleKey.prefix(of: key))
        }
        if becomesShared, isNew { try share(feed, key, beginDeciding()) }
        if becomesShared, !isNew {
            try noteFeed(feed, beginDeciding())
            try shareNames(of: [feed])
        }
        return becomesShared
    }

    /// Within a transaction: the decisions about the articles of a feed get its other key.
    private func moveArticleDecisions(from old: String, to new: String) throws(StoreError) {
        let isOld = "key >= ?1 AND key < ?1 || 'g'"
        try database.run(
            """
            INSERT INTO decision(key, property, value, time, machine, automatic, arrived, article_id)
            SELECT ?2 || substr(key, \(ArticleKey.prefixLength + 1)), property, value, time, machine, automatic, arrived,
                article_id
            FROM decision WHERE \(isOld)
            \(Decision.joiningWinner)
            """, .string(old), .string(new))
        try database.run("DELETE FROM decision WHERE \(isOld)", .string(old))
    }
}
