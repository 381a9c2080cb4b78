/// The meaning of a server's list of subscriptions for the feeds that are here. Pure.
struct SubscriptionPlan: Hashable {
    /// Feeds that are here, and that the account's server fetches from now on.
    private(set) var linked: [Link] = []
    /// Feeds that only the server has.
    private(set) var added: [RemoteFeed] = []
    private(set) var changed: [RemoteFeedChange] = []
    /// Feeds of the account that the server no longer lists.
    var vanished: [FeedID] = []
    /// Changes that were made here and that the list shows.
    private(set) var confirmed: [FeedChange] = []
    /// Changes that the server has answered with `OK` and not made, with the reason.
    private(set) var refused: [FeedChange] = []
    /// Feeds whose URL another feed has: one of another account, or another subscription of the server.
    private(set) var elsewhere: [RemoteFeed] = []

    struct Link: Hashable {
        let feed: FeedID
        let remote: RemoteFeed
    }

    /// - Parameters:
    ///   - feeds: all feeds that are here.
    ///   - changes: what was changed here and still waits.
    ///   - accepted: which of them the server has answered with `OK`, and what it listed before.
    init(
        _ list: [RemoteFeed], among feeds: [LinkableFeed], of account: AccountID?, _ kind: Account.Kind,
        changes: [FeedChange] = [], accepted: SyncRun.Accepted = SyncRun.Accepted()
    ) {
        var waiting = WaitingChanges(changes)
        var index = FeedIndex(feeds, account, listed: Set(list.map(\.id)))
        var seen: Set<RemoteID> = []
        for remote in list where seen.insert(remote.id).inserted {
            if waiting.unsubscribed.contains(remote.id) { continue }
            if let feed = index.byRemoteID[remote.id] {
                index.kept.insert(feed.id)
                compare(feed, remote, kind, &waiting, accepted, &index)
            } else if let feed = index.take(remote.url) {
                linked.append(Link(feed: feed.id, remote: remote))
                compare(feed, remote, kind, &waiting, accepted, &index)
            } else {
                var remote = remote
                remote.url = remote.url.normal
                if index.urls.insert(remote.url.text).inserted {
                    added.append(remote)
                } else {
                    elsewhere.append(remote)
                }
            }
        }
        confirmed += waiting.done(in: seen, linked: Set(linked.map(\.feed)))
        guard let account else { return }
        vanished = feeds.filter {
            $0.account == account && !index.kept.contains($0.id) && !waiting.subscribing.contains($0.id)
        }.map(\.id)
    }

    private mutating func compare(
        _ feed: LinkableFeed, _ remote: RemoteFeed, _ kind: Account.Kind, _ waiting: inout WaitingChanges,
        _ accepted: SyncRun.Accepted, _ index: inout FeedIndex
    ) {
        var change = RemoteFeedChange(feed.id)
        if let rename = waiting.renames[feed.id] {
            if case .rename(let title) = rename.kind, let listed = remote.title, kind.title(title) == listed {
                confirmed.append(rename)
                (change.title, change.dropsNickname) = (listed, true)
            }
        } else if let title = remote.title {
            if title != feed.ownTitle { change.title = title }
            // It went with the subscription.
            if waiting.subscribing.contains(feed.id), let nickname = feed.nickname, kind.title(nickname) == title {
                (change.title, change.dropsNickname) = (title, true)
            }
        }
        if let move = waiting.moves[feed.id] {
            change.category = end(move, remote, kind, accepted)
        } else if let folder = remote.folders.first {
            if !remote.isIn(feed.category) { change.category = folder }
        } else {
            // A category that only this side has stays. Fever and Nextcloud News name folders in an answer of their own,
            // which may lack one.
            change.leavesCategory = feed.isFiled && feed.category != nil && kind != .fever && kind != .nextcloud
        }
        let isFiled = remote.isIn(change.category ?? feed.category)
        if isFiled != feed.isFiled { change.isFiled = isFiled }
        // To normalise thousands of addresses takes longer than all the rest.
        if feed.url != remote.url, feed.url.key != remote.url.key, index.urls.insert(remote.url.normal.text).inserted {
            change.url = remote.url.normal
        }
        if let site = remote.site, site != feed.site { change.site = site }
        if change != RemoteFeedChange(feed.id) { changed.append(change) }
    }

    /// Ends a move that the server has made or refused. Returns the folder of a feed that should have none.
    private mutating func end(
        _ move: FeedChange, _ remote: RemoteFeed, _ kind: Account.Kind, _ accepted: SyncRun.Accepted
    ) -> String? {
        let isAccepted = accepted.changes.contains(move.id)
        guard SubscriptionPlan.shows(remote, move, kind, isAccepted: isAccepted) else { return nil }
        guard case .move(to: nil) = move.kind, let folder = remote.folders.first else {
            confirmed.append(move)
            return nil
        }
        // Miniflux says `OK` and leaves a feed where it is.
        if accepted.listedBefore?[remote.id]?.folders.contains(folder) == true {
            var refusal = move
            refusal.error = "it stays in \(folder)"
            refused.append(refusal)
        } else {
            confirmed.append(move)
        }
        return folder
    }

    /// A server may have a folder for feeds without one, whose name it does not tell: there `OK` must do.
    private static func shows(
        _ remote: RemoteFeed, _ move: FeedChange, _ kind: Account.Kind, isAccepted: Bool
    ) -> Bool {
        guard case .move(let category) = move.kind else { return false }
        guard let category else { return isAccepted || remote.folders.isEmpty }
        return remote.isIn(kind.title(category))
    }
}

extension RemoteFeed {
    fileprivate func isIn(_ category: String?) -> Bool {
        guard let key = category?.foldedName else { return false }
        return folders.contains { $0.foldedName == key }
    }
}

/// The changes that wait, by what they are about.
private struct WaitingChanges {
    var unsubscribed: Set<RemoteID> = []
    var subscribing: Set<FeedID> = []
    var renames: [FeedID: FeedChange] = [:]
    var moves: [FeedID: FeedChange] = [:]
    private let all: [FeedChange]

    init(_ changes: [FeedChange]) {
        all = changes
        for change in changes {
            switch (change.kind, change.feed) {
            case (.subscribe, let feed?): subscribing.insert(feed)
            case (.unsubscribe, _): if let id = change.remoteID { unsubscribed.insert(id) }
            case (.rename, let feed?): renames[feed] = change
            case (.move, let feed?): moves[feed] = change
            default: break
            }
        }
    }

    /// The subscriptions that the list has, and those that it no longer has.
    func done(in listed: Set<RemoteID>, linked: Set<FeedID>) -> [FeedChange] {
        all.filter { change in
            switch change.kind {
            case .subscribe: change.feed.map(linked.contains) ?? true
            case .unsubscribe: change.remoteID.map { !listed.contains($0) } ?? true
            case .rename, .move: false
            }
        }
    }
}

/// Finds the feed that a server's URL means.
private struct FeedIndex {
    var byRemoteID: [RemoteID: LinkableFeed] = [:]
    /// Every URL that is taken: two feeds cannot have the same one.
    var urls: Set<String>
    /// Feeds of the account that the list has.
    var kept: Set<FeedID> = []
    private var byURL: [String: LinkableFeed] = [:]

    init(_ feeds: [LinkableFeed], _ account: AccountID?, listed: Set<RemoteID>) {
        urls = Set(feeds.map(\.url.text))
        let free = feeds.filter { feed in
            guard feed.url.scheme != .file else { return false }
            guard let owner = feed.account else { return true }
            guard owner == account else { return false }
            guard let id = feed.remoteID, listed.contains(id) else { return true }
            byRemoteID[id] = feed
            return false
        }
        // A feed's own URL is surer than where it was redirected to.
        for feed in free { if let url = feed.answeredURL { byURL[url.key] = feed } }
        for feed in free { byURL[feed.url.key] = feed }
    }

    /// Each feed is taken once.
    mutating func take(_ url: WebAddress) -> LinkableFeed? {
        guard let feed = byURL[url.key], kept.insert(feed.id).inserted else { return nil }
        return feed
    }
}

extension WebAddress {
    /// As `FetchAddress` writes it.
    fileprivate var normal: WebAddress { (try? FetchAddress(text).url) ?? self }

    /// The same for addresses of one feed, as machines that share state know it.
    var key: String { FeedKey(of: normal)?.text ?? normal.text }
}
