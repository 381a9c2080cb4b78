/// Subscriptions, in both directions.
extension SyncRun {
    /// After so many tries a change is given up.
    private static let tryLimit = 3

    /// Sends the changes that wait. Returns those that the server has answered with `OK`, which proves nothing: its next
    /// list confirms them.
    mutating func sendChanges(in store: borrowing Store) async throws -> Accepted {
        var accepted = Accepted()
        let changes = try store.feedChanges(of: account.id)
        if changes.isEmpty { return accepted }
        // A run that was ended may have done some already.
        let list = try await server.subscriptions()
        let known = Dictionary(list.map { ($0.id, $0) }) { first, _ in first }
        accepted.listedBefore = known
        let urls = Set(list.map(\.url.key))
        for change in changes {
            guard let edit = try edit(for: change, known, urls, in: store) else { continue }
            try store.noteTry(of: change)
            do throws(SyncError) {
                try await server.send(edit)
                accepted.changes.insert(change.id)
            } catch {
                if case .status(400..<500, _) = error {
                    try store.noteRefusal(of: change, error.message)
                    continue
                }
                try store.noteNoAnswer(to: change)
                // A server that is out of order refuses nothing, and may do the other changes.
                guard case .status = error else { throw error }
                changeError = error
            }
        }
        return accepted
    }

    /// The changes that the server has accepted, and the list that it had before.
    struct Accepted {
        var changes: Set<Int64> = []
        var listedBefore: [RemoteID: RemoteFeed]?
    }

    /// Nil if there is nothing to do.
    private func edit(
        for change: FeedChange, _ known: [RemoteID: RemoteFeed], _ urls: Set<String>, in store: borrowing Store
    ) throws -> SubscriptionEdit? {
        if case .subscribe(let url) = change.kind {
            guard let id = change.feed, !urls.contains(url.key) else { return nil }
            let feed = try store.feed(id)
            return .subscribe(to: url, title: feed.nickname, folder: feed.category)
        }
        guard let feed = change.remoteID.flatMap({ known[$0] }) else { return nil }
        return switch change.kind {
        case .subscribe: nil
        case .unsubscribe: .unsubscribe(feed.id)
        case .rename(let title): .rename(feed.id, to: title)
        case .move(let category): .move(feed.id, to: category, from: feed.folders)
        }
    }

    /// Takes over the server's subscriptions, in one transaction.
    ///
    /// - Parameter removesFeeds: whether feeds that are gone leave the account, which only a sync reports.
    mutating func takeOverFeeds(
        _ accepted: Accepted, removesFeeds: Bool = true, in store: borrowing Store
    ) async throws {
        let list = try await server.subscriptions()
        if removesFeeds {
            try await believe(.feeds, isEmpty: list.isEmpty && account.feeds > 0, in: store) {
                $0.unread == 0 && !$0.hasFeeds
            }
        }
        let changes = try store.feedChanges(of: account.id)
        var feeds = try store.linkableFeeds()
        SyncRun.adopt(list, accepted, changes, &feeds)
        var plan = SubscriptionPlan(
            list, among: feeds, of: account.id, account.kind, changes: changes, accepted: accepted)
        if !removesFeeds { plan.vanished = [] }
        let titles = try plan.vanished.map { try store.feed($0).title }
        let taken = try store.sharingTransaction { () throws -> TakenOver in
            try store.apply(plan, to: account.id, tryLimit: SyncRun.tryLimit)
        }
        freshFeeds = taken.fresh
        outcome.warnings += titles.map { "\($0) is gone from the server: it is kept here, paused" }
        // Once a day: a schedule syncs often.
        if account.lastSynced.map({ $0.day < now.day }) ?? true {
            if let changeError { outcome.warnings.append("a changed subscription waits: \(changeError.message)") }
            outcome.warnings += plan.elsewhere.prefix(10).map {
                "\($0.url) is left out: another feed here has its URL"
            }
        }
        outcome.warnings += taken.givenUp.map(\.warning)
        givenUp = taken.givenUp
    }

    /// The server may have found the feed elsewhere, such as behind a web page. If one subscription was accepted and
    /// one new feed came, they are the same.
    private static func adopt(
        _ list: [RemoteFeed], _ accepted: Accepted, _ changes: [FeedChange], _ feeds: inout [LinkableFeed]
    ) {
        guard let before = accepted.listedBefore else { return }
        let urls = Set(list.map(\.url.key))
        let known = Set(feeds.map(\.url.key))
        let asked = changes.filter { change in
            guard case .subscribe(let url) = change.kind, accepted.changes.contains(change.id) else { return false }
            return !urls.contains(url.key)
        }
        let new = list.filter { before[$0.id] == nil && !known.contains($0.url.key) }
        guard asked.count == 1, new.count == 1,
            let place = feeds.firstIndex(where: { $0.id == asked[0].feed })
        else { return }
        feeds[place].answeredURL = new[0].url
    }

    /// The changes that a plan has made.
    struct TakenOver {
        /// Feeds that came, or came back.
        var fresh: Set<FeedID> = []
        /// Changes that will not be sent any more.
        var givenUp: [FeedChange] = []
    }
}

extension Store {
    /// Within a transaction: does what a plan says.
    func apply(
        _ plan: SubscriptionPlan, to account: AccountID, tryLimit: Int = .max
    ) throws -> SyncRun.TakenOver {
        var taken = SyncRun.TakenOver()
        for feed in plan.vanished { try unlink(feed) }
        try makeCategories(named: plan.added.compactMap(\.folders.first) + plan.changed.compactMap(\.category))
        for link in plan.linked {
            try self.link(link.feed, to: link.remote, account)
            taken.fresh.insert(link.feed)
        }
        for remote in plan.added { taken.fresh.insert(try insert(remote, of: account)) }
        if !taken.fresh.isEmpty { try forgetOrphans(of: account) }
        for change in plan.changed { try save(change) }
        for change in plan.confirmed { try removeChange(change.id) }
        for change in plan.refused {
            try removeChange(change.id)
            taken.givenUp.append(change)
        }
        for change in try feedChanges(of: account) where change.tries >= tryLimit {
            try removeChange(change.id)
            if case .subscribe = change.kind, let feed = change.feed { try fetchFromHere(feed) }
            taken.givenUp.append(change)
        }
        return taken
    }
}

extension FeedChange {
    /// That the server does not do it, and why, in words.
    fileprivate var warning: String {
        let why = error ?? "its list does not show it"
        return switch kind {
        case .subscribe: "the server does not subscribe to \(title): \(why); it is fetched from here"
        case .unsubscribe: "the server does not unsubscribe from \(title): \(why)"
        case .rename: "the server does not rename \(title): \(why)"
        case .move: "the server does not move \(title): \(why)"
        }
    }
}
