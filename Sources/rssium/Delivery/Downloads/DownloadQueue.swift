internal import FeedCore

/// The order of downloads: newest first, and never two of one host at the same time. Pure.
struct DownloadQueue {
    private var jobs: [String: ArraySlice<DownloadJob>] = [:]
    private var busy: Set<String> = []

    init(_ jobs: [DownloadJob]) {
        self.jobs = Dictionary(grouping: jobs, by: \.host).mapValues { $0[...] }
    }

    /// The next one whose host is free, if any.
    mutating func next() -> DownloadJob? {
        var first: (host: String, number: Int)?
        for (host, waiting) in jobs where !busy.contains(host) {
            guard let number = waiting.first?.number, number < first?.number ?? .max else { continue }
            first = (host, number)
        }
        guard let host = first?.host, let job = jobs[host]?.popFirst() else { return nil }
        if jobs[host]?.isEmpty == true { jobs[host] = nil }
        busy.insert(host)
        return job
    }

    mutating func finish(_ job: DownloadJob) {
        busy.remove(job.host)
    }

    /// Removes what waits for a host that has asked for a back-off.
    mutating func remove(host: String) -> Int {
        jobs.removeValue(forKey: host)?.count ?? 0
    }
}
