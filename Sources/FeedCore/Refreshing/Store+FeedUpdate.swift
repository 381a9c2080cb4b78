extension Store {
    /// Stores an update. Runs within a transaction.
    public func store(
        _ update: FeedUpdate, with statements: borrowing ArticleStatements, at now: Timestamp, asRead: Bool = false
    ) throws(StoreError) -> RefreshOutcome {
        let feed = update.feed
        // The user has removed, moved or edited the feed while it was fetched.
        guard try isUnchanged(feed) else {
            switch update.result {
            case .offline, .unfinished: return RefreshOutcome(update)
            default: return RefreshOutcome(update, .dropped)
            }
        }
        if update.url != feed.url, let other = try self.feed(at: update.url) {
            let why =
                "it has moved to \(update.url), which is feed \(other.id.rawValue), \(other.title); "
                + "`rssium rm \(feed.id.rawValue)` removes this one"
            return try store(FeedUpdate(failing: update, because: why, at: now), with: statements, at: now)
        }
        if update.url != feed.url || update.isGone != feed.isGone {
            try saveAddress(update.url, isGone: update.isGone, of: feed)
        }
        if let backoff = update.backoff { try saveBackoff(backoff.time, of: backoff.host) }
        var outcome = RefreshOutcome(update)
        if let document = update.document {
            try saveFeedDescription(document.description, of: feed.id)
            let isRead = asRead || update.settings.beginsRead && feed.refresh.lastRefreshed == nil
            try storeArticles(
                of: document, in: feed.id, update.settings, with: statements, at: now, isRead, into: &outcome)
        }
        if update.result != .unfinished {
            try saveRefreshState(outcome.newArticles.isEmpty ? update.state : update.stateWithNews, of: feed.id)
        } else {
            try saveTurn(update.state.turn, of: feed.id)
        }
        return outcome
    }

    private func storeArticles(
        of document: FeedUpdate.Document, in feed: FeedID, _ settings: FeedSettings,
        with statements: borrowing ArticleStatements,
        at now: Timestamp, _ asRead: Bool, into outcome: inout RefreshOutcome
    ) throws(StoreError) {
        let identity = try ArticleIdentity(
            of: document.drafts, site: document.description.site,
            among: identities(of: feed, like: document.drafts))
        // A document without articles is more likely a fault of the server's than the end of all of them.
        if identity.drafts.isEmpty { return }
        var (new, edited): ([Int], [ArticleID]) = ([], [])
        for (index, match) in identity.matches.enumerated() {
            let traits = identity.traits[index]
            switch match?.kind {
            case nil: new.append(index)
            case .tombstone(let number):
                // A tombstone follows the edits of its article: else the second edit would bring the article back.
                if match?.traits != traits { try saveTombstone(number, traits) }
            case .article(let id, let draftHash):
                let draft = identity.drafts[index]
                guard let change = match?.traits.change(to: draft, traits, draftHash, settings) else { continue }
                try replace(id, by: document.whole(draft), change, with: statements)
                edited.append(id)
                if change != .unnoticed { outcome.changedArticles += 1 }
            }
        }
        try applyWaitingDecisions(toEdited: edited, of: feed, at: now)
        // Rules may leave more tombstones of articles that this document carries.
        try saveCarried(
            tombstones: identity.matches.compactMap { $0?.tombstone }, isComplete: document.isComplete, of: feed,
            at: now)
        let order = ArticleDraft.oldestFirst(new, of: identity.drafts, at: now)
        var drafts = identity.drafts
        for index in new where document.unread[drafts[index].hash] != nil {
            drafts[index] = document.whole(drafts[index])
        }
        let arrived = try arrive(
            drafts, order: order, in: feed, from: .news, isRead: asRead, at: now, with: statements)
        outcome.newArticles = arrived.articles
        outcome.undecidedRules = arrived.undecidedRules
        let carried = identity.matches.compactMap { $0?.article } + outcome.newArticles
        try saveCarried(carried, isComplete: document.isComplete, of: feed, at: now)
    }
}

extension StoredIdentity {
    /// Nil for a tombstone.
    fileprivate var article: ArticleID? {
        if case .article(let id, _) = kind { id } else { nil }
    }

    /// Nil for an article.
    fileprivate var tombstone: Int64? {
        if case .tombstone(let number) = kind { number } else { nil }
    }
}

extension ArticleFingerprint {
    /// The meaning for the user of the change from the stored article to the draft; nil if nothing has changed.
    fileprivate func change(
        to draft: ArticleDraft, _ other: ArticleFingerprint, _ draftHash: Int64, _ settings: FeedSettings
    ) -> ArticleChange? {
        // Another version of rssium parsed it, so the difference may be ours.
        if draftHash == ArticleDraft.outdatedHash { return .unnoticed }
        // The user does not notice two changes of a link: another scheme or tracking parameter, and a link that is new
        // together with its guid, or without one, because the site has moved, numbers its links or puts session ids into
        // them.
        let isLinkChanged = canonicalLink != other.canonicalLink && guid != nil && guid == other.guid
        if writtenTitle != other.writtenTitle || text != other.text || isLinkChanged {
            return settings.updatesBecomeUnread ? .unread : .modified
        }
        return draftHash == draft.hash ? nil : .unnoticed
    }
}

extension ArticleDraft {
    /// The order in which new articles get their ids: the oldest first, without a date as of now, and articles of the same
    /// date from the end of the document to its start.
    static func oldestFirst(
        _ new: [Int], of document: [ArticleDraft], at now: Timestamp
    ) -> [Int] {
        // Not in the comparison, which would copy two drafts each time.
        let dates = document.map { $0.date(at: now) }
        return new.sorted { left, right in
            dates[left] == dates[right] ? left > right : dates[left] < dates[right]
        }
    }
}
