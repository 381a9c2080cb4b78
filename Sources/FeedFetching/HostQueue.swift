/// Elements that wait for their turn. A limited number of them runs at once, and of each host no more than its share, so
/// that a slow host does not hold up the others. Pure.
///
/// `@_specialize` compiles for `Feed` the functions that a refresh calls for each feed, because the callers are in
/// another module.
package struct HostQueue<Element> {
    private struct Host {
        var waiting: ArraySlice<Element> = []
        var running = 0
        var share = Int.max

        /// Returns whether it is the first that waits.
        mutating func append(_ element: Element, share: Int) -> Bool {
            waiting.append(element)
            self.share = min(self.share, share)
            return waiting.count == 1
        }

        mutating func begin() -> Element? {
            guard running < share, let element = waiting.popFirst() else { return nil }
            running += 1
            // The slice keeps what it has given.
            if waiting.isEmpty { waiting = [] }
            return element
        }
    }

    /// How many elements may run at once.
    package var limit: Int
    package private(set) var running = 0
    private let host: (Element) -> String
    private let isFavorite: (Element) -> Bool
    private var hosts: [String: Host] = [:]
    /// The hosts with waiting elements, in the order of their turns, from `first` on. Others are skipped.
    private var ready: [String] = []
    private var first = 0
    /// Hosts that have just answered: their open connection serves the next element.
    private var warm: [String] = []
    private var waitingFavorites = 0

    /// - Parameters:
    ///   - host: whose share an element takes; empty for one that needs no host, such as a local file.
    ///   - isFavorite: a favorite is in front of the others of its host, and no host that has just answered goes before it.
    package init(
        limit: Int = .max, host: @escaping (Element) -> String = { _ in "" },
        isFavorite: @escaping (Element) -> Bool = { _ in false }
    ) {
        (self.limit, self.host, self.isFavorite) = (limit, host, isFavorite)
    }

    /// A queue of these elements, one of each host at once.
    package init(_ elements: some Sequence<Element>, limit: Int, host: @escaping (Element) -> String = { _ in "" }) {
        self.init(limit: limit, host: host)
        for element in elements { append(element) }
    }

    /// - Parameter share: how many elements of the host may run at once. The smallest number for a host counts.
    @_specialize(where Element == Feed)
    package mutating func append(_ element: Element, share: Int = 1) {
        let name = host(element)
        let share = name.isEmpty ? .max : max(1, share)
        if hosts[name, default: Host()].append(element, share: share) { ready.append(name) }
        if isFavorite(element) { waitingFavorites += 1 }
    }

    /// The next element that may run, which the caller begins; nil while none may run.
    @_specialize(where Element == Feed)
    package mutating func next() -> Element? {
        guard running < limit else { return nil }
        while let name = warm.popLast() {
            guard waitingFavorites == 0 || hosts[name]?.waiting.first.map(isFavorite) == true else {
                ready.append(name)
                continue
            }
            if let element = begin(at: name) { return element }
        }
        while first < ready.count {
            let name = ready[first]
            first += 1
            guard let element = begin(at: name) else { continue }
            // Another turn, for the rest of its share.
            ready.append(name)
            return element
        }
        ready.removeAll(keepingCapacity: true)
        first = 0
        return nil
    }

    /// The next element of a host that may run.
    package mutating func next(at name: String) -> Element? { running < limit ? begin(at: name) : nil }

    private mutating func begin(at name: String) -> Element? {
        guard let element = hosts[name]?.begin() else { return nil }
        running += 1
        if isFavorite(element) { waitingFavorites -= 1 }
        return element
    }

    /// Notes that an element has ended.
    ///
    /// - Parameter isWarm: the next element of its host has its turn first, else after those of the other hosts.
    @_specialize(where Element == Feed)
    package mutating func finish(_ element: Element, isWarm: Bool = true) {
        let name = host(element)
        running -= 1
        hosts[name]?.running -= 1
        guard let host = hosts[name] else { return }
        if !host.waiting.isEmpty {
            if isWarm { warm.append(name) } else { ready.append(name) }
        } else if host.running == 0 {
            hosts[name] = nil
        }
    }

    /// Gives the hosts their turns in the order of the largest value of their waiting elements, the largest first.
    package mutating func sortHosts(by value: (Element) -> Int64) {
        let largest = hosts.mapValues { $0.waiting.lazy.map(value).max() ?? .min }
        // A stable order.
        let order = ready[first...].enumerated().sorted { left, right in
            let values = (largest[left.element] ?? .min, largest[right.element] ?? .min)
            return values.0 == values.1 ? left.offset < right.offset : values.0 > values.1
        }
        ready = order.map(\.element)
        first = 0
    }

    /// Removes the waiting elements of a host.
    package mutating func removeWaiting(at name: String) -> [Element] {
        let removed = Array(hosts[name]?.waiting ?? [])
        hosts[name]?.waiting = []
        waitingFavorites -= removed.count(where: isFavorite)
        return removed
    }

    /// Removes the waiting elements that match.
    package mutating func removeWaiting(where matches: (Element) -> Bool) -> [Element] {
        var removed: [Element] = []
        for (name, host) in hosts where host.waiting.contains(where: matches) {
            hosts[name]?.waiting.removeAll(where: matches)
            removed += host.waiting.filter(matches)
        }
        waitingFavorites -= removed.count(where: isFavorite)
        return removed
    }
}

extension HostQueue where Element: Sendable {
    /// Does the work for all elements side by side, and hands each result to `each`, which may change the queue. Ends early
    /// if `each` returns false. A cancelled task begins no further work.
    package consuming func run<Output: Sendable>(
        _ work: @escaping @Sendable (Element) async -> Output, each: (inout HostQueue, Element, Output) -> Bool
    ) async {
        var queue = self
        await withTaskGroup(of: (Element, Output).self) { group in
            while true {
                while !Task.isCancelled, let element = queue.next() { group.addTask { (element, await work(element)) } }
                guard let (element, output) = await group.next() else { return }
                queue.finish(element, isWarm: false)
                guard each(&queue, element, output) else { return group.cancelAll() }
            }
        }
    }
}
