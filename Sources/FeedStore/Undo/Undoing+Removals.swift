/// Takes removals back: as new decisions, so that the other machines and servers take them back too.
extension Undoing {
    mutating func undoRemoval(_ id: Int64, in store: borrowing Store) throws(StoreError) {
        let found = try store.database.firstRow(
            "SELECT feed_id, articles, indexed_to FROM removal WHERE id = ?1 AND removed >= ?2",
            [.integer(id), .integer(now.seconds - Store.removedSeconds)]
        ) { (feed: $0.optionalNumber(), articles: $0.count(), indexedTo: $0.number()) }
        guard let removal = found else {
            let note = "what was removed is back already, or can no longer come back"
            if !undone.notes.contains(note) { undone.notes.append(note) }
            return
        }
        if let feed = removal.feed { return try bringBack(FeedID(rawValue: feed), in: store) }
        let ids = try store.bringBackArticles(
            where: "removal_id = ?", .integer(id), indexedTo: removal.indexedTo, changed)
        undone.articles += ids.count
        undone.changedArticles += removal.articles - ids.count
        returned += ids
        // Articles whose feed is away wait for it.
        try store.database.run(
            """
            DELETE FROM removal
            WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM removed_row WHERE removal_id = removal.id)
            """, .integer(id))
    }

    private mutating func bringBack(_ feed: FeedID, in store: borrowing Store) throws(StoreError) {
        let returned: ReturnedFeed
        switch try store.bringBack(feed, changed, at: now) {
        case .success(let feed): returned = feed
        case .failure(.present): return
        case .failure(.forgotten):
            return undone.problems.append("feed \(feed.rawValue) cannot come back: its rows are gone")
        case .failure(.replaced(let title, let account, let other)):
            // The user has subscribed again since. What was marked then is a later step, which is taken back before.
            if let problem = try store.reasonToKeep(other, beside: feed, of: account) {
                return undone.problems.append(
                    "feed \(feed.rawValue), \(title), cannot come back: feed \(other.rawValue) has its URL now, "
                        + "and \(problem)")
            }
            if try store.hasWaitingMarks(other) {
                throw .feedOfAccount(
                    "feed \(feed.rawValue), \(title), cannot come back yet: feed \(other.rawValue) has its URL now, "
                        + "and marks that its server does not have: `rssium sync`, then try again")
            }
            try store.orphanItems(of: other)
            try store.database.run("DELETE FROM feed WHERE id = ?1", .id(other))
            undone.notes.append("feed \(other.rawValue), which has had its URL since, has made room for it")
            try bringBack(feed, in: store)
            // What the other one had got meanwhile comes again.
            return try store.forgetDocument(of: feed)
        }
        undone.articles += returned.articles.count
        undone.feeds.insert(feed)
        // Before it is noted: a feed of an account is not shared.
        if let account = returned.subscribing {
            // The server gets the title that it had: it may be the user's.
            try store.database.run("UPDATE feed SET nickname = ifnull(nickname, own_title) WHERE id = ?1", .id(feed))
            try store.subscribe(feed, at: store.feed(feed).url, account)
        }
        try noteReturn(of: feed, in: store)
        let title = try store.feed(feed).title
        if returned.hasLostAccount { undone.notes.append("\(title) has lost its account, and is fetched from here") }
        guard let account = returned.subscribing else { return }
        undone.accounts.insert(account)
        undone.notes.append("the server is asked to subscribe to \(title) again")
    }

    /// The feed is decided anew, with its category and its rules.
    private func noteReturn(of feed: FeedID, in store: borrowing Store) throws(StoreError) {
        try store.noteFeed(feed, moment, .returned)
        if let name = try store.feed(feed).category, let category = try store.categoryID(named: name) {
            try store.noteCategory(category, moment)
        }
        try store.noteRules(where: "rule.feed_id = ?1", .id(feed), moment)
    }

    /// After all articles are back: counts them, and decides that they are not deleted.
    mutating func finishRemovals(in store: borrowing Store) throws(StoreError) {
        let byFeed = try store.recount(returned: returned)
        for (_, ids) in byFeed { try store.noteReturn(of: ids, moment) }
        // Once no article is deleted any more: another machine may have deleted those of all feeds, too.
        for (feed, _) in byFeed { try store.applyDecisions(toReturnedArticlesOf: feed, changed, at: now) }
    }
}

extension Store {
    /// Decides that articles are not deleted after all.
    func noteReturn(of ids: [Int64], _ moment: DecisionMoment) throws(StoreError) {
        try decide(
            .deleted, false,
            where: """
                \(Store.isInList) AND EXISTS (
                    SELECT 1 FROM decision AS known
                    WHERE known.article_id = article.id AND known.property = 'deleted' AND known.value = 'true')
                """, [.list(ids)], moment)
    }

    /// Why a feed makes no room for the removed one with the same URL; nil if it does.
    ///
    /// - Parameter account: that of the removed feed.
    fileprivate func reasonToKeep(
        _ newer: FeedID, beside removed: FeedID, of account: AccountID?
    ) throws(StoreError) -> String? {
        let feed = try feed(newer)
        if let account, let owner = feed.accountID, owner != account {
            return "belongs to the account \(feed.account ?? "")"
        }
        // No document brings it back.
        if feed.url == .saved, feed.articles > 0 { return "saved pages" }
        return try hasKeptArticles(newer, besidesThoseOf: removed) ? "starred or labeled articles" : nil
    }

    fileprivate func hasWaitingMarks(_ feed: FeedID) throws(StoreError) -> Bool {
        try database.holds(
            """
            SELECT 1 FROM article JOIN remote_item ON remote_item.article_id = article.id
                JOIN pending_mark USING (account_id, remote_id) WHERE feed_id = ?1 LIMIT 1
            """, .id(feed))
    }

    /// Whether the user has starred or labeled articles of the feed.
    ///
    /// - Parameter removed: the removed feed with the same URL. Its stars and labels, which the new feed has got, do not
    ///   count: they return with it.
    func hasKeptArticles(_ feed: FeedID, besidesThoseOf removed: FeedID? = nil) throws(StoreError) -> Bool {
        try database.holds(
            """
            SELECT 1 FROM article WHERE feed_id = ?1
                AND (starred = 1 OR EXISTS (SELECT 1 FROM article_label WHERE article_id = article.id))
                AND NOT EXISTS (
                    SELECT 1 FROM removal JOIN removed_row ON removal_id = removal.id AND name = 'decision'
                    JOIN decision ON decision.key = cells ->> 'key'
                    WHERE removal.feed_id = ?2 AND \(Store.isOfArticle))
                AND (
                    EXISTS (SELECT 1 FROM article_label WHERE article_id = article.id)
                    OR NOT EXISTS (
                        SELECT 1 FROM removal JOIN removed_row ON removal_id = removal.id AND name = 'article'
                        WHERE removal.feed_id = ?2 AND cells ->> 'starred' = 1 AND cells ->> 'title' = article.title
                            AND cells ->> 'link_hash' IS article.link_hash))
            LIMIT 1
            """, .id(feed), .number(removed?.rawValue))
    }

    /// The categories, rules and views that `body` removes, and the feeds that are in no category because of it. None of a
    /// kind of which it adds one, too: another machine renames by that.
    func removedRows(_ body: () throws(StoreError) -> Void) throws(StoreError) -> [RowChange] {
        try rememberRows()
        try body()
        let rows = try changedRows(
            where: """
                old IS NULL OR CASE name
                    WHEN 'category' THEN new IS NULL
                    WHEN 'feed' THEN new IS NOT NULL AND new ->> 'category_id' IS NULL
                        AND old ->> 'category_id' NOT NULL AND old ->> 'category_id' NOT IN (SELECT id FROM category)
                    WHEN 'rule' THEN new IS NULL
                        AND (old ->> 'feed_id' IS NULL OR old ->> 'feed_id' IN (SELECT id FROM feed))
                    WHEN 'view' THEN new IS NULL
                END
                """,
            earlier: "iif(name = 'feed' AND old NOT NULL, json_set(new, '$.category_id', old -> 'category_id'), old)")
        let added = Set(rows.filter { $0.old == nil }.map(\.table))
        return rows.filter { $0.old != nil && !added.contains($0.table == "feed" ? "category" : $0.table) }
    }

    /// How the record of what another machine has removed begins.
    static let removedElsewhere = "removed on another machine:"

    /// Within a transaction: what another machine has removed can be brought back here too.
    ///
    /// - Parameters:
    ///   - last: the last removal before that of articles and feeds. Those that a command has recorded are left out.
    ///   - rows: from `removedRows`.
    func recordRemovals(after last: Int64, _ rows: [RowChange]) throws(StoreError) {
        let removals = try database.rows(
            """
            SELECT id, feed_id NOT NULL, articles FROM removal
            WHERE id > ?1 AND id NOT IN (SELECT row_id FROM undo_step WHERE kind = 'removed') ORDER BY id
            """, [.integer(last)]
        ) { (id: $0.number(), isFeed: $0.flag(), articles: $0.count()) }
        if removals.isEmpty && rows.isEmpty { return }
        var recording = try UndoRecording(in: self)
        for removal in removals { try recording.add(.removed(removal.id), in: self) }
        for row in rows { try recording.add(.row(row), in: self) }
        let articles = removals.reduce(0) { $0 + $1.articles }
        let contents = [(removals.count { $0.isFeed }, "feed"), (articles, "article")].filter { $0.0 > 0 }
            .map { UndoRecording.count($0.0, $0.1) }.joined(separator: " with ")
        let others = [("category", "categories"), ("rule", "rules"), ("view", "views")].map { table, many in
            let number = rows.count { $0.table == table }
            return number == 0 ? "" : "\(number) \(number == 1 ? table : many)"
        }
        let parts = ([contents] + others).filter { !$0.isEmpty }
        try recording.finish("\(Store.removedElsewhere) \(parts.joined(separator: ", "))", in: self)
    }

    func lastRemoval() throws(StoreError) -> Int64 { try database.number("SELECT max(id) FROM removal") ?? 0 }
}
