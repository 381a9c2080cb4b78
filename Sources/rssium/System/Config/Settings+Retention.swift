internal import FeedCore

/// The retention settings of each feed.
struct RetentionSettings: Sendable {
    private let common: Retention
    private let own: [FeedID: Retention]
    /// The feeds with a `keep.articles` of their own.
    let ownCounts: Set<FeedID>
    /// A line of the config file that is ignored may protect more: nothing is removed.
    let isUncertain: Bool

    /// - Parameter ownValues: the values that were set for single feeds, as the store has them.
    init(_ settings: Settings, _ ownValues: [FeedID: [String: String]]) {
        // What is removed does not come back.
        isUncertain = [.keepArticles, .keepDays, .keepUnread].contains { settings.isUncertain($0) }
        common = settings.retention
        own = ownValues.mapValues { settings.with(feed: $0).retention }
        ownCounts = Set(ownValues.filter { $0.value[Setting.keepArticles.key] != nil }.keys)
    }

    func of(_ feed: FeedID) -> Retention { isUncertain ? Retention() : own[feed] ?? common }
}

extension Settings {
    fileprivate var retention: Retention {
        // `none` and `yes` are no number: all are protected.
        let unread = text(.keepUnread) == "no" ? 0 : number(.keepUnread)
        return Retention(articles: number(.keepArticles), days: number(.keepDays), unread: unread)
    }
}
