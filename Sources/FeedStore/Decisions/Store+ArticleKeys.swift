/// What the keys of a feed's articles are made of.
struct FeedKeys {
    /// The feed's own key first; the others are those of the same feed on machines that subscribed to it by another URL.
    let feeds: [FeedKey]
    private let repeatedGuids: Set<Int64>

    /// Nil for a feed that machines do not share.
    init?(of feed: FeedID, in store: borrowing Store) throws(StoreError) {
        guard let key = try store.sharedKey(of: feed) else { return nil }
        feeds = try [key] + store.otherKeys(of: feed, known: key)
        repeatedGuids = Set(
            try store.database.rows(
                """
                SELECT guid FROM article WHERE feed_id = ?1 AND guid IS NOT NULL GROUP BY guid HAVING count(*) > 1
                """, [.id(feed)]
            ) { StableHash.of($0.text()) })
    }

    /// All keys that other machines may know an article by, its own first.
    func keys(guid: String?, link: String?, title: String) -> [ArticleKey] {
        let isRepeated = guid.map { repeatedGuids.contains(StableHash.of($0)) } ?? false
        return feeds.map {
            ArticleKey(feed: $0, guid: guid, link: link, title: title, isRepeatedGuid: isRepeated)
        }
    }
}

/// The keys by which machines know feeds and articles. `article.key` has that of an article, if its feed is shared.
extension Store {
    /// Within a transaction: gives the chosen articles of a feed their keys, after what these are made of has changed, and
    /// moves what was decided under other keys there.
    ///
    /// - Returns: the articles about which more may be decided now.
    @discardableResult
    package func keyArticles(
        where chosen: String = "1", _ values: [SQLValue] = [], of feed: FeedID
    ) throws(StoreError) -> [ArticleID] {
        guard let keys = try FeedKeys(of: feed, in: self) else { return [] }
        let articles = try database.rows(
            "SELECT id, key, guid, url, title FROM article WHERE feed_id = ? AND \(chosen)", [.id(feed)] + values
        ) { row in
            let (id, key) = (ArticleID(rawValue: row.number()), row.optionalText())
            return (
                id: id, key: key,
                keys: keys.keys(guid: row.optionalText(), link: row.optionalText(), title: row.text()).map(\.text)
            )
        }
        var moved: [ArticleID] = []
        for article in articles {
            let own = article.keys[0]
            var isMoved = false
            for other in article.keys.dropFirst() + [article.key ?? own] where other != own {
                if try moveDecisions(from: other, to: own) { isMoved = true }
            }
            if isMoved || article.key != own { moved.append(article.id) }
            if article.key != own {
                try database.run("UPDATE article SET key = ?2 WHERE id = ?1", .id(article.id), .string(own))
            }
        }
        return moved
    }

    /// Returns whether there were any.
    private func moveDecisions(from old: String, to new: String) throws(StoreError) -> Bool {
        try database.run(
            """
            INSERT INTO decision(key, property, value, time, machine, automatic, alias)
            SELECT ?2, property, value, time, machine, automatic, alias FROM decision WHERE key = ?1
            \(Decision.replacingLoser)
            """, .string(old), .string(new))
        return try database.run("DELETE FROM decision WHERE key = ?1", .string(old)) > 0
    }

    /// Within a transaction: gives a feed its key, and its articles theirs, if it is another one.
    func saveKey(_ key: FeedKey, of feed: FeedID, at now: Timestamp) throws(StoreError) {
        let isNew =
            try database.run(
                "UPDATE feed SET key = ?2 WHERE id = ?1 AND key IS NOT ?2", .id(feed), .string(key.text)) > 0
        if !isNew, try otherKeys(of: feed, known: key).isEmpty { return }
        _ = try applyDecisions(to: keyArticles(of: feed), at: now)
    }

    /// What other machines know a feed by; nil for one that they do not share: of an account, a program, a filter or a
    /// file.
    func sharedKey(of feed: FeedID) throws(StoreError) -> FeedKey? {
        try database.rows("SELECT key, url FROM feed WHERE id = ?1 AND \(Store.isShared)", [.id(feed)]) {
            $0.optionalText().flatMap(FeedKey.init(written:)) ?? FeedKey(of: $0.text())
        }.first
    }

    /// Feeds that have lines in the state file, as a condition on the columns of `feed`.
    static let isShared = Schema.isShared("feed")

    /// The keys under which other machines have subscribed to the feed's URL.
    func otherKeys(of feed: FeedID, known: FeedKey) throws(StoreError) -> [FeedKey] {
        let urls = try database.rows("SELECT url FROM feed WHERE id = ?1", [.id(feed)]) { FeedKey(of: $0.text()) }
        guard let address = urls.first else { return [] }
        return try feedKeys(at: address).filter { $0 != known }
    }

    /// The keys of the known feeds whose URL comes to this address, the smallest first.
    func feedKeys(at address: FeedKey) throws(StoreError) -> [FeedKey] {
        try database.rows("SELECT key FROM decision WHERE alias = ?1", [.string(address.text)]) { row in
            guard case .feed(let key)? = DecisionKey(text: row.text()) else { return nil }
            return key
        }.sorted()
    }
}
