/// What of a feed is read for a list, beside its names, flags and counts. Where feeds are many, looking up what nobody
/// is shown is most of the work.
public struct ListedFeedParts: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Description and language.
    public static let description = ListedFeedParts(rawValue: 1)
    /// What its state is told by: the last success and failure, and the holds of its hosts.
    public static let state = ListedFeedParts(rawValue: 2)
    /// Its page and its icon.
    public static let site = ListedFeedParts(rawValue: 4)
    /// Its name and its color.
    public static let category = ListedFeedParts(rawValue: 8)
    public static let all: ListedFeedParts = [.description, .state, .site, .category]
}

extension Store {
    /// The subscriptions, in no order and without what only a refresh decides by: what a table of them shows.
    public func listedFeeds(_ parts: ListedFeedParts) throws(StoreError) -> [Feed] {
        try translating {
            let statement = try database.prepare(Store.selectListed(parts))
            var feeds: [Feed] = []
            // A feed has many fields: to move thousands to a larger place takes as long as to read them.
            feeds.reserveCapacity(Int(try database.number("SELECT count(*) FROM feed") ?? 0))
            while try statement.step() { feeds.append(try Store.readListed(statement, parts)) }
            return feeds
        }
    }

    private static func selectListed(_ parts: ListedFeedParts) -> String {
        let columns = selectOwnColumns(parts)
        let tables = " FROM feed LEFT JOIN category ON category.id = feed.category_id"
        guard parts.contains(.state) else { return columns + tables }
        return columns + """
            , last_refreshed, error, failing_since, failures, own_hold.since, own_hold.until, answer_hold.since,
                answer_hold.until
            """ + tables + """
                 LEFT JOIN feed_refresh ON feed_refresh.feed_id = feed.id
                LEFT JOIN host_hold AS own_hold ON own_hold.host = feed.host
                LEFT JOIN host_hold AS answer_hold ON answer_hold.host = feed_refresh.answered_host
                """
    }

    private static func readListed(_ statement: borrowing Statement, _ parts: ListedFeedParts) throws -> Feed {
        var feed = try readOwnColumns(statement, parts)
        if parts.contains(.state) {
            feed.refresh.lastRefreshed = statement.optionalTime(17)
            feed.refresh.error = statement.optionalText(18)
            feed.refresh.failingSince = statement.optionalTime(19)
            feed.refresh.failures = Int(statement.number(20))
            feed.hold = readHold(statement, at: 21)
        }
        return feed
    }
}
