/// The facts about feeds that a caller needs besides their titles, URLs and counts of unread articles. Each takes time to
/// read, which counts with many feeds.
public struct FeedParts: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Home page and icon.
    public static let site = FeedParts(rawValue: 1)
    /// Description and language.
    public static let description = FeedParts(rawValue: 2)
    /// Name and color.
    public static let category = FeedParts(rawValue: 4)
    /// Whether it is a favorite, paused or gone, how many articles it has, and the date of the newest.
    public static let flags = FeedParts(rawValue: 128)
    /// Interval, account, filter, XPaths, and whether its pages are fetched.
    public static let settings = FeedParts(rawValue: 64)
    /// The values behind `Feed.state`: the last success, the failures, and the back-offs of the feed's hosts.
    public static let state: FeedParts = [.flags, .settings, FeedParts(rawValue: 8)]
    /// The parts that only a refresh needs, including the state.
    public static let schedule: FeedParts = [.state, FeedParts(rawValue: 16)]
    /// How many articles were stored, by day.
    public static let activity = FeedParts(rawValue: 32)
    /// Everything but the activity.
    public static let all: FeedParts = [.site, .description, .category, .schedule]
}

extension Store {
    /// The feeds that the end of the SQL chooses.
    func readFeeds(
        _ parts: FeedParts = .all, _ choice: String = "", _ values: [SQLValue] = []
    ) throws(StoreError) -> [Feed] {
        try database.rows(parts.select + choice, values) { row in
            let (id, address) = (FeedID(rawValue: row.number()), row.text())
            var feed = Feed.Values(id: id, url: WebAddress.stored(address) ?? .unreadable)
            row.read(parts, into: &feed, address)
            return Feed(feed)
        }
    }

    func readFeeds(_ choice: String, _ values: [SQLValue] = []) throws(StoreError) -> [Feed] {
        try readFeeds(.all, choice, values)
    }

    /// The feed with this URL, or whose last document came from it after temporary redirects, if there is one. Tracking
    /// parameters do not count.
    public func subscription(at url: WebAddress) throws(StoreError) -> Feed? {
        if let feed = try feed(at: url) { return feed }
        guard url.isRemote else { return nil }
        // `@` is the character behind `?`.
        let similar = try database.rows(
            """
            SELECT id, url FROM feed WHERE url = ?1 OR url >= ?1 || '?' AND url < ?1 || '@'
            UNION ALL
            SELECT feed_id, answered_url FROM feed_refresh
            WHERE answered_url = ?1 OR answered_url >= ?1 || '?' AND answered_url < ?1 || '@'
            """, [.string(String(url.textBeforeQuery))]
        ) { (id: FeedID(rawValue: $0.number()), url: WebAddress($0.text())) }
        guard let found = similar.first(where: { $0.url?.textWithoutTracking == url.textWithoutTracking }) else {
            return nil
        }
        return try feed(found.id)
    }
}

extension FeedParts {
    /// `SELECT … FROM …`; `RowReader.read` reads the columns behind the first two in this order.
    fileprivate var select: String {
        var columns = "SELECT feed.id, feed.url, feed.own_title, feed.nickname, feed.unread, feed.program"
        var tables = " FROM feed"
        if contains(.flags) { columns += ", feed.favorite, feed.paused, feed.gone, feed.articles, feed.last_article" }
        if contains(.settings) {
            columns += ", feed.interval, feed.full_text, feed.account_id, account.name, feed.filter, feed.xpaths"
            tables += " LEFT JOIN account ON account.id = feed.account_id"
        }
        if contains(.site) { columns += ", feed.site, feed.icon" }
        if contains(.description) { columns += ", feed.summary, feed.language" }
        if contains(.category) {
            columns += ", category.name, category.color"
            tables += " LEFT JOIN category ON category.id = feed.category_id"
        }
        if contains(.state) {
            columns += """
                , feed_refresh.last_refreshed, feed_refresh.error, feed_refresh.failing_since,
                    feed_refresh.failures, own_hold.since, own_hold.until, answer_hold.since,
                    answer_hold.until, account.last_synced, account.error, account.failing_since, account.failures,
                    account.hold_until
                """
            tables += """
                 LEFT JOIN feed_refresh ON feed_refresh.feed_id = feed.id
                LEFT JOIN host_hold AS own_hold ON own_hold.host = feed.host
                LEFT JOIN host_hold AS answer_hold ON answer_hold.host = feed_refresh.answered_host
                """
        }
        if contains(.schedule) {
            columns += """
                , feed.last_read, first_refreshed, feed_refresh.last_attempted, last_news, next_due, freshness, etag, last_modified,
                    validators_url, body_hash, last_body, answered_url, answered_host, hint_interval, hint_skip_hours,
                    hint_skip_days, last_failure, attempts_day, attempts, turn, revision
                """
        }
        if contains(.activity) {
            columns += """
                , (SELECT group_concat(day || ' ' || stored, ' ') FROM feed_day
                    WHERE feed_day.feed_id = feed.id AND stored > 0)
                """
        }
        return columns + tables
    }
}

extension RowReader {
    /// - Parameter address: the URL as it is stored.
    fileprivate mutating func read(_ parts: FeedParts, into feed: inout Feed.Values, _ address: String) {
        feed.ownTitle = optionalText()
        feed.nickname = optionalText()
        feed.unread = count()
        // Only this column makes a program of an address.
        if let program = optionalText() { feed.url = WebAddress.ofProgram(program) ?? .unreadable }
        if parts.contains(.flags) {
            feed.isFavorite = flag()
            feed.isPaused = flag()
            feed.isGone = flag()
            feed.articles = count()
            feed.lastArticle = optionalTime()
        }
        if !parts.subtracting(.flags).isEmpty {
            var details = Feed.Details()
            if parts.contains(.settings) {
                details.interval = optionalNumber()
                details.fetchesPages = flag()
                details.accountID = optionalNumber().map(AccountID.init)
                details.account = optionalText()
                details.filter = optionalText()
                details.xpaths = optionalText().flatMap(PageXPaths.init(json:))
            }
            readParts(parts, into: &details, &feed)
            feed.details = details
        }
        // One row that cannot be read must not hide the other feeds.
        if feed.url == .unreadable {
            feed.refresh.error =
                "its stored address cannot be read: \(address); `rssium edit \(feed.id.rawValue) --url URL` sets another"
            feed.refresh.failures = max(feed.refresh.failures, FeedState.failuresUntilFailing)
        }
    }

    /// Reads the parts that only some callers need, in the order of `FeedParts.select`.
    private mutating func readParts(_ parts: FeedParts, into details: inout Feed.Details, _ feed: inout Feed.Values) {
        if parts.contains(.site) {
            details.site = optionalText()
            details.icon = optionalText()
        }
        if parts.contains(.description) {
            details.summary = optionalText()
            details.language = optionalText()
        }
        if parts.contains(.category) {
            details.category = optionalText()
            details.categoryColor = optionalText()
        }
        if parts.contains(.state) {
            var refresh = RefreshState()
            refresh.lastRefreshed = optionalTime()
            refresh.error = optionalText()
            refresh.failingSince = optionalTime()
            refresh.failures = count()
            details.hold = longer(backoff(), backoff())
            readAccountState(into: &details, &refresh)
            if parts.contains(.schedule) {
                details.lastRead = optionalTime()
                readSchedule(of: feed.url, into: &refresh)
            }
            feed.refresh = refresh
        }
        if parts.contains(.activity) {
            var numbers = (optionalText() ?? "").split(separator: " ").compactMap { Int64($0) }[...]
            while let day = numbers.popFirst(), let stored = numbers.popFirst() {
                details.storedByDay[day] = Int(stored)
            }
        }
    }

    /// The state of an account's feed is that of its account.
    private mutating func readAccountState(into details: inout Feed.Details, _ refresh: inout RefreshState) {
        let (synced, error, since) = (optionalTime(), optionalText(), optionalTime())
        let (failures, until) = (count(), optionalTime())
        guard details.accountID != nil else { return }
        refresh.lastRefreshed = synced
        refresh.error = error
        refresh.failingSince = since
        refresh.failures = failures
        details.hold = until.map { HostBackoff(since: synced ?? $0, until: $0) }
    }

    private mutating func readSchedule(of url: WebAddress, into state: inout RefreshState) {
        state.firstRefreshed = optionalTime()
        state.lastAttempted = optionalTime()
        state.lastNews = optionalTime()
        state.nextDue = optionalTime()
        state.freshness = optionalNumber()
        let (etag, lastModified) = (optionalText(), optionalText())
        state.validators = optionalAddress(like: url).flatMap {
            Validators(etag: etag, lastModified: lastModified, url: $0)
        }
        state.bodyHash = optionalNumber()
        state.lastBody = optionalTime()
        state.answeredURL = optionalAddress(like: url)
        state.answeredHost = optionalText()
        state.hints = RefreshHints(
            interval: optionalNumber(), skipHours: UInt32(truncatingIfNeeded: number()),
            skipDays: UInt8(truncatingIfNeeded: number()))
        state.lastFailure = optionalTime()
        state.attempts = AttemptCounts(newest: optionalNumber(), stored: optionalText())
        state.turn = RefreshTurn(last: number())
        state.revision = number()
    }

    private mutating func backoff() -> HostBackoff? {
        let (since, until) = (optionalTime(), optionalTime())
        guard let since, let until else { return nil }
        return HostBackoff(since: since, until: until)
    }

    private func longer(_ own: HostBackoff?, _ other: HostBackoff?) -> HostBackoff? {
        guard let own, let other else { return own ?? other }
        return other.until > own.until ? other : own
    }
}

extension PageXPaths {
    /// Reads an object of names and expressions; nil for anything else.
    fileprivate init?(json: String) {
        let object = try? JSONReader.read(Array(json.utf8))
        guard let items = object?["items"]?.string, !items.isEmpty else { return nil }
        self.init(items: items)
        for part in Part.allCases { parts[part] = object?[part.rawValue]?.string }
    }

    /// The object, without the parts that are missing.
    var json: [UInt8] {
        let members = parts.map { ($0.key.rawValue, $0.value) } + [("items", items)]
        return DecisionValue.members(Dictionary(uniqueKeysWithValues: members)).json
    }
}
