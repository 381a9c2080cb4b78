/// A page to save, and how it is marked.
public struct PageToSave: Hashable, Sendable {
    public let url: WebAddress
    public var labels: [String]
    public var isRead = false
    public var isStarred = false
    /// The user gave no scheme: if no connection to the URL, an `https` one, is possible, `http` is tried.
    public var isWithoutScheme = false
    /// Its title in the list that it is from: that of the article, if the page has none.
    public var title: String?
    /// When the user added it to the list that it is from: its date, if the page has none.
    public var listed: Timestamp?

    public init(_ url: WebAddress, labels: [String] = []) {
        self.url = url
        self.labels = labels
    }

    /// The URL as the queue has it: without a scheme, it begins with `//`.
    public var queuedText: String {
        isWithoutScheme ? String(url.text.dropFirst(url.scheme.rawValue.count + 1)) : url.text
    }

    /// Takes over what else is wanted of the same page.
    mutating func add(_ other: PageToSave) {
        for label in other.labels { labels.appendIfAbsent(label) }
        isRead = isRead || other.isRead
        isStarred = isStarred || other.isStarred
        title = title ?? other.title
        listed = listed ?? other.listed
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
            let known = try database.firstRow(
                """
                SELECT id, title FROM article
                WHERE feed_id = (SELECT id FROM feed WHERE url = ?2) AND link_hash = ?1 ORDER BY id LIMIT 1
                """,
                [
                    .integer(ArticleFingerprint.canonicalLink(url.textWithoutFragment)),
                    .string(WebAddress.saved.text),
                ]
            ) { SavedPage(article: ArticleID(rawValue: $0.number()), title: $0.text(), isNew: false) }
            if let known { return known }
        }
        return nil
    }

    /// Stores a page with its labels and marks, also those that it has in the queue, and takes it off the queue. A page that
    /// is stored already stays as it is, but for the labels and marks of one from the queue. One that was deleted is back,
    /// unread. Returns nil if a rule drops the page.
    ///
    /// Throws `cancelled` for a page of the queue that was taken off it meanwhile.
    ///
    /// - Parameters:
    ///   - draft: its article.
    ///   - urls: the addresses that it is known by.
    ///   - isQueued: it was fetched because it was in the queue.
    public func save(
        _ draft: ArticleDraft, _ page: PageToSave, knownAt urls: [WebAddress], isQueued: Bool = false, at now: Timestamp
    ) throws(StoreError) -> SavedPage? {
        try sharingTransaction { () throws -> SavedPage? in
            var page = page
            let queued = try takeFromQueue(page.url)
            if queued.isEmpty, isQueued { throw StoreError.cancelled }
            for other in queued { page.add(other) }
            if let known = try savedPage(at: urls) {
                // A list may name a page by several addresses.
                if !queued.isEmpty { try mark(known.article, as: page, at: now) }
                return known
            }
            let feed = try feedOfPages()
            let statements = try articleStatements()
            var content = draft.content
            content.published = content.published ?? page.listed
            if content.isUntitled, let title = page.title { (content.title, content.isUntitled) = (title, false) }
            let draft = ArticleDraft(content, textHash: draft.textHash)
            let changed = try ChangedDecisions(in: self)
            // Else `undo` of its deletion would bring back a second one.
            let deleted = try bringBackDeleted(draft.traits, of: feed, changed, at: now)
            let id: ArticleID
            if let deleted {
                id = deleted
                try replace(id, by: draft, .unread, with: statements)
            } else {
                id = try insert([draft], into: feed, at: now, with: statements)[0]
                if try applyRules(to: [id], of: feed, at: now).dropped.contains(id) { return nil }
            }
            try linkDecisions(of: feed, arrived: [id], changed)
            try takeBackDeletion(of: id)
            try applyToArticles(changed, at: now, keepsRemoved: false)
            try mark(id, as: page, at: now)
            return SavedPage(article: id, title: draft.title, isNew: true)
        }
    }

    /// Brings a deleted page back if it waits here.
    private func bringBackDeleted(
        _ traits: ArticleFingerprint, of feed: FeedID, _ changed: ChangedDecisions, at now: Timestamp
    ) throws(StoreError) -> ArticleID? {
        let tombstones = try database.rows(
            "SELECT id FROM tombstone WHERE feed_id = ?1 AND guid IS ?2 AND plain_link IS ?3 AND key NOT NULL",
            [.id(feed), .number(traits.guid), .number(traits.canonicalLink)]
        ) { $0.number() }
        for tombstone in tombstones {
            guard let id = try takeBack(tombstone, changed, at: now) else { continue }
            try recount(returned: [id.rawValue])
            return id
        }
        return nil
    }

    /// The user wants a page again, on whatever machine it was deleted.
    private func takeBackDeletion(of article: ArticleID) throws(StoreError) {
        let isDeleted = "SELECT 1 FROM decision WHERE article_id = ?1 AND property = 'deleted' AND value = 'true'"
        guard try database.holds(isDeleted, .id(article)) else { return }
        let moment = try beginDeciding()
        for property in [DecisionProperty.deleted, .read] {
            try decide(property, false, where: "id = ?", [.id(article)], moment)
        }
    }

    private func mark(_ article: ArticleID, as page: PageToSave, at now: Timestamp) throws(StoreError) {
        let moment = try beginDeciding()
        for (mark, isWanted) in [(Mark.read, page.isRead), (.starred, page.isStarred)] where isWanted {
            try set(mark, where: "id = ?", [.id(article)], moment, at: now)
        }
        for label in page.labels { _ = try putLabel(label, on: [article], moment) }
    }

    /// Within a transaction: the feed of saved pages. The first page makes it.
    private func feedOfPages() throws(StoreError) -> FeedID {
        if let feed = try feed(at: .saved) { return feed.id }
        var new = NewFeed(url: .saved)
        new.ownTitle = "Saved"
        let id = try insertRow(of: new)
        try saveKey(.saved, of: id, isNew: true)
        return id
    }
}
