/// Which feeds a refresh tries, and in which order: pure.
public struct RefreshPlan: Sendable {
    /// The ones to ask, those that matter most first.
    public let feeds: [Feed]
    /// The ones that would be asked if their servers had not asked to be left alone.
    public let held: [Feed]
    /// How many have to wait because the network costs money.
    public let metered: Int
    /// When the first of those comes whose time has not come yet; nil where there is none.
    public let nextDue: Timestamp?

    /// What somebody wants to be refreshed.
    public struct Wish: Sendable {
        /// These ones, paused and gone ones too; nil for every feed that is neither.
        public var named: Set<FeedID>?
        /// What a schedule runs: those whose time has come, of those that may be refreshed in the background.
        public var isDue = false
        public var isFavorites = false
        /// Intervals and holds do not count.
        public var isForced = false
        /// The most feeds to ask.
        public var limit: Int?
        /// The network costs money: a schedule leaves out what is to wait for another one.
        public var isMetered = false

        public init() {}
    }

    /// - Parameters:
    ///   - newArticles: how many articles each feed has published lately.
    ///   - settings: what holds for one feed.
    public init(
        of feeds: [Feed], _ wish: Wish, newArticles: [FeedID: Int] = [:], at now: Timestamp,
        settings: (Feed) -> FeedSettings
    ) {
        var (asked, held): ([Feed], [Feed]) = ([], [])
        var metered = 0
        var nextDue: Timestamp?
        for feed in feeds where wish.means(feed) {
            let settings = settings(feed)
            let due = RefreshSchedule(of: feed, settings: settings)
            if wish.isDue {
                guard settings.isInBackground else { continue }
                if wish.isMetered, settings.isUnmeteredOnly {
                    metered += 1
                    continue
                }
                if !wish.isForced, let time = due.time(at: now), time > now {
                    nextDue = min(nextDue ?? time, time)
                    continue
                }
            }
            if !wish.isForced, due.hold(at: now) != nil { held.append(feed) } else { asked.append(feed) }
        }
        // Each key is worked out once: there may be thousands of feeds.
        let order = asked.map { Key($0, newArticles[$0.id] ?? 0) }.enumerated().sorted { $0.element < $1.element }
        self.feeds = order.prefix(wish.limit ?? .max).map { asked[$0.offset] }
        self.held = held
        self.metered = metered
        self.nextDue = nextDue
    }

    /// Favorites first, then the feeds read most recently, then those that publish most often; else the newest.
    private struct Key: Comparable {
        let isFavorite: Bool
        let lastRead: Int64
        let newArticles: Int
        let id: FeedID

        init(_ feed: Feed, _ newArticles: Int) {
            isFavorite = feed.isFavorite
            lastRead = feed.lastRead?.seconds ?? .min
            self.newArticles = newArticles
            id = feed.id
        }

        static func < (left: Key, right: Key) -> Bool {
            if left.isFavorite != right.isFavorite { return left.isFavorite }
            if left.lastRead != right.lastRead { return left.lastRead > right.lastRead }
            if left.newArticles != right.newArticles { return left.newArticles > right.newArticles }
            return left.id > right.id
        }
    }
}

extension RefreshPlan.Wish {
    fileprivate func means(_ feed: Feed) -> Bool {
        if feed.url == .unreadable { return false }
        if isFavorites, !feed.isFavorite { return false }
        return named.map { $0.contains(feed.id) } ?? (!feed.isPaused && !feed.isGone)
    }
}
