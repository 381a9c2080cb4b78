/// The changes that make the subscriptions equal to a list. Feeds of accounts and saved pages are left alone, and so are
/// feeds that run programs unless the list may have programs.
public struct MirrorPlan: Sendable {
    public var additions: [NewFeed] = []
    public private(set) var edits: [(feed: Feed, edit: FeedEdit)] = []
    /// The feeds that the list lacks.
    public private(set) var removals: [Feed] = []
    /// How many feeds of the list are here and stay as they are.
    public private(set) var unchanged = 0

    /// - Parameters:
    ///   - list: the feeds that there shall be. If it has a feed twice, the first entry counts.
    ///   - ids: which stored feed each of them is, if one is.
    ///   - isComplete: settings of a feed that the list lacks have their defaults; otherwise only its title, category
    ///     and, if it has one, filter count.
    ///   - category: of new feeds without one. The list takes no feed out of it.
    ///   - interval: of new feeds, in seconds. The list takes it away from none.
    ///   - takesPrograms: the programs and filters of the list count.
    ///   - removes: false for a list that was not understood as a whole.
    public init(
        _ list: [NewFeed], ids: [FeedID?], stored: [Feed], isComplete: Bool, category: String? = nil,
        interval: Int64? = nil, takesPrograms: Bool, removes: Bool
    ) {
        let feeds = Dictionary(uniqueKeysWithValues: stored.map { ($0.id, $0) })
        var listed: Set<FeedID> = []
        var added: Set<String> = []
        func isExact(_ entry: (NewFeed, FeedID?)) -> Bool { entry.1.flatMap { feeds[$0] }?.url == entry.0.url }
        let entries = Array(zip(list, ids))
        // An entry with the URL of a feed decides before one with another URL of the same feed.
        for (var wanted, id) in entries.filter(isExact) + entries.filter({ !isExact($0) }) {
            let feed = id.flatMap { feeds[$0] }
            if feed == nil || feed?.category?.foldedName == category?.foldedName {
                wanted.category = wanted.category ?? category
            }
            // The caller sets that of new feeds.
            if feed?.interval == interval { wanted.interval = wanted.interval ?? interval }
            guard let feed else {
                if added.insert(wanted.url.textWithoutTracking).inserted { additions.append(wanted) }
                continue
            }
            guard listed.insert(feed.id).inserted else { continue }
            let edit =
                MirrorPlan.isMirrored(feed, takesPrograms)
                ? FeedEdit(of: feed, as: wanted, isComplete: isComplete, takesPrograms: takesPrograms) : FeedEdit()
            if edit == FeedEdit() { unchanged += 1 } else { edits.append((feed, edit)) }
        }
        guard removes else { return }
        removals = stored.filter { !listed.contains($0.id) && MirrorPlan.isMirrored($0, takesPrograms) }
    }

    private static func isMirrored(_ feed: Feed, _ takesPrograms: Bool) -> Bool {
        feed.isFetchedHere && (takesPrograms || !feed.runsProgram)
    }
}

extension FeedEdit {
    /// The edit that makes a feed equal to the entry of a list.
    fileprivate init(of feed: Feed, as wanted: NewFeed, isComplete: Bool, takesPrograms: Bool) {
        self.init()
        let title = wanted.nickname == feed.ownTitle ? nil : wanted.nickname
        let isShown = (title ?? feed.ownTitle ?? feed.url.text) == feed.title
        if !isShown { nickname = title ?? "" }
        if wanted.category?.foldedName != feed.category?.foldedName {
            category = wanted.category.map(CategoryChoice.named) ?? CategoryChoice.none
        }
        if takesPrograms, wanted.filter != feed.filter, isComplete || wanted.filter != nil {
            filter = wanted.filter ?? ""
        }
        guard isComplete else { return }
        if wanted.interval != feed.interval { interval = wanted.interval.map(Interval.every) ?? .standard }
        if wanted.isFavorite != feed.isFavorite { isFavorite = wanted.isFavorite }
        if wanted.isPaused != feed.isPaused { isPaused = wanted.isPaused }
        if wanted.fetchesPages != feed.fetchesPages { fetchesPages = wanted.fetchesPages }
        guard wanted.xpaths != feed.xpaths else { return }
        // A part that the list lacks is removed.
        let none = (feed.xpaths?.parts ?? [:]).mapValues { _ in "" }
        xpaths = PageXPathsEdit(
            items: wanted.xpaths?.items ?? "", parts: none.merging(wanted.xpaths?.parts ?? [:]) { $1 })
    }
}
