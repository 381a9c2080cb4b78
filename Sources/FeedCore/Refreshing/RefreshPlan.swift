/// Which feeds a refresh tries, and in which order: pure.
public struct RefreshPlan: Sendable {
    /// The ones to ask, those that matter most first.
    public let feeds: [Feed]
    /// The ones that would be asked if their servers had not asked to be left alone.
    public let held: [Feed]

    /// Whom a refresh is for.
    public enum Choice: Hashable, Sendable {
        /// Every feed that is neither paused nor gone.
        case all
        /// These ones, paused and gone ones too.
        case named(Set<FeedID>)
    }

    /// - Parameter forced: asks even servers that asked to be left alone.
    public init(of feeds: [Feed], _ choice: Choice, forced: Bool, at now: Timestamp) {
        let chosen = feeds.filter { feed in
            switch choice {
            case .all: !feed.isPaused && !feed.isGone
            case .named(let ids): ids.contains(feed.id)
            }
        }
        let isHeld = { (feed: Feed) in !forced && feed.isHeld(at: now) }
        held = chosen.filter(isHeld)
        self.feeds = chosen.filter { !isHeld($0) }.sorted { left, right in
            left.isFavorite == right.isFavorite ? left.id < right.id : left.isFavorite
        }
    }
}
