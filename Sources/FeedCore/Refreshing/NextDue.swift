/// When a feed is to be asked again: pure.
struct NextDue {
    private static let day: Int64 = 86_400

    private let feed: Feed
    private let settings: FeedSettings

    init(of feed: Feed, settings: FeedSettings) {
        self.feed = feed
        self.settings = settings
    }

    private var interval: Int64 { max(60, feed.interval ?? settings.interval) }

    /// - Parameter asked: how many seconds the answer may be kept (`Cache-Control`, `Expires`).
    func afterSuccess(asked: Int64?, hints: RefreshHints, at now: Timestamp) -> Timestamp {
        var wait = interval
        // A feed without news for a month is asked once a day, unless somebody wants it otherwise.
        if feed.interval == nil, let last = feed.lastArticle, now - last > 30 * NextDue.day {
            wait = max(wait, NextDue.day)
        }
        let wanted = min(max(asked ?? 0, hints.interval ?? 0), settings.maxHold)
        return now + spread(max(wait, wanted))
    }

    /// Twice as long after each failure in a row, up to a day or the interval if that is longer.
    func afterFailures(_ failures: Int, at now: Timestamp) -> Timestamp {
        let doubled = interval << Int64(min(failures, 20))
        return now + spread(min(doubled, max(NextDue.day, interval)))
    }

    /// Up to a tenth longer, by the feed's own number, so that feeds do not all come at once.
    private func spread(_ seconds: Int64) -> Int64 {
        let share = UInt64(bitPattern: StableHash.of(feed.url.text)) % 1000
        return seconds + seconds / 10 * Int64(share) / 1000
    }
}
