/// The order in which feeds are fetched: no host gets more than its share of connections, and a slow host does not hold
/// up the others. Pure.
struct HostScheduler {
    /// How many feeds of a host may be fetched at once.
    private var shares: [String: Int] = [:]
    /// The feeds of each host that are still to be fetched.
    private var waiting: [String: ArraySlice<Feed>] = [:]
    /// How many feeds of each host are being fetched.
    private var busy: [String: Int] = [:]
    /// The hosts with waiting feeds, in the order of their turns, from `first` on.
    private var ready: [String] = []
    private var first = 0
    /// Hosts that have just answered: their open connection serves the next feed.
    private var warm: [String] = []
    private var hosts: [FeedID: String] = [:]
    private var waitingFavorites = 0

    /// - Parameter perHost: how many connections the host of a feed takes; the smallest number for a host counts.
    init(_ feeds: [Feed], perHost: (Feed) -> Int) {
        append(feeds, perHost: perHost)
    }

    mutating func append(_ feeds: [Feed], perHost: (Feed) -> Int) {
        for feed in feeds {
            let host = feed.url.hostAndPort
            if waiting[host, default: []].isEmpty { ready.append(host) }
            waiting[host, default: []].append(feed)
            hosts[feed.id] = host
            if feed.isFavorite { waitingFavorites += 1 }
            shares[host] = min(shares[host] ?? .max, perHost(feed))
        }
    }

    /// The next feed whose host has room; nil while there is none.
    mutating func next() -> Feed? {
        while let host = warm.popLast() {
            // Favorites come first, whatever it costs.
            guard waitingFavorites == 0 || waiting[host]?.first?.isFavorite == true else {
                ready.append(host)
                continue
            }
            if let feed = next(of: host) { return feed }
        }
        while first < ready.count {
            let host = ready[first]
            first += 1
            guard let feed = next(of: host) else { continue }
            // Another turn, for the second connection.
            ready.append(host)
            return feed
        }
        ready.removeAll(keepingCapacity: true)
        first = 0
        return nil
    }

    private mutating func next(of host: String) -> Feed? {
        // Local files have no host to be polite to.
        guard host.isEmpty || busy[host, default: 0] < shares[host, default: 1],
            let feed = waiting[host]?.popFirst()
        else { return nil }
        busy[host, default: 0] += 1
        if feed.isFavorite { waitingFavorites -= 1 }
        return feed
    }

    /// Notes that a feed is done. If its host was not reached, the others have their turns first.
    mutating func finish(_ feed: Feed, isReached: Bool = true) {
        guard let host = hosts[feed.id] else { return }
        busy[host, default: 1] -= 1
        guard waiting[host]?.isEmpty == false else { return }
        if isReached { warm.append(host) } else { ready.append(host) }
    }

    /// Puts the hosts first that answered most recently, in this run or before.
    mutating func preferReached() {
        let last = waiting.mapValues { $0.lazy.compactMap(\.refresh.lastRefreshed?.seconds).max() ?? .min }
        // A stable order.
        let order = ready[first...].enumerated().sorted { left, right in
            let times = (last[left.element] ?? .min, last[right.element] ?? .min)
            return times.0 == times.1 ? left.offset < right.offset : times.0 > times.1
        }
        ready = order.map(\.element)
        first = 0
    }

    /// Removes the waiting feeds of a host that has asked for a back-off, and those that were redirected to it the last
    /// time.
    mutating func remove(host: String) -> [Feed] {
        var removed = removeWaiting(at: host)
        for (other, feeds) in waiting {
            let redirected = feeds.filter { $0.refresh.answeredHost == host }
            guard !redirected.isEmpty else { continue }
            waiting[other] = feeds.filter { $0.refresh.answeredHost != host }[...]
            removed += redirected
            waitingFavorites -= redirected.count { $0.isFavorite }
        }
        return removed
    }

    /// Removes the waiting feeds of a host.
    mutating func removeWaiting(at host: String) -> [Feed] {
        let removed = Array(waiting.removeValue(forKey: host) ?? [])
        waitingFavorites -= removed.count { $0.isFavorite }
        return removed
    }
}
