/// In which order feeds are asked so that no host sees more than its share at once and none holds up the others: pure.
struct HostTurns {
    private let perHost: Int
    /// The feeds of each host, in the order they came, and how many were given out and have not come back.
    private var waiting: [String: ArraySlice<Feed>] = [:]
    private var busy: [String: Int] = [:]
    /// Hosts with a feed that may be asked, in the order of their turns.
    private var ready: [String] = []
    private var first = 0

    init(_ feeds: [Feed], perHost: Int) {
        self.perHost = perHost
        var grouped: [String: [Feed]] = [:]
        for feed in feeds {
            let host = feed.url.hostAndPort
            if grouped[host] == nil { ready.append(host) }
            grouped[host, default: []].append(feed)
        }
        waiting = grouped.mapValues { $0[...] }
    }

    /// The next feed whose host has room; nil while there is none.
    mutating func next() -> Feed? {
        while first < ready.count {
            let host = ready[first]
            first += 1
            // A local file has no host that could be troubled.
            guard host.isEmpty || busy[host, default: 0] < perHost, let feed = waiting[host]?.popFirst() else {
                continue
            }
            busy[host, default: 0] += 1
            // At the end of the line again, for the second connection.
            ready.append(host)
            return feed
        }
        ready.removeAll(keepingCapacity: true)
        first = 0
        return nil
    }

    /// A feed of this host has come back.
    mutating func finished(_ feed: Feed) {
        let host = feed.url.hostAndPort
        busy[host, default: 1] -= 1
        if waiting[host]?.isEmpty == false { ready.append(host) }
    }

    /// Takes out what is still waiting of one host, because the host asked to be left alone.
    mutating func remove(host: String) -> [Feed] {
        Array(waiting.removeValue(forKey: host) ?? [])
    }
}
