/// A page to save, and how it is marked.
public struct PageToSave: Hashable, Sendable {
    public let url: WebAddress
    public var labels: [String]
    public var isRead = false
    public var isStarred = false
    /// When the user added it to the list that it is from: its date, if the page has none.
    public var listed: Timestamp?

    public init(_ url: WebAddress, labels: [String] = []) {
        self.url = url
        self.labels = labels
    }
}

/// A page in the feed of saved pages.
public struct SavedPage: Hashable, Sendable {
    public let article: ArticleID
    public let title: String
    /// It was stored by this call; otherwise it was there before.
    public var isNew: Bool
}

/// The built-in feed of the pages that the user saved. The first page makes it.
extension Store {
    /// The saved page with this address, if there is one. The fragment and tracking parameters of an address do not count.
    public func savedPage(at urls: [WebAddress]) throws(StoreError) -> SavedPage? {
        for url in urls {
            let known = try database.rows(
                """
                SELECT article.id, article.title FROM article JOIN feed ON feed.id = article.feed_id
                WHERE feed.url = ?1 AND (guid = ?2 OR article.url = ?3) ORDER BY article.id LIMIT 1
                """, [.string(WebAddress.saved.text), .string(url.textOfPage), .string(url.text)]
            ) { SavedPage(article: ArticleID(rawValue: $0.number()), title: $0.text(), isNew: false) }.first
            if let known { return known }
        }
        return nil
    }

    /// Stores a page with its labels and marks, and takes it off the queue. A page that is stored already stays as it is.
    /// One that was deleted is back, unread.
    ///
    /// - Parameters:
    ///   - draft: its article; the guid is the address that tells it from others.
    ///   - urls: the addresses that it is known by.
    public func save(
        _ draft: ArticleDraft, _ page: PageToSave, knownAt urls: [WebAddress], at now: Timestamp
    ) throws(StoreError) -> SavedPage {
        try transaction {
            try removeFromQueue([page.url])
            if let known = try savedPage(at: urls) { return known }
            let feed = try feedOfPages()
            let statements = try articleStatements()
            var draft = draft
            draft.content.published = draft.content.published ?? page.listed
            let id: ArticleID
            if let deleted = try bringBackPage(like: draft, in: feed, at: now) {
                id = deleted
                try replace(id, by: draft, .unread, with: statements)
            } else {
                id = try insert([draft], into: feed, at: now, with: statements)[0]
                try finishInsertion(of: id, in: feed, at: now)
            }
            try mark(id, as: page, at: now)
            return SavedPage(article: id, title: draft.title, isNew: true)
        }
    }

    private func finishInsertion(of article: ArticleID, in feed: FeedID, at now: Timestamp) throws(StoreError) {
        let moment = try beginDeciding()
        let row = [SQLValue.id(article)]
        let wasDeleted = try database.number(
            """
            SELECT 1 FROM article JOIN decision ON decision.key = article.key
            WHERE article.id = ?1 AND property = 'deleted' AND value = 'true'
            """, .id(article))
        if wasDeleted != nil {
            // The user wants it again, whatever machine has deleted it.
            try decide(.deleted, false, where: "id = ?", row, moment)
            try decide(.read, false, where: "id = ?", row, moment)
            try database.run(
                "DELETE FROM tombstone WHERE key = (SELECT key FROM article WHERE id = ?1)", .id(article))
        }
        _ = try applyRules(to: [article], of: feed, at: now)
        try applyDecisions(to: [article], at: now)
    }

    /// The article of a page that was deleted less than a week ago: so `undo` does not bring back a second one.
    private func bringBackPage(
        like draft: ArticleDraft, in feed: FeedID, at now: Timestamp
    ) throws(StoreError) -> ArticleID? {
        let key = ArticleKey(feed: .saved, guid: draft.guid, link: draft.url, title: draft.title)
        guard let id = try bringBackDeleted(key, at: now) else { return nil }
        try liftTombstone(of: key)
        let moment = try beginDeciding()
        try decide(.deleted, false, where: "id = ?", [.id(id)], moment)
        try decide(.read, false, where: "id = ?", [.id(id)], moment)
        return id
    }

    private func mark(_ article: ArticleID, as page: PageToSave, at now: Timestamp) throws(StoreError) {
        let moment = try beginDeciding()
        for (mark, isWanted) in [(Mark.read, page.isRead), (.starred, page.isStarred)] where isWanted {
            try set(mark, where: "id = ?", [.id(article)], isNoted: false, moment, at: now)
        }
        for label in page.labels { _ = try putLabel(label, on: [article], moment) }
    }

    /// Within a transaction: the feed of saved pages, which is made if there is none.
    private func feedOfPages() throws(StoreError) -> FeedID {
        if let feed = try feed(at: .saved) { return feed.id }
        var new = NewFeed(url: .saved)
        new.ownTitle = "Saved"
        let id = try insertRow(of: new)
        try database.run("UPDATE feed SET key = ?2 WHERE id = ?1", .id(id), .string(FeedKey.saved.text))
        return id
    }
}

extension WebAddress {
    /// What tells a page from others: its address without fragment and tracking parameters.
    public var textOfPage: String { String(textWithoutTracking.prefix { $0 != "#" }) }
}
