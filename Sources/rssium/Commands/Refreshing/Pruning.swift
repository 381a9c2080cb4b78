internal import FeedCore

/// The effect of the retention settings at the end of a run. The first removal ever is announced one run before it
/// happens.
enum Pruning {
    case removed(Int)
    /// What the user is told.
    case announced(String)

    /// Removes the articles that no setting protects, or only counts them if the user was never told.
    init(of store: borrowing Store, _ context: borrowing Context) throws {
        let retention = RetentionSettings(context.settings, try store.settingsOfFeeds())
        if retention.isUncertain { context.messages.error(Pruning.uncertain) }
        if try !store.isRemovalAnnounced() {
            if let words = try Pruning.announceRemoval(by: retention, in: store, at: context.now) {
                self = .announced(words)
                return
            }
        }
        self = .removed(try store.prune(at: context.now, retention: retention.of).articles)
        try store.forgetRemoved(beforeWeekUntil: context.now)
    }

    static let uncertain = "no article is removed, because not all keep settings are known"

    /// Says how many articles the next run removes, and what keeps them; nil if it removes none. The user is told once.
    ///
    /// - Parameter linked: only these feeds count, of an account that was just linked.
    static func announceRemoval(
        by retention: RetentionSettings, linked: Set<FeedID>? = nil, in store: borrowing Store, at now: Timestamp
    ) throws -> String? {
        var (all, ofOwn) = (0, 0)
        let ofChosen = { (feed: FeedID) in linked?.contains(feed) ?? true ? retention.of(feed) : Retention() }
        try store.forEachPrunable(at: now, retention: ofChosen) { feed, _ in
            all += 1
            if retention.ownCounts.contains(feed) { ofOwn += 1 }
        }
        if all == 0 { return nil }
        try store.noteRemovalAnnounced(at: now)
        let articles = linked == nil ? count(all, "article") : "\(all) of these articles"
        let ofFeed = "`rssium config --feed FEED keep.articles none` for each feed with a setting of its own"
        return "the next refresh will remove \(articles) that no keep setting protects; "
            + "`rssium config keep.articles none` keeps all" + (ofOwn > 0 ? ", together with " + ofFeed : "")
    }
}
