/// Computes the keys of stored articles, feed by feed.
struct ArticleKeys {
    /// What the keys of a feed's articles depend on.
    private struct Known {
        /// Its own first; the others are those of the same feed on machines that subscribed to it by another URL.
        let feeds: [FeedKey]
        let repeatedGuids: Set<Int64>

        func key(of feed: FeedKey, _ guid: String?, _ link: String?, _ title: String) -> ArticleKey {
            let isRepeated = !repeatedGuids.isEmpty && guid.map { repeatedGuids.contains(StableHash.of($0)) } ?? false
            return ArticleKey(feed: feed, guid: guid, link: link, title: title, isRepeatedGuid: isRepeated)
        }
    }

    private var known: [FeedID: Known] = [:]

    init() {}

    /// The key of an article; nil for one of a feed that machines do not share.
    mutating func key(
        of feed: FeedID, guid: String?, link: String?, title: String, in store: borrowing Store
    ) throws -> ArticleKey? {
        let known = try known(feed, in: store)
        return known.feeds.first.map { known.key(of: $0, guid, link, title) }
    }

    /// All keys that other machines may know an article by, its own first.
    mutating func keys(
        of feed: FeedID, guid: String?, link: String?, title: String, in store: borrowing Store
    ) throws -> [ArticleKey] {
        let known = try known(feed, in: store)
        return known.feeds.map { known.key(of: $0, guid, link, title) }
    }

    private mutating func known(_ feed: FeedID, in store: borrowing Store) throws -> Known {
        if let known = known[feed] { return known }
        let key = try store.sharedKey(of: feed)
        let found = try Known(
            feeds: key.map { try [$0] + store.otherKeys(of: feed, known: $0) } ?? [],
            repeatedGuids: key == nil ? [] : store.repeatedGuids(of: feed))
        known[feed] = found
        return found
    }
}

extension Store {
    /// What other machines know a feed by; nil for one that they do not share: of an account, a program, a filter or a
    /// file.
    func sharedKey(of feed: FeedID) throws(DatabaseError) -> FeedKey? {
        try database.rows("SELECT key, url FROM feed WHERE id = ?1 AND \(Store.isShared)", [.id(feed)]) {
            $0.optionalText().flatMap(FeedKey.init(written:)) ?? FeedKey(of: $0.text())
        }.first
    }

    /// Feeds that have lines in the state file, as a condition on the columns of `feed`.
    static let isShared = """
        (feed.account_id IS NULL AND feed.program IS NULL AND feed.filter IS NULL AND feed.url NOT LIKE 'file:%')
        """

    /// The keys under which other machines have subscribed to the feed's URL.
    func otherKeys(of feed: FeedID, known: FeedKey) throws(DatabaseError) -> [FeedKey] {
        let urls = try database.rows("SELECT url FROM feed WHERE id = ?1", [.id(feed)]) { FeedKey(of: $0.text()) }
        guard let address = urls.first else { return [] }
        return try feedKeys(at: address).filter { $0 != known }
    }

    /// The keys of the known feeds whose URL comes to this address, the smallest first.
    func feedKeys(at address: FeedKey) throws(DatabaseError) -> [FeedKey] {
        try database.rows("SELECT subject FROM decision WHERE address = ?1", [.string(address.text)]) { row in
            guard case .feed(let key)? = StateKey(subject: row.text()) else { return nil }
            return key
        }.sorted()
    }

    /// The `StableHash` of each guid that several articles of the feed have.
    func repeatedGuids(of feed: FeedID) throws(DatabaseError) -> Set<Int64> {
        Set(
            try database.rows(
                """
                SELECT guid FROM article WHERE feed_id = ?1 AND guid IS NOT NULL GROUP BY guid HAVING count(*) > 1
                """, [.id(feed)]
            ) { StableHash.of($0.text()) })
    }
}
