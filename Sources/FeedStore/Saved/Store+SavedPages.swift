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

/// The built-in feed of the pages that the user saved.
extension Store {
    /// The saved page with one of these addresses, if there is one. Fragments do not count, nor does what duplicates of
    /// articles may differ in.
    public func savedPage(at urls: [WebAddress]) throws(StoreError) -> SavedPage? {
        for url in urls {
            let known = try database.rows(
                """
                SELECT article.id, article.title FROM article JOIN feed ON feed.id = article.feed_id
                WHERE link_hash = ?1 AND feed.url = ?2 ORDER BY article.id LIMIT 1
                """,
                [
                    .integer(ArticleFingerprint.canonicalLink(url.textWithoutFragment)),
                    .string(WebAddress.saved.text),
                ]
            ) { SavedPage(article: ArticleID(rawValue: $0.number()), title: $0.text(), isNew: false) }.first
            if let known { return known }
        }
        return nil
    }

    /// Stores a page with its labels and marks, and takes it off the queue. A page that is stored already stays as it is.
    /// One that was deleted is back, unread. Returns nil if a rule drops the page.
    ///
    /// - Parameters:
    ///   - draft: its article.
    ///   - urls: the addresses that it is known by.
    public func save(
        _ draft: ArticleDraft, _ page: PageToSave, knownAt urls: [WebAddress], at now: Timestamp
    ) throws(StoreError) -> SavedPage? {
        try transaction {
            try removeFromQueue([page.url])
            if let known = try savedPage(at: urls) { return known }
            let feed = try feedOfPages()
            let statements = try articleStatements()
            var draft = draft
            draft.content.published = draft.content.published ?? page.listed
            let key = ArticleKey(feed: .saved, guid: draft.guid, link: draft.url, title: draft.title)
            // Else `undo` of its deletion would bring back a second one.
            let deleted = try bringBackDeleted(key, at: now)
            let id: ArticleID
            if let deleted {
                id = deleted
                try replace(id, by: draft, .unread, with: statements)
            } else {
                id = try insert([draft], into: feed, at: now, with: statements)[0]
            }
            try takeBackDeletion(of: key, id)
            if deleted == nil {
                if try applyRules(to: [id], of: feed, at: now).dropped.contains(id) { return nil }
                try applyDecisions(to: [id], at: now)
            }
            try mark(id, as: page, at: now)
            return SavedPage(article: id, title: draft.title, isNew: true)
        }
    }

    /// The user wants a page again, on whatever machine it was deleted.
    private func takeBackDeletion(of key: ArticleKey, _ article: ArticleID) throws(StoreError) {
        guard try decisions(about: .article(key))[.deleted]?.value == .bool(true) else { return }
        let moment = try beginDeciding()
        for property in [DecisionProperty.deleted, .read] {
            try decide(property, false, where: "id = ?", [.id(article)], moment)
        }
        try liftTombstone(of: key)
    }

    private func mark(_ article: ArticleID, as page: PageToSave, at now: Timestamp) throws(StoreError) {
        let moment = try beginDeciding()
        for (mark, isWanted) in [(Mark.read, page.isRead), (.starred, page.isStarred)] where isWanted {
            try set(mark, where: "id = ?", [.id(article)], isNoted: false, moment, at: now)
        }
        for label in page.labels { _ = try putLabel(label, on: [article], moment) }
    }

    /// Within a transaction: the feed of saved pages. The first page makes it.
    private func feedOfPages() throws(StoreError) -> FeedID {
        if let feed = try feed(at: .saved) { return feed.id }
        var new = NewFeed(url: .saved)
        new.ownTitle = "Saved"
        let id = try insertRow(of: new)
        try database.run("UPDATE feed SET key = ?2 WHERE id = ?1", .id(id), .string(FeedKey.saved.text))
        return id
    }
}
