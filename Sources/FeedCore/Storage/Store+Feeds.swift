extension Store {
    /// The subscriptions, in the order of their titles.
    public func feeds() throws(StoreError) -> [Feed] {
        try translating {
            let statement = try database.prepare(
                Store.selectFeeds
                    + " ORDER BY coalesce(feed.nickname, feed.own_title, feed.url) COLLATE NOCASE, feed.id DESC")
            return try Store.readFeeds(statement)
        }
    }

    public func feed(_ id: FeedID) throws(StoreError) -> Feed {
        let found = try translating {
            let statement = try database.prepare(Store.selectFeeds + " WHERE feed.id = ?1")
            try statement.bind([.id(id)])
            return try Store.readFeeds(statement)
        }
        guard let feed = found.first else { throw .noSuchFeed("\(id.rawValue)") }
        return feed
    }

    /// The feed with this address; nil where there is none.
    public func feed(at url: WebAddress) throws(StoreError) -> Feed? {
        try translating {
            let statement = try database.prepare(Store.selectFeeds + " WHERE feed.url = ?1")
            try statement.bind([.string(url.text)])
            return try Store.readFeeds(statement).first
        }
    }

    /// The feed whose document last came from this address, after temporary redirects; nil where there is none.
    func feed(answeredAt url: WebAddress) throws(StoreError) -> Feed? {
        try translating {
            let statement = try database.prepare(Store.selectFeeds + " WHERE feed_refresh.answered_url = ?1")
            try statement.bind([.string(url.text)])
            return try Store.readFeeds(statement).first
        }
    }

    /// The feed that somebody means: by id, else by address, else by title: an exact one first, then a part of one
    /// that fits exactly one feed, upper and lower case alike.
    ///
    /// Throws `noSuchFeed` and `fitsSeveral`.
    public func feed(named name: String) throws(StoreError) -> Feed {
        if let first = name.first, first.isNumber, let number = Int64(name),
            let feed = try? feed(FeedID(rawValue: number))
        {
            return feed
        }
        if let url = WebAddress(name), let feed = try feed(at: url) { return feed }
        let feeds = try feeds()
        let exact = feeds.filter { $0.title == name }
        if !exact.isEmpty { return try only(exact, named: name) }
        let part = name.lowercased()
        guard !part.isEmpty else { throw .noSuchFeed("''") }
        return try only(feeds.filter { $0.title.lowercased().contains(part) }, named: name)
    }

    private func only(_ feeds: [Feed], named name: String) throws(StoreError) -> Feed {
        guard let feed = feeds.first else { throw .noSuchFeed(name) }
        guard feeds.count == 1 else {
            throw .fitsSeveral(name, feeds: feeds.map { "\($0.id.rawValue) \($0.title)" })
        }
        return feed
    }

    /// Subscribes. Throws `feedExists` where the address is subscribed to already.
    public func add(_ feed: NewFeed) throws(StoreError) -> FeedID {
        try change { try insert(feed) }
    }

    /// Within a change: subscribes.
    func insert(_ feed: NewFeed) throws -> FeedID {
        if let known = try self.feed(at: feed.url) {
            throw StoreError.feedExists(known.id, title: known.title)
        }
        return try write(feed)
    }

    /// Unsubscribes: the feeds go with their articles, tombstones and settings.
    public func remove(_ feeds: [FeedID]) throws(StoreError) {
        try change {
            for feed in feeds {
                // Its articles follow by the foreign keys.
                try database.run("DELETE FROM feed WHERE id = ?1", .id(feed))
            }
        }
    }

    /// Changes what a person can change of a feed. Throws `feedExists` where the new address is another feed's.
    public func edit(_ id: FeedID, _ edit: FeedEdit) throws(StoreError) {
        try change {
            let feed = try self.feed(id)
            if let nickname = edit.nickname {
                try database.run(
                    "UPDATE feed SET nickname = ?2 WHERE id = ?1", .id(id), .text(nickname.isEmpty ? nil : nickname))
            }
            if let category = edit.category {
                let made = try category.name.map { try makeCategory(named: $0).id }
                try database.run("UPDATE feed SET category_id = ?2 WHERE id = ?1", .id(id), .id(made))
            }
            if let interval = edit.interval {
                try database.run("UPDATE feed SET interval = ?2 WHERE id = ?1", .id(id), .number(interval.seconds))
            }
            if let favorite = edit.isFavorite {
                try database.run("UPDATE feed SET favorite = ?2 WHERE id = ?1", .id(id), .flag(favorite))
            }
            if let paused = edit.isPaused {
                // Resuming is also how a feed that had ended is tried again.
                try database.run(
                    "UPDATE feed SET paused = ?2, gone = gone AND ?2 WHERE id = ?1", .id(id), .flag(paused))
            }
            if let address = edit.address { try move(feed, to: address) }
        }
    }

    private func move(_ feed: Feed, to address: FeedEdit.Address) throws {
        if let other = try self.feed(at: address.url), other.id != feed.id {
            throw StoreError.feedExists(other.id, title: other.title)
        }
        try move(feed, to: address.url)
        if let credentials = address.credentials {
            try database.run(
                "UPDATE feed SET user = ?2, password = ?3 WHERE id = ?1", .id(feed.id), .string(credentials.user),
                .string(credentials.password))
        }
        try database.run("UPDATE feed SET gone = 0 WHERE id = ?1", .id(feed.id))
        // The new address has answered nothing yet: what was known of the old one's answers says nothing.
        var fresh = RefreshState()
        fresh.lastRefreshed = feed.refresh.lastRefreshed
        fresh.firstRefreshed = feed.refresh.firstRefreshed
        fresh.lastNews = feed.refresh.lastNews
        try write(fresh, of: feed.id)
    }

    /// The names and passwords of all feeds that have them.
    public func credentialsOfFeeds() throws(StoreError) -> [FeedID: Credentials] {
        try translating {
            let statement = try database.prepare("SELECT id, user, password FROM feed WHERE user IS NOT NULL")
            var credentials: [FeedID: Credentials] = [:]
            while try statement.step() {
                credentials[FeedID(rawValue: statement.number(0))] = Credentials(
                    user: statement.text(1), password: statement.text(2))
            }
            return credentials
        }
    }

    /// Whether the feed is still there, and where it was.
    func isUnmoved(_ feed: Feed) throws(StoreError) -> Bool {
        try translating {
            let statement = try database.prepare("SELECT url FROM feed WHERE id = ?1")
            try statement.bind([.id(feed.id)])
            return try statement.step() && statement.text(0) == feed.url.text
        }
    }

    // MARK: Rows

    static let selectFeeds =
        selectOwnColumns(.all) + """
                , last_refreshed, last_attempted, next_due, freshness, error,
                failing_since, failures, etag, last_modified, validators_url, body_hash, last_body, hint_interval,
                hint_skip_hours, hint_skip_days, answered_url, own_hold.since, own_hold.until, answer_hold.since,
                answer_hold.until, feed.last_read, first_refreshed, answered_host,
                last_news
            FROM feed
            LEFT JOIN category ON category.id = feed.category_id
            LEFT JOIN feed_refresh ON feed_refresh.feed_id = feed.id
            LEFT JOIN host_hold AS own_hold ON own_hold.host = feed.host
            LEFT JOIN host_hold AS answer_hold ON answer_hold.host = feed_refresh.answered_host
            """

    /// The columns that `readOwnColumns` reads; what nobody wants is left empty.
    static func selectOwnColumns(_ parts: ListedFeedParts) -> String {
        func wanted(_ part: ListedFeedParts, _ column: String) -> String { parts.contains(part) ? column : "NULL" }
        return """
            SELECT feed.id, feed.url, feed.own_title, feed.nickname, \(wanted(.site, "feed.site")),
                \(wanted(.description, "feed.summary")), \(wanted(.site, "feed.icon")),
                \(wanted(.description, "feed.language")), \(wanted(.category, "category.name")),
                \(wanted(.category, "category.color")), feed.favorite, feed.paused, feed.gone, feed.interval,
                feed.unread, feed.articles, feed.last_article
            """
    }

    /// What people edit, what the feed says about itself, and its counts; the rest is as of a feed that is new.
    static func readOwnColumns(_ statement: borrowing Statement, _ parts: ListedFeedParts = .all) throws -> Feed {
        guard let url = WebAddress(statement.text(1)) else {
            throw StoreError.failed("feed \(statement.number(0)) has no address that can be read")
        }
        var feed = Feed(id: FeedID(rawValue: statement.number(0)), url: url)
        feed.ownTitle = statement.optionalText(2)
        feed.nickname = statement.optionalText(3)
        if parts.contains(.site) {
            feed.site = statement.optionalText(4)
            feed.icon = statement.optionalText(6)
        }
        if parts.contains(.description) {
            feed.summary = statement.optionalText(5)
            feed.language = statement.optionalText(7)
        }
        if parts.contains(.category) {
            feed.category = statement.optionalText(8)
            feed.categoryColor = statement.optionalText(9)
        }
        feed.isFavorite = statement.flag(10)
        feed.isPaused = statement.flag(11)
        feed.isGone = statement.flag(12)
        feed.interval = statement.optionalNumber(13)
        feed.unread = Int(statement.number(14))
        feed.articles = Int(statement.number(15))
        feed.lastArticle = statement.optionalTime(16)
        return feed
    }

    private static func readFeeds(_ statement: borrowing Statement) throws -> [Feed] {
        var feeds: [Feed] = []
        while try statement.step() {
            var feed = try readOwnColumns(statement)
            feed.refresh = readRefreshState(statement)
            feed.hold = readHold(statement)
            feed.lastRead = statement.optionalTime(37)
            feeds.append(feed)
        }
        return feeds
    }

    /// The one that lasts longer, of the feed's own host and of the one that answers in its place.
    static func readHold(_ statement: borrowing Statement, at first: Int32 = 33) -> HostBackoff? {
        var longest: HostBackoff?
        for column in [first, first + 2] {
            guard let since = statement.optionalTime(column), let until = statement.optionalTime(column + 1),
                longest.map({ $0.until < until }) ?? true
            else { continue }
            longest = HostBackoff(since: since, until: until)
        }
        return longest
    }

    private static func readRefreshState(_ statement: borrowing Statement) -> RefreshState {
        var state = RefreshState()
        state.lastRefreshed = statement.optionalTime(17)
        state.lastAttempted = statement.optionalTime(18)
        state.nextDue = statement.optionalTime(19)
        state.freshness = statement.optionalNumber(20)
        state.error = statement.optionalText(21)
        state.failingSince = statement.optionalTime(22)
        state.failures = Int(statement.number(23))
        if let url = statement.optionalText(26).flatMap(WebAddress.init) {
            state.validators = Validators(
                etag: statement.optionalText(24), lastModified: statement.optionalText(25), url: url)
        }
        state.bodyHash = statement.optionalNumber(27)
        state.lastBody = statement.optionalTime(28)
        state.answeredURL = statement.optionalText(32).flatMap(WebAddress.init)
        state.firstRefreshed = statement.optionalTime(38)
        state.answeredHost = statement.optionalText(39)
        state.lastNews = statement.optionalTime(40)
        state.hints = RefreshHints(
            interval: statement.optionalNumber(29), skipHours: UInt32(truncatingIfNeeded: statement.number(30)),
            skipDays: UInt8(truncatingIfNeeded: statement.number(31)))
        return state
    }
}
