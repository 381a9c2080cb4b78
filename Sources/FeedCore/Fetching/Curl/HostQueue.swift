/// Lets so many jobs at once through to each host; the others wait in the order in which they came.
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

    /// Gives the job back where it may begin at once, else keeps it.
    mutating func admit(_ job: Job, to host: String) -> Job? {
        if hosts[host, default: Host()].running >= limits.of(host) {
            hosts[host]?.waiting.append(job)
            return nil
        }
        hosts[host, default: Host()].running += 1
        return job
    }

    /// One that ran has ended: gives the one that may begin in its place.
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

    /// Takes out the one that fits, where it still waits.
    mutating func removeWaiting(where fits: (Job) -> Bool) -> Job? {
        for (host, entry) in hosts {
            guard let index = entry.waiting.firstIndex(where: fits) else { continue }
            return hosts[host]?.waiting.remove(at: index)
        }
        return nil
    }

    /// Takes out all that wait.
    mutating func removeAllWaiting() -> [Job] {
        let jobs = hosts.values.flatMap(\.waiting)
        for host in hosts.keys { hosts[host]?.waiting = [] }
        return jobs
    }
}

/// How many jobs at once are let through to a host.
struct HostLimits: Sendable {
    let usual: Int
    /// Those of single hosts.
    let own: [String: Int]

    func of(_ host: String) -> Int { max(1, own[host] ?? usual) }
}
