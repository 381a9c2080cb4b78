/// In which order feeds are asked so that no host sees more than its share at once and none holds up the others: pure.
struct HostScheduler {
    /// How many of a host may be out at once.
    private var shares: [String: Int] = [:]
    /// The feeds of each host, in the order they came, and how many were given out and have not come back.
    private var waiting: [String: ArraySlice<Feed>] = [:]
    private var busy: [String: Int] = [:]
    /// Hosts with a feed that may be asked, in the order of their turns.
    private var ready: [String] = []
    private var first = 0
    /// Hosts that have just answered: while their connections are open the next feed of theirs costs no new one.
    private var warm: [String] = []
    private var hosts: [FeedID: String] = [:]
    private var waitingFavorites = 0

    /// - Parameter perHost: how many connections a feed's host takes; of several answers for one host the least counts.
    init(_ feeds: [Feed], perHost: (Feed) -> Int) {
        add(feeds, perHost: perHost)
    }

    /// More feeds, at the end of the line.
    mutating func add(_ feeds: [Feed], perHost: (Feed) -> Int) {
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
            // At the end of the line again, for the second connection.
            ready.append(host)
            return feed
        }
        ready.removeAll(keepingCapacity: true)
        first = 0
        return nil
    }

    private mutating func next(of host: String) -> Feed? {
        // A local file has no host that could be troubled.
        guard host.isEmpty || busy[host, default: 0] < shares[host, default: 1],
            let feed = waiting[host]?.popFirst()
        else { return nil }
        busy[host, default: 0] += 1
        if feed.isFavorite { waitingFavorites -= 1 }
        return feed
    }

    /// A feed of this host has come back; where the host was not reached, others have their turns first.
    mutating func finished(_ feed: Feed, isReached: Bool = true) {
        guard let host = hosts[feed.id] else { return }
        busy[host, default: 1] -= 1
        guard waiting[host]?.isEmpty == false else { return }
        if isReached { warm.append(host) } else { ready.append(host) }
    }

    /// Puts first the hosts that answered most recently, in whatever run that was.
    mutating func preferReached() {
        let last = waiting.mapValues { $0.lazy.compactMap(\.refresh.lastRefreshed?.seconds).max() ?? .min }
        // The one that stood before stays before.
        let order = ready[first...].enumerated().sorted { left, right in
            let times = (last[left.element] ?? .min, last[right.element] ?? .min)
            return times.0 == times.1 ? left.offset < right.offset : times.0 > times.1
        }
        ready = order.map(\.element)
        first = 0
    }

    /// Takes out what is still waiting of one host, because the host asked to be left alone: its own feeds, and those
    /// that were led there the last time.
    mutating func remove(host: String) -> [Feed] {
        var removed = Array(waiting.removeValue(forKey: host) ?? [])
        for (other, feeds) in waiting {
            let led = feeds.filter { $0.refresh.answeredHost == host }
            guard !led.isEmpty else { continue }
            waiting[other] = feeds.filter { $0.refresh.answeredHost != host }[...]
            removed += led
        }
        waitingFavorites -= removed.count { $0.isFavorite }
        return removed
    }
}
