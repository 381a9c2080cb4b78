/// Which feeds a refresh tries, and in which order. Pure.
public struct RefreshPlan: Sendable {
    /// The feeds to refresh, each with its turn begun. First those whose last turn was the longest ago: so
    /// runs that end early leave none out for ever. Then the most important first.
    public let feeds: [Feed]
    /// The feeds left out because of a back-off, and its end.
    public let held: [(feed: Feed, until: Timestamp)]
    /// The feeds left out because they are not due.
    public let notDue: [Feed]
    /// When the next of the feeds that are not yet due is due; nil without one.
    public let nextDue: Timestamp?

    /// Which feeds the user wants to refresh.
    public struct Wish: Sendable {
        /// These feeds, even paused and gone ones; nil for all that are neither.
        public var named: Set<FeedID>?
        /// Only feeds that are due and may be refreshed in the background: a schedule runs the command.
        public var isDue = false
        /// Only favorites.
        public var isFavorites = false
        /// Ignores intervals and back-offs.
        public var isForced = false
        /// The most feeds to refresh.
        public var limit: Int?

        /// All feeds that are neither paused nor gone.
        public init() {}
    }

    /// - Parameters:
    ///   - newArticles: how many articles each feed has published lately.
    ///   - settings: the settings of one feed.
    public init(
        of feeds: [Feed], _ wish: Wish, newArticles: [FeedID: Int] = [:], at now: Timestamp,
        settings: (Feed) -> FeedSettings
    ) {
        var (chosen, notDue): ([Feed], [Feed]) = ([], [])
        var held: [(feed: Feed, until: Timestamp)] = []
        var nextDue: Timestamp?
        for feed in feeds where wish.includes(feed) {
            let settings = settings(feed)
            let due = RefreshSchedule(of: feed, settings: settings)
            if wish.isDue {
                guard settings.isInBackground else { continue }
                if !wish.isForced, let time = due.time(at: now), time > now {
                    nextDue = min(nextDue ?? time, time)
                    notDue.append(feed)
                    continue
                }
            }
            if !wish.isForced, let backoff = due.backoff(at: now) {
                held.append((feed, backoff.until))
            } else {
                chosen.append(feed)
            }
        }
        // Each key is computed once: there may be thousands of feeds.
        let order = chosen.map { Key($0, newArticles[$0.id] ?? 0) }.enumerated().sorted { $0.element < $1.element }
        let turn = RefreshTurn.next(after: feeds.lazy.map { $0.refresh.turn })
        self.feeds = order.prefix(wish.limit ?? .max).map { entry in
            var feed = chosen[entry.offset]
            feed.refresh.turn.begin(turn)
            return feed
        }
        self.held = held
        self.notDue = notDue
        self.nextDue = nextDue
    }

    /// Orders by turn, then favorites, then the feeds read last, then the most new articles, then the newest feed.
    private struct Key: Comparable {
        let turn: Int64
        let isFavorite: Bool
        let lastRead: Int64
        let newArticles: Int
        let id: FeedID

        init(_ feed: Feed, _ newArticles: Int) {
            turn = feed.refresh.turn.last
            isFavorite = feed.isFavorite
            lastRead = feed.lastRead?.seconds ?? .min
            self.newArticles = newArticles
            id = feed.id
        }

        static func < (left: Key, right: Key) -> Bool {
            if left.turn != right.turn { return left.turn < right.turn }
            if left.isFavorite != right.isFavorite { return left.isFavorite }
            if left.lastRead != right.lastRead { return left.lastRead > right.lastRead }
            if left.newArticles != right.newArticles { return left.newArticles > right.newArticles }
            return left.id > right.id
        }
    }
}

extension RefreshPlan.Wish {
    fileprivate func includes(_ feed: Feed) -> Bool {
        if feed.url == .unreadable || !feed.isFetchedHere { return false }
        if isFavorites, !feed.isFavorite { return false }
        return named.map { $0.contains(feed.id) } ?? (!feed.isPaused && !feed.isGone)
    }
}
