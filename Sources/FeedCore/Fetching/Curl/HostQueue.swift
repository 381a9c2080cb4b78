/// Limits how many jobs each host has at once. The others wait in the order in which they came.
struct HostQueue<Job> {
    private let limits: HostLimits
    private var hosts: [String: Host] = [:]

    private struct Host {
        var running = 0
        var waiting: [Job] = []
    }

    init(limits: HostLimits) {
        self.limits = limits
    }

    /// Returns the job if it may begin at once, else keeps it.
    mutating func admit(_ job: Job, to host: String) -> Job? {
        if hosts[host, default: Host()].running >= limits.of(host) {
            hosts[host]?.waiting.append(job)
            return nil
        }
        hosts[host, default: Host()].running += 1
        return job
    }

    /// Notes that a job of the host has ended. Returns the job that may begin in its place.
    mutating func next(after host: String) -> Job? {
        guard var entry = hosts[host] else { return nil }
        guard entry.waiting.isEmpty else {
            let job = entry.waiting.removeFirst()
            hosts[host] = entry
            return job
        }
        entry.running -= 1
        hosts[host] = entry.running > 0 ? entry : nil
        return nil
    }

    /// Removes the first waiting job that matches.
    mutating func removeWaiting(where matches: (Job) -> Bool) -> Job? {
        for (host, entry) in hosts {
            guard let index = entry.waiting.firstIndex(where: matches) else { continue }
            return hosts[host]?.waiting.remove(at: index)
        }
        return nil
    }

    /// Removes all waiting jobs.
    mutating func removeAllWaiting() -> [Job] {
        let jobs = hosts.values.flatMap(\.waiting)
        for host in hosts.keys { hosts[host]?.waiting = [] }
        return jobs
    }
}

/// How many jobs each host may have at once.
struct HostLimits: Sendable {
    let common: Int
    /// The limits of single hosts.
    let own: [String: Int]

    func of(_ host: String) -> Int { max(1, own[host] ?? common) }
}
