/// Stores the articles of a server as they arrive, and finds those that were here before their feed was linked.
struct ArticleArrival {
    let account: AccountID
    let now: Timestamp
    fileprivate var feeds: [RemoteID: FeedID] = [:]
    /// Of each feed that has had an article in this run.
    private var known: [FeedID: KnownArticles] = [:]

    init(of account: AccountID, at now: Timestamp) {
        self.account = account
        self.now = now
    }

    /// The local counterpart of an article of the server.
    enum Match: Hashable {
        case new
        case stored(Store.UnsyncedArticle)
        /// It was removed for good.
        case removed(KnownArticles.Removal)
        /// The user has deleted it here, and starred it there.
        case returning(ArticleID)
    }

    /// - Parameter isPruned: retention has removed it, and its server has it unread or starred now.
    mutating func match(
        _ article: RemoteArticle, isPruned: Bool, in feed: FeedID, of store: borrowing Store
    ) throws -> Match {
        if known[feed] == nil {
            known[feed] = KnownArticles(
                try store.unsyncedArticles(of: feed), removed: try store.removedTraits(of: feed))
        }
        let traits = article.draft.traits
        if let stored = known[feed]?.take(traits) { return .stored(stored) }
        guard !isPruned, let removal = known[feed]?.takeRemoval(of: traits) else { return .new }
        // A star is worth more than having been removed, and what the user has not read more than having been pruned.
        if article.isStarred { return removal.article.map(Match.returning) ?? .new }
        return removal.isDeleted || article.isRead ? .removed(removal) : .new
    }
}

extension Store {
    /// Stores a batch, in one transaction: articles, their state on the server, and that they are no longer wanted, also
    /// those that did not come.
    ///
    /// - Parameter mayBeHidden: whether the server may hide the feed of an article that did not come. Such an article is
    ///   asked for again when feeds come.
    func store(
        _ articles: [RemoteArticle], asked: [RemoteID], mayBeHidden: (RemoteID) -> Bool, _ arrival: inout ArticleArrival
    ) throws(StoreError) -> Arrived {
        // A transaction that fails must leave the matches as they were.
        var copy = arrival
        let arrived = try transaction { () throws -> Arrived in
            var arrived = Arrived()
            // The user may have removed some since the last batch.
            copy.feeds = try feedsByRemoteID(of: copy.account)
            var new: [(feed: FeedID, article: RemoteArticle)] = []
            let pruned = try pruned(of: copy.account, among: asked)
            for article in articles {
                guard let feed = article.feed.flatMap({ copy.feeds[$0] }) else {
                    // Its feed was removed here, or belongs to another account: it is known, and not kept.
                    try noteOrphan(RemoteItem(article, nil), of: copy.account)
                    continue
                }
                switch try copy.match(article, isPruned: pruned.contains(article.id), in: feed, of: self) {
                case .new: new.append((feed, article))
                // The user may have deleted it meanwhile.
                case .stored(let known) where try exists(known.id): try merge(known, with: article, copy)
                case .stored: try save(RemoteItem(article, nil), of: copy.account)
                case .removed(let removal): try save(article, as: removal, copy)
                case .returning(let deleted):
                    let known = try takeBack(deleted: deleted, of: feed, at: copy.now)
                    if let known { try merge(known, with: article, copy) } else { new.append((feed, article)) }
                }
            }
            let statements = try articleStatements()
            for (feed, new) in Dictionary(grouping: new, by: \.feed).sorted(by: { $0.key < $1.key }) {
                let effect = try insert(new.map(\.article), into: feed, copy, with: statements)
                arrived.articles += effect.articles
                arrived.undecidedRules += effect.undecidedRules
            }
            for id in Set(asked).subtracting(articles.map(\.id)).subtracting(pruned) where mayBeHidden(id) {
                try noteOrphan(RemoteItem(id: id, article: nil, isRead: true, isStarred: false), of: copy.account)
            }
            try removeWanted(asked, of: copy.account)
            return arrived
        }
        arrival = copy
        return arrived
    }

    /// First contact of both sides: read if it is read on either, starred if it is starred on either. There is no earlier
    /// state to tell which of them has changed, so no mark is taken away.
    private func merge(_ known: UnsyncedArticle, with article: RemoteArticle, _ arrival: ArticleArrival) throws {
        try save(RemoteItem(article, known.id), of: arrival.account)
        if article.isRead { try setState(.read, of: known.id, at: arrival.now) }
        if article.isStarred { try setState(.starred, of: known.id, at: arrival.now) }
        if known.isRead, !article.isRead { try queuePresent(.read, of: known.id) }
        if known.isStarred, !article.isStarred { try queuePresent(.starred, of: known.id) }
        try queueLabels(of: known.id)
    }

    /// An article that stays removed.
    private func save(
        _ article: RemoteArticle, as removal: KnownArticles.Removal, _ arrival: ArticleArrival
    ) throws {
        var item = RemoteItem(article, nil)
        item.isPruned = !removal.isDeleted
        try save(item, of: arrival.account)
        if let deleted = removal.article { try keepItem(item.id, of: arrival.account, for: deleted) }
        if removal.isDeleted, !article.isRead { try queueDeletion(of: article.id, in: arrival.account) }
    }

    private func insert(
        _ articles: [RemoteArticle], into feed: FeedID, _ arrival: ArticleArrival,
        with statements: borrowing ArticleStatements
    ) throws -> Arrived {
        // As in a refresh, the oldest first. A server answers with the newest first.
        let places = ArticleDraft.oldestFirst(Array(articles.indices), of: articles.map(\.draft), at: arrival.now)
        var rest = places.map { articles[$0] }[...]
        var ids: [ArticleID] = []
        while let isRead = rest.first?.isRead {
            let group = rest.prefix { $0.isRead == isRead }
            rest.removeFirst(group.count)
            let new = try insert(group.map(\.draft), into: feed, isRead: isRead, at: arrival.now, with: statements)
            for (id, article) in zip(new, group) {
                try save(RemoteItem(article, id), of: arrival.account)
                if article.isStarred { try setState(.starred, of: id, at: arrival.now) }
            }
            ids += new
        }
        let effect = try applyRules(to: ids, of: feed, at: arrival.now)
        var arrived = Arrived()
        arrived.articles = ids.filter { !effect.dropped.contains($0) }
        arrived.undecidedRules = effect.undecided
        return arrived
    }
}

extension RemoteItem {
    init(_ article: RemoteArticle, _ id: ArticleID?) {
        self.init(id: article.id, article: id, isRead: article.isRead, isStarred: article.isStarred)
    }
}
