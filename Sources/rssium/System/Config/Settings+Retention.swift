internal import FeedCore

/// Which articles are kept, feed by feed.
struct RetentionSettings: Sendable {
    private let usual: Retention
    private let own: [FeedID: Retention]

    /// `ownValues` are those that were set for single feeds, as the store has them.
    init(_ settings: Settings, _ ownValues: [FeedID: [String: String]]) {
        usual = settings.retention
        own = ownValues.mapValues { settings.with(feed: Settings.lines(of: $0)).retention }
    }

    func of(_ feed: FeedID) -> Retention { own[feed] ?? usual }
}

extension Settings {
    fileprivate var retention: Retention {
        Retention(articles: number(.keepArticles), days: number(.keepDays), keepsUnread: isOn(.keepUnread))
    }
}
