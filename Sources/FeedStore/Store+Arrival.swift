/// The source of new articles.
package enum ArticleOrigin {
    /// A document of their feed.
    case news
    /// An archive of their feed: they are old, and no news for `list --new` and `mail`.
    case archive
}

/// The result of storing new articles.
package struct Arrived {
    /// Those that are stored, in the order of their ids.
    package var articles: [ArticleID] = []
    /// Rules that did nothing because their expressions took too long.
    package var undecidedRules: [RuleID] = []

    package init() {}
}

extension Store {
    /// How many articles are inserted between two checks for cancellation.
    private static let insertLimit = 1000

    /// Stores new articles, applies the rules, then applies earlier decisions. Runs within a transaction. Throws
    /// `cancelled`.
    ///
    /// - Parameters:
    ///   - order: the indices of the new ones, in the order of their ids; nil for all in theirs.
    ///   - isRead: the user wants them stored as read.
    package func arrive(
        _ drafts: [ArticleDraft], order: [Int]? = nil, in feed: FeedID, from origin: ArticleOrigin, isRead: Bool,
        at now: Timestamp, with statements: borrowing ArticleStatements
    ) throws(StoreError) -> Arrived {
        var arrived = Arrived()
        for order in (order ?? Array(drafts.indices)).chunks(of: Store.insertLimit) {
            // Tens of thousands of articles take seconds, and a cancelled run must end soon.
            if !arrived.articles.isEmpty, Task.isCancelled { throw .cancelled }
            arrived.articles += try insert(
                drafts, order: order, into: feed, isRead: isRead, isNews: origin == .news, at: now, with: statements)
        }
        if arrived.articles.isEmpty { return arrived }
        if origin == .archive { try noteBackfilled(arrived.articles) }
        let awaited = try linkDecisions(toNew: arrived.articles, of: feed)
        if isRead { try decideReading(of: arrived.articles) }
        let effect = try applyRules(to: arrived.articles, of: feed, at: now)
        arrived.undecidedRules = effect.undecided
        var removed = effect.dropped
        if let awaited { removed.formUnion(try applyToArticles(awaited, at: now, keepsRemoved: false)) }
        if !removed.isEmpty { arrived.articles.removeAll(where: removed.contains) }
        return arrived
    }
}
