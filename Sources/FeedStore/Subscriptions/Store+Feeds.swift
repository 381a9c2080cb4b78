extension Store {
    /// The subscriptions, in the order of their titles.
    public func feeds() throws(StoreError) -> [Feed] {
        let title = "coalesce(feed.nickname, feed.own_title, feed.url) COLLATE \(Database.titleOrder)"
        return try readFeeds(" ORDER BY \(title), feed.id DESC")
    }

    /// The subscriptions with these parts alone, in any order.
    public func feeds(_ parts: FeedParts) throws(StoreError) -> [Feed] {
        try readFeeds(parts)
    }

    /// Throws `noSuchFeed`.
    public func feed(_ id: FeedID) throws(StoreError) -> Feed {
        guard let feed = try feed(withID: id) else { throw .noSuchFeed("\(id.rawValue)") }
        return feed
    }

    /// The feed with this id, if there is one.
    public func feed(withID id: FeedID) throws(StoreError) -> Feed? {
        try readFeeds(" WHERE feed.id = ?1", [.id(id)]).first
    }

    /// The feed with this URL, if there is one.
    public func feed(at url: WebAddress) throws(StoreError) -> Feed? {
        try readFeeds(" WHERE feed.url = ?1", [.string(url.text)]).first
    }

    /// The feed that the user means by an id, else a URL, else a title: an exact one first, then one in other
    /// case, then a part of one that matches exactly one feed.
    ///
    /// Throws `noSuchFeed`, `isArticle` and `fitsSeveral`.
    public func feed(named name: String) throws(StoreError) -> Feed {
        let number = name.utf8.allSatisfy(ASCII.isDigit) ? Int64(name) : nil
        if let number, let feed = try feed(withID: FeedID(rawValue: number)) { return feed }
        // A text is not a program: this only looks for a feed that exists.
        let program = name.hasPrefix("exec:") ? WebAddress.ofProgram(String(name.dropFirst("exec:".count))) : nil
        if let url = program ?? WebAddress.stored(name), let feed = try feed(at: url) { return feed }
        guard !name.isEmpty else { throw .noSuchFeed("''") }
        let feeds = try feeds(titled: name)
        guard let feed = feeds.first else {
            let article = ArticleID(rawValue: number ?? 0)
            throw try exists(article) ? .isArticle(article) : .noSuchFeed(name)
        }
        guard feeds.count == 1 else {
            let titles = Dictionary(grouping: feeds, by: \.title)
            throw .fitsSeveral(
                name, feeds: feeds.map { "\($0.id.rawValue) \(titles[$0.title]?.count == 1 ? $0.title : $0.url.text)" })
        }
        return feed
    }

    /// The feeds with this title, else those with this title in other case, else those whose titles contain it.
    public func feeds(titled name: String) throws(StoreError) -> [Feed] {
        let feeds = try feeds()
        let folded = name.lowercased()
        let choices: [(Feed) -> Bool] = [
            { $0.title == name }, { $0.title.lowercased() == folded }, { $0.title.lowercased().contains(folded) },
        ]
        for isMeant in choices {
            let found = feeds.filter(isMeant)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// Subscribes, within a transaction. Throws `feedExists` if there is a feed with this URL.
    package func insert(_ feed: NewFeed) throws(StoreError) -> FeedID {
        if let known = try self.feed(at: feed.url) { throw StoreError.feedExists(known.id, title: known.title) }
        return try insertRow(of: feed)
    }

    /// Removes feeds with their articles, tombstones and settings. `undo` can take it back.
    public func remove(_ feeds: [FeedID]) throws(StoreError) {
        try transaction {
            let moment = try beginDeciding()
            var recording = try UndoRecording(in: self)
            let removed = try feeds.map { try feed($0) }
            for feed in feeds { try remove(feed, moment, &recording) }
            try recording.finish(Store.wordsForRemoval(of: removed), in: self)
        }
    }

    /// Within a transaction: removes a feed, which `undo` can bring back.
    func remove(_ feed: FeedID, _ moment: DecisionMoment, _ recording: inout UndoRecording) throws(StoreError) {
        try noteUnsubscription(of: feed)
        try recording.add(.removed(keepFeed(feed, moment)), in: self)
        try delete(feed, moment)
    }

    /// Within a transaction: removes a feed for good.
    func delete(_ feed: FeedID, _ moment: DecisionMoment) throws(StoreError) {
        try noteRemoval(of: feed, moment)
        // The foreign keys remove the rest.
        try database.run("DELETE FROM feed WHERE id = ?1", .id(feed))
    }

    private static func wordsForRemoval(of feeds: [Feed]) -> String {
        let articles = UndoRecording.count(feeds.reduce(0) { $0 + $1.articles }, "article")
        guard feeds.count == 1 else { return "rm: \(feeds.count) feeds with \(articles)" }
        return "rm: feed \(feeds[0].id.rawValue), \(feeds[0].title), with \(articles)"
    }

    /// Changes what a user can change about feeds: about all of them or none. `undo` can take it back in one step. Throws
    /// `feedExists` if another feed has the new URL.
    ///
    /// - Parameter onRefusal: gets the feed whose edit throws.
    public func edit(_ ids: [FeedID], _ edit: FeedEdit, onRefusal: (FeedID) -> Void = { _ in }) throws(StoreError) {
        try recordingRows {
            let what = ids.count == 1 ? "feed \(ids[0].rawValue), \(try feed(ids[0]).title)" : "\(ids.count) feeds"
            for id in ids {
                do { try save(edit, of: id) } catch {
                    onRefusal(id)
                    throw error
                }
            }
            return what
        } what: {
            "edit: \($0)"
        }
    }

    func save(_ edit: FeedEdit, of id: FeedID) throws(StoreError) {
        let feed = try self.feed(id)
        try refuse(edit, of: feed)
        if let nickname = edit.nickname {
            try database.run(
                "UPDATE feed SET nickname = ?2 WHERE id = ?1", .id(id), .text(nickname.isEmpty ? nil : nickname))
            try noteChange(.rename(to: nickname), of: id)
        }
        if let category = edit.category {
            let made = try category.name.map { name throws(StoreError) in try makeCategory(named: name) }
            try database.run("UPDATE feed SET category_id = ?2 WHERE id = ?1", .id(id), .id(made))
            try noteChange(.move(to: category.name), of: id)
        }
        if let interval = edit.interval {
            try database.run("UPDATE feed SET interval = ?2 WHERE id = ?1", .id(id), .number(interval.seconds))
        }
        if let favorite = edit.isFavorite {
            try database.run("UPDATE feed SET favorite = ?2 WHERE id = ?1", .id(id), .flag(favorite))
        }
        if let paused = edit.isPaused {
            // Resuming also brings a feed back that answered 410.
            try database.run("UPDATE feed SET paused = ?2, gone = gone AND ?2 WHERE id = ?1", .id(id), .flag(paused))
        }
        if let fetchesPages = edit.fetchesPages { try setFetchesPages(fetchesPages, of: id) }
        if let address = edit.address { try move(feed, to: address) }
        let xpaths = edit.xpaths.map { $0.applied(to: feed.xpaths) } ?? feed.xpaths
        if let filter = edit.filter {
            try database.run("UPDATE feed SET filter = ?2 WHERE id = ?1", .id(id), .text(filter.isEmpty ? nil : filter))
        }
        if xpaths != feed.xpaths { try saveXPaths(xpaths, of: id) }
        let filter = edit.filter.map { $0.isEmpty ? nil : $0 } ?? feed.filter
        if filter != feed.filter || xpaths != feed.xpaths { try forgetDocument(of: id) }
        let chosen: [(DecisionProperty, Bool)] = [
            (.title, edit.nickname != nil), (.category, edit.category != nil), (.interval, edit.interval != nil),
            (.favorite, edit.isFavorite != nil), (.paused, edit.isPaused != nil), (.url, edit.address != nil),
            (.xpaths, edit.xpaths != nil),
        ]
        try noteFeed(id, beginDeciding(), .chosen(Set(chosen.filter(\.1).map(\.0))))
    }

    /// Within a transaction: the next refresh is unconditional, and parses its document even if it has not changed. A
    /// document that is being fetched at the moment is not stored.
    func forgetDocument(of feed: FeedID) throws(StoreError) {
        try database.run(
            """
            UPDATE feed_refresh
            SET body_hash = NULL, etag = NULL, last_modified = NULL, validators_url = NULL, next_due = NULL,
                revision = revision + 1
            WHERE feed_id = ?1
            """, .id(feed))
    }

    /// Within a transaction: sets the XPaths of a page.
    func saveXPaths(_ xpaths: PageXPaths?, of feed: FeedID) throws(StoreError) {
        try database.run(
            "UPDATE feed SET xpaths = ?2 WHERE id = ?1", .id(feed), xpaths.map { .bytes($0.json) } ?? .null)
    }

    private func move(_ feed: Feed, to address: FeedEdit.Address) throws(StoreError) {
        if let other = try otherFeed(than: feed, at: address.url) {
            throw StoreError.feedExists(other.id, title: other.title)
        }
        try move(feed, to: address.url)
        if let credentials = address.credentials {
            try database.run(
                "UPDATE feed SET user = ?2, password = ?3 WHERE id = ?1", .id(feed.id), .string(credentials.user),
                .string(credentials.password))
        }
        try database.run("UPDATE feed SET gone = 0 WHERE id = ?1", .id(feed.id))
        try forgetAnswers(of: feed)
    }

    /// Another feed that has this URL, or one that differs in no part of a key: on other machines both would be one.
    private func otherFeed(than feed: Feed, at url: WebAddress) throws(StoreError) -> Feed? {
        if let other = try self.feed(at: url), other.id != feed.id { return other }
        guard let address = FeedKey(of: url), address != FeedKey(of: feed.url) else { return nil }
        let others = try database.rows("SELECT id, url FROM feed WHERE \(Store.isShared) AND id <> ?1", [.id(feed.id)])
        {
            (id: FeedID(rawValue: $0.number()), url: $0.text())
        }
        return try others.first { FeedKey(of: $0.url) == address }.map { other throws(StoreError) in
            try self.feed(other.id)
        }
    }

    /// Within a transaction: what the old URL answered says nothing about the new one.
    func forgetAnswers(of feed: Feed) throws(StoreError) {
        var fresh = RefreshState()
        fresh.lastRefreshed = feed.refresh.lastRefreshed
        fresh.firstRefreshed = feed.refresh.firstRefreshed
        fresh.lastNews = feed.refresh.lastNews
        fresh.attempts = feed.refresh.attempts
        try saveRefreshState(fresh, of: feed.id)
        try database.run("DELETE FROM backfill WHERE feed_id = ?1", .id(feed.id))
        try forgetDocument(of: feed.id)
    }

    /// The user names and passwords of the feeds that have them.
    public func credentialsOfFeeds() throws(StoreError) -> [FeedID: Credentials] {
        let credentials = try database.rows("SELECT id, user, password FROM feed WHERE user IS NOT NULL") {
            (FeedID(rawValue: $0.number()), Credentials(user: $0.text(), password: $0.text()))
        }
        return Dictionary(uniqueKeysWithValues: credentials)
    }

    /// The feed still exists, and what is fetched for it is the same.
    package func isUnchanged(_ feed: Feed) throws(StoreError) -> Bool {
        let rows = try database.rows(
            "SELECT url, revision FROM feed JOIN feed_refresh ON feed_id = feed.id WHERE feed.id = ?1", [.id(feed.id)]
        ) { (url: $0.text(), revision: $0.number()) }
        return rows.contains { $0.url == feed.url.text && $0.revision == feed.refresh.revision }
    }

    /// The titles of these feeds, or of all, with their ids, in any order.
    public func feedTitles(of feeds: [FeedID]? = nil) throws(StoreError) -> [(id: FeedID, title: String)] {
        let chosen = feeds == nil ? "" : " WHERE id IN (SELECT value FROM json_each(?1))"
        let values = feeds.map { [SQLValue.list($0.map(\.rawValue))] } ?? []
        return try database.rows("SELECT id, coalesce(nickname, own_title, url) FROM feed" + chosen, values) {
            (id: FeedID(rawValue: $0.number()), title: $0.text())
        }
    }
}
