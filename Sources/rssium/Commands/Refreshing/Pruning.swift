internal import FeedCore

/// The effect of the retention settings at the end of a run. The first removal ever is announced one run before it
/// happens.
enum Pruning {
    case removed(Int)
    case announced(Int)

    /// Removes the articles that no setting protects, or only counts them if the user was never told.
    init(of store: borrowing Store, _ context: borrowing Context) throws {
        let retention = RetentionSettings(context.settings, try store.settingsOfFeeds())
        if retention.isUncertain { context.messages.error(Pruning.uncertain) }
        if try !store.isRemovalAnnounced() {
            let removable = try Pruning.count(in: store, at: context.now, retention.of)
            if removable > 0 {
                try store.noteRemovalAnnounced(at: context.now)
                self = .announced(removable)
                return
            }
        }
        self = .removed(try store.prune(at: context.now, retention: retention.of).articles)
        try store.forgetRemoved(beforeWeekUntil: context.now)
    }

    /// How many articles a run would remove.
    static func count(in store: borrowing Store, at now: Timestamp, _ retention: (FeedID) -> Retention) throws -> Int {
        var count = 0
        try store.forEachPrunable(at: now, retention: retention) { _ in count += 1 }
        return count
    }

    static let uncertain = "no article is removed, because not all keep settings are known"

    /// - Parameter articles: `660 articles`.
    static func announcement(of articles: String) -> String {
        "the next refresh will remove \(articles) that no keep setting protects; "
            + "`rssium config keep.articles none` keeps all"
    }
}
