extension Store {
    /// The fingerprints of a feed's articles, and of the tombstones that these articles of a document may have left.
    public func identities(of feed: FeedID, like document: [ArticleDraft]) throws(StoreError) -> [StoredIdentity] {
        lazy var known = Dictionary(
            document.lazy.map { ($0.hash, $0.traits) }, uniquingKeysWith: { first, _ in first })
        let articles = try database.rows(
            """
            SELECT id, draft_hash, text_hash, guid, url, title, text_hash, \(Database.feedDate) FROM article
            WHERE feed_id = ?1
            """, [.id(feed)]
        ) { row in
            let (id, hash, text) = (ArticleID(rawValue: row.number()), row.number() as Int64, row.number() as Int64)
            // Most are as they were, and need not be hashed again.
            let traits = known[hash].flatMap { $0.text == text ? $0 : nil } ?? row.fingerprint()
            return StoredIdentity(.article(id, draftHash: hash), traits: traits)
        }
        return articles + (try tombstones(of: feed, like: document.map(\.traits)))
    }

    /// The hashes of the texts of a feed's latest articles, by the hashes of their drafts.
    public func textHashes(of feed: FeedID) throws(StoreError) -> [Int64: Int64] {
        let rows = try database.rows(
            "SELECT draft_hash, text_hash FROM article WHERE feed_id = ?1 ORDER BY date DESC LIMIT 1000", [.id(feed)]
        ) { row in (row.number() as Int64, row.number() as Int64) }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    /// Saves what a refresh learned: times, validators, error and hints.
    public func saveRefreshState(_ state: RefreshState, of feed: FeedID) throws(StoreError) {
        let attempts = state.attempts.stored
        try database.run(
            """
            UPDATE feed_refresh
            SET last_refreshed = ?2, last_attempted = ?3, next_due = ?4, freshness = ?5, error = ?6,
                failing_since = ?7, failures = ?8, etag = ?9, last_modified = ?10, validators_url = ?11,
                body_hash = ?12, last_body = ?13, hint_interval = ?14, hint_skip_hours = ?15, hint_skip_days = ?16,
                answered_url = ?17, first_refreshed = ?18, answered_host = ?19, last_news = ?20, last_failure = ?21,
                attempts = ?22, attempts_day = ?23, turn = ?24
            WHERE feed_id = ?1
            """,
            .id(feed), .time(state.lastRefreshed), .time(state.lastAttempted), .time(state.nextDue),
            .number(state.freshness), .text(state.error), .time(state.failingSince), .number(state.failures),
            .text(state.validators?.etag), .text(state.validators?.lastModified),
            .text(state.validators?.url.text), .number(state.bodyHash), .time(state.lastBody),
            .number(state.hints.interval), .integer(Int64(state.hints.skipHours)),
            .integer(Int64(state.hints.skipDays)), .text(state.answeredURL?.text), .time(state.firstRefreshed),
            .text(state.answeredHost), .time(state.lastNews), .time(state.lastFailure),
            .text(attempts?.text), .number(attempts?.newest), .integer(state.turn.last))
    }

    /// Within a transaction: counts articles that were stored now, and forgets what no list shows any more.
    func countStored(_ count: Int, in feed: FeedID, at now: Timestamp) throws(StoreError) {
        try database.run(
            """
            INSERT INTO feed_day(feed_id, day, stored) VALUES (?1, ?2, ?3)
            ON CONFLICT(feed_id, day) DO UPDATE SET stored = stored + excluded.stored
            """, .id(feed), .number(now.day), .number(count))
        try database.run(
            "DELETE FROM feed_day WHERE feed_id = ?1 AND day <= ?2", .id(feed),
            .number(now.day - Int64(7 * Feed.activityWeeks)))
    }

    /// Saves that a feed had its turn.
    public func saveTurn(_ turn: RefreshTurn, of feed: FeedID) throws(StoreError) {
        try database.run("UPDATE feed_refresh SET turn = ?2 WHERE feed_id = ?1", .id(feed), .integer(turn.last))
    }

    /// Saves what the document says about the feed itself, if it has changed.
    public func saveFeedDescription(_ description: FeedDescription, of feed: FeedID) throws(StoreError) {
        try database.run(
            """
            UPDATE feed SET own_title = ?2, site = ?3, summary = ?4, icon = ?5, language = ?6
            WHERE id = ?1 AND (own_title, site, summary, icon, language) IS NOT (?2, ?3, ?4, ?5, ?6)
            """,
            .id(feed), .text(description.title), .text(description.site), .text(description.summary),
            .text(description.icon), .text(description.language))
    }

    /// Saves where a feed has moved to, or that it answered 410.
    public func saveAddress(_ url: WebAddress, isGone: Bool, of feed: Feed) throws(StoreError) {
        if url != feed.url {
            try move(feed, to: url)
            try noteFeed(feed.id, beginDeciding(), .moved)
        }
        try database.run("UPDATE feed SET gone = ?2 WHERE id = ?1", .id(feed.id), .flag(isGone))
    }

    /// Within a transaction: saves a feed's URL. Secrets belong to an origin: where scheme, host or port change, they are
    /// removed.
    func move(_ feed: Feed, to url: WebAddress) throws(StoreError) {
        if !url.hasOrigin(of: feed.url) {
            try database.run("UPDATE feed SET user = NULL, password = NULL WHERE id = ?1", .id(feed.id))
            try database.run(
                "DELETE FROM feed_setting WHERE feed_id = ?1 AND key IN ('refresh.header', 'refresh.password-command')",
                .id(feed.id))
        }
        try database.run(
            "UPDATE feed SET url = ?2, host = ?3, program = ?4 WHERE id = ?1", .id(feed.id), .string(url.text),
            .string(url.hostAndPort), .text(url.program))
    }

    /// The statements that save articles, prepared once for many.
    public func articleStatements() throws(StoreError) -> ArticleStatements { try ArticleStatements(database) }

    /// Inserts articles. Returns their ids in the same order.
    ///
    /// - Parameters:
    ///   - order: the indices of those to insert, in the order of their ids; nil for all in theirs.
    ///   - isNews: false for articles of an archive, which say nothing of how busy the feed is.
    public func insert(
        _ drafts: [ArticleDraft], order: [Int]? = nil, into feed: FeedID, isRead: Bool = false, isNews: Bool = true,
        at now: Timestamp, with statements: borrowing ArticleStatements
    ) throws(StoreError) -> [ArticleID] {
        let order = order ?? Array(drafts.indices)
        guard !order.isEmpty else { return [] }
        var ids: [ArticleID] = []
        ids.reserveCapacity(order.count)
        var newest: Timestamp?
        for index in order {
            let draft = drafts[index]
            let date = draft.date(at: now)
            newest = max(newest ?? date, date)
            try statements.insert(draft, into: feed, readAt: isRead ? now : nil, at: now)
            let id = ArticleID(rawValue: database.lastInsertedRow)
            try statements.insertTexts(of: draft.content, for: id)
            ids.append(id)
        }
        // Once for all of them, not by a trigger: see `Schema`.
        let fetchesPages = try database.rows(
            """
            UPDATE feed
            SET articles = articles + ?2, unread = unread + ?3,
                last_article = max(ifnull(last_article, ?4), ?4)
            WHERE id = ?1 RETURNING full_text
            """,
            [
                .id(feed), .number(ids.count), .number(isRead ? 0 : ids.count),
                .time(newest),
            ]
        ) { $0.flag() }
        if fetchesPages == [true] { try wantPages(of: ids) }
        if isNews { try countStored(ids.count, in: feed, at: now) }
        return ids
    }

    /// Replaces the content of a stored article, which keeps its id, its star and the time when it was fetched.
    public func replace(
        _ id: ArticleID, by draft: ArticleDraft, _ change: ArticleChange, with statements: borrowing ArticleStatements
    ) throws(StoreError) {
        try statements.update(id, to: draft, change)
        try statements.removeTexts(of: id)
        try statements.insertTexts(of: draft.content, for: id)
        try chooseText(of: id)
    }
}

/// The effect on the read state of an article that its feed has changed.
public enum ArticleChange: Hashable, Sendable {
    /// Nothing: the user need not notice the change.
    case unnoticed
    /// It stays as it is; a read article is flagged as modified.
    case modified
    /// It becomes unread.
    case unread
}

/// The description of a feed in its document.
public struct FeedDescription: Hashable, Sendable {
    public var title: String?
    public var site: String?
    public var summary: String?
    public var icon: String?
    public var language: String?

    public init(title: String?, site: String?, summary: String?, icon: String?, language: String?) {
        self.title = title
        self.site = site
        self.summary = summary
        self.icon = icon
        self.language = language
    }
}
